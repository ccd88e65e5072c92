/** Rehearsals for tests: a model that answers by its last message, and a request with what a test changes. */
import { createRehearse } from '../../../media/rehearsal/rehearse.js';
import type { RehearsalRequest, Rehearse } from '../../../operations/simulations/rehearse.js';
import type { LanguageModel, ModelEvent, ModelRequest } from '../../../providers/llm/language-model.js';
import { createFairSlots } from '../../../providers/scheduling/fair-slots.js';
import type { RehearsedConversation } from '../../../schemas/simulations/conversation.js';
import { textMessages } from '../../support/prompts/text-messages.js';
import { createManualTime } from './manual-time.js';

type Answer = (
  request: ModelRequest,
  heard: string,
) => readonly ModelEvent[] | Promise<readonly ModelEvent[]>;

/** A model in this process. */
export const modelOf = (answer: Answer): LanguageModel => ({
  name: 'by hand',
  respond: async function* (request) {
    const heard = textMessages(request.messages).findLast(({ role }) => role === 'user')?.content ?? '';
    yield* await answer(request, heard);
  },
});

export const says = (text: string): readonly ModelEvent[] => [{ type: 'text', text }];

export const uses = (name: string, args: Readonly<Record<string, unknown>> = {}): ModelEvent => ({
  type: 'tool_call',
  id: `call-${name}`,
  name,
  arguments: args,
});

/** Results of tools that the request contains. */
export const resultsIn = ({ messages }: ModelRequest): readonly string[] =>
  messages.flatMap((message) => (message.role === 'tools' ? message.uses.map(({ result }) => result) : []));

type Change = Partial<Omit<RehearsalRequest, 'agent'>> & {
  readonly agent?: Partial<RehearsalRequest['agent']>;
};

export const requestOf = ({ agent = {}, ...change }: Change = {}): RehearsalRequest => ({
  businessId: 'b1',
  channel: 'voice',
  customer: { name: 'Ann', lines: ['I would like to book a table for two'] },
  tools: { mode: 'mocked', offered: [], answers: [] },
  memories: [],
  mostTurns: 12,
  seed: 1,
  conversationId: 'c1',
  onUsage: () => undefined,
  ...change,
  agent: {
    agentId: null,
    instructions: 'You book tables.',
    values: {},
    greeting: 'Hello, this is the restaurant. How can I help you?',
    disclosure: '',
    languageCode: 'en',
    voiceSettings: {},
    knowledgeSourceIds: [],
    timeZone: null,
    ...agent,
  },
});

type RehearseDeps = Parameters<typeof createRehearse>[0];

export const rehearseWith = (agent: LanguageModel, change: Partial<RehearseDeps> = {}): Rehearse =>
  createRehearse({
    modelOf: () => agent,
    customerModelOf: () => null,
    tools: null,
    knowledge: async () => [],
    installationTimeZone: 'UTC',
    wallClock: () => 1_000_000,
    slots: createFairSlots({ inAll: 20, perOwner: 20 }),
    ...change,
  });

/** Plays it to its end, with a model in this process: the real clock stands still, so no load of the machine matters. */
export const rehearse = (agent: LanguageModel, change: Change = {}): Promise<RehearsedConversation> =>
  rehearseWith(agent, { time: createManualTime() })(requestOf(change), new AbortController().signal);

/** The lines as `speaker: text`. */
export const talkOf = ({ lines }: RehearsedConversation): readonly string[] =>
  lines.map(({ speaker, text }) => `${speaker}: ${text}`);
