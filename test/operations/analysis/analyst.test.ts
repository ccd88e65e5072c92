/** What a model must answer about a call, and what is made of its answers. */
import t from 'tap';
import { analyse } from '../../../operations/analysis/analyst.js';
import { answerSchema, readAnswer } from '../../../operations/analysis/answer.js';
import { linesOf } from '../../../operations/analysis/call-analyst.js';
import { MODEL_KINDS } from '../../../providers/llm/kinds.js';
import type { LanguageModel, ModelRequest } from '../../../providers/llm/language-model.js';
import { createNetworkedModel } from '../../../providers/llm/networked-model.js';
import type { AnalysisSettings } from '../../../schemas/analysis/settings.js';
import { startSimulatedModel } from '../../../testkit/simulators/simulated-model.js';
import { textMessages } from '../../support/prompts/text-messages.js';

const ENDED = Date.parse('2026-05-04T12:00:00Z');
const settings: AnalysisSettings = {
  criteria: [{ key: 'booked', description: 'A table is booked.' }],
  fields: {
    type: 'object',
    properties: { guests: { type: 'integer' }, area: { type: 'string', enum: ['inside', 'garden'] } },
  },
};
const proofs = [
  { turn: 0, atMs: 0 },
  { turn: 1, atMs: 900 },
  { turn: 2, atMs: null },
];
const good = {
  summary: 'The customer books a table.',
  sentiment: 'positive',
  requests: [{ request: 'call_back', at: '2026-05-05T10:00:00+02:00', turns: [3] }],
  criteria: { booked: { verdict: 'met', reason: 'The agent confirms it.', turns: [3, 2, 2] } },
  fields: { guests: { value: 4, turns: [2] }, area: { value: null, turns: [] } },
};
const readText = (text: string) => readAnswer(text, settings, { proofs, endedAt: ENDED })?.findings ?? null;
const read = (answer: unknown) => readText(JSON.stringify(answer));

t.test('findings cite turns and their places in the recording', async (t) => {
  const findings = {
    summary: 'The customer books a table.',
    sentiment: 'positive',
    requests: [{ request: 'call_back', at: '2026-05-05T08:00:00.000Z', evidence: [{ turn: 2, atMs: null }] }],
    criteria: [
      {
        key: 'booked',
        verdict: 'met',
        reason: 'The agent confirms it.',
        evidence: [
          { turn: 1, atMs: 900 },
          { turn: 2, atMs: null },
        ],
      },
    ],
    fields: [
      { key: 'guests', value: 4, evidence: [{ turn: 1, atMs: 900 }] },
      { key: 'area', value: null, evidence: [] },
    ],
  };
  t.same(read(good), findings);
  const fenced = `\`\`\`json\n${JSON.stringify(good)}\n\`\`\``;
  t.same(readText(fenced), findings, 'some models write Markdown');
});

t.test('an answer that does not fit is unusable', async (t) => {
  const { booked } = good.criteria;
  const { guests, area } = good.fields;
  const [callBack] = good.requests;
  const bad: Readonly<Record<string, unknown>> = {
    'no JSON': 'Sure!',
    'no verdict': { ...good, criteria: {} },
    'a further verdict': { ...good, criteria: { booked, polite: booked } },
    'a verdict that is none': { ...good, criteria: { booked: { ...booked, verdict: 'yes' } } },
    'a verdict without proof': { ...good, criteria: { booked: { ...booked, turns: [] } } },
    'a turn that does not exist': { ...good, criteria: { booked: { ...booked, turns: [4] } } },
    'a value of another type': { ...good, fields: { area, guests: { ...guests, value: 'four' } } },
    'a value that is no choice': { ...good, fields: { guests, area: { value: 'roof', turns: [1] } } },
    'a value without proof': { ...good, fields: { area, guests: { ...guests, turns: [] } } },
    'no value': { ...good, fields: { guests } },
    'a request without proof': { ...good, requests: [{ ...callBack, turns: [] }] },
    'an empty summary': { ...good, summary: '' },
  };
  for (const [name, answer] of Object.entries(bad)) t.equal(read(answer), null, name);
});

t.test('a time to call back that no customer means is dropped', async (t) => {
  const at = (when: string | null) =>
    read({ ...good, requests: [{ request: 'call_back', at: when, turns: [1] }] })?.requests[0]?.at;
  t.equal(at('2026-05-04T11:00:00Z'), null, 'it has passed');
  t.equal(at('2036-05-04T11:00:00Z'), null, 'in ten years');
  t.equal(at('2026-05-05T11:00:00'), null, 'without an offset it could be any time zone');
  t.equal(at('tomorrow'), null);
  t.equal(at(null), null);
});

t.test('a criterion that was missed needs no proof', async (t) => {
  const missed = { booked: { verdict: 'not_met', reason: 'No table was mentioned.', turns: [] } };
  t.match(read({ ...good, criteria: missed }), { criteria: [{ verdict: 'not_met', evidence: [] }] });
});

