/**
 * Every path on which untrusted text reaches a model, with the text in every place where it can appear. Returns the
 * prompts of the models, both as our messages and as a provider receives them.
 */
import { pino } from 'pino';
import type { AgentTestState } from '../../../actors/agent-test/index.js';
import type { Turn } from '../../../actors/call/events.js';
import { createEngineRequests } from '../../../media/driver/engine-requests.js';
import { createProviderRequests } from '../../../media/driver/provider-requests.js';
import { briefOf } from '../../../media/driver/session-brief.js';
import { agentTestOperations } from '../../../operations/agents/agent-tests.js';
import { contactCallee, snapshotAgent } from '../../../operations/calls/call-context.js';
import { assess } from '../../../operations/campaigns/assessor.js';
import { agentReply, commentReply } from '../../../operations/conversations/agent-reply.js';
import type { OperationsDeps } from '../../../operations/deps.js';
import { askJudge } from '../../../operations/simulations/judging.js';
import { createPersona } from '../../../operations/simulations/persona.js';
import type { AgentTools } from '../../../operations/tools/agent-tools.js';
import type { LanguageModel, ModelRequest, ToolUse } from '../../../providers/llm/language-model.js';
import { promptOf } from '../../../providers/llm/prompt.js';
import { REALTIME_LIMITS } from '../../../providers/realtime/limits.js';
import { Dialogue } from '../../../providers/realtime/openai/dialogue.js';
import type { RealtimeEngine, RealtimeTask } from '../../../providers/realtime/realtime-engine.js';
import type { Synthesiser } from '../../../providers/speech/synthesiser.js';
import type { ContactResource } from '../../../schemas/contacts/contact.js';
import { contactsSourceId } from '../../../schemas/ids.js';
import { stub } from '../../../testkit/stub.js';
import type { SpokenMessage } from '../../../views/conversations/index.js';
import { converse, briefOf as usualBrief } from '../../media/session/carrier.js';
import { memoryEntry } from '../memory-entry.js';
import { stubActors } from '../stub-actors.js';
import { agentOf, contactOf } from '../views/resources.js';

/** One prompt, split by how much its provider trusts the parts. */
export interface Prompt {
  /** The task: instructions of a session, messages in role `system`. */
  readonly system: string;
  /** Everything else. */
  readonly rest: string;
}

const BUSINESS = 'b1';
const SOURCE = 's1';
const AT = '2026-01-01T00:00:00.000Z';
const MOMENT = { at: Date.parse(AT), timeZone: 'UTC' };

const agent = agentOf({
  contactContextRequired: true,
  dataSourceIds: ['s2'],
  contactCategoryIds: ['c1'],
  voiceSettings: { firstGreeting: 'Hello {{who}}.' },
  instagramCollectMobileEnabled: true,
  instructions:
    'You are Ann. You help {{ who }}, of plan {{plan}}, who owes {{due}}. After silence, say "Are you there, {{who}}?". Never give discounts.',
  dataSourceVariables: [
    { alias: 'who', sourceId: contactsSourceId(BUSINESS), fieldKey: 'name' },
    { alias: 'plan', sourceId: contactsSourceId(BUSINESS), fieldKey: 'plan' },
    { alias: 'due', sourceId: SOURCE, fieldKey: 'due' },
  ],
});

const contactCalled = (name: string, plan: string): ContactResource =>
  contactOf({ name, fields: { plan }, categories: [{ id: 'c1', name: 'Customers' }] });

/** A model that records its requests, uses a tool once if it has one, and answers with `answer`. */
const witness = (
  modelRequests: ModelRequest[],
  answer: (request: ModelRequest) => string,
): LanguageModel => ({
  name: 'witness',
  respond: async function* (request) {
    modelRequests.push(request);
    const [tool] = request.tools;
    if (tool !== undefined && request.messages.every(({ role }) => role !== 'tools'))
      yield { type: 'tool_call', id: 'u1', name: tool.name, arguments: {} } as const;
    else yield { type: 'text', text: answer(request) } as const;
  },
});

