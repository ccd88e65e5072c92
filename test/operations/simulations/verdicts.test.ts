/** Personas and verdicts of simulated conversations. */
import t from 'tap';
import { createPersona } from '../../../operations/simulations/persona.js';
import { verdictsOn } from '../../../operations/simulations/verdicts.js';
import type { LanguageModel, ModelRequest } from '../../../providers/llm/language-model.js';
import type { RehearsedConversation } from '../../../schemas/simulations/conversation.js';
import type { Criterion } from '../../../schemas/simulations/criterion.js';
import { textMessages } from '../../support/prompts/text-messages.js';

const HELD: RehearsedConversation = {
  toolUses: [],
  lines: [
    { speaker: 'agent', text: 'Hello. For how many?' },
    { speaker: 'customer', text: 'For two, with a discount.' },
    { speaker: 'agent', text: 'A table for two. Goodbye.' },
  ],
  endReason: 'completed',
  answerMs: [420, 910],
  problem: null,
};

/** A model that gives this answer, or fails, and the requests that it received. */
const modelOf = (answer: string | Error) => {
  const requests: ModelRequest[] = [];
  const model: LanguageModel = {
    name: 'a stand-in',
    respond: async function* (request) {
      requests.push(request);
      if (answer instanceof Error) throw answer;
      yield { type: 'text', text: answer };
    },
  };
  return { requests, model };
};
const verdictOn = async (
  criterion: Omit<Criterion, 'name'>,
  conversation = HELD,
  model: LanguageModel | null = null,
) =>
  (
    await verdictsOn(
      conversation,
      [{ name: 'wanted', ...criterion }],
      model === null ? null : { model, samples: 1 },
    )
  )[0];

t.test('judges rules without a model', async (t) => {
  t.match(await verdictOn({ says: 'FOR TWO' }), {
    criterion: 'wanted',
    outcome: 'passed',
    reason: /A table for two/,
  });
  t.match(
    await verdictOn({ says: 'discount' }),
    { outcome: 'failed' },
    'what the customer says does not count',
  );
  t.match(await verdictOn({ neverSays: 'discount' }), { outcome: 'passed' });
  t.match(await verdictOn({ neverSays: 'good ?bye' }), { outcome: 'failed', reason: /Goodbye/ });
  t.match(await verdictOn({ endReason: 'completed' }), { outcome: 'passed' });
  t.match(await verdictOn({ endReason: 'voicemail' }), { outcome: 'failed', reason: /completed/ });
  t.match(await verdictOn({ answersWithinMs: 1_000 }), { outcome: 'passed' });
  t.match(await verdictOn({ answersWithinMs: 900 }), { outcome: 'failed', reason: /910 ms/ });
  t.match(await verdictOn({ answersWithinMs: 900 }, { ...HELD, answerMs: [] }), { outcome: 'failed' });
});

t.test('a conversation that broke off is a failure of the agent or an error of the simulation', async (t) => {
  const broken = (cause: 'agent' | 'simulation'): RehearsedConversation => ({
    ...HELD,
    problem: { of: cause, text: 'no word' },
  });
  t.match(await verdictOn({ says: 'two' }, broken('agent')), { outcome: 'failed', reason: 'no word' });
  t.match(await verdictOn({ says: 'two' }, broken('simulation')), { outcome: 'error', reason: 'no word' });
});

t.test('a model judges the transcript, and receives nothing else', async (t) => {
  const { model, requests } = modelOf('{"reason":"It repeats the number.","passed":true}');
  t.same(await verdictOn({ judge: 'It repeats the number.' }, HELD, model), {
    criterion: 'wanted',
    outcome: 'passed',
    reason: 'It repeats the number.',
  });
  t.match(requests[0]?.schema, { required: ['reason', 'passed'] });
  const contents = textMessages(requests[0]?.messages ?? [])
    .map(({ content }) => content)
    .join();
  t.ok(contents?.includes(JSON.stringify(HELD.lines)), 'as JSON, so that no speaker can forge a line');
  for (const bad of ['no JSON', '{"passed":"yes"}', '[]', new Error('down')])
    t.match(await verdictOn({ judge: 'x' }, HELD, modelOf(bad).model), {
      outcome: 'error',
      reason: /gave no verdict: (its answer is|down)/,
    });
  t.match(await verdictOn({ judge: 'x' }), { outcome: 'error', reason: /no model is configured/ });
});

