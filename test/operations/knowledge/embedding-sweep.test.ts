/** Texts that lack vectors are requested until they have them, and embedded by the provider part by part. */
import { pino } from 'pino';
import t from 'tap';
import { passageVectorsEffects } from '../../../operations/effects/passage-vectors.js';
import { createEmbeddingSweep } from '../../../operations/knowledge/embedding-sweep.js';
import type { Embedder } from '../../../providers/embeddings/embedder.js';
import type { UnembeddedText } from '../../../views/data-sources/vectors.js';
import { stubActors } from '../../support/stub-actors.js';

const MODEL = 'test:fixed';
const logger = pino({ level: 'silent' });
const textOf = (sourceId: string): UnembeddedText => ({
  businessId: 'b1',
  sourceId,
  digest: `of ${sourceId}`,
  passages: 3,
});

t.test('requests each text once in a minute, in pages', async (t) => {
  const requested: string[] = [];
  const state = { now: 0, texts: Array.from({ length: 50 }, (_, n) => textOf(`s${10 + n}`)) };
  const sweep = createEmbeddingSweep({
    actors: stubActors((_kind, id) => void requested.push(id)),
    views: {
      unembeddedTexts: (model, after, limit) => {
        t.equal(model, MODEL);
        return state.texts.filter(({ sourceId }) => sourceId > after).slice(0, limit);
      },
    },
    model: MODEL,
    now: () => state.now,
    logger,
  });
  t.teardown(() => sweep.stop());
  for (let round = 0; round < 6; round += 1) await sweep.sweep();
  t.same(
    requested,
    state.texts.map(({ sourceId }) => sourceId),
  );
  state.now = 60_000;
  state.texts = [textOf('s10')];
  for (let round = 0; round < 3; round += 1) await sweep.sweep();
  t.equal(requested.length, 51, 'a text that still has none');
});

t.test('a sweep that fails is followed by the next', async (t) => {
  const state = { fails: true, requests: 0 };
  const sweep = createEmbeddingSweep({
    actors: stubActors(() => {
      state.requests += 1;
    }),
    views: {
      unembeddedTexts: () => {
        if (state.fails) throw new Error('unreadable');
        return [textOf('s1')];
      },
    },
    model: MODEL,
    now: () => 0,
    logger,
  });
  t.teardown(() => sweep.stop());
  await sweep.sweep();
  state.fails = false;
  await sweep.sweep();
  t.equal(state.requests, 1);
});

const effectOf = (passages: readonly string[] | null, embedder: Embedder | null) => {
  const { embed_passages: embed } = passageVectorsEffects({
    views: { catchUp: async () => undefined, passagesToEmbed: () => passages },
    embedder,
    logger,
  });
  const target = { model: MODEL, digest: 'd1' };
  return embed({
    ref: { kind: 'passage-vectors', business: 'b1', id: 's1' },
    key: 'k',
    effect: { kind: 'embed_passages', ...target, start: 64, attempt: 2 },
    resumed: false,
    attempt: 1,
    signal: AbortSignal.timeout(10_000),
    assertOurs: () => undefined,
  });
};
const embedder = (embed: Embedder['embed']): Embedder => ({ name: MODEL, embed });
const working = embedder(async (texts) => texts.map(() => new Float32Array([1, 0, 0])));

t.test('the passages of a part are embedded', async (t) => {
  t.match(await effectOf(['one', 'two'], working), {
    type: 'embedded',
    model: MODEL,
    digest: 'd1',
    start: 64,
    count: 2,
    dimensions: 3,
  });
});

t.test('a provider that fails is reported to the actor, which retries', async (t) => {
  const failing = embedder(async () => Promise.reject(new Error('down')));
  t.match(await effectOf(['one'], failing), { type: 'embedding_failed', attempt: 2 });
});

t.test('gives up if the text was replaced, or the installation has another model or none', async (t) => {
  t.match(await effectOf(null, working), { type: 'give_up', digest: 'd1' });
  t.match(await effectOf(['one'], null), { type: 'give_up' });
  t.match(await effectOf(['one'], { ...working, name: 'test:other' }), { type: 'give_up' });
});