/** The prompt that the provider of a networked model receives. */
export const providedPrompt = ({ messages, manner }: ModelRequest): Prompt => {
  const prompt = promptOf(messages, manner, MOMENT);
  const isTask = ({ role }: { readonly role: string }): boolean => role === 'system';
  // Our own messages in role `system` count as well: the offline model obeys them.
  const ours = messages.flatMap((message) => (message.role === 'system' ? [message.content] : []));
  return {
    system: [...prompt.filter(isTask).map((part) => JSON.stringify(part)), ...ours].join('\n'),
    rest: JSON.stringify(prompt.filter((part) => !isTask(part))),
  };
};

/** Views with this text in every place that others can write. */
const viewsContaining = (text: string, history: readonly SpokenMessage[]): OperationsDeps['views'] =>
  stub<OperationsDeps['views']>({
    agent: () => agent,
    runningSplit: () => null,
    contact: () => contactCalled(text, text),
    currentContact: () => contactCalled(text, text),
    sourceValues: () => new Map([['due', { type: 'text', value: text } as const]]),
    conversationMessages: () => history,
    knowledge: () => [{ source: text, text, origin: { sourceId: 's1', place: null } }],
    timeZoneOf: () => null,
    agentRemembers: () => true,
    newestEntries: (_, _contactId, { kind }) => [memoryEntry(kind, text)],
    dataSource: () => null,
    catchUp: async () => undefined,
  });

const toolsReturning = (result: string): AgentTools => ({
  of: async () => [{ name: 'look_up', description: 'Looks an order up.', parameters: { type: 'object' } }],
  use: async () => ({ outcome: 'done', result }),
});

type Path = (
  text: string,
  answer: (request: ModelRequest) => string,
) => Promise<{ readonly prompts: readonly Prompt[]; readonly answers: readonly string[] }>;

const asPrompts = (modelRequests: readonly ModelRequest[], ...answers: readonly string[]) => ({
  prompts: modelRequests.map(providedPrompt),
  answers,
});

const inConversation: Path = async (text, answer) => {
  const modelRequests: ModelRequest[] = [];
  const views = viewsContaining(text, [
    { direction: 'inbound', type: 'text', text },
    { direction: 'outbound', type: 'text', text: `Hello ${text}` },
    { direction: 'inbound', type: 'text', text },
  ]);
  const model = witness(modelRequests, answer);
  const request = {
    businessId: BUSINESS,
    conversationId: 'v1',
    agentId: 'a1',
    answerId: 'm1',
    recipient: '+14155550101',
  };
  const { text: reply } = await agentReply(
    {
      views,
      modelOf: () => model,
      tools: toolsReturning(text),
      assets: stub({}),
      logger: pino({ level: 'silent' }),
    },
    { ...request, contactId: 'p1', isClaimed: false, mobileAsked: null },
    AbortSignal.timeout(5_000),
  );
  return asPrompts(modelRequests, reply);
};

const underPost: Path = async (text, answer) => {
  const modelRequests: ModelRequest[] = [];
  const { text: reply } = await commentReply(
    { views: viewsContaining(text, []), modelOf: () => witness(modelRequests, answer) },
    { businessId: BUSINESS, agentId: 'a1', text },
    AbortSignal.timeout(5_000),
  );
  return asPrompts(modelRequests, reply);
};

const inAgentTest: Path = async (text, answer) => {
  const modelRequests: ModelRequest[] = [];
  let state: AgentTestState = { testId: 't1', started: null, messages: [] };
  const agentTests = agentTestOperations(
    stub<OperationsDeps>({
      questions: null,
      actors: stubActors((_kind, _id, command) => {
        if (isStart(command)) state = { ...state, started: command };
        return state;
      }),
      views: viewsContaining(text, []),
      modelOf: () => witness(modelRequests, (request) => answer(request)),
      tools: toolsReturning(text),
    }),
  );
  const caller = { businessId: BUSINESS, operationId: 'o', idempotencyKey: 'k', at: 0 };
  const variables = { who: text, plan: text, due: text, [text.slice(0, 60)]: text };
  await agentTests.start(caller, { businessId: BUSINESS, agentId: 'a1', variables });
  state = {
    ...state,
    messages: [
      { speaker: 'customer', text, at: 1 },
      { speaker: 'agent', text, at: 2 },
    ],
  };
  await agentTests.continue(caller, 't1', { businessId: BUSINESS, text });
  return asPrompts(modelRequests, ...modelRequests.slice(-1).map(answer));
};

