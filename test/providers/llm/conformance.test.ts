/** The contract of language model providers, each tested against a simulator of its protocol in another process. */
import { inspect } from 'node:util';
import t, { type Test } from 'tap';
import { MODEL_KINDS } from '../../../providers/llm/kinds.js';
import type {
  LanguageModel,
  ModelEvent,
  ModelRequest,
  TokenUsage,
  ToolOutcome,
} from '../../../providers/llm/language-model.js';
import { ModelFailure } from '../../../providers/llm/model-failure.js';
import { createNetworkedModel } from '../../../providers/llm/networked-model.js';
import { describeFailure, providerFailure } from '../../../providers/provider-failure.js';
import { isRecord } from '../../../schemas/json.js';
import { MODEL_DIALECTS, SIMULATED_USAGE } from '../../../simulators/models/dialects.js';
import type { Lifetime } from '../../../testkit/lifetime.js';
import { type SimulatedModel, startSimulatedModel } from '../../../testkit/simulators/simulated-model.js';
import { until } from '../../../testkit/until.js';
import { ONLY_IN_FULL_RUN } from '../../support/full-run.js';

/** Kind → the protocol that it speaks. */
const DIALECTS = {
  openai: 'openai',
  'openai-compatible': 'openai',
  azure: 'openai',
  bedrock: 'bedrock',
  mistral: 'mistral',
  groq: 'groq',
  anthropic: 'anthropic',
  google: 'google',
} as const;
const dialectOf = new Map<string, keyof typeof MODEL_DIALECTS>(Object.entries(DIALECTS));

const KEY = 'sk-secret-of-a-test-0123456789';
const TOOL = {
  name: 'book_table',
  description: 'Books a table.',
  parameters: {
    type: 'object',
    properties: { people: { type: 'integer' } },
    required: ['people'],
    additionalProperties: false,
  },
} as const;
const REQUEST: ModelRequest = {
  messages: [
    { role: 'system', content: 'You are Ada.' },
    { role: 'assistant', content: 'Hello, Ada here.' },
    { role: 'system', content: 'Background: open from noon.' },
    { role: 'user', content: 'A table for two.' },
  ],
  manner: 'spoken',
  tools: [TOOL],
};

interface Subject {
  /** Whether its protocol requires alternating roles, so that its client merges consecutive turns of the user. */
  readonly merges: boolean;
  readonly model: LanguageModel;
  readonly server: SimulatedModel;
  readonly usage: TokenUsage[];
  /** The header of a request that has the key. */
  readonly keyHeader: string;
}

const subjectOf = async (t: Lifetime, name: string): Promise<Subject> => {
  const kind = MODEL_KINDS.find((candidate) => candidate.name === name);
  const dialect = dialectOf.get(name);
  if (kind === undefined || dialect === undefined) throw new Error(`no simulator of ${name}`);
  const server = await startSimulatedModel(t, dialect);
  const opened = await kind.open({ choice: 'simulated', key: KEY, address: server.url });
  const usage: TokenUsage[] = [];
  const model = createNetworkedModel(opened, {
    name: `${name}:simulated`,
    key: KEY,
    now: Date.now,
    timeZone: 'UTC',
    onUsage: (used) => void usage.push(used),
  });
  const merges = dialect === 'anthropic' || dialect === 'bedrock';
  return { model, server, usage, merges, keyHeader: MODEL_DIALECTS[dialect].keyHeader };
};

const eventsOf = async (
  model: LanguageModel,
  request = REQUEST,
  signal = AbortSignal.timeout(20_000),
): Promise<readonly ModelEvent[]> => {
  const events: ModelEvent[] = [];
  for await (const event of model.respond(request, signal)) events.push(event);
  return events;
};
const textIn = (events: readonly ModelEvent[]): string =>
  events.map((event) => (event.type === 'text' ? event.text : '')).join('');
const failureOf = async (model: LanguageModel): Promise<unknown> =>
  eventsOf(model).then(
    () => null,
    (error: unknown) => error,
  );

