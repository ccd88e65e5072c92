/**
 * Applies commits of the journal to the tables.
 *
 * It guarantees:
 * P1. A commit is written in one transaction with its sequence and mark, which record that it was applied. A commit at or below
 *     that sequence is skipped: redelivery changes nothing.
 * P2. An event that cannot be applied (a malformed body, a kind of actor that this build has no table for) is reported and
 *     skipped, alone: one bad event blocks nothing else. Its effect on the tables is undone entirely. A build that adds tables
 *     for a kind has another version of the file, and so reads everything again.
 * P3. Errors of the file or the machine are not attributed to the event: they are thrown, and nothing is written.
 * P4. Of an archive (actors/runtime/journal/archive.ts), only the messages that were not applied to its actor before are applied, in
 *     their order and each with its own sequence. For the others, the view takes what it stores from the archive. So a file that
 *     was always present, one that was offline and one that is rebuilt show the same, even if the server died while it removed
 *     the archived messages.
 * P5. The sort of a skipped event is recorded in the file along with the skip, so that gaps in the tables are known after a
 *     restart, and no longer once a build that shows the sort rebuilds the file.
 * P6. A commit that this build cannot read, or that follows a missing one, sets its actor aside, in the transaction that passes
 *     it: neither its events nor the actor's later commits are applied. They are applied together and in order once all of them
 *     can be read, except skipped ones (actors/runtime/journal/chain.ts, CH5).
 */
import {
  describeGap,
  type EventVersions,
  type Gap,
  gapIn,
  type JournalEvent,
  renamed,
} from '../../actors/runtime/event-versions.js';
import { type Db, isDamaged, isTransient } from './database.js';
import { DAMAGED, type SetAside, setAsideIn } from './set-aside.js';
import { forgetUnseen, noteSkipped, UNREADABLE } from './skipped-sorts.js';
import type { Stored } from './stored-event.js';
import { type Apply, type Catalogue, type Keeper, UnknownEvent } from './view.js';

/** A message of the journal: a commit, or several of one actor (actors/runtime/journal/commit.ts), which are applied together. */
export interface JournalCommit {
  readonly kind: string;
  readonly businessId: string;
  readonly id: string;
  readonly seq: number;
  /** Distinguishes this commit from any other at the same sequence (journal-reader.ts). */
  readonly mark: string;
  /** The time of the first commit, ms since the epoch. */
  readonly at: number;
  /** The commit time of each event, if there are several commits; ms since the epoch. */
  readonly times?: readonly number[];
  /** The version of its kind that is needed to read it (actors/runtime/event-versions.ts). */
  readonly version: number;
  /** The size of the message; 0 for messages in an archive, which are no longer stored. */
  readonly bytes: number;
  readonly events: readonly JournalEvent[];
  /** For an archive: the messages that it contains, which it replaces. It has no events of its own. */
  readonly archived?: readonly JournalCommit[];
  /** The actor's message that it names as its predecessor (actors/runtime/journal/chain.ts). */
  readonly follows?: number;
  /** The predecessor, if it was not read (chain-watch.ts). */
  readonly missing?: number;
  /** Sequences of the actor's messages that it declares skipped. */
  readonly skips?: readonly number[];
}

/** An event that could not be applied, and the reason in words. */
export interface SkippedEvent {
  readonly seq: number;
  readonly kind: string;
  readonly type: string;
  readonly reason: string;
}

/** A course of a journal. */
interface Course {
  /** Its identity (actors/runtime/journal/streams.ts). */
  readonly journal: string;
  /** The last loss that an operator has accepted (actors/runtime/integrity/accepted-losses.ts). */
  readonly lineage: string;
}

/** The tables, as they follow the journal. */
export interface Projection {
  /** The sequence up to which the shard is applied; 0 before the first commit. */
  applied(shard: number): number;
  /** The mark of the last applied commit of the shard; empty before the first one. */
  mark(shard: number): string;
  /** The course and journal that the shard's rows come from; null before the first `begin`. */
  course(shard: number): Course | null;
  /** Records the course that the shard's rows come from, from now on. */
  begin(shard: number, course: Course): void;
  /** The commit with its events under their current names; any processing of a commit starts with this. */
  renamed(commit: JournalCommit): JournalCommit;
  /** Applies commits in the order of their sequences; returns the actors that these commits set aside (P6). */
  apply(
    shard: number,
    commits: readonly JournalCommit[],
    onSkipped: (skipped: SkippedEvent) => void,
  ): readonly SetAside[];
  /** The actors of a shard that are set aside. */
  setAside(shard: number): readonly SetAside[];
  /** Sets further actors aside, besides those of {@link apply}. */
  addAside(actors: readonly SetAside[]): void;
  /**
   * P6: `commits` are all of the actor's, from the first unapplied one up to the last passed one. False: they cannot be read yet.
   */
  restore(
    aside: SetAside,
    commits: readonly JournalCommit[],
    onSkipped: (skipped: SkippedEvent) => void,
  ): boolean;
}

