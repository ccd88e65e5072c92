/** Asks the questions about a handbook, and counts those whose passages contain the answer. */
import Database from 'better-sqlite3';
import { DATA_SOURCE_TABLES } from '../../views/data-sources/tables.js';
import { replaceText, SOURCE_TEXT_TABLES, sourceTextQueries } from '../../views/data-sources/text.js';
import { PASSAGE_VECTOR_TABLES } from '../../views/data-sources/vectors.js';
import { type Handbook, readHandbook, textOf } from './handbook.js';

/** As operations/knowledge.ts. */
const CHARACTERS = 6_000;

/** The answers to one kind of question. */
interface Found {
  readonly kind: string;
  readonly questions: number;
  /** The questions whose passages do not contain the fact. */
  readonly missed: readonly string[];
  /** How long each look-up took, ms. */
  readonly times: readonly number[];
}

export interface Measured {
  readonly pages: number;
  readonly passages: number;
  readonly found: readonly Found[];
}

/** Reads the handbook of a language and asks all of its questions. */
export const measure = (language: Handbook['language']): Measured => {
  const handbook = readHandbook(language);
  const db = new Database(':memory:');
  db.exec(DATA_SOURCE_TABLES);
  db.exec(SOURCE_TEXT_TABLES);
  db.exec(PASSAGE_VECTOR_TABLES);
  db.prepare(
    `INSERT INTO data_sources (business_id, id, class, name, created_at, updated_at) VALUES ('b', 's', 'unstructured', 'Handbook', 0, 0)`,
  ).run();
  const passages = replaceText(db)('s', textOf(handbook));
  const { knowledge } = sourceTextQueries(db);
  const facts = new Map(handbook.pages.map(({ title, fact }) => [title, fact]));
  const found = Object.entries(handbook.questions).map(([kind, questions]): Found => {
    const missed: string[] = [];
    const times: number[] = [];
    for (const { page, text, before = [] } of questions) {
      const startedAt = performance.now();
      const given = knowledge(['s'], { text, before }, CHARACTERS);
      times.push(performance.now() - startedAt);
      if (!given.some((passage) => passage.text.includes(facts.get(page) ?? ''))) missed.push(text);
    }
    return { kind, questions: questions.length, missed, times };
  });
  db.close();
  return { pages: handbook.pages.length, passages, found };
};
