/**
 * The texts of unstructured Data Sources, in passages that are searched by words (SQLite FTS5, BM25): the background knowledge of
 * agents. docs/explanation/knowledge.md describes the search.
 */
import { createHash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import type { KnowledgeQuestion, PassageOrigin } from '../../schemas/agents/knowledge.js';
import { passagesOf, type TextPassage } from './passages.js';
import { relatedWords } from './related-words.js';
import { languageOfText, searchWords } from './search-words.js';
import { removeVectors, vectorSearch, type WeightedVector } from './vectors.js';

/**
 * `position`: that of the passage in the text. `passage_words`: the words that a passage is found by, as search-words.ts makes
 * them. `language`: ISO 639-1, or empty. `digest`: identifies the passages.
 */
export const SOURCE_TEXT_TABLES = `
CREATE TABLE source_texts (
  source_id TEXT PRIMARY KEY,
  language TEXT NOT NULL,
  characters INTEGER NOT NULL,
  passages INTEGER NOT NULL,
  digest TEXT NOT NULL
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

/** The model of a question's vectors, and the vectors, each with how much it counts. */
export interface QuestionVectors {
  readonly model: string;
  readonly vectors: readonly WeightedVector[];
}

/** Different words of a question, and of what was said before it, that are searched for. */
const MAX_QUERY_WORDS = 24;
/** Passages that are ranked before the best are chosen. */
const MAX_PASSAGES = 100;
/** How much a word in a heading counts beside one in the text. */
const HEADING_WEIGHT = 3;
/** How much words that are related to those of the question count beside them. */
const RELATED_WEIGHT = 0.3;
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
  const clearVectors = removeVectors(db);
  const digestOf = db
    .prepare<[string], string>('SELECT digest FROM source_texts WHERE source_id = ?')
    .pluck();
  const describe = db.prepare<{
    sourceId: string;
    language: string;
    characters: number;
    passages: number;
    digest: string;
  }>(
    `INSERT OR REPLACE INTO source_texts (source_id, language, characters, passages, digest)
     VALUES (:sourceId, :language, :characters, :passages, :digest)`,
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
    const digest = createHash('sha256').update(JSON.stringify(passages)).digest('base64url');
    if (digestOf.get(sourceId) !== digest) clearVectors(sourceId);
    describe.run({ sourceId, language, characters, passages: passages.length, digest });
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

/**
 * Reciprocal rank fusion. Every passage has some similarity, so a long list would put what is mediocre in both rankings before the best of
 * one: short lists and a small constant keep a passage that shares no word with the question.
 */
const RANK_OFFSET = 5;
const MOST_FUSED = 20;

/** Passages of rankings by different measures, whose scores cannot be added: the sum of 1 / (5 + rank) decides. */
const fused = (rankings: readonly (readonly PassageRow[])[]): readonly PassageRow[] =>
  joined(
    rankings.map((passages) => ({
      weight: 1,
      passages: passages
        .slice(0, MOST_FUSED)
        .map((passage, rank) => ({ ...passage, score: 1 / (RANK_OFFSET + rank + 1) })),
    })),
  );

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

  const at = db.prepare<[string, number], Omit<PassageRow, 'score'>>(
    'SELECT row, heading, text, position, source_id AS source FROM passages WHERE source_id = ? AND position = ?',
  );
  const similar = vectorSearch(db);

  /** The passages of similar meaning, the closest first. */
  const close = (sourceIds: readonly string[], { model, vectors }: QuestionVectors): readonly PassageRow[] =>
    similar(sourceIds, model, vectors, MAX_PASSAGES).flatMap(({ source, position, score }) => {
      const row = at.get(source, position);
      return row === undefined ? [] : [{ ...row, score }];
    });

  /** The passages with any of these words, the best first. */
  const withAny = (words: readonly string[], sourceIds: string): readonly PassageRow[] =>
    words.length === 0 ? [] : best.all(words.map((word) => `"${word}"`).join(' OR '), sourceIds);

  /** The passages with the words of this text, the best first. */
  const ranked = (text: string, languages: readonly string[], sourceIds: string): readonly PassageRow[] => {
    const words = new Set(languages.flatMap((language) => searchWords(text, language)));
    return withAny([...words].slice(0, MAX_QUERY_WORDS), sourceIds);
  };

  return {
    /**
     * The content of these sources, within `maxCharacters`: all of it if it fits, otherwise the passages that match the question
     * best, in the order of the text: by their words, and by their meaning if there are vectors of the question.
     */
    knowledge: (
      ids: readonly string[],
      { text, before }: KnowledgeQuestion,
      maxCharacters: number,
      vectors: QuestionVectors | null = null,
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
      const byWords = joined([
        { passages: ranked(text, languages, sourceIds), weight: 1 },
        {
          passages: languages.includes('en') ? withAny(relatedWords(text), sourceIds) : [],
          weight: RELATED_WEIGHT,
        },
        // The latest message first: of many words, the first count.
        { passages: ranked(before.toReversed().join(' '), languages, sourceIds), weight: BEFORE_WEIGHT },
      ]);
      const byMeaning =
        vectors === null
          ? []
          : close(
              sources.map(({ id }) => id),
              vectors,
            );
      const passages = byMeaning.length === 0 ? byWords : fused([byWords, byMeaning]);
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
