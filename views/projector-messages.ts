/** What the projector's thread and the main thread say to each other. */
import type { SkippedEvent } from './projection.js';

export interface ProjectorSettings {
  readonly natsUrl: string;
  readonly file: string;
  readonly shards: number;
}

/** Structured log events of the thread; the main thread owns the logger. */
export type ProjectorNotice =
  | ({ readonly event: 'views.event_skipped'; readonly shard: number } & SkippedEvent)
  | {
      readonly event: 'views.message_unreadable';
      readonly shard: number;
      readonly seq: number;
      readonly reason: string;
    }
  | { readonly event: 'views.rebuild'; readonly reason: string }
  | { readonly event: 'views.reader_failed'; readonly shard: number; readonly reason: string }
  | { readonly event: 'views.write_failed'; readonly shard: number; readonly reason: string };

export type FromProjector =
  /** There is a file with all tables; after a rebuild it is another one than before. */
  | { readonly type: 'opened'; readonly applied: readonly number[] }
  /** `pending`: commits that the server still has for this shard. */
  | { readonly type: 'applied'; readonly shard: number; readonly seq: number; readonly pending: number }
  /** Everything is applied that was in the shard's journal when its reader began; `events` of it by this reader. */
  | { readonly type: 'caught_up'; readonly shard: number; readonly events: number }
  | { readonly type: 'notice'; readonly notice: ProjectorNotice };

export type ToProjector =
  | { readonly type: 'stop' }
  /** The file turned out to be damaged while it was read. */
  | { readonly type: 'rebuild'; readonly reason: string };
