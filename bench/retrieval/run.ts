/**
 * `npm run bench:retrieval`: whether the passages that an agent is given contain the answer to a customer's question
 * (docs/explanation/knowledge.md).
 */
import Database from 'better-sqlite3';
import { DATA_SOURCE_TABLES } from '../../views/data-sources/tables.js';
import { replaceText, SOURCE_TEXT_TABLES, sourceTextQueries } from '../../views/data-sources/text.js';
import { print, run } from '../command-line.js';
import { type Handbook, readHandbook, textOf } from './handbook.js';

/** As operations/knowledge.ts. */
const CHARACTERS = 6_000;

const measure = (language: Handbook['language']): void => {
  const handbook = readHandbook(language);
  const db = new Database(':memory:');
  db.exec(DATA_SOURCE_TABLES);
  db.exec(SOURCE_TEXT_TABLES);
  db.prepare(
    `INSERT INTO data_sources (business_id, id, class, name, created_at, updated_at) VALUES ('b', 's', 'unstructured', 'Handbook', 0, 0)`,
  ).run();
  const passages = replaceText(db)('s', textOf(handbook));
  const { knowledge } = sourceTextQueries(db);
  print(`${language}: ${handbook.pages.length} pages, ${passages} passages`);
  for (const [kind, questions] of Object.entries(handbook.questions)) {
    const missed: string[] = [];
    const times: number[] = [];
    for (const { page, text } of questions) {
      const fact = handbook.pages.find(({ title }) => title === page)?.fact ?? '';
      const startedAt = performance.now();
      const found = knowledge(['s'], text, CHARACTERS);
      times.push(performance.now() - startedAt);
      if (!found.some((passage) => passage.text.includes(fact))) missed.push(text);
    }
    print(
      `  ${kind}: ${questions.length - missed.length} of ${questions.length}; missed: ${missed.join(' | ')}`,
    );
  }
  db.close();
};

run(async () => {
  for (const language of ['en', 'de', 'zh'] as const) measure(language);
});
