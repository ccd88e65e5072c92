/** Retrieval by meaning: fixed vectors find passages that share no word with the question, beside those that words find. */
import t from 'tap';
import { packVectors } from '../../../views/data-sources/vectors.js';
import { openViews } from '../store-support.js';

const MODEL = 'test:fixed';

/** A unit vector near one axis, of `dimensions` axes. */
const near = (axis: number, dimensions = 8): Float32Array => {
  const vector = new Float32Array(dimensions).fill(0.05);
  vector[axis] = 1;
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
};

const TOPICS = ['Garage', 'Dogs', 'Breakfast', 'Pool', 'Towels', 'Lift', 'Piano'];
/** One passage for each topic, each long enough that not all fit. */
const text = (change = ''): string =>
  TOPICS.map((topic) => `# ${topic}\n\n${`${topic} is described here. ${change}`.repeat(20)}`).join('\n\n');

const question = (words: string) => ({ text: words, before: [] });
const asking = (axis: number, model = MODEL, dimensions = 8) => ({
  model,
  vectors: [{ vector: near(axis, dimensions), weight: 1 }],
});

t.test('vectors in the journal are searched, of one text and one model', async (t) => {
  const { store, show } = await openViews(t);
  const create = (name: string, body: string) => [
    { type: 'source.created', class: 'unstructured', name, description: null },
    { type: 'text.replaced', text: body },
  ];
  await show('data-source', 'b1', 's1', create('Handbook', text()));
  const unembedded = (model = MODEL) => store.unembeddedTexts(model, '', 10);
  const [target] = unembedded();
  t.match(target, { businessId: 'b1', sourceId: 's1', passages: TOPICS.length });
  const { digest = '' } = target ?? {};
  const added = (vectors: readonly Float32Array[], more: object = {}) => [
    {
      type: 'vectors.added',
      model: MODEL,
      digest,
      start: 0,
      count: vectors.length,
      dimensions: vectors[0]?.length ?? 0,
      packed: packVectors(vectors).toString('base64'),
      ...more,
    },
  ];
  const all = TOPICS.map((_, axis) => near(axis));
  const headings = (words: string, vectors: Parameters<typeof store.knowledge>[3]) =>
    store
      .knowledge(['s1'], question(words), 1_500, vectors)
      .toSorted((a, b) => (a.origin.place?.rank ?? 0) - (b.origin.place?.rank ?? 0))
      .map(({ origin }) => origin.place?.heading);

  t.same(headings('Where can I leave my car?', asking(0)), [], 'there are no vectors yet');
  await show('passage-vectors', 'b1', 's1', added(all.slice(0, 4)));
  t.equal(unembedded().length, 1, 'only a part has vectors');
  await show('passage-vectors', 'b1', 's1', added(all.slice(4), { start: 4 }));
  t.same(unembedded(), []);
  t.equal(headings('Where can I leave my car?', asking(0))[0], 'Garage', 'no word in common');
  t.equal(headings('May I bring my puppy?', asking(1))[0], 'Dogs');
  t.equal(headings('', asking(6))[0], 'Piano', 'of a later part');
  const both = headings('When is breakfast?', asking(3));
  t.same(both.slice(0, 2).toSorted(), ['Breakfast', 'Pool'], 'words and meaning both count');
  t.equal(headings('the pool', asking(3))[0], 'Pool', 'what both rankings name comes first');
  t.same(headings('breakfast', null), ['Breakfast'], 'words alone');
  t.same(
    headings('breakfast', asking(3, 'test:other')),
    ['Breakfast'],
    'vectors of another model do not count',
  );
  t.same(headings('breakfast', asking(3, MODEL, 4)), ['Breakfast'], 'nor those of another length');
  t.equal(unembedded('test:other').length, 1, 'another model embeds the text again');

  t.test('other businesses cannot give a source vectors', async (t) => {
    await show('passage-vectors', 'b2', 's1', added(TOPICS.map(() => near(7))));
    t.equal(headings('Where can I leave my car?', asking(0))[0], 'Garage');
  });
  t.test('a damaged part is ignored', async (t) => {
    await show('passage-vectors', 'b1', 's1', added(all, { start: 4, count: 9 }));
    t.equal(headings('', asking(6))[0], 'Piano');
  });
  t.test('vectors of another model replace those of the first', async (t) => {
    await show('passage-vectors', 'b1', 's1', added(all, { model: 'test:other' }));
    t.same(headings('Where can I leave my car?', asking(0)), []);
    t.equal(headings('Where can I leave my car?', asking(0, 'test:other'))[0], 'Garage');
    await show('passage-vectors', 'b1', 's1', added(all));
  });
  t.test('an archived source loses its vectors, and is embedded again once restored', async (t) => {
    await show('data-source', 'b1', 's1', [{ type: 'source.archived' }]);
    t.same(unembedded(), []);
    t.equal(store.passagesToEmbed('b1', 's1', { digest, start: 0, limit: 10 }), null);
    await show('data-source', 'b1', 's1', [{ type: 'source.restored' }]);
    t.equal(unembedded().length, 1);
    await show('passage-vectors', 'b1', 's1', added(all));
    t.same(unembedded(), []);
  });
  t.test('a replaced text loses its vectors; the same text keeps them', async (t) => {
    await show('data-source', 'b1', 's1', [{ type: 'text.replaced', text: text() }]);
    t.same(unembedded(), []);
    await show('data-source', 'b1', 's1', [{ type: 'text.replaced', text: text('Now. ') }]);
    const [next] = unembedded();
    t.ok(next !== undefined && next.digest !== digest);
    t.same(headings('Where can I leave my car?', asking(0)), []);
    await show('passage-vectors', 'b1', 's1', added(all));
    t.same(
      headings('Where can I leave my car?', asking(0)),
      [],
      'late vectors of the former text are ignored',
    );
    t.equal(store.passagesToEmbed('b1', 's1', { digest, start: 0, limit: 10 }), null);
    const passages = store.passagesToEmbed('b1', 's1', { digest: next?.digest ?? '', start: 5, limit: 10 });
    t.match(passages, [/^Lift\nLift is/, /^Piano\n/]);
    t.equal(store.passagesToEmbed('b2', 's1', { digest: next?.digest ?? '', start: 0, limit: 1 }), null);
  });
});
