/** A node's access to the journal: its actors, its views, and the trouble book. */
import { hostname } from 'node:os';
import { join } from 'node:path';
import { isRead } from '../../actors/runtime/cluster/readers.js';
import { type JournalGuard, openJournalGuard } from '../../actors/runtime/integrity/journal-guard.js';
import { positionOf } from '../../actors/runtime/integrity/position.js';
import { openPositionFile, positionPath } from '../../actors/runtime/integrity/position-file.js';
import { shardOf } from '../../actors/runtime/subjects.js';
import { type ActorSystem, createActorSystem } from '../../actors/runtime/system.js';
import { openTroubleBook, type TroubleBook } from '../../actors/runtime/trouble/book.js';
import { type ViewsWatch, watchViews } from '../../operations/trouble/views-watch.js';
import type { ViewStore } from '../../views/views.js';
import { createViewStore } from '../../views/views.js';
import { type ClockWatch, watchClock } from '../health/clock.js';
import { actorCounter, observeTrouble, rebuildCounter, troubleCounter } from '../metrics/node.js';
import type { Foundation } from './foundation.js';

export interface State {
  /** Counts events of the actor system. */
  readonly countActors: (what: string) => void;
  readonly trouble: TroubleBook;
  readonly guard: JournalGuard;
  readonly actors: ActorSystem;
  readonly views: ViewStore;
  readonly viewsWatch: ViewsWatch;
  readonly clockWatch: ClockWatch;
}

/**
 * Opens all of them; no actor acts before the system is started.
 * @throws JournalUnusable as {@link createActorSystem}; DomainError journal_went_back as {@link openJournalGuard}
 */
export const openState = async (foundation: Foundation): Promise<State> => {
  const { clock, config, nats, nc, replicas, logger, registry, journalTime: now } = foundation;
  const { shards, watchdogMs, actorMemoryBytes } = config;
  const countActors = actorCounter(registry);
  const trouble = await openTroubleBook({ nc, replicas, logger, now, count: troubleCounter(registry) });
  observeTrouble(registry, trouble);
  const file = openPositionFile(positionPath(config.dataDir), shards, logger);
  const guard = await openJournalGuard({ nc, shards, replicas, file, logger });
  const actors = await createActorSystem({
    nc,
    guard,
    shards,
    replicas,
    now,
    serverAheadMs: foundation.journalClock.serverAheadMs,
    logger,
    watchdogMs,
    residentBytes: actorMemoryBytes,
    count: countActors,
    trouble,
    catchUp: clock.catchUp,
  });
  let viewsWatch: ViewsWatch | null = null;
  const views = await createViewStore({
    nats,
    nc,
    shards,
    file: join(config.dataDir, 'views.sqlite'),
    logger,
    shardOf: (businessId) => shardOf(businessId, shards),
    onRebuild: rebuildCounter(registry),
    onApplied: (shard, seq, mark) => {
      const position = positionOf(seq, mark);
      if (position !== null) void guard.note(shard, position);
    },
    onSkipped: (notice) => viewsWatch?.skipped(notice),
  });
  viewsWatch = watchViews({
    views,
    book: trouble,
    isRead: (kind, version) => isRead(nc, kind, version),
    logger,
    now,
  });
  const clockWatch = watchClock({
    clock: foundation.journalClock,
    book: trouble,
    name: `${hostname()} ${config.dataDir}`,
    logger,
    registry,
  });
  return { countActors, trouble, guard, actors, views, viewsWatch, clockWatch };
};