/** The role and the content of each turn of a request, in any of the protocols. */
const turnsIn = (
  body: Readonly<Record<string, unknown>>,
): readonly { readonly role: string; readonly content: string }[] => {
  const turns = body.messages ?? body.contents;
  return Array.isArray(turns)
    ? turns.map((turn: unknown) => ({
        role: isRecord(turn) ? String(turn.role) : '',
        content: JSON.stringify(turn),
      }))
    : [];
};

/** Google's protocol has tool calls in order, and no ids. */
const seenIds = (body: string): boolean => !body.includes('functionResponse');

t.test('each kind has a simulator', async (t) => {
  t.same(MODEL_KINDS.map(({ name }) => name).toSorted(), [...dialectOf.keys()].toSorted());
});

/** Complete answers. */
const answers = async (t: Test, { model, server, usage, keyHeader }: Subject): Promise<void> => {
  await t.test(
    'streams text in pieces without the reasoning, and reports the tokens that were used',
    async (t) => {
      await server.answer({ reasoning: 'The customer wants a table.', text: ['For two', ' people.'] });
      const usages: unknown[] = [];
      const onUsage = (...used: readonly unknown[]): void => void usages.push(used);
      const events = await eventsOf(model, { ...REQUEST, onUsage });
      t.equal(textIn(events), 'For two people.');
      t.ok(events.length >= 2, 'text arrives as it is generated');
      t.match(usage.at(-1), SIMULATED_USAGE);
      t.match(usages, [[model.name, SIMULATED_USAGE]], 'the callback of the request is called, too');
    },
  );

  await t.test('the request contains the task, the conversation, the tool and the key', async (t) => {
    await server.answer({ text: ['Yes.'] });
    await eventsOf(model);
    const seen = (await server.requests()).at(-1);
    const body = JSON.stringify(seen?.body);
    const places = ['You are Ada.', 'Background: open from noon.', 'short sentences', 'Hello, Ada here.'];
    t.same(
      places.map((part) => body.indexOf(part)).filter((at) => at === -1),
      [],
      body,
    );
    t.ok(body.includes('book_table'));
    t.ok(String(seen?.headers[keyHeader]).includes(KEY));
  });

  await t.test('emits a tool call with arguments that match its schema', async (t) => {
    await server.answer({
      text: ['One moment.'],
      tools: [{ id: 'call_1', name: 'book_table', arguments: '{"people":2}' }],
    });
    const events = await eventsOf(model);
    t.match(
      events.find(({ type }) => type === 'tool_call'),
      { type: 'tool_call', name: 'book_table', arguments: { people: 2 } },
    );
  });

  await t.test('sends each tool result with the call that it belongs to', async (t) => {
    await server.answer({ text: ['Booked.'] });
    const use = (id: string, people: number, result: string, outcome: ToolOutcome) =>
      ({ id, name: 'book_table', arguments: { people }, result, outcome }) as const;
    const uses = [
      use('attach001', 2, 'Table 7 is yours.', 'done'),
      use('attach002', 9, 'We have no such table.', 'failed'),
    ];
    await eventsOf(model, { ...REQUEST, messages: [...REQUEST.messages, { role: 'tools', uses }] });
    const body = JSON.stringify((await server.requests()).at(-1)?.body);
    t.match(body, /"people\\?":2.*"people\\?":9.*Table 7 is yours\..*We have no such table\./);
    if (seenIds(body)) t.match(body, /attach001.*attach002.*attach001.*attach002/, 'each by its id');
  });

  for (const [what, call] of [
    ['arguments that do not match', { name: 'book_table', arguments: '{"people":"two"}' }],
    ['no arguments', { name: 'book_table', arguments: '{}' }],
    ['an unknown tool', { name: 'delete_all', arguments: '{"people":2}' }],
  ] as const)
    await t.test(`a tool call with ${what} carries a refusal`, async (t) => {
      await server.answer({ text: ['One moment.'], tools: [{ id: 'call_1', ...call }] });
      t.match(
        (await eventsOf(model)).find(({ type }) => type === 'tool_call'),
        { name: call.name, arguments: {}, refusal: /Nothing was done\.$/ },
      );
    });

  await t.test('a number as text and a surplus key are corrected', async (t) => {
    await server.answer({
      tools: [{ id: 'call_1', name: 'book_table', arguments: '{"people":"2","reason":"hungry"}' }],
    });
    const call = (await eventsOf(model)).find(({ type }) => type === 'tool_call');
    t.match(call, { name: 'book_table', arguments: { people: 2 } });
    t.notOk(call !== undefined && 'refusal' in call);
  });

  await t.test('a tool call in an answer to a request without tools is a failure', async (t) => {
    await server.answer({ tools: [{ id: 'call_1', name: 'book_table', arguments: '{"people":2}' }] });
    const failure = await eventsOf(model, { ...REQUEST, tools: [] }).then(
      () => null,
      (error: unknown) => error,
    );
    t.match(failure, { kind: 'protocol' });
  });

  await t.test('requests an answer that matches a schema', async (t) => {
    await server.answer({ text: ['{"good":true}'] });
    const schema = {
      type: 'object',
      properties: { good: { type: 'boolean' } },
      required: ['good'],
      additionalProperties: false,
    };
    t.equal(textIn(await eventsOf(model, { ...REQUEST, tools: [], schema })), '{"good":true}');
    t.match(JSON.stringify((await server.requests()).at(-1)?.body), /good/);
  });
};

