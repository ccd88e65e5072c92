/** Asks the questions about a handbook, and counts those whose passages contain the answer. */
import Database from 'better-sqlite3';
import { createQuestionEmbeddings } from '../../operations/knowledge/question-embeddings.js';
import type { Embedder } from '../../providers/embeddings/embedder.js';
import { DATA_SOURCE_TABLES } from '../../views/data-sources/tables.js';
import {
  type QuestionVectors,
  replaceText,
  SOURCE_TEXT_TABLES,
  sourceTextQueries,
} from '../../views/data-sources/text.js';
import {
  embeddingQueries,
  PASSAGE_VECTOR_TABLES,
  packVectors,
  projectVectors,
} from '../../views/data-sources/vectors.js';
import { type HandbookName, readHandbook, textOf } from './handbook.js';
import { PART } from './meaning.js';

/** As operations/knowledge.ts. */
const CHARACTERS = 6_000;
/** How long a provider may take, ms. */
const REQUEST_MS = 60_000;

/** The answers to one kind of question. */
interface Found {
  readonly kind: string;
  readonly questions: number;
  /** The questions whose passages do not contain the fact. */
  readonly missed: readonly string[];
  /** How long each look-up took, without the provider's part, ms. */
  readonly times: readonly number[];
}

/** An embedding model, and how long it took for each question, ms. */
export interface Meaning {
  readonly embedder: Embedder;
  readonly providerTimes: number[];
}

export interface Measured {
  readonly pages: number;
  readonly passages: number;
  readonly found: readonly Found[];
}

/** Embeds all passages, as operations/effects/passage-vectors.ts. */
const embedAll = async (db: Database.Database, embedder: Embedder): Promise<void> => {
  const project = projectVectors(db);
  const { passagesToEmbed, unembeddedTexts } = embeddingQueries(db);
  const [target] = unembeddedTexts(embedder.name, '', 1);
  if (target === undefined) return;
  const { businessId, sourceId, digest, passages } = target;
  for (let start = 0; start < passages; start += PART) {
    const texts = passagesToEmbed(businessId, sourceId, { digest, start, limit: PART }) ?? [];
    const vectors = await embedder.embed(texts, 'passage', AbortSignal.timeout(REQUEST_MS));
    const event = {
      type: 'vectors.added',
      model: embedder.name,
      digest,
      start,
      count: vectors.length,
      dimensions: vectors[0]?.length ?? 0,
      packed: packVectors(vectors).toString('base64'),
    } as const;
    project({ businessId, id: sourceId, shard: 0, seq: 1, index: 0, at: 0, event });
  }
};

const embedQuestion = async (
  { embedder, providerTimes }: Meaning,
  text: string,
  before: readonly string[],
): Promise<QuestionVectors | null> => {
  const startedAt = performance.now();
  const questions = createQuestionEmbeddings({
    embedder,
    now: performance.now.bind(performance),
    count: () => undefined,
    onFailed: (error) => {
      throw error;
    },
  });
  const vectors = await questions.vectorsOf({ text, before }, REQUEST_MS);
  providerTimes.push(performance.now() - startedAt);
  return vectors;
};

/** Reads a handbook and asks all of its questions. */
export const measure = async (name: HandbookName, meaning: Meaning | null = null): Promise<Measured> => {
  const handbook = readHandbook(name);
  const db = new Database(':memory:');
  db.exec(DATA_SOURCE_TABLES);
  db.exec(SOURCE_TEXT_TABLES);
  db.exec(PASSAGE_VECTOR_TABLES);
  db.prepare(
    `INSERT INTO data_sources (business_id, id, class, name, revision, created_at, updated_at) VALUES ('b', 's', 'unstructured', 'Handbook', 1, 0, 0)`,
  ).run();
  const passages = replaceText(db)('s', textOf(handbook));
  const { knowledge } = sourceTextQueries(db);
  const facts = new Map(handbook.pages.map(({ title, fact }) => [title, fact]));
  if (meaning !== null) await embedAll(db, meaning.embedder);
  const found: Found[] = [];
  for (const [kind, questions] of Object.entries(handbook.questions)) {
    const missed: string[] = [];
    const times: number[] = [];
    for (const { page, text, before = [] } of questions) {
      const vectors = meaning === null ? null : await embedQuestion(meaning, text, before);
      const startedAt = performance.now();
      const given = knowledge(['s'], { text, before }, CHARACTERS, vectors);
      times.push(performance.now() - startedAt);
      if (!given.some((passage) => passage.text.includes(facts.get(page) ?? ''))) missed.push(text);
    }
    found.push({ kind, questions: questions.length, missed, times });
  }
  db.close();
  return { pages: handbook.pages.length, passages, found };
};
