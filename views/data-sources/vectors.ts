/**
 * Vectors of passages: how they are packed, and how they are searched. A vector takes one byte for each dimension, which finds the same
 * passages as four. All vectors of the searched sources are compared by the signs of their values first, which takes a bit for each
 * dimension; the closest of them by their values. A source has thousands of passages at most, so no index is needed.
 */
import type { Database } from 'better-sqlite3';
import type { PassageVectorsEvent } from '../../actors/passage-vectors/events.js';
import type { Stored } from '../kernel/stored-event.js';

/** `signs`: of `count` passages from position `start`. `vector`: a scale and the values, as {@link packVectors} makes them. */
export const PASSAGE_VECTOR_TABLES = `
CREATE TABLE passage_signs (
  source_id TEXT NOT NULL,
  start INTEGER NOT NULL,
  count INTEGER NOT NULL,
  model TEXT NOT NULL,
  dimensions INTEGER NOT NULL,
  signs BLOB NOT NULL,
  PRIMARY KEY (source_id, start)
);
CREATE TABLE passage_vectors (
  source_id TEXT NOT NULL,
  position INTEGER NOT NULL,
  vector BLOB NOT NULL,
  PRIMARY KEY (source_id, position)
);
`;

/** Most passages of a source that get vectors, and of all sources of an agent that are compared. */
const MAX_VECTORS = 5_000;

/** The largest value of a byte. */
const STEPS = 127;
const SCALE_BYTES = 4;

/** Passages that are compared by their values, after all were compared by their signs. */
const COMPARED = 300;

/** Unit vectors of one length in bytes: the scale and the values of each. */
export const packVectors = (vectors: readonly Float32Array[]): Buffer =>
  Buffer.concat(
    vectors.map((vector) => {
      const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
      const scale = largest === 0 ? 1 : largest / STEPS;
      const packed = Buffer.alloc(SCALE_BYTES + vector.length);
      packed.writeFloatLE(scale, 0);
      for (const [place, value] of vector.entries())
        packed.writeInt8(Math.round(value / scale), SCALE_BYTES + place);
      return packed;
    }),
  );

/** Dimensions whose signs one number has. */
const WORD_BITS = 32;
const wordsFor = (dimensions: number): number => Math.ceil(dimensions / WORD_BITS);

/** The signs of a vector's values, a bit each. */
const signsOf = (values: ArrayLike<number>): Uint32Array => {
  const signs = new Uint32Array(wordsFor(values.length));
  for (let place = 0; place < values.length; place += 1)
    if ((values[place] ?? 0) >= 0)
      signs[place >>> 5] = (signs[place >>> 5] ?? 0) | (1 << (place % WORD_BITS));
  return signs;
};