/** Data is sent in role user, among the turns of the user, and never with the task. */
const givesData = async (t: Test, { model, server, merges }: Subject): Promise<void> => {
  await server.answer({ text: ['Yes.'] });
  const events = await eventsOf(model, {
    ...REQUEST,
    messages: [
      { role: 'system', content: 'You are Ada. You help «customer».' },
      { role: 'data', data: { type: 'facts', facts: { customer: 'Grace Hopper' } } },
      { role: 'assistant', content: 'Hello, Ada here.' },
      { role: 'user', content: 'Hello.' },
      {
        role: 'data',
        data: { type: 'passages', passages: [{ source: 'Hours', text: 'Open from noon.' }] },
      },
      { role: 'user', content: 'A table for two.' },
    ],
  });
  t.equal(textIn(events), 'Yes.');
  const body = (await server.requests()).at(-1)?.body;
  if (!isRecord(body)) throw new Error('a request without a body');
  const turns = turnsIn(body);
  const data = ['Grace Hopper', 'Open from noon.'];
  for (const text of data)
    t.same(
      turns.filter(({ content }) => content.includes(text)).map(({ role }) => role),
      ['user'],
      text,
    );
  const task = JSON.stringify({
    ...body,
    messages: turns.filter(({ role }) => role === 'system'),
    contents: [],
  });
  t.ok(task.includes('You help «customer».'));
  t.notOk(data.some((text) => task.includes(text)));
  t.equal(turns.find(({ role }) => role !== 'system')?.role, 'user', 'the first turn is the customer’s');
  if (merges) {
    const roles = turns.map(({ role }) => role);
    t.notOk(
      roles.some((role, index) => role === 'user' && roles[index + 1] === 'user'),
      'consecutive turns are merged',
    );
  }
};