/** The projections for the events of each kind, in the order of the views. */
const prepareAll = (db: Db, { views }: Catalogue): ReadonlyMap<string, readonly Apply[]> => {
  const prepared = new Map<string, Apply[]>();
  for (const { kind, prepare } of views.flatMap(({ projections }) => projections)) {
    const before = prepared.get(kind) ?? [];
    before.push(prepare(db));
    prepared.set(kind, before);
  }
  return prepared;
};

const prepareKeepers = (db: Db, { views }: Catalogue): ReadonlyMap<string, Keeper> =>
  new Map(
    views.flatMap(({ archives = [] }) => archives.map(({ kind, prepare }) => [kind, prepare(db)] as const)),
  );

const versionsOf = ({ views }: Catalogue): ReadonlyMap<string, EventVersions> =>
  new Map(
    views.flatMap(({ projections }) => projections.map(({ kind, versions }) => [kind, versions] as const)),
  );

/** Visits each event of a message that contains no others. */
const eachEvent = (
  shard: number,
  { businessId, id, seq, at: first, times, events }: JournalCommit,
  work: (stored: Stored<JournalEvent>) => void,
): void => {
  for (const [index, event] of events.entries())
    work({ businessId, shard, id, seq, index, at: times?.[index] ?? first, event });
};

/** The unapplied part of a message (P4), and the work that completes it. */
interface Due {
  readonly messages: readonly JournalCommit[];
  readonly finish: () => void;
}

const dueOf = (keepers: ReadonlyMap<string, Keeper>, shard: number, commit: JournalCommit): Due => {
  const { kind, businessId, id, archived = [] } = commit;
  const keeper = keepers.get(kind);
  if (archived.length === 0) return { messages: [commit], finish: () => undefined };
  // No view shows this kind.
  if (keeper === undefined) return { messages: archived, finish: () => undefined };
  const isApplied = keeper.applied(businessId, id);
  return {
    messages: archived.filter(({ seq }) => !isApplied(seq)),
    finish: () => {
      const stored: Stored<JournalEvent>[] = [];
      for (const message of archived) eachEvent(shard, message, (event) => stored.push(event));
      keeper.keep(businessId, id, stored);
    },
  };
};

/** Measures the storage of a commit; `note` is called for messages that are not commits (P5). */
const prepareMeasures = (
  db: Db,
  { views }: Catalogue,
  note: ReturnType<typeof noteSkipped>,
): ((commit: JournalCommit) => void) => {
  const measures = views.flatMap(({ measure }) => (measure === undefined ? [] : [measure(db)]));
  return ({ businessId, kind, bytes, archived }) => {
    if (kind === UNREADABLE) note({ kind, type: 'message', reason: 'not a commit' });
    // Archived events are stored twice for a while, then once, compressed: neither depends on the client's data.
    if (archived === undefined) for (const measure of measures) measure({ businessId, kind, bytes });
  };
};

type AsideReason = Pick<SetAside, 'seq' | 'version' | 'reason'>;

const damageOf = ({ seq, missing }: JournalCommit): AsideReason | null =>
  missing === undefined
    ? null
    : { seq: missing, version: DAMAGED, reason: `message ${seq} follows it, and it is missing or damaged` };

/** Decides which commits are passed instead of applied (P6). */
const createPassing = (db: Db, versions: ReadonlyMap<string, EventVersions>) => {
  const aside = setAsideIn(db);

  const gapOf = (commit: JournalCommit): Gap | null => {
    const ofKind = versions.get(commit.kind);
    if (ofKind === undefined) return null;
    const { version, events, archived = [] } = commit;
    return gapIn(ofKind, {
      version,
      events: [...events, ...archived.flatMap((message) => message.events)],
    });
  };

  const unknownOf = (commit: JournalCommit): AsideReason | null => {
    const gap = gapOf(commit);
    if (gap === null) return null;
    const version = Math.max(gap.version, gap.known + 1);
    return { seq: commit.seq, version, reason: describeGap(commit.kind, gap) };
  };

  /** P6: whether the commit is passed; records its actor, also in `found`, if it is the first one. */
  const isPassed = (shard: number, commit: JournalCommit, found: SetAside[]): boolean => {
    if (aside.has(commit)) return true;
    const reason = damageOf(commit) ?? unknownOf(commit);
    if (reason === null) return false;
    const { kind, businessId, id } = commit;
    const added = { shard, kind, businessId, id, ...reason };
    aside.add(added);
    found.push(added);
    return true;
  };

  return { aside, gapOf, isPassed };
};