const isStart = (
  command: object,
): command is NonNullable<AgentTestState['started']> & { readonly type: 'start' } =>
  'type' in command && command.type === 'start';

/** The brief of a call whose values, turns and tool uses contain the text. */
const briefContaining = async (text: string) => {
  const callee = await contactCallee({ views: viewsContaining(text, []) }, BUSINESS, agent, 'p1', {});
  const turn = (speaker: Turn['speaker'], at: number): Turn => ({
    turnId: `t${at}`,
    speaker,
    text,
    at,
    audioOffsetMs: 0,
    audioEndOffsetMs: 100,
    interrupted: speaker === 'assistant' && at > 2,
    heard: 'acked',
    latencies: null,
    ...(at > 2 ? { unheard: text } : {}),
  });
  const use = { id: 'u1', name: 'look_up', arguments: { order: text }, at: 1, durationMs: 1 } as const;
  return briefOf(
    {
      agent: snapshotAgent(agent, callee.values, { type: 'leave_message', text: 'Call us, {{who}}.' }, null),
      values: callee.values,
      memories: [{ day: '2026-05-03', kind: 'promise', text, by: 'customer' }],
      mediaStartedAt: 0,
      greetingBegun: true,
      turns: [turn('customer', 1), turn('customer', 2), turn('assistant', 3)],
      toolUses: [{ ...use, result: text, outcome: 'done' }],
    },
    {
      attachmentId: 'attached0',
      confirmsVoice: false,
      providers: { models: 1, synthesisers: 1, recognisers: 1 },
      preemptive: false,
    },
  );
};

const onCall: Path = async (text, answer) => {
  const modelRequests: ModelRequest[] = [];
  const conversation = converse({ ...usualBrief(), ...(await briefContaining(text)) });
  conversation.feed({ type: 'connected' });
  conversation.hear(text);
  conversation.pass(3_000);
  const requested = conversation.outputs.flatMap(({ output }) => (output.type === 'respond' ? [output] : []));
  if (requested.length === 0) throw new Error('the model received no request');
  const answers: string[] = [];
  for (const request of requested)
    await new Promise<void>((resolve, reject) => {
      const requests = createProviderRequests({
        providers: { models: [witness(modelRequests, answer)], synthesisers: [stub<Synthesiser>({})] },
        speech: () => ({ voiceId: '', language: 'en' }),
        timeZone: null,
        knowledge: async () => [{ source: text, text }],
        tools: Promise.resolve([]),
        useTool: async () => ({ outcome: 'done', result: text }),
        feed: (input) => {
          if (input.type === 'model_text') answers.push(input.text);
          if (input.type === 'model_done' || input.type === 'model_tool') resolve();
        },
        onUsage: () => undefined,
        onFailed: (_, error) => reject(error),
      });
      requests.respond(request);
    });
  return asPrompts(modelRequests, ...answers);
};

const deferred = <T>() => {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
};

