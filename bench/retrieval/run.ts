/**
 * `npm run bench:retrieval`: whether the passages that an agent is given contain the answer to a customer's question
 * (docs/explanation/knowledge.md).
 */
import { print, run } from '../command-line.js';
import { measure } from './measure.js';

run(async () => {
  for (const language of ['en', 'de', 'zh'] as const) {
    const { pages, passages, found } = measure(language);
    print(`${language}: ${pages} pages, ${passages} passages`);
    for (const { kind, questions, missed, times } of found) {
      const ms = [...times].sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;
      print(`  ${kind}: ${questions - missed.length} of ${questions}, p95 ${ms.toFixed(1)} ms a look-up`);
      for (const text of missed) print(`    missed: ${text}`);
    }
  }
});
