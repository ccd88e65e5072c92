/** Sentences of one reply that a provider speaks in one context: their audio and words belong to one sentence each. */
import t from 'tap';
import { SynthesisFailure } from '../../../../../providers/speech/synthesisers/failure.js';
import { createContexts } from '../../../../../providers/speech/synthesisers/websocket/contexts.js';

const audio = (id: string, ms: number) =>
  ({ type: 'audio', id, mulaw: new Uint8Array(ms * 8), letters: [] }) as const;
const words = (id: string, startMs: number) =>
  ({ type: 'words', id, words: [{ word: 'so', startMs, endMs: startMs + 100 }] }) as const;

t.test('audio and words belong to the first utterance that is not done', async (t) => {
  const contexts = createContexts('cartesia', 700);
  t.equal(contexts.begin('a', 'reply', 0), 'a');
  t.equal(contexts.begin('b', 'reply', 10), 'a', 'the second one continues the first');
  t.match(contexts.translate(audio('a', 400), 20), [{ type: 'audio', id: 'a' }]);
  t.same(contexts.translate({ type: 'piece_done', id: 'a' }, 30), [{ type: 'done', id: 'a' }]);
  t.match(contexts.translate(audio('a', 200), 40), [{ type: 'audio', id: 'b' }]);
  t.same(contexts.translate(words('a', 500), 40), [
    { type: 'words', id: 'b', words: [{ word: 'so', startMs: 100, endMs: 200 }] },
  ]);
  t.same(contexts.translate({ type: 'piece_done', id: 'a' }, 50), [{ type: 'done', id: 'b' }]);
  t.same(contexts.translate({ type: 'done', id: 'a' }, 60), []);
  t.equal(contexts.continues('reply', 61), false, 'the provider has closed it');
});

t.test('a silent context is not continued', async (t) => {
  const contexts = createContexts('cartesia', 700);
  contexts.begin('a', 'reply', 0);
  t.equal(contexts.continues('reply', 5_000), true, 'its utterance is not done');
  contexts.translate(audio('a', 400), 100);
  contexts.translate({ type: 'piece_done', id: 'a' }, 100);
  t.equal(contexts.continues('reply', 799), true);
  t.equal(contexts.begin('b', 'reply', 800), 'b', 'a new context begins');
  t.equal(contexts.begin('c', 'other', 801), 'c');
});

t.test('a context that ends ends all its utterances', async (t) => {
  const contexts = createContexts('cartesia', 700);
  contexts.begin('a', 'reply', 0);
  contexts.begin('b', 'reply', 0);
  t.same(contexts.leave('a'), { context: 'a', others: ['b'] });
  t.equal(contexts.leave('b'), null);
  contexts.begin('c', 'reply', 0);
  contexts.begin('d', 'reply', 0);
  const failure = new SynthesisFailure('rate', 'cartesia answered 429');
  t.same(contexts.translate({ type: 'failed', id: 'c', failure }, 1), [
    { type: 'failed', id: 'c', failure },
    { type: 'failed', id: 'd', failure },
  ]);
  contexts.begin('e', 'reply', 2);
  contexts.begin('f', 'reply', 2);
  contexts.translate(audio('e', 100), 3);
  t.match(contexts.translate({ type: 'done', id: 'e' }, 4), [
    { type: 'done', id: 'e' },
    { type: 'failed', id: 'f', failure: { kind: 'unavailable' } },
  ]);
});

t.test('an utterance that stands alone is not touched', async (t) => {
  const contexts = createContexts('cartesia', 700);
  const alone = audio('x', 100);
  t.same(contexts.translate(alone, 0), [alone]);
  t.equal(contexts.leave('x'), null);
});