/** Speech to speech: the task is the session's instructions, and the conversation items in role `system`. */
const onEngine: Path = async (text, answer) => {
  const brief = await briefContaining(text);
  const conversation = converse({
    ...usualBrief(),
    ...brief,
    providers: { ...brief.providers, engines: 1 },
  });
  conversation.feed({ type: 'connected' });
  const opened = conversation.last('open_engine');
  conversation.pass(3_000);
  const [responding] = conversation.outputs.flatMap(({ output }) =>
    output.type === 'engine_respond' ? [output] : [],
  );
  if (opened === undefined) throw new Error('the engine was not opened');
  const task = deferred<RealtimeTask>();
  const responded = deferred<null>();
  const dialogueCalls: ((dialogue: Dialogue) => void)[] = [];
  const engine: RealtimeEngine = {
    name: 'by hand',
    voices: [],
    close: async () => undefined,
    open: () =>
      stub<ReturnType<RealtimeEngine['open']>>({
        prepare: task.resolve,
        converse: (messages) => void dialogueCalls.push((dialogue) => dialogue.converse(messages)),
        respond: (request) => {
          dialogueCalls.push((dialogue) => dialogue.respond(request));
          responded.resolve(null);
        },
        unheard: () => new Uint8Array(0),
      }),
  };
  const requests = createEngineRequests({
    instructions: brief.instructions,
    voiceId: '',
    language: 'en',
    knowledge: async () => [{ source: text, text }],
    tools: Promise.resolve([]),
    wallClock: () => MOMENT.at,
    timeZone: 'UTC',
    feed: () => undefined,
    onFailed: (_, error) => {
      throw error;
    },
  });
  requests.open(engine, opened.messages);
  const late: ToolUse = {
    id: 'u9',
    name: 'look_up',
    arguments: { order: text },
    result: text,
    outcome: 'done',
  };
  requests.send({
    type: 'engine_respond',
    generation: 1,
    response: 'r1',
    notes: responding?.notes ?? [],
    data: responding?.data ?? [],
    uses: [late],
    question: text,
    before: [],
  });
  await responded.promise;
  const prepared = await task.promise;
  const spoken = new Dialogue({
    task: () => prepared,
    voice: 'marin',
    language: 'en',
    limits: REALTIME_LIMITS,
  });
  for (const replay of dialogueCalls) replay(spoken);
  const opening = spoken.opening();
  spoken.read(JSON.stringify({ type: 'session.updated' }), 0, 0);
  const sent = spoken.take(0).map((event) => JSON.stringify(event));
  const isTask = (event: string): boolean => event.includes('"role":"system"');
  const prompt: Prompt = {
    system: [JSON.stringify(opening), ...sent.filter(isTask)].join('\n'),
    rest: sent.filter((event) => !isTask(event)).join('\n'),
  };
  return {
    prompts: [prompt],
    answers: [answer({ messages: [{ role: 'system', content: prompt.system }], tools: [] })],
  };
};

const inSummary: Path = async (text, answer) => {
  const modelRequests: ModelRequest[] = [];
  const model = witness(modelRequests, (request) =>
    JSON.stringify({ conclusion: answer(request), nextAction: 'None.', recommended: false }),
  );
  const contact = { objective: 'Sell umbrellas.', transcript: [`customer: ${text}`, `assistant: ${text}`] };
  const { assessment } = await assess(model, contact, AbortSignal.timeout(5_000), (error) => {
    throw error;
  });
  return asPrompts(modelRequests, assessment?.conclusion ?? '');
};

const inSimulation: Path = async (text, answer) => {
  const modelRequests: ModelRequest[] = [];
  const lines = [{ speaker: 'agent', text } as const, { speaker: 'customer', text } as const];
  const { reason } = await askJudge(
    {
      model: witness(modelRequests, (request) => JSON.stringify({ reason: answer(request), passed: false })),
      samples: 1,
    },
    { lines, toolUses: [], endReason: null, answerMs: [], problem: null },
    { judge: 'It is polite.' },
  );
  const persona = createPersona({ persona: 'You want a table.' }, 'voice', {
    model: witness(modelRequests, answer),
  });
  const next = await persona(lines);
  return asPrompts(modelRequests, reason, next?.text ?? '');
};

/** By the name of what the model answers. */
export const PATHS: Readonly<Record<string, Path>> = {
  'a reply in a conversation': inConversation,
  'a reply to a comment': underPost,
  'a test of an agent': inAgentTest,
  'a call': onCall,
  'a call through a speech-to-speech engine': onEngine,
  'a summary of a campaign': inSummary,
  'a simulation': inSimulation,
};