/** The number of bits that are set. */
const bitsIn = (word: number): number => {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const nibbles = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((nibbles + (nibbles >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
};

/** A copy: numbers of four bytes need an aligned buffer. */
const wordsOf = (bytes: Buffer): Uint32Array => new Uint32Array(Uint8Array.from(bytes).buffer);

/** Cosine of a packed vector with a question. */
const similarity = (packed: Buffer, question: Float32Array): number => {
  const values = new Int8Array(packed.buffer, packed.byteOffset + SCALE_BYTES, packed.length - SCALE_BYTES);
  let sum = 0;
  for (let place = 0; place < values.length; place += 1) sum += (values[place] ?? 0) * (question[place] ?? 0);
  return sum * packed.readFloatLE(0);
};

/** A passage by its source and position, and how close it is to the question: more is closer. */
export interface Similar {
  readonly source: string;
  readonly position: number;
  readonly score: number;
}

/** A question's vector, and how much it counts. */
export interface WeightedVector {
  readonly vector: Float32Array;
  readonly weight: number;
}

/** The sum of the vectors: its cosine with a passage is the weighted sum of theirs. */
const combined = (questions: readonly WeightedVector[]): Float32Array => {
  const sum = new Float32Array(questions[0]?.vector.length ?? 0);
  for (const { vector, weight } of questions)
    for (let place = 0; place < sum.length; place += 1)
      sum[place] = (sum[place] ?? 0) + weight * (vector[place] ?? 0);
  return sum;
};

interface SignsRow {
  readonly start: number;
  readonly count: number;
  readonly signs: Buffer;
}

/** Searches the vectors of sources. */
export const vectorSearch = (db: Database) => {
  const parts = db.prepare<[string, string, number], SignsRow>(
    'SELECT start, count, signs FROM passage_signs WHERE source_id = ? AND model = ? AND dimensions = ?',
  );
  const counted = db.prepare<[string, string], { count: number }>(
    `SELECT coalesce(sum(count), 0) AS count FROM passage_signs
     WHERE source_id IN (SELECT value FROM json_each(?)) AND model = ?`,
  );
  const vectorAt = db
    .prepare<[string, number], Buffer>(
      'SELECT vector FROM passage_vectors WHERE source_id = ? AND position = ?',
    )
    .pluck();

  /** Passages by the share of values that have the question's sign, the closest first. */
  const bySigns = (
    sourceIds: readonly string[],
    model: string,
    question: Float32Array,
  ): readonly Similar[] => {
    const wanted = signsOf(question);
    const found: Similar[] = [];
    for (const source of sourceIds)
      for (const { start, count, signs } of parts.iterate(source, model, question.length)) {
        const words = wordsOf(signs);
        for (let index = 0; index < count; index += 1) {
          let different = 0;
          const from = index * wanted.length;
          for (let word = 0; word < wanted.length; word += 1)
            different += bitsIn((words[from + word] ?? 0) ^ (wanted[word] ?? 0));
          found.push({ source, position: start + index, score: -different });
        }
      }
    return found.sort((a, b) => b.score - a.score).slice(0, COMPARED);
  };

  /** The closest passages first, `limit` at most; none if there are too many to compare. Vectors of other models do not count. */
  return (
    sourceIds: readonly string[],
    model: string,
    questions: readonly WeightedVector[],
    limit: number,
  ): readonly Similar[] => {
    const count = counted.get(JSON.stringify(sourceIds), model)?.count ?? 0;
    if (count === 0 || count > MAX_VECTORS) return [];
    const question = combined(questions);
    return bySigns(sourceIds, model, question)
      .flatMap((candidate) => {
        const packed = vectorAt.get(candidate.source, candidate.position);
        return packed === undefined ? [] : [{ ...candidate, score: similarity(packed, question) }];
      })
      .sort((a, b) => b.score - a.score)
      .slice(0, limit);
  };
};

/** Removes the vectors of a source. */
export const removeVectors = (db: Database): ((sourceId: string) => void) => {
  const statements = ['passage_signs', 'passage_vectors'].map((table) =>
    db.prepare<[string]>(`DELETE FROM ${table} WHERE source_id = ?`),
  );
  return (sourceId) => {
    for (const statement of statements) statement.run(sourceId);
  };
};

/** Projects vectors. Those of a text that the source no longer has are ignored; those of another model are replaced. */
export const projectVectors = (db: Database): ((stored: Stored<PassageVectorsEvent>) => void) => {
  const isCurrent = db.prepare<[string, string, string], { current: 1 }>(
    `SELECT 1 AS current FROM data_sources s JOIN source_texts t ON t.source_id = s.id
     WHERE s.business_id = ? AND s.id = ? AND t.digest = ?`,
  );
  const clear = removeVectors(db);
  const addSigns = db.prepare<SignsRow & { readonly sourceId: string; model: string; dimensions: number }>(
    `INSERT OR REPLACE INTO passage_signs (source_id, start, count, model, dimensions, signs)
     VALUES (:sourceId, :start, :count, :model, :dimensions, :signs)`,
  );
  const addVector = db.prepare<[string, number, Buffer]>(
    'INSERT OR REPLACE INTO passage_vectors (source_id, position, vector) VALUES (?, ?, ?)',
  );
  return ({ businessId, id, event }) => {
    if (event.type !== 'vectors.added') return;
    const { digest, model, start, count, dimensions } = event;
    if (isCurrent.get(businessId, id, digest) === undefined) return;
    const packed = Buffer.from(event.packed, 'base64');
    const size = SCALE_BYTES + dimensions;
    if (packed.length !== count * size) return;
    if (start === 0) clear(id);
    const signs = Array.from({ length: count }, (_, index) => {
      const vector = packed.subarray(index * size, (index + 1) * size);
      addVector.run(id, start + index, vector);
      return Buffer.from(signsOf(new Int8Array(vector.subarray(SCALE_BYTES))).buffer);
    });
    addSigns.run({ sourceId: id, start, count, model, dimensions, signs: Buffer.concat(signs) });
  };
};

/** A text whose passages lack vectors. */
export interface UnembeddedText {
  readonly businessId: string;
  readonly sourceId: string;
  readonly digest: string;
  readonly passages: number;
}

/** Queries on texts that are embedded. */
export const embeddingQueries = (db: Database) => {
  const unembedded = db.prepare<{ model: string; after: string; limit: number }, UnembeddedText>(
    `SELECT s.business_id AS businessId, s.id AS sourceId, t.digest, t.passages
     FROM source_texts t JOIN data_sources s ON s.id = t.source_id
     WHERE t.source_id > :after AND s.status = 'active' AND t.passages BETWEEN 1 AND ${MAX_VECTORS}
       AND t.passages > (SELECT coalesce(sum(v.count), 0) FROM passage_signs v
                         WHERE v.source_id = t.source_id AND v.model = :model)
     ORDER BY t.source_id LIMIT :limit`,
  );
  const current = db.prepare<[string, string, string], { current: 1 }>(
    `SELECT 1 AS current FROM data_sources s JOIN source_texts t ON t.source_id = s.id
     WHERE s.business_id = ? AND s.id = ? AND s.status = 'active' AND t.digest = ?`,
  );
  const texts = db.prepare<[string, number, number], { heading: string; text: string }>(
    'SELECT heading, text FROM passages WHERE source_id = ? AND position >= ? ORDER BY position LIMIT ?',
  );
  return {
    /** Texts of active sources that lack vectors of this model, by the id of their source, after the given one. */
    unembeddedTexts: (model: string, after: string, limit: number): readonly UnembeddedText[] =>
      unembedded.all({ model, after, limit }),
    /** The passages from position `start`, with their headings; null: the source has another text, or is archived. */
    passagesToEmbed: (
      businessId: string,
      sourceId: string,
      { digest, start, limit }: { readonly digest: string; readonly start: number; readonly limit: number },
    ): readonly string[] | null =>
      current.get(businessId, sourceId, digest) === undefined
        ? null
        : texts
            .all(sourceId, start, limit)
            .map(({ heading, text }) => (heading === '' ? text : `${heading}\n${text}`)),
  };
};
