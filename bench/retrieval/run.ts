/**
 * `npm run bench:retrieval`: whether the passages that an agent is given contain the answer to a customer's question
 * (docs/explanation/knowledge.md). With PARLEY_EMBEDDINGS and the key of its provider, by words and by words and meaning; without, it
 * says nothing about meaning but how long a search among vectors takes.
 */
import { print, run } from '../command-line.js';
import { HANDBOOKS } from './handbook.js';
import { embedderOf, searchTimes } from './meaning.js';
import { type Measured, measure } from './measure.js';

const DIMENSIONS = 1_536;

const p95 = (times: readonly number[]): string =>
  ([...times].sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0).toFixed(1);

const report = (title: string, { pages, passages, found }: Measured): void => {
  print(`${title}: ${pages} pages, ${passages} passages`);
  for (const { kind, questions, missed, times } of found) {
    print(`  ${kind}: ${questions - missed.length} of ${questions}, p95 ${p95(times)} ms a look-up`);
    for (const text of missed) print(`    missed: ${text}`);
  }
};

run(async () => {
  const embedder = await embedderOf(process.env);
  for (const name of HANDBOOKS) {
    report(`${name}, by words`, await measure(name));
    if (embedder === null) continue;
    const providerTimes: number[] = [];
    report(
      `${name}, by words and meaning (${embedder.name})`,
      await measure(name, { embedder, providerTimes }),
    );
    print(`  provider: p95 ${p95(providerTimes)} ms a question`);
  }
  if (embedder === null) print('by meaning: not measured; set PARLEY_EMBEDDINGS and the key of its provider');
  for (const passages of [500, 1_000, 2_500, 5_000])
    print(
      `search among ${passages} vectors of ${DIMENSIONS}: p95 ${p95(searchTimes(passages, DIMENSIONS))} ms`,
    );
});
