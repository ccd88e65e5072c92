/** Tracks the state of the views relative to the journal, from the projector's messages. */
import type { Logger } from 'pino';
import { assertNever } from '../../../schemas/assert.js';
import type {
  FromProjector,
  ProjectorNotice,
  RebuildReason,
  SkippedNotice,
  StuckAt,
} from '../projector/messages.js';
import { asideKey, type SetAside } from '../set-aside.js';
import type { Waiters } from './waiters.js';

/** The state of the views relative to the journal. */
export type ViewsState =
  | { readonly type: 'ready' }
  /** `rebuild`: why everything is read again; null after a plain start. */
  | { readonly type: 'catching_up'; readonly rebuild: RebuildReason | null }
  /** An actor was set aside at the commit `seq`, and a live node of a newer build shows it. */
  | ({ readonly type: 'stopped' } & Pick<SetAside, 'shard' | 'seq' | 'reason'>)
  /** The journal lacks applied commits, and no operator has accepted the loss. `reason`: in words. */
  | { readonly type: 'went_back'; readonly shard: number; readonly reason: string }
  /** Commits that were read cannot be written; reading resumes there once they can. */
  | ({ readonly type: 'stuck' } & StuckAt);

/** Optional listeners. */
export interface Listeners {
  /** Called after every write, with the mark of the last commit (journal-reader.ts). */
  readonly onApplied?: (shard: number, seq: number, mark: string) => void;
  /** Called for each event that no table shows. */
  readonly onSkipped?: (notice: SkippedNotice) => void;
  /** Called whenever the tables are rebuilt, for metrics. */
  readonly onRebuild?: (reason: RebuildReason) => void;
}

/** The dependencies. */
export interface ProgressOptions extends Listeners {
  readonly shards: number;
  readonly logger: Logger;
  readonly waiters: Waiters;
  /** Whether this thread can read the file. */
  readonly isReadable: () => boolean;
}

/** The state of the views, kept up to date. */
export interface Progress {
  handle(message: FromProjector): void;
  /** The file must be rebuilt, so the shards no longer count as caught up. */
  fileLost(): void;
  state(): ViewsState;
  setAside(): readonly SetAside[];
  outdatedBy(aside: SetAside | null): void;
  /** Commits not yet applied. */
  lag(): number;
}

/** Starts before any message. */
export const createProgress = (options: ProgressOptions): Progress => {
  const { shards, logger, waiters } = options;
  const pending = new Map<number, number>();
  const caughtUp = new Set<number>();
  const aside = new Map<string, SetAside>();
  let outdated: SetAside | null = null;
  const stuckAt = new Map<number, StuckAt>();
  const wentBack = new Map<number, string>();
  let rebuilding: RebuildReason | null = null;
  let opened = { at: performance.now(), events: 0 };

  const restart = (applied: readonly number[], setAside: readonly SetAside[]): void => {
    for (const collection of [caughtUp, aside, stuckAt, wentBack]) collection.clear();
    for (const actor of setAside) aside.set(asideKey(actor), actor);
    opened = { at: performance.now(), events: 0 };
    for (let shard = 0; shard < shards; shard += 1) waiters.hold(shard); // V5
    waiters.reset(applied);
  };

  const logReady = (): void => {
    logger.info({ event: 'views.ready', ...speedOf(opened.events, performance.now() - opened.at) });
    rebuilding = null;
  };

  const handle = (message: FromProjector): void => {
    switch (message.type) {
      case 'opened':
        return restart(message.applied, message.setAside);
      case 'rebuild':
        rebuilding = message.rebuild.reason;
        caughtUp.clear();
        options.onRebuild?.(message.rebuild.reason);
        return logger.warn({ event: 'views.rebuild', ...message.rebuild });
      case 'unchecked':
        return waiters.hold(message.shard); // V5
      case 'checked':
        wentBack.delete(message.shard);
        return waiters.release(message.shard);
      case 'set_aside':
        aside.set(asideKey(message.aside), message.aside);
        return logger.error({ event: 'views.set_aside', ...message.aside });
      case 'restored':
        aside.delete(asideKey(message.aside));
        return logger.info({ event: 'views.restored', ...message.aside });
      case 'went_back':
        if (!wentBack.has(message.shard))
          logger.error({ event: 'views.journal_went_back', shard: message.shard, reason: message.reason });
        wentBack.set(message.shard, message.reason);
        return waiters.hold(message.shard); // V4
      case 'stuck':
        stuckAt.set(message.at.shard, message.at);
        return logger.error({ event: 'views.stuck', ...message.at });
      case 'applied':
        if (stuckAt.delete(message.shard)) logger.warn({ event: 'views.unstuck', shard: message.shard });
        pending.set(message.shard, message.pending);
        waiters.advance(message.shard, message.seq);
        return options.onApplied?.(message.shard, message.seq, message.mark);
      case 'caught_up':
        caughtUp.add(message.shard);
        opened.events += message.events;
        if (caughtUp.size === shards) logReady();
        return;
      case 'notice':
        logger.warn(message.notice);
        if (isSkipped(message.notice)) options.onSkipped?.(message.notice);
        return;
      default:
        assertNever(message);
    }
  };

  return {
    handle,
    fileLost: () => caughtUp.clear(),
    state: () => {
      const [first] = wentBack;
      if (first !== undefined) return { type: 'went_back', shard: first[0], reason: first[1] };
      if (outdated !== null && aside.has(asideKey(outdated))) {
        const { shard, seq, reason } = outdated;
        return { type: 'stopped', shard, seq, reason };
      }
      const [stuck] = stuckAt.values();
      if (stuck !== undefined) return { type: 'stuck', ...stuck };
      const ready = options.isReadable() && caughtUp.size === shards;
      return ready ? { type: 'ready' } : { type: 'catching_up', rebuild: rebuilding };
    },
    setAside: () => [...aside.values()],
    outdatedBy: (actor) => {
      outdated = actor;
    },
    lag: () => [...pending.values()].reduce((sum, commits) => sum + commits, 0),
  };
};

/** How long the views took to catch up with the journal, also per million events, so that runs are comparable. */
const speedOf = (events: number, took: number) => {
  const ms = Math.round(took);
  return { events, ms, msPerMillionEvents: events === 0 ? null : Math.round((ms / events) * 1_000_000) };
};

const isSkipped = (notice: ProjectorNotice): notice is SkippedNotice =>
  notice.event === 'views.event_skipped' || notice.event === 'views.message_unreadable';
