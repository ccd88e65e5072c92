/** The search of an agent's sources answers what bench:retrieval asks, as well as docs/explanation/knowledge.md says. */
import t from 'tap';
import { measure } from '../../bench/retrieval/measure.js';

const LEAST = {
  en: { by_title: 15, paraphrased: 6, follow_up: 9 },
  de: { plain: 10 },
  zh: { plain: 10 },
} as const;

for (const language of ['en', 'de', 'zh'] as const)
  t.test(`a handbook in ${language}`, async (t) => {
    const { found, passages } = measure(language);
    t.ok(passages > 40, 'far more than fit into a request');
    for (const [kind, least] of Object.entries(LEAST[language])) {
      const { questions = 0, missed = [] } = found.find((each) => each.kind === kind) ?? {};
      t.ok(questions - missed.length >= least, `${kind}: ${missed.join(' | ')}`);
    }
  });