/** Failures before an answer. */
const failures = async (t: Test, { model, server }: Subject): Promise<void> => {
  await t.test('an abort ends the request at the provider', async (t) => {
    await server.answer({ type: 'stall', afterEvents: 0 });
    const stop = new AbortController();
    const work = eventsOf(model, REQUEST, stop.signal);
    const count = (await server.requests()).length;
    await until('the request', async () => (await server.requests()).length > count);
    stop.abort(new Error('the customer went on'));
    await t.rejects(work, { message: 'the customer went on' });
    await until('the provider to notice', async () => (await server.requests()).at(-1)?.left === true);
  });

  for (const [status, kind] of [
    [401, 'auth'],
    [403, 'auth'],
    [400, 'refused'],
    [404, 'refused'],
  ] as const)
    await t.test(`maps ${status} to ${kind}, and does not retry`, async (t) => {
      const before = (await server.requests()).length;
      await server.answer({ type: 'status', status });
      t.match(await failureOf(model), { kind });
      t.equal((await server.requests()).length, before + 1);
    });

  await t.test('retries once if the provider is busy for a moment or down', async (t) => {
    for (const fault of [
      { type: 'status', status: 429, retryAfter: '0' },
      { type: 'status', status: 503 },
      { type: 'cut', afterEvents: 0 },
    ] as const) {
      const before = (await server.requests()).length;
      await server.answer(fault, { text: ['Here.'] });
      t.equal(textIn(await eventsOf(model)), 'Here.', JSON.stringify(fault));
      t.equal((await server.requests()).length, before + 2);
    }
  });

  await t.test('gives up after a long Retry-After, and if the provider is down twice', async (t) => {
    const before = (await server.requests()).length;
    await server.answer({ type: 'status', status: 429, retryAfter: '30' });
    t.match(await failureOf(model), { kind: 'rate', retryAfterMs: 30_000 });
    t.equal((await server.requests()).length, before + 1);
    await server.answer({ type: 'status', status: 500 });
    t.match(await failureOf(model), { kind: 'unavailable' });
    t.equal((await server.requests()).length, before + 3);
  });
};

/** Failures in the middle of an answer, and how they are reported. */
const troubles = async (t: Test, { model, server }: Subject): Promise<void> => {
  await t.test('does not retry an answer that broke off', async (t) => {
    const before = (await server.requests()).length;
    await server.answer({ type: 'cut', afterEvents: 4 }, { text: ['Again.'] });
    t.ok((await failureOf(model)) instanceof ModelFailure);
    t.equal((await server.requests()).length, before + 1);
  });

  await t.test('an abort ends the wait for an answer that stalls in the middle', async (t) => {
    await server.answer({ type: 'stall', afterEvents: 4 });
    const stop = new AbortController();
    const heard: ModelEvent[] = [];
    const reading = async (): Promise<void> => {
      for await (const event of model.respond(REQUEST, stop.signal)) heard.push(event);
    };
    const work = reading();
    await until('its first words', () => heard.length > 0);
    stop.abort(new Error('it takes too long'));
    await t.rejects(work, { message: 'it takes too long' });
    await until('the provider to notice', async () => (await server.requests()).at(-1)?.left === true);
  });

  await t.test('malformed output is a failure', async (t) => {
    await server.answer({ type: 'rubbish', afterEvents: 3 });
    t.match(await failureOf(model), { kind: 'protocol' });
  });

  await t.test('reads a slow answer to its end', async (t) => {
    await server.answer({ type: 'drip', everyMs: 15 });
    t.equal(textIn(await eventsOf(model)), 'One two three.');
  });

  await t.test('never sends the key to a redirect target', async (t) => {
    const elsewhere = await startSimulatedModel(t, 'openai');
    await server.answer({ type: 'redirect', to: elsewhere.url });
    t.match(await failureOf(model), { kind: 'unavailable' });
    t.same(await elsewhere.requests(), []);
  });

  await t.test('a failure contains neither text of the provider nor the key', async (t) => {
    await server.answer({ type: 'status', status: 401 });
    const error = await failureOf(model);
    if (!(error instanceof ModelFailure)) throw error;
    t.equal(error.message, `${model.name} failed: auth`);
    for (const text of [
      describeFailure(error),
      JSON.stringify(providerFailure(error)),
      JSON.stringify(providerFailure(error.cause)),
      inspect(error, { depth: 9 }),
    ])
      t.notMatch(text, KEY);
  });
};

/** Kinds with the protocol of `openai-compatible`, or nearly so: `npm run verify:full` runs them. */
const LIKE_OPENAI: ReadonlySet<string> = new Set(['openai', 'azure', 'mistral', 'groq']);

for (const { name } of MODEL_KINDS)
  t.test(name, { skip: LIKE_OPENAI.has(name) && ONLY_IN_FULL_RUN }, async (t) => {
    const subject = await subjectOf(t, name);
    await answers(t, subject);
    await t.test('data is sent in role user, and never with the task', (t) => givesData(t, subject));
    await failures(t, subject);
    await troubles(t, subject);
  });
