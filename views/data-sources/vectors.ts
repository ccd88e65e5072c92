/**
 * Vectors of passages: how they are packed, and how they are searched. A vector takes one byte for each dimension, which finds the same
 * passages as four and is read four times as fast. All vectors of the searched sources are compared, because a source has hundreds of
 * passages, not millions.
 */
import type { Database } from 'better-sqlite3';
import type { PassageVectorsEvent } from '../../actors/passage-vectors/events.js';
import type { Stored } from '../kernel/stored-event.js';

/** `vectors`: packed, of `count` passages from position `start`. */
export const PASSAGE_VECTOR_TABLES = `
CREATE TABLE passage_vectors (
  source_id TEXT NOT NULL,
  start INTEGER NOT NULL,
  count INTEGER NOT NULL,
  model TEXT NOT NULL,
  dimensions INTEGER NOT NULL,
  vectors BLOB NOT NULL,
  PRIMARY KEY (source_id, start)
);
`;

/** Most passages of a source that get vectors, and of all sources of an agent that are compared. */
export const MAX_VECTORS = 5_000;

/** The largest value of a byte. */
const STEPS = 127;
const SCALE_BYTES = 4;

/** Unit vectors of one length in bytes: for each of them its scale, and then all of their values. */
export const packVectors = (vectors: readonly Float32Array[]): Buffer => {
  const dimensions = vectors[0]?.length ?? 0;
  const packed = Buffer.alloc(vectors.length * (SCALE_BYTES + dimensions));
  for (const [index, vector] of vectors.entries()) {
    const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    const scale = largest === 0 ? 1 : largest / STEPS;
    packed.writeFloatLE(scale, index * SCALE_BYTES);
    const from = vectors.length * SCALE_BYTES + index * dimensions;
    for (const [place, value] of vector.entries()) packed.writeInt8(Math.round(value / scale), from + place);
  }
  return packed;
};

interface VectorPart {
  readonly start: number;
  readonly count: number;
  readonly dimensions: number;
  readonly vectors: Buffer;
}

/** Cosines of the packed vectors with the question's, in order. */
const similarities = (
  { count, dimensions, vectors }: VectorPart,
  question: Float32Array,
): readonly number[] => {
  const offset = vectors.byteOffset + count * SCALE_BYTES;
  const values = new Int8Array(vectors.buffer, offset, count * dimensions);
  return Array.from({ length: count }, (_, index) => {
    let sum = 0;
    const from = index * dimensions;
    for (let place = 0; place < dimensions; place += 1)
      sum += (values[from + place] ?? 0) * (question[place] ?? 0);
    return sum * vectors.readFloatLE(index * SCALE_BYTES);
  });
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

/** Searches the vectors of sources. */
export const vectorSearch = (db: Database) => {
  const parts = db.prepare<[string, string], VectorPart>(
    'SELECT start, count, dimensions, vectors FROM passage_vectors WHERE source_id = ? AND model = ? ORDER BY start',
  );
  const counted = db.prepare<[string, string], { count: number }>(
    `SELECT coalesce(sum(count), 0) AS count FROM passage_vectors
     WHERE source_id IN (SELECT value FROM json_each(?)) AND model = ?`,
  );
  /** The closest passages first, `limit` at most; none if there are too many to compare. Vectors of other models do not count. */
  return (
    sourceIds: readonly string[],
    model: string,
    questions: readonly WeightedVector[],
    limit: number,
  ): readonly Similar[] => {
    const count = counted.get(JSON.stringify(sourceIds), model)?.count ?? 0;
    if (count === 0 || count > MAX_VECTORS || questions.length === 0) return [];
    const found: Similar[] = [];
    for (const source of sourceIds)
      for (const part of parts.iterate(source, model)) {
        const fitting = questions.filter(({ vector }) => vector.length === part.dimensions);
        const scores = fitting.map(({ vector, weight }) => ({ weight, values: similarities(part, vector) }));
        for (let index = 0; index < part.count && scores.length > 0; index += 1) {
          const score = scores.reduce((sum, { weight, values }) => sum + weight * (values[index] ?? 0), 0);
          found.push({ source, position: part.start + index, score });
        }
      }
    return found.sort((a, b) => b.score - a.score).slice(0, limit);
  };
};

/** Projects vectors. Those of a text that the source no longer has are ignored; those of another model are replaced. */
export const projectVectors = (db: Database): ((stored: Stored<PassageVectorsEvent>) => void) => {
  const isCurrent = db.prepare<[string, string, string], { current: 1 }>(
    `SELECT 1 AS current FROM data_sources s JOIN source_texts t ON t.source_id = s.id
     WHERE s.business_id = ? AND s.id = ? AND t.digest = ?`,
  );
  const clear = db.prepare<[string]>('DELETE FROM passage_vectors WHERE source_id = ?');
  const insert = db.prepare<VectorPart & { readonly sourceId: string; readonly model: string }>(
    `INSERT OR REPLACE INTO passage_vectors (source_id, start, count, model, dimensions, vectors)
     VALUES (:sourceId, :start, :count, :model, :dimensions, :vectors)`,
  );
  return ({ businessId, id, event }) => {
    if (event.type !== 'vectors.added') return;
    const { digest, model, start, count, dimensions, packed } = event;
    if (isCurrent.get(businessId, id, digest) === undefined) return;
    if (start === 0) clear.run(id);
    const vectors = Buffer.from(packed, 'base64');
    if (vectors.length !== count * (SCALE_BYTES + dimensions)) return;
    insert.run({ sourceId: id, start, count, model, dimensions, vectors });
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
       AND t.passages > (SELECT coalesce(sum(v.count), 0) FROM passage_vectors v
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
