/** Messages between the projector's thread and the main thread. */
import type { NatsAccess } from '../../../actors/runtime/nats/access.js';
import type { SkippedEvent } from '../projection.js';
import type { SetAside } from '../set-aside.js';

/** The start data of the thread. */
export interface ProjectorSettings {
  readonly nats: NatsAccess;
  readonly file: string;
  readonly shards: number;
}

/**
 * Why the tables are rebuilt: the file is of another version, unusable, or damaged; or the rows come from another journal, or
 * from commits that the journal no longer has.
 */
export type RebuildReason = 'version' | 'unusable' | 'damaged' | 'another_journal' | 'journal_went_back';

/** A rebuild of the tables; `detail` in words. */
export interface Rebuild {
  readonly reason: RebuildReason;
  readonly detail?: string;
}

/** A shard whose rows cannot be written because of the machine (disk full, file busy). */
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
  /** From here on, the projector moves its log into the file itself. */
  | { readonly event: 'views.checkpointer_lost'; readonly err: Error }
  /** Reported once, until a write succeeds again. */
  | { readonly event: 'views.write_failed'; readonly shard: number; readonly reason: string };

/** Notices about data that the tables do not show. */
export type SkippedNotice = Extract<
  ProjectorNotice,
  { readonly event: 'views.event_skipped' | 'views.message_unreadable' }
>;

/** Messages from the thread. */
export type FromProjector =
  /**
   * There is a file with all tables; after a rebuild it is a new one, with another `generation`. It is not checked yet, and may
   * be replaced at once.
   */
  | {
      readonly type: 'opened';
      readonly generation: number;
      readonly applied: readonly number[];
      readonly setAside: readonly SetAside[];
    }
  /** The tables are being rebuilt; `opened` follows. */
  | { readonly type: 'rebuild'; readonly rebuild: Rebuild }
  /** The journal may differ from the one that the shard was applied from. */
  | { readonly type: 'unchecked'; readonly shard: number }
  /** The journal is the same. */
  | { readonly type: 'checked'; readonly shard: number }
  /** `mark`: that of the last commit (journal-reader.ts). `pending`: commits that the server still has for this shard. */
  | {
      readonly type: 'applied';
      readonly shard: number;
      readonly seq: number;
      readonly mark: string;
      readonly pending: number;
    }
  /** The journal lacks applied commits, and no operator has accepted the loss; nothing is read until then. */
  | { readonly type: 'went_back'; readonly shard: number; readonly reason: string }
  /** A commit of the actor could not be read; the actor's events from there on are not shown. */
  | { readonly type: 'set_aside'; readonly aside: SetAside }
  /** All of the actor is shown again. */
  | { readonly type: 'restored'; readonly aside: SetAside }
  /** Valid until the next `applied` of the shard. */
  | { readonly type: 'stuck'; readonly at: StuckAt }
  /** Everything is applied that was in the shard's journal when its reader began; `events`: those applied by this reader. */
  | { readonly type: 'caught_up'; readonly shard: number; readonly events: number }
  | { readonly type: 'notice'; readonly notice: ProjectorNotice };

/** Messages to the thread. */
export type ToProjector =
  | { readonly type: 'stop' }
  /** Retries everything that is set aside. */
  | { readonly type: 'read_again' }
  /** A reader found the file damaged. Ignored if it was another file. */
  | { readonly type: 'rebuild'; readonly generation: number; readonly rebuild: Rebuild };
