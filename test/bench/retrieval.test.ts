/** The search of an agent's sources answers what bench:retrieval asks, as well as docs/explanation/knowledge.md says. */
import t from 'tap';
import { HANDBOOKS } from '../../bench/retrieval/handbook.js';
import { type Measured, measure } from '../../bench/retrieval/measure.js';
import { type Embedder, unitVectors } from '../../providers/embeddings/embedder.js';
import { simulatedVector } from '../../simulators/models/embeddings.js';

const LEAST = {
  en: { by_title: 15, paraphrased: 11, follow_up: 9 },
  'en-telephone': { paraphrased: 4 },
  de: { plain: 10 },
  zh: { plain: 10 },
} as const;

for (const name of HANDBOOKS)
  t.test(`the handbook ${name}`, async (t) => {
    const { found, passages } = await measure(name);
    t.ok(passages > 40, 'far more than fit into a request');
    for (const [kind, least] of Object.entries(LEAST[name])) {
      const { questions = 0, missed = [] } = found.find((each) => each.kind === kind) ?? {};
      t.ok(questions - missed.length >= least, `${kind}: ${missed.join(' | ')}`);
    }
  });

/** The meanings of the paraphrases that words do not find, as an embedding model would know them. */
const MEANINGS = { milk: 'lactose', flight: 'airport' };

t.test('vectors find paraphrases that share no word with their fact', async (t) => {
  const embedder: Embedder = {
    name: 'test:simulated',
    embed: async (texts) =>
      unitVectors(
        'test:simulated',
        texts.map((text) => simulatedVector(onlyMeaning(text), MEANINGS)),
        texts.length,
      ),
  };
  const words = await measure('en');
  const both = await measure('en', { embedder, providerTimes: [] });
  const missedIn = ({ found }: Measured): readonly string[] => found.flatMap(({ missed }) => missed);
  const [byWords, byBoth] = [missedIn(words), missedIn(both)];
  for (const part of ['have milk', 'my flight']) {
    t.ok(
      byWords.some((text) => text.includes(part)),
      `words do not find ${part}`,
    );
    t.notOk(
      byBoth.some((text) => text.includes(part)),
      `vectors find ${part}`,
    );
  }
});

/** Simulated vectors know no common words: only those that the meanings name count. */
const onlyMeaning = (text: string): string =>
  (text.toLowerCase().match(/\p{L}+/gu) ?? [])
    .filter((word) => ['milk', 'lactose', 'flight', 'airport'].includes(word))
    .join(' ');