/** Writes the events of a message. */
const createWriting = (db: Db, catalogue: Catalogue) => {
  const projections = prepareAll(db, catalogue);
  const keepers = prepareKeepers(db, catalogue);
  const unseen = new Set(catalogue.unseen);
  const note = noteSkipped(db);

  /** @throws UnknownEvent, and any error that a malformed event causes */
  const project = (kind: string, stored: Stored<JournalEvent>): void => {
    const own = projections.get(kind);
    if (own !== undefined) for (const apply of own) apply(stored);
    else if (!unseen.has(kind)) throw new UnknownEvent(kind, stored.event);
  };

  const projectAll = (shard: number, commit: JournalCommit): void => {
    const { messages, finish } = dueOf(keepers, shard, commit);
    for (const message of messages) eachEvent(shard, message, (stored) => project(commit.kind, stored));
    finish();
  };

  const projectAlone = db.transaction(project);

  /** P2 */
  const projectWithCare = (
    shard: number,
    commit: JournalCommit,
    onSkipped: (skipped: SkippedEvent) => void,
  ): void => {
    const { messages, finish } = dueOf(keepers, shard, commit);
    for (const message of messages)
      eachEvent(shard, message, (stored) => {
        try {
          projectAlone(commit.kind, stored); // A savepoint
        } catch (error) {
          if (isDamaged(error) || isTransient(error)) throw error; // P3
          const reason = error instanceof Error ? error.message : String(error);
          const sort = { kind: commit.kind, type: stored.event.type, reason };
          note(sort); // P5
          onSkipped({ seq: message.seq, ...sort });
        }
      });
    finish();
  };

  return { projectAll, projectWithCare };
};

/** Advances the tables of these views, which exist in `db`, along the journal. */
export const createProjection = (db: Db, catalogue: Catalogue): Projection => {
  const { projectAll, projectWithCare } = createWriting(db, catalogue);
  const versions = versionsOf(catalogue);
  forgetUnseen(db, catalogue.unseen);
  const measured = prepareMeasures(db, catalogue, noteSkipped(db));
  const shardRow = db.prepare<[number], { applied: number; mark: string; journal: string }>(
    'SELECT applied, mark, journal FROM shards WHERE shard = ?',
  );
  const begin = db.prepare<[number, string]>(
    "INSERT INTO shards (shard, applied, mark, journal) VALUES (?, 0, '', ?) ON CONFLICT DO UPDATE SET journal = excluded.journal",
  );
  const advance = db.prepare<{ shard: number; seq: number; mark: string }>(
    'UPDATE shards SET applied = :seq, mark = :mark WHERE shard = :shard',
  );

  const { aside, gapOf, isPassed } = createPassing(db, versions);

  const applied = (shard: number): number => shardRow.get(shard)?.applied ?? 0;

  const applyAll = db.transaction((shard: number, commits: readonly JournalCommit[]): readonly SetAside[] => {
    const found: SetAside[] = [];
    let reached = applied(shard); // P1
    let last: JournalCommit | null = null;
    for (const commit of commits) {
      if (commit.seq <= reached) continue;
      reached = commit.seq;
      last = commit;
      measured(commit);
      if (isPassed(shard, commit, found)) continue;
      projectAll(shard, commit);
    }
    if (last !== null) advance.run({ shard, seq: last.seq, mark: last.mark });
    return found;
  });

  const applyWithCare = db.transaction(
    (
      shard: number,
      commit: JournalCommit,
      onSkipped: (skipped: SkippedEvent) => void,
    ): readonly SetAside[] => {
      const found: SetAside[] = [];
      if (commit.seq <= applied(shard)) return found; // P1
      measured(commit);
      if (!isPassed(shard, commit, found)) projectWithCare(shard, commit, onSkipped);
      advance.run({ shard, seq: commit.seq, mark: commit.mark });
      return found;
    },
  );

  const applyLate = db.transaction(
    (
      restored: SetAside,
      commits: readonly JournalCommit[],
      onSkipped: (skipped: SkippedEvent) => void,
    ): void => {
      for (const commit of commits) projectWithCare(restored.shard, commit, onSkipped);
      aside.remove(restored);
    },
  );

  return {
    applied,
    mark: (shard) => shardRow.get(shard)?.mark ?? '',
    course: (shard) => {
      // Files of older builds contain only the identity.
      const [journal, lineage = ''] = shardRow.get(shard)?.journal.split(' ') ?? [];
      return journal === undefined ? null : { journal, lineage };
    },
    begin: (shard, { journal, lineage }) =>
      void begin.run(shard, lineage === '' ? journal : `${journal} ${lineage}`),
    renamed: (commit) => {
      const ofKind = versions.get(commit.kind);
      if (ofKind === undefined) return commit;
      const { archived } = commit;
      return archived === undefined
        ? renamed(ofKind, commit)
        : { ...commit, archived: archived.map((message) => renamed(ofKind, message)) };
    },
    apply: (shard, commits, onSkipped) => {
      try {
        return applyAll.immediate(shard, commits);
      } catch (error) {
        if (isDamaged(error) || isTransient(error)) throw error; // P3
        return commits.flatMap((commit) => applyWithCare.immediate(shard, commit, onSkipped));
      }
    },
    setAside: (shard) => aside.of(shard),
    addAside: (actors) => {
      for (const actor of actors) aside.add(actor);
    },
    restore: (restored, commits, onSkipped) => {
      const skipped = new Set(commits.flatMap(({ skips = [] }) => skips));
      const readable = commits.filter(({ seq }) => !skipped.has(seq));
      if (readable.some((commit) => gapOf(commit) !== null)) return false;
      applyLate.immediate(restored, readable, onSkipped);
      return true;
    },
  };
};
