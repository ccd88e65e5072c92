/** Conversations in virtual time, in this process: without a service, with the agent's own session, model and tools. */
import { randomUUID } from 'node:crypto';
import { createRehearse } from '../../media/rehearsal/rehearse.js';
import { patientRehearse } from '../../operations/simulations/patient-rehearse.js';
import type { RehearsalTools, RehearsedAgent } from '../../operations/simulations/rehearse.js';
import { memoriesOf } from '../../operations/simulations/scenario-memory.js';
import type { LanguageModel } from '../../providers/llm/language-model.js';
import { createFairSlots } from '../../providers/scheduling/fair-slots.js';
import { DEFAULT_TURNS, type Scenario } from '../../schemas/simulations/scenario.js';
import { ConfigError } from '../config/error.js';
import type { PlayConversation } from './run.js';

const DEFAULT_SEED = 1;
const DEFAULT_LANGUAGE = 'en';
/** Seeds of conversations that follow each other differ by this. */
const SEED_STEP = 7_919;

interface VirtualTimeOptions {
  /** The model of the agent. */
  readonly agentModel: LanguageModel;
  /** Plays personas; null if there are none. */
  readonly model: LanguageModel | null;
  readonly atOnce: number;
  readonly timeZone: string;
  readonly signal: AbortSignal;
}

/** @throws ConfigError if the scenario wants tools that act on the world: it defines its agent, which has none */
export const inVirtualTime = (
  scenario: Scenario,
  { agentModel, model, atOnce, timeZone, signal }: VirtualTimeOptions,
): PlayConversation => {
  const { channel, mostTurns = DEFAULT_TURNS, seed = DEFAULT_SEED } = scenario;
  const rehearse = patientRehearse(
    createRehearse({
      modelOf: () => agentModel,
      customerModelOf: () => model,
      tools: null,
      knowledge: async () => [],
      installationTimeZone: timeZone,
      wallClock: Date.now,
      slots: createFairSlots({ inAll: atOnce, perOwner: atOnce }),
    }),
  );
  const tools = toolsOf(scenario);
  const agent = agentOf(scenario);
  return ({ customer, place }) =>
    rehearse(
      {
        businessId: '',
        channel,
        agent,
        customer,
        tools,
        memories: memoriesOf(customer, Date.now()),
        mostTurns,
        seed: (seed + place * SEED_STEP) >>> 0,
        conversationId: randomUUID(),
        onUsage: () => undefined,
      },
      signal,
    );
};

const agentOf = ({ agent }: Scenario): RehearsedAgent => ({
  agentId: null,
  instructions: agent.instructions,
  values: {},
  greeting: agent.firstGreeting ?? '',
  disclosure: agent.disclosure ?? '',
  languageCode: agent.language ?? DEFAULT_LANGUAGE,
  voiceSettings: {},
  knowledgeSourceIds: [],
  timeZone: null,
});

const toolsOf = ({ tools = {} }: Scenario): RehearsalTools => {
  const { mode = 'mocked', answers = [], recorded = [] } = tools;
  const offered = (tools.offered ?? []).map(({ name, description, parameters = { type: 'object' } }) => ({
    name,
    description,
    parameters,
  }));
  if (mode === 'live')
    throw new ConfigError(
      'the agent of a scenario has no live tools; use the mode mocked or recorded, or simulate an agent of a service',
    );
  return mode === 'recorded' ? { mode, offered, uses: recorded } : { mode, offered, answers };
};
