/** An estimated simulation run: two customers, one of whom talks twice, and two criteria. */
import type { SimulationRunCommand } from '../../../actors/simulation-run/commands.js';
import type { KeptConversation } from '../../../schemas/simulations/run.js';
import type { Verdict } from '../../../schemas/simulations/verdict.js';

export const HOUR = 3_600_000;
export const SIMULATION_PRICE = 10_000;

export const AGENT_PROFILE = {
  channel: 'whatsapp',
  name: 'Ann',
  instructions: 'Book tables.',
  languageCode: 'en',
  dataSourceIds: [],
  contactCategoryIds: [],
  dataSourceVariables: [],
  voiceSettings: {},
  instagramCollectMobileEnabled: false,
} as const;

/** Three conversations at 10,000 microcredits each, two at a time. */
export const SIMULATION_ESTIMATE: Extract<SimulationRunCommand, { readonly type: 'estimate' }> = {
  type: 'estimate',
  agent: { agentId: 'a1', version: 3, profile: AGENT_PROFILE, ownInstructions: false, values: {} },
  scenario: {
    scenarioId: 's1',
    name: 'Tables',
    revision: 1,
    channel: 'whatsapp',
    content: {
      customers: [
        { name: 'Ann', lines: ['hello'], runs: 2 },
        { name: 'Bob', lines: ['hi'] },
      ],
      criteria: [
        { name: 'greets', says: 'good day' },
        { name: 'polite', judge: 'It is polite.', atLeast: 7 },
      ],
    },
  },
  runs: null,
  atOnce: 2,
  conversations: 3,
  priceMicrocredits: SIMULATION_PRICE,
  expiresAt: HOUR,
};

/** The verdicts of the two criteria. */
export const verdicts = (greets: Verdict['outcome'], score: number): readonly Verdict[] => [
  { criterion: 'greets', outcome: greets, reason: 'because' },
  { criterion: 'polite', outcome: score >= 7 ? 'passed' : 'failed', reason: 'because', score },
];

/** A conversation that reached its end. */
export const conversationWith = (found: readonly Verdict[]): KeptConversation => ({
  lines: [
    { speaker: 'customer', text: 'hello' },
    { speaker: 'agent', text: 'Good day.' },
  ],
  toolUses: [],
  endReason: null,
  answerMs: [],
  problem: null,
  verdicts: [...found],
  isCut: false,
});
