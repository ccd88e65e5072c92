/** Commands and effects of the vectors of a Data Source's passages. */
import type { VectorTarget } from './events.js';

export type PassageVectorsCommand =
  /** Every node sends it as long as its views lack vectors; a repetition changes nothing. */
  | ({ readonly type: 'request'; readonly passages: number } & VectorTarget)
  | ({
      readonly type: 'embedded';
      readonly start: number;
      readonly count: number;
      readonly dimensions: number;
      readonly packed: string;
    } & VectorTarget)
  | ({ readonly type: 'embedding_failed'; readonly attempt: number } & VectorTarget)
  /** The target can no longer be embedded. */
  | ({ readonly type: 'give_up' } & VectorTarget);

export type PassageVectorsEffect =
  /** Embed the next passages, from position `start`; answers `embedded`, `embedding_failed` or `give_up`. */
  {
    readonly kind: 'embed_passages';
    readonly start: number;
    /** From 1. */
    readonly attempt: number;
  } & VectorTarget;
