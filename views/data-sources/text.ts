/**
 * The text of unstructured Data Sources, in passages that are searched by words (SQLite FTS5, BM25): the background knowledge of
 * agents.
 */
import type { Database } from 'better-sqlite3';

/** `position`: that of the passage in the text. */
export const SOURCE_TEXT_TABLES = `
CREATE TABLE passages (
  row INTEGER PRIMARY KEY,
  source_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  text TEXT NOT NULL
);
CREATE INDEX passages_of_source ON passages (source_id, position);
CREATE VIRTUAL TABLE passage_words USING fts5 (
  text, content = 'passages', content_rowid = 'row', tokenize = 'porter unicode61 remove_diacritics 2'
);
`;

/** A paragraph or a few; long enough to make sense alone, short enough that several fit a model's context. */
const PASSAGE_CHARACTERS = 900;
/** Words of a question that are searched for. */
const MAX_QUERY_WORDS = 24;
/** Passages that are ranked before the best are chosen. */
const MAX_PASSAGES = 20;

/** Splits a text into paragraphs, joined while they are short and cut at sentences where they are long. */
export const passagesOf = (text: string): readonly string[] => {
  const passages: string[] = [];
  let current = '';
  const flush = (): void => {
    if (current.trim() !== '') passages.push(current.trim());
    current = '';
  };
  for (const paragraph of text.split(/\n\s*\n/)) {
    for (const piece of piecesOf(paragraph)) {
      if (current.length + piece.length > PASSAGE_CHARACTERS) flush();
      current += current === '' ? piece : ` ${piece}`;
    }
    current += '\n';
  }
  flush();
  return passages;
};

const piecesOf = (paragraph: string): readonly string[] => {
  if (paragraph.length <= PASSAGE_CHARACTERS) return [paragraph];
  return (paragraph.match(/[^.!?]+[.!?]*\s*/g) ?? [paragraph]).flatMap((sentence) => {
    const cut: string[] = [];
    for (let from = 0; from < sentence.length; from += PASSAGE_CHARACTERS)
      cut.push(sentence.slice(from, from + PASSAGE_CHARACTERS));
    return cut;
  });
};

/** Replaces the whole text of a source; returns the number of passages. */
export const replaceText = (db: Database): ((sourceId: string, text: string) => number) => {
  const old = db.prepare<[string], { row: number; text: string }>(
    'SELECT row, text FROM passages WHERE source_id = ?',
  );
  const forget = db.prepare<[number, string]>(
    `INSERT INTO passage_words (passage_words, rowid, text) VALUES ('delete', ?, ?)`,
  );
  const remove = db.prepare<[string]>('DELETE FROM passages WHERE source_id = ?');
  const insert = db.prepare<{ sourceId: string; position: number; text: string }>(
    'INSERT INTO passages (source_id, position, text) VALUES (:sourceId, :position, :text)',
  );
  const index = db.prepare<[number | bigint, string]>(
    'INSERT INTO passage_words (rowid, text) VALUES (?, ?)',
  );
  return (sourceId, whole) => {
    for (const passage of old.all(sourceId)) forget.run(passage.row, passage.text);
    remove.run(sourceId);
    const passages = passagesOf(whole);
    for (const [position, text] of passages.entries())
      index.run(insert.run({ sourceId, position, text }).lastInsertRowid, text);
    return passages.length;
  };
};

/** A passage with the name of its source. */
export interface NamedPassage {
  readonly source: string;
  readonly text: string;
}

/** Queries on background knowledge. */
export const sourceTextQueries = (db: Database) => {
  const whole = db.prepare<[string], { readonly text: string }>(
    'SELECT text FROM passages WHERE source_id = ? ORDER BY position',
  );
  const active = db.prepare<[string], { readonly name: string }>(
    `SELECT name FROM data_sources WHERE id = ? AND status = 'active'`,
  );
  const length = db.prepare<[string], { characters: number | null }>(
    'SELECT sum(length(text)) AS characters FROM passages WHERE source_id = ?',
  );
  const best = db.prepare<
    [string, string],
    { readonly row: number; readonly text: string; readonly source: string }
  >(
    `SELECT p.row, p.text, p.source_id AS source FROM passage_words w JOIN passages p ON p.row = w.rowid
     WHERE passage_words MATCH ? AND p.source_id IN (SELECT value FROM json_each(?))
     ORDER BY bm25(passage_words), p.row LIMIT ${MAX_PASSAGES}`,
  );
  return {
    /**
     * The content of these sources, within `maxCharacters`: all of it if it fits, otherwise the passages that match the question
     * best, in the order of the text.
     */
    knowledge: (ids: readonly string[], question: string, maxCharacters: number): readonly NamedPassage[] => {
      const names = new Map(
        ids.flatMap((id) => {
          const found = active.get(id);
          return found === undefined ? [] : [[id, found.name] as const];
        }),
      );
      const sourceIds = [...names.keys()];
      const nameOf = (id: string): string => names.get(id) ?? '';
      const total = sourceIds.reduce((sum, id) => sum + (length.get(id)?.characters ?? 0), 0);
      if (total === 0) return [];
      if (total <= maxCharacters)
        return sourceIds.flatMap((id) => whole.all(id).map(({ text }) => ({ source: nameOf(id), text })));
      const words = (question.match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, MAX_QUERY_WORDS);
      if (words.length === 0) return [];
      const query = words.map((word) => `"${word}"`).join(' OR ');
      const chosen: { readonly row: number; readonly text: string; readonly source: string }[] = [];
      let room = maxCharacters;
      for (const passage of best.all(query, JSON.stringify(sourceIds))) {
        if (passage.text.length > room) continue;
        room -= passage.text.length;
        chosen.push(passage);
      }
      return chosen
        .sort((a, b) => a.row - b.row)
        .map(({ source, text }) => ({ source: nameOf(source), text }));
    },
  };
};
