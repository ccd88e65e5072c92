/**
 * The texts of unstructured Data Sources, in passages that are searched by words (SQLite FTS5, BM25): the background knowledge of
 * agents. docs/explanation/knowledge.md describes the search.
 */
import type { Database } from 'better-sqlite3';
import type { KnowledgeQuestion, PassageOrigin } from '../../schemas/agents/knowledge.js';
import { passagesOf, type TextPassage } from './passages.js';
import { languageOfText, searchWords } from './search-words.js';

/**
 * `position`: that of the passage in the text. `passage_words`: the words that a passage is found by, as search-words.ts makes
 * them. `language`: ISO 639-1, or empty.
 */
export const SOURCE_TEXT_TABLES = `
CREATE TABLE source_texts (
  source_id TEXT PRIMARY KEY,
  language TEXT NOT NULL,
  characters INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE passages (
  row INTEGER PRIMARY KEY,
  source_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  heading TEXT NOT NULL,
  text TEXT NOT NULL
);
CREATE INDEX passages_of_source ON passages (source_id, position);
CREATE VIRTUAL TABLE passage_words USING fts5 (
  heading, body, content = '', contentless_delete = 1, tokenize = "unicode61 remove_diacritics 0 categories 'L* M* N* Co'"
);
`;

/** Different words of a question, and of what was said before it, that are searched for. */
const MAX_QUERY_WORDS = 24;
/** Passages that are ranked before the best are chosen. */
const MAX_PASSAGES = 100;
/** How much a word in a heading counts beside one in the text. */
const HEADING_WEIGHT = 3;
/** How much the words before the question count beside those of the question. */
const BEFORE_WEIGHT = 0.5;

/** The text of a passage as an agent is given it. */
const shown = ({ heading, text }: TextPassage): string => (heading === '' ? text : `${heading}\n${text}`);

/** Replaces the whole text of a source; returns the number of passages. */
export const replaceText = (db: Database): ((sourceId: string, text: string) => number) => {
  const forget = db.prepare<[string]>(
    'DELETE FROM passage_words WHERE rowid IN (SELECT row FROM passages WHERE source_id = ?)',
  );
  const remove = db.prepare<[string]>('DELETE FROM passages WHERE source_id = ?');
  const describe = db.prepare<{ sourceId: string; language: string; characters: number }>(
    'INSERT OR REPLACE INTO source_texts (source_id, language, characters) VALUES (:sourceId, :language, :characters)',
  );
  const insert = db.prepare<{ sourceId: string; position: number; heading: string; text: string }>(
    'INSERT INTO passages (source_id, position, heading, text) VALUES (:sourceId, :position, :heading, :text)',
  );
  const index = db.prepare<[number | bigint, string, string]>(
    'INSERT INTO passage_words (rowid, heading, body) VALUES (?, ?, ?)',
  );
  return (sourceId, whole) => {
    forget.run(sourceId);
    remove.run(sourceId);
    const language = languageOfText(whole);
    const passages = passagesOf(whole);
    for (const [position, { heading, text }] of passages.entries()) {
      const row = insert.run({ sourceId, position, heading, text }).lastInsertRowid;
      const [inHeading, inText] = [heading, text].map((part) => searchWords(part, language).join(' '));
      index.run(row, inHeading ?? '', inText ?? '');
    }
    const characters = passages.reduce((sum, passage) => sum + shown(passage).length, 0);
    describe.run({ sourceId, language, characters });
    return passages.length;
  };
};

/** A passage with the name of its source. */
export interface NamedPassage {
  readonly source: string;
  readonly text: string;
  readonly origin: PassageOrigin;
}

interface PassageRow extends TextPassage {
  readonly row: number;
  readonly source: string;
  readonly position: number;
  /** How well it fits: more is better. */
  readonly score: number;
}

/** The passages of several rankings by the sum of their scores, the best first. */
const joined = (
  rankings: readonly { readonly passages: readonly PassageRow[]; readonly weight: number }[],
): readonly PassageRow[] => {
  const sums = new Map<number, PassageRow>();
  for (const { passages, weight } of rankings)
    for (const passage of passages) {
      const score = (sums.get(passage.row)?.score ?? 0) + weight * passage.score;
      sums.set(passage.row, { ...passage, score });
    }
  return [...sums.values()].sort((a, b) => b.score - a.score || a.row - b.row);
};

/** Queries on background knowledge. */
export const sourceTextQueries = (db: Database) => {
  const whole = db.prepare<[string], TextPassage>(
    'SELECT heading, text FROM passages WHERE source_id = ? ORDER BY position',
  );
  const active = db.prepare<
    [string],
    { readonly id: string; readonly name: string; readonly language: string; readonly characters: number }
  >(
    `SELECT s.id, s.name, t.language, t.characters FROM data_sources s JOIN source_texts t ON t.source_id = s.id
     WHERE s.id = ? AND s.status = 'active'`,
  );
  const best = db.prepare<[string, string], PassageRow>(
    `SELECT p.row, p.heading, p.text, p.position, p.source_id AS source, -bm25(passage_words, ${HEADING_WEIGHT}, 1) AS score
     FROM passage_words w JOIN passages p ON p.row = w.rowid
     WHERE passage_words MATCH ? AND p.source_id IN (SELECT value FROM json_each(?))
     ORDER BY score DESC, p.row LIMIT ${MAX_PASSAGES}`,
  );

  /** The passages with these words, the best first. */
  const ranked = (text: string, languages: readonly string[], sourceIds: string): readonly PassageRow[] => {
    const words = new Set(languages.flatMap((language) => searchWords(text, language)));
    if (words.size === 0) return [];
    const query = [...words].slice(0, MAX_QUERY_WORDS).map((word) => `"${word}"`);
    return best.all(query.join(' OR '), sourceIds);
  };

  return {
    /**
     * The content of these sources, within `maxCharacters`: all of it if it fits, otherwise the passages that match the question
     * best, in the order of the text.
     */
    knowledge: (
      ids: readonly string[],
      { text, before }: KnowledgeQuestion,
      maxCharacters: number,
    ): readonly NamedPassage[] => {
      const sources = ids.map((id) => active.get(id)).filter((source) => source !== undefined);
      const total = sources.reduce((sum, { characters }) => sum + characters, 0);
      if (total === 0) return [];
      if (total <= maxCharacters)
        return sources.flatMap(({ id, name }) =>
          whole.all(id).map((passage) => ({
            source: name,
            text: shown(passage),
            origin: { sourceId: id, place: null },
          })),
        );
      const languages = [...new Set(sources.map(({ language }) => language))];
      const sourceIds = JSON.stringify(sources.map(({ id }) => id));
      const passages = joined([
        { passages: ranked(text, languages, sourceIds), weight: 1 },
        // The latest message first: of many words, the first count.
        { passages: ranked(before.toReversed().join(' '), languages, sourceIds), weight: BEFORE_WEIGHT },
      ]);
      const chosen: PassageRow[] = [];
      let room = maxCharacters;
      for (const passage of passages) {
        if (shown(passage).length > room) continue;
        room -= shown(passage).length;
        chosen.push(passage);
      }
      const names = new Map(sources.map(({ id, name }) => [id, name]));
      return chosen
        .map((passage, rank) => ({ ...passage, rank }))
        .sort((a, b) => a.row - b.row)
        .map(({ source, position, rank, ...passage }) => ({
          source: names.get(source) ?? '',
          text: shown(passage),
          origin: { sourceId: source, place: { position, heading: passage.heading, rank } },
        }));
    },
  };
};
