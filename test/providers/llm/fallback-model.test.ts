/** Fallback between models, and the silent model of an installation that has none. */
import t from 'tap';
import { withFallback } from '../../../providers/llm/fallback-model.js';
import type { LanguageModel, ModelEvent } from '../../../providers/llm/language-model.js';
import { ModelFailure } from '../../../providers/llm/model-failure.js';
import { createSilentModel } from '../../../providers/llm/silent.js';

const REQUEST = { messages: [{ role: 'user', content: 'Hello.' }], tools: [] } as const;

/** A model that says `texts`, and then fails if `fails` is set. */
const saying = (name: string, texts: readonly string[], fails: boolean): LanguageModel => ({
  name,
  respond: async function* (_, signal) {
    for (const text of texts) yield { type: 'text', text };
    signal.throwIfAborted();
    if (fails) throw new ModelFailure(name, 'unavailable');
  },
});

const replyOf = async (model: LanguageModel, signal = new AbortController().signal) => {
  const events: ModelEvent[] = [];
  for await (const event of model.respond(REQUEST, signal)) events.push(event);
  return events.map((event) => (event.type === 'text' ? event.text : event.type)).join('');
};

t.test('falls back to the next model if one fails before its first event', async (t) => {
  const failed: string[] = [];
  const model = withFallback(
    [saying('first', [], true), saying('second', [], true), saying('third', ['Hello ', 'there.'], false)],
    ({ name }) => void failed.push(name),
  );
  t.equal(await replyOf(model), 'Hello there.');
  t.same(failed, ['first', 'second']);
});

t.test('does not fall back once a model has begun its answer', async (t) => {
  const model = withFallback([saying('first', ['Half'], true), saying('second', ['Whole.'], false)], () =>
    t.fail('fell back'),
  );
  await t.rejects(replyOf(model), { message: 'first failed: unavailable' });
});

t.test('reports the last failure, and does not fall back after an abort', async (t) => {
  const both = [saying('first', [], true), saying('second', [], true)] as const;
  await t.rejects(replyOf(withFallback(both, () => undefined)), { message: 'second failed: unavailable' });
  const stopped = AbortSignal.abort(new Error('the customer went on'));
  const models = withFallback([saying('first', [], false), saying('second', ['No.'], false)], () =>
    t.fail('fell back'),
  );
  await t.rejects(replyOf(models, stopped), { message: 'the customer went on' });
});

t.test('the silent model says nothing to customers, and fails a request for structured output', async (t) => {
  const silent = createSilentModel();
  t.equal(await replyOf(silent), '');
  const response = silent.respond({ ...REQUEST, schema: { type: 'object' } }, new AbortController().signal);
  await t.rejects(response[Symbol.asyncIterator]().next(), { message: 'no model failed: unavailable' });
});
