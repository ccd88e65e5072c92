/** The search of an agent's sources answers what bench:retrieval asks, as well as docs/explanation/knowledge.md says. */
import t from 'tap';
import { type Measured, measure } from '../../bench/retrieval/measure.js';
import { type Embedder, unitVectors } from '../../providers/embeddings/embedder.js';
import { simulatedVector } from '../../simulators/models/embeddings.js';

const LEAST = {
  en: { by_title: 15, paraphrased: 6, follow_up: 9 },
  de: { plain: 10 },
  zh: { plain: 10 },
} as const;

for (const language of ['en', 'de', 'zh'] as const)
  t.test(`a handbook in ${language}`, async (t) => {
    const { found, passages } = await measure(language);
    t.ok(passages > 40, 'far more than fit into a request');
    for (const [kind, least] of Object.entries(LEAST[language])) {
      const { questions = 0, missed = [] } = found.find((each) => each.kind === kind) ?? {};
      t.ok(questions - missed.length >= least, `${kind}: ${missed.join(' | ')}`);
    }
  });

/** The meanings of the paraphrases that words do not find, as an embedding model would know them. */
const MEANINGS = { car: 'vehicles', puppy: 'dogs' };

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
  for (const part of ['my car', 'my puppy']) {
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
    .filter((word) => ['car', 'puppy', 'vehicles', 'dogs', 'dog', 'vehicle'].includes(word))
    .join(' ');
