/** What the projector's thread and the main thread say to each other. */
import type { NatsAccess } from '../../actors/runtime/nats-access.js';
import type { SkippedEvent } from './projection.js';
import type { SetAside } from './set-aside.js';

/** What the thread is started with. */
export interface ProjectorSettings {
  readonly nats: NatsAccess;
  readonly file: string;
  readonly shards: number;
}

/**
 * Why the tables are made anew: the file is of another version, or not to be used, or turned out to be damaged; the
 * rows come from another journal, or from commits that the journal no longer holds.
 */
export type RebuildReason = 'version' | 'unusable' | 'damaged' | 'another_journal' | 'journal_went_back';

/** That the tables are made anew; `detail` in words. */
export interface Rebuild {
  readonly reason: RebuildReason;
  readonly detail?: string;
}

/** A shard whose rows cannot be written, for a reason of the machine (disk full, file busy). */
export interface StuckAt {
  readonly shard: number;
  /** In words. */
  readonly reason: string;
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
  | { readonly event: 'views.reader_failed'; readonly shard: number; readonly reason: string }
  /** The projector moves its log into the file itself from here on. */
  | { readonly event: 'views.checkpointer_lost'; readonly reason: string }
  /** Told once, until something could be written again. */
  | { readonly event: 'views.write_failed'; readonly shard: number; readonly reason: string };

/** Of what the tables do not show. */
export type SkippedNotice = Extract<
  ProjectorNotice,
  { readonly event: 'views.event_skipped' | 'views.message_unreadable' }
>;

/** What the thread tells. */
export type FromProjector =
  /**
   * There is a file with all tables; after a rebuild it is another one than before, with another `generation`. It is not
   * checked yet, and may be replaced at once.
   */
  | {
      readonly type: 'opened';
      readonly generation: number;
      readonly applied: readonly number[];
      readonly setAside: readonly SetAside[];
    }
  /** The tables are being made anew; `opened` follows. */
  | { readonly type: 'rebuild'; readonly rebuild: Rebuild }
  /** The journal may be another than the one that the shard was applied from. */
  | { readonly type: 'unchecked'; readonly shard: number }
  /** It is not. */
  | { readonly type: 'checked'; readonly shard: number }
  /** `mark`: of the last one (journal-reader.ts). `pending`: commits that the server still has for this shard. */
  | {
      readonly type: 'applied';
      readonly shard: number;
      readonly seq: number;
      readonly mark: string;
      readonly pending: number;
    }
  /** The journal lacks what was applied, and no operator has accepted that; nothing is read until then. */
  | { readonly type: 'went_back'; readonly shard: number; readonly reason: string }
  /** A commit of the actor could not be read, and nothing of the actor is shown from there on. */
  | { readonly type: 'set_aside'; readonly aside: SetAside }
  /** All of the actor is shown again. */
  | { readonly type: 'restored'; readonly aside: SetAside }
  /** Until the next `applied` of the shard. */
  | { readonly type: 'stuck'; readonly at: StuckAt }
  /** Everything is applied that was in the shard's journal when its reader began; `events` of it by this reader. */
  | { readonly type: 'caught_up'; readonly shard: number; readonly events: number }
  | { readonly type: 'notice'; readonly notice: ProjectorNotice };

/** What the thread is told. */
export type ToProjector =
  | { readonly type: 'stop' }
  /** Tries what is set aside. */
  | { readonly type: 'read_again' }
  /** The file turned out to be damaged while it was read. Harmless where that was another one. */
  | { readonly type: 'rebuild'; readonly generation: number; readonly rebuild: Rebuild };
