/** Events of the vectors of a Data Source's passages. The actor has the id of the source. */
import { eventKind, type VersionsOf } from '../runtime/event-versions.js';

/** The text that is embedded, and the model that embeds it. */
export interface VectorTarget {
  /** `<provider>:<model>` */
  readonly model: string;
  /** Digest of the passages (views/data-sources/text.ts). */
  readonly digest: string;
}

export type PassageVectorsEvent =
  | ({ readonly type: 'vectors.requested'; readonly passages: number } & VectorTarget)
  /** The vectors of `count` passages from position `start`, packed (views/data-sources/vectors.ts), in base64. */
  | ({
      readonly type: 'vectors.added';
      readonly start: number;
      readonly count: number;
      readonly dimensions: number;
      readonly packed: string;
    } & VectorTarget)
  /** The provider failed; the request is repeated at `retryAt`, ms since the epoch. */
  | { readonly type: 'vectors.failed'; readonly attempt: number; readonly retryAt: number }
  | { readonly type: 'vectors.retried' }
  /** The text was replaced, or the installation embeds with another model or none. */
  | { readonly type: 'vectors.dropped' };

/** Each event with the version of the kind that is needed to read it (runtime/event-versions.ts). */
export const PASSAGE_VECTORS_EVENTS = {
  'vectors.requested': 1,
  'vectors.added': 1,
  'vectors.failed': 1,
  'vectors.retried': 1,
  'vectors.dropped': 1,
} as const satisfies VersionsOf<PassageVectorsEvent>;

/** The kind, for readers of its events. */
export const PASSAGE_VECTORS_KIND = eventKind<PassageVectorsEvent>('passage-vectors', PASSAGE_VECTORS_EVENTS);
