/** An embedding model behind one small interface: texts in, unit vectors out. Texts of similar meaning have similar vectors. */
import { ModelFailure } from '../llm/model-failure.js';

/** Some models embed a question otherwise than the passage that answers it. */
export type EmbeddingPurpose = 'question' | 'passage';

export interface Embedder {
  /** `<provider>:<model>`. Vectors of another model cannot be compared. */
  readonly name: string;
  /** A unit vector for each text, in order. @throws ModelFailure; the reason of `signal` */
  embed(
    texts: readonly string[],
    purpose: EmbeddingPurpose,
    signal: AbortSignal,
  ): Promise<readonly Float32Array[]>;
}

/** Longest vector that is stored. */
const MAX_DIMENSIONS = 4_096;

/**
 * Checks the vectors of a provider, and scales them to length 1.
 * @throws ModelFailure protocol: a vector is missing, empty, too long, or of another length than the others
 */
export const unitVectors = (
  name: string,
  vectors: readonly (readonly number[])[],
  count: number,
): readonly Float32Array[] => {
  const dimensions = vectors[0]?.length ?? 0;
  const isWhole =
    vectors.length === count &&
    dimensions > 0 &&
    dimensions <= MAX_DIMENSIONS &&
    vectors.every((vector) => vector.length === dimensions);
  if (!isWhole) throw new ModelFailure(name, 'protocol', new Error('the vectors do not fit the texts'));
  return vectors.map((vector) => {
    const length = Math.hypot(...vector);
    if (!Number.isFinite(length) || length === 0)
      throw new ModelFailure(name, 'protocol', new Error('a vector has no direction'));
    return Float32Array.from(vector, (value) => value / length);
  });
};
