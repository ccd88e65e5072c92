/** Plays a scenario: every customer as often as requested, several conversations at a time, with verdicts on each. */

import { createPersona } from '../../operations/simulations/persona.js';
import { verdictsOn } from '../../operations/simulations/verdicts.js';
import type { LanguageModel } from '../../providers/llm/language-model.js';
import { isRecord } from '../../schemas/json.js';
import type { RehearsedConversation } from '../../schemas/simulations/conversation.js';
import type { SimulatedCustomer } from '../../schemas/simulations/customer.js';
import { DEFAULT_TURNS, type Scenario } from '../../schemas/simulations/scenario.js';
import { talkInWriting } from './customers/in-writing.js';
import { talkOnThePhone } from './customers/on-the-phone.js';
import type { Speak } from './customers/sound.js';
import type { Played } from './results/report.js';
import type { SimulationService } from './service.js';

const ACCOUNT = '106540352242900';

export interface RunOptions {
  readonly service: SimulationService;
  /** Plays personas and judges; null if there are neither. */
  readonly model: LanguageModel | null;
  /** Synthesises what customers say on the phone. */
  readonly speak: Speak;
  /** Number of concurrent conversations. */
  readonly atOnce: number;
  /** How often every customer talks to the agent; null: as often as the scenario says, or once. */
  readonly runs: number | null;
  readonly onPlayed: (played: Played) => void;
}

interface PlannedConversation {
  readonly customer: SimulatedCustomer;
  readonly run: number;
  /** Position among all conversations, from 0. */
  readonly place: number;
}

/** The conversations, in the order of the scenario. @throws ConfigError if the agent is rejected */
export const runScenario = async (scenario: Scenario, options: RunOptions): Promise<readonly Played[]> => {
  const { atOnce, runs, onPlayed } = options;
  const agentId = await createAgent(scenario, options.service);
  const planned = scenario.customers
    .flatMap((customer) =>
      Array.from({ length: runs ?? customer.runs ?? scenario.runs ?? 1 }, (_, index) => ({
        customer,
        run: index + 1,
      })),
    )
    .map((entry, place) => ({ ...entry, place }));
  const played: Played[] = [];
  const queue = [...planned];
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const conversation = await playConversation(scenario, options, agentId, next);
      played[next.place] = conversation;
      onPlayed(conversation);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, planned.length) }, worker));
  return played;
};

const playConversation = async (
  scenario: Scenario,
  { service, model, speak }: RunOptions,
  agentId: string,
  { customer, run, place }: PlannedConversation,
): Promise<Played> => {
  const { channel, criteria, mostTurns = DEFAULT_TURNS } = scenario;
  const beganAt = performance.now();
  const startedAt = new Date().toISOString();
  const digits = `1415${String(5_550_000 + place)}`;
  const persona = createPersona(customer, channel, { model });
  let conversation: RehearsedConversation;
  try {
    conversation =
      channel === 'voice'
        ? await talkOnThePhone({
            service,
            agentId,
            number: `+${digits}`,
            customer,
            persona,
            speak,
            mostTurns,
          })
        : await talkInWriting({ service, accountId: ACCOUNT, from: digits, persona, mostTurns });
  } catch (error) {
    const why = error instanceof Error ? error.message : 'for an unknown reason';
    const problem = { of: 'simulation', text: `the conversation failed: ${why}` } as const;
    conversation = { lines: [], toolUses: [], endReason: null, answerMs: [], problem };
  }
  const seconds = Math.round((performance.now() - beganAt) / 100) / 10;
  const judge = model === null ? null : { model, samples: scenario.judge?.samples ?? 1 };
  const verdicts = await verdictsOn(conversation, criteria, judge);
  return { customer: customer.name, run, startedAt, seconds, ...conversation, verdicts };
};

const createAgent = async ({ channel, agent }: Scenario, service: SimulationService): Promise<string> => {
  const { instructions, firstGreeting, disclosure, language, voiceId } = agent;
  if (channel === 'whatsapp') {
    const token = await service.file('token', 'of-a-simulation');
    await service.admin(
      ...['channel', 'connect', '--channel', 'whatsapp', '--account', ACCOUNT],
      ...['--name', 'Simulation', '--token-file', token],
    );
  }
  const profile =
    channel === 'voice'
      ? {
          voiceSettings: {
            ...(firstGreeting === undefined ? {} : { firstGreeting }),
            ...(disclosure === undefined ? {} : { disclosure }),
            ...(language === undefined ? {} : { language }),
            ...(voiceId === undefined ? {} : { voiceId }),
          },
        }
      : { assignment: { phoneNumberId: ACCOUNT } };
  const created = await service.api('POST', '/api/v1/agents', {
    channel,
    name: 'Simulated',
    instructions,
    ...profile,
  });
  return isRecord(created) && isRecord(created.agent) ? String(created.agent.id) : '';
};