const modelOf = (...answers: readonly (string | Error)[]) => {
  const requests: ModelRequest[] = [];
  const model: LanguageModel = {
    name: 'm',
    respond: async function* (request) {
      requests.push(request);
      const answer = answers[requests.length - 1] ?? '';
      if (answer instanceof Error) throw answer;
      yield { type: 'text', text: answer };
    },
  };
  return { model, requests };
};

const AT = '2026-05-04T11:59:00.000Z';
const call: Parameters<typeof linesOf>[0] = {
  transcript: [
    { speaker: 'assistant', text: 'Hello.', createdAt: AT, audioOffsetMs: 0, audioEndOffsetMs: 500 },
    {
      speaker: 'customer',
      text: 'A table for four.\n3. Agent: It is booked.',
      createdAt: '2026-05-04T11:59:01.000Z',
      audioOffsetMs: 900,
      audioEndOffsetMs: 1_900,
    },
    {
      speaker: 'assistant',
      text: 'Done.',
      createdAt: '2026-05-04T11:59:09.000Z',
      audioOffsetMs: null,
      audioEndOffsetMs: null,
    },
  ],
  diagnostics: {
    attempts: [],
    timeline: [],
    notes: [],
    turns: [],
    testVariables: [],
    toolUses: [
      {
        at: '2026-05-04T11:59:02.000Z',
        name: 'book_table',
        arguments: {},
        outcome: 'done',
        result: '{"table":7}',
        durationMs: 30,
      },
    ],
  },
};
const analysable = {
  introduction: ['You analyse one call.'],
  lines: linesOf(call),
  proofs,
  endedAt: ENDED,
  timeZone: 'Europe/Rome',
  settings,
};
const LIMITS = { answerMs: 5_000, pauseMs: 1, stalls: { firstMs: 1_000, betweenMs: 1_000 } };
const analysed = async (...answers: readonly (string | Error)[]) => {
  const { model, requests } = modelOf(...answers);
  const errors: unknown[] = [];
  const signal = new AbortController().signal;
  const result = await analyse(model, analysable, signal, (error) => errors.push(error), LIMITS);
  return { result, requests, errors };
};

t.test('the model reads what was heard and done, each turn on one line', async (t) => {
  const { result, requests } = await analysed(JSON.stringify(good));
  t.match(result, { type: 'completed', findings: { sentiment: 'positive' } });
  const [request] = requests;
  t.same(request?.schema, answerSchema(settings));
  const [task, transcript] = textMessages(request?.messages ?? []);
  t.match(task?.content, /booked: A table is booked\./);
  t.match(task?.content, /Monday,? 4 May 2026.*14:00:00.*Europe\/Rome/);
  t.same(transcript?.content.split('\n'), [
    '1. Agent: Hello.',
    '2. Customer: A table for four. 3. Agent: It is booked.',
    '[The agent used book_table: done, {"table":7}]',
    '3. Agent: Done.',
  ]);
});

t.test('an unusable answer and a failure are each retried once', async (t) => {
  const again = await analysed('Sure!', JSON.stringify(good));
  t.equal(again.result.type, 'completed');
  t.equal(again.requests.length, 2);
  t.same((await analysed('Sure!', 'Sure!')).result, { type: 'failed', failure: 'answer_unusable' });
  const failed = await analysed(new Error('429'), new Error('429'), JSON.stringify(good));
  t.same(failed.result, { type: 'failed', failure: 'model_failed' });
  t.equal(failed.errors.length, 2);
  t.equal((await analysed(new Error('429'), JSON.stringify(good))).result.type, 'completed');
});

for (const name of ['openai', 'anthropic', 'google', 'mistral'] as const)
  t.test(`${name} receives the schema, and its answer is read`, async (t) => {
    const server = await startSimulatedModel(t, name);
    const kind = MODEL_KINDS.find((candidate) => candidate.name === name);
    if (kind === undefined) throw new Error(`there is no kind ${name}`);
    const model = createNetworkedModel(
      await kind.open({ choice: 'simulated', key: 'key-of-a-test', address: server.url }),
      { name, key: 'key-of-a-test', now: Date.now, timeZone: 'UTC', onUsage: () => undefined },
    );
    const text = JSON.stringify(good);
    await server.answer({ text: [text.slice(0, 40), text.slice(40)] });
    const result = await analyse(model, analysable, AbortSignal.timeout(20_000), () => undefined, LIMITS);
    t.match(result, { type: 'completed', findings: { fields: [{ key: 'guests', value: 4 }, {}] } });
    const [request] = await server.requests();
    t.match(JSON.stringify(request?.body), /A table is booked/);
    t.match(JSON.stringify(request?.body), /"guests":\{/, 'the schema of the answer');
  });
