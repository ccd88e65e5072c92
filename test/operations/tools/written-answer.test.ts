/** Written answers that use tools. */
import t from 'tap';
import type { AgentTools } from '../../../operations/tools/agent-tools.js';
import { writtenAnswer } from '../../../operations/tools/written-answer.js';
import type { ChatMessage, LanguageModel, ModelEvent } from '../../../providers/llm/language-model.js';

const LOOK_UP = { name: 'look_up', description: 'Looks up.', parameters: { type: 'object' } } as const;
const ANSWERER = {
  businessId: 'b1',
  agentId: 'a1',
  context: { type: 'conversation', id: 'v1' },
  answerId: 'm1',
  timeZone: null,
} as const;
const QUESTION: readonly ChatMessage[] = [{ role: 'user', content: 'Where is my order?' }];

const text = (words: string): ModelEvent => ({ type: 'text', text: words });
const call = (name: string, args: Readonly<Record<string, unknown>> = {}): ModelEvent => ({
  type: 'tool_call',
  id: 'the-models-own',
  name,
  arguments: args,
});

/** A model that yields `answers` in turn and repeats the last one. Records its messages and the tools used. */
const world = (...answers: readonly (readonly ModelEvent[])[]) => {
  const requests: (readonly ChatMessage[])[] = [];
  const used: { readonly useId: string; readonly name: string }[] = [];
  const model: LanguageModel = {
    name: 'witness',
    respond: async function* ({ messages }) {
      requests.push(messages);
      yield* answers[Math.min(requests.length, answers.length) - 1] ?? [];
    },
  };
  const tools: AgentTools = {
    of: async () => [LOOK_UP],
    use: async ({ useId, name }) => {
      used.push({ useId, name });
      return { outcome: 'done', result: 'On its way.' };
    },
  };
  const answer = (): Promise<string> =>
    writtenAnswer(model, tools, ANSWERER, QUESTION, new AbortController().signal);
  return { requests, used, answer };
};

t.test('the model receives the result of a tool, and its last text is the answer', async (t) => {
  const { answer, requests, used } = world(
    [text('One moment. '), call('look_up', { order: 'A1' })],
    [text(' It is on '), text('its way. ')],
  );
  t.equal(await answer(), 'It is on its way.');
  t.match(requests[1], [
    { role: 'user', content: 'Where is my order?' },
    { role: 'tools', uses: [{ name: 'look_up', arguments: { order: 'A1' }, result: 'On its way.' }] },
  ]);
  t.equal(used.length, 1);
});

t.test('a repeated answer uses tools under the same ids', async (t) => {
  const script = [
    [call('look_up', { order: 'A1' }), call('look_up', { order: 'A2' })],
    [call('look_up', { order: 'A1' })],
    [text('Yes.')],
  ];
  const [first, second] = [world(...script), world(...script)];
  await first.answer();
  await second.answer();
  t.same(second.used, first.used);
  t.equal(new Set(first.used.map(({ useId }) => useId)).size, 3, 'each use has its own id');
});

t.test('a tool that was not offered is not used', async (t) => {
  const { answer, used } = world([text('Yes.'), call('delete_all')]);
  t.equal(await answer(), 'Yes.');
  t.same(used, []);
});

t.test('a model that keeps using tools is instructed to answer', async (t) => {
  const again = [call('look_up')];
  const { answer, requests, used } = world(again, again, again, again, again, again, [
    text('I do not know.'),
  ]);
  t.equal(await answer(), 'I do not know.');
  t.equal(used.length, 5);
  t.match(requests.at(-1)?.at(-1), { uses: [{ outcome: 'failed', result: /Answer with what you know/ }] });
});

t.test('the answer fails if the model never stops using tools', async (t) => {
  const { answer, used } = world([call('look_up')]);
  await t.rejects(answer(), /keeps using tools/);
  t.equal(used.length, 5);
});

t.test('a tool call that cannot be carried out returns the reason to the model', async (t) => {
  const refusal = 'The arguments do not fit. Nothing was done.';
  const refused: ModelEvent = { type: 'tool_call', id: 'c', name: 'look_up', arguments: {}, refusal };
  const { answer, requests, used } = world([refused], [text('Which order is it?')]);
  t.equal(await answer(), 'Which order is it?');
  t.same(used, []);
  t.match(requests[1]?.at(-1), { uses: [{ name: 'look_up', outcome: 'failed', result: refusal }] });
});

t.test('an empty answer is requested once more', async (t) => {
  const once = world([text(' ')], [text('It is on its way.')]);
  t.equal(await once.answer(), 'It is on its way.');
  const always = world([]);
  t.equal(await always.answer(), '');
  t.equal(always.requests.length, 2);
});