t.test('a model gives a score', async (t) => {
  const scored = (score: number) => modelOf(JSON.stringify({ reason: 'Kind.', score }));
  const criterion = { judge: 'It is polite.', atLeast: 7 };
  const { model, requests } = scored(7);
  t.same(await verdictOn(criterion, HELD, model), {
    criterion: 'wanted',
    outcome: 'passed',
    reason: '7 of 10: Kind.',
    score: 7,
  });
  t.match(requests[0]?.schema, { required: ['reason', 'score'] });
  t.match(await verdictOn(criterion, HELD, scored(6.5).model), { outcome: 'failed', score: 6.5 });
  for (const strange of [-1, 11])
    t.match(await verdictOn(criterion, HELD, scored(strange).model), { outcome: 'error' });
});

t.test('a model answers with an object of one schema, which must match another', async (t) => {
  const criterion = {
    judge: 'What was booked, and what was promised?',
    schema: {
      properties: { people: { type: 'integer' }, promises: { type: 'array', items: { type: 'string' } } },
    },
    wanted: { properties: { people: { const: 2 }, promises: { maxItems: 0 } } },
  };
  const answering = (answer: object) => modelOf(JSON.stringify(answer));
  const good = { people: 2, promises: [] };
  const { model, requests } = answering(good);
  t.match(await verdictOn(criterion, HELD, model), { outcome: 'passed', answer: good });
  t.match(requests[0]?.schema, {
    type: 'object',
    required: ['people', 'promises'],
    additionalProperties: false,
    properties: { people: { type: 'integer' } },
  });
  t.match(await verdictOn(criterion, HELD, answering({ people: 2, promises: ['10 % off'] }).model), {
    outcome: 'failed',
    reason: /^promises must NOT have more than 0 items/,
    answer: { promises: ['10 % off'] },
  });
  for (const strange of [{ people: 2 }, { people: 'two', promises: [] }, { ...good, more: 1 }])
    t.match(await verdictOn(criterion, HELD, answering(strange).model), {
      outcome: 'error',
      reason: /does not match the schema/,
    });
});

t.test('a customer says their lines, or the lines that a model writes', async (t) => {
  const lines = createPersona({ lines: ['one', 'two'] }, 'voice', { model: null });
  const line = (text: string) => ({ text, isGoodbye: false });
  t.same(
    [await lines([]), await lines([]), await lines([]), await lines([])],
    [line('one'), line('two'), null, null],
  );
  const { model, requests } = modelOf('Two, at eight.\nThank you, goodbye. [hangs up]');
  const played = createPersona({ persona: 'You are Ann.' }, 'voice', { model });
  t.same(await played(HELD.lines), { text: 'Two, at eight. Thank you, goodbye.', isGoodbye: true });
  t.match(requests[0]?.messages, [
    { role: 'system', content: /You are Ann\./ },
    { role: 'user', content: /how many/ },
    { role: 'assistant', content: /For two/ },
    { role: 'user' },
  ]);
  await createPersona({ persona: 'You are Ann.' }, 'whatsapp', { model })([]);
  t.match(requests[1]?.messages, [{ role: 'system' }, { role: 'user', content: /You write first/ }]);
  t.equal(await createPersona({ persona: 'Ann' }, 'voice', modelOf('[hangs up]'))([]), null);
  t.throws(() => createPersona({ persona: 'Ann' }, 'voice', { model: null }), { message: /needs a model/ });
});
