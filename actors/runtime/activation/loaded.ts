/**
 * An actor's state as the journal holds it: how it is loaded, and how it follows the commits that are written.
 *
 * It guarantees:
 * L1. A snapshot counts only if the commit that it was taken at is in its place: one that outlived its journal (a
 *     restored backup, a power cut) is ignored.
 * L2. History that this build cannot read is never skipped: {@link NotUnderstood}.
 * L3. A state that was loaded before is continued like a snapshot, and under the same condition (L1). So an activation
 *     that only doubts its state reads one message and what follows it.
 * L4. The commands of the window before a snapshot are remembered again (remembered.ts): the snapshot names them, or
 *     where their commits begin if there are many.
 * L5. An archive holds everything before it (archiver.ts, AR2): folding starts again with it, whatever other messages
 *     still exist.
 * L6. A history with a missing message is never folded (history.ts, H1).
 */
import { NotUnderstood } from '../activation.js';
import type { Actor, ActorRef, Effect } from '../actor.js';
import { describeGap, gapIn, renamed } from '../event-versions.js';
import { type Links, linkedTo } from '../journal/chain.js';
import type { Commit } from '../journal/commit.js';
import type { LinkedMessage } from '../journal/history.js';
import type { Journal, Snapshot, Written } from '../journal/journal.js';
import { asWritten } from '../trust.js';
import { createRemembered, type Remembered } from './remembered.js';

/** How many commits back a repeated command is recognised, however long ago it was. */
export const REMEMBERED_COMMANDS = 256;

export interface Loaded<State> {
  state: State;
  /** The last commit in `state`; 0 when there is none. */
  seq: number;
  /** What the next message names: the first of them is `seq` (chain.ts). */
  links: Links;
  /** Size of the texts that `state` was read from: its snapshot, if there is one, and the messages since. */
  bytes: number;
  readonly remembered: Remembered;
  /** Timer name → due time of a schedule that is known to be in the journal, ms since the epoch. */
  readonly armed: Map<string, number>;
  commitsSinceSnapshot: number;
}

/** The parts of an actor that fold its history. */
export type FoldableActor<State, Event> = Pick<
  Actor<State, never, Event, Effect, unknown, unknown>,
  'events' | 'initial' | 'evolve' | 'snapshotEvery' | 'stateVersion'
>;

/** Where folding begins. */
interface Base<State> {
  readonly state: State;
  readonly seq: number;
  readonly bytes: number;
  /** Id of the last commit; null before the first one. */
  readonly commandId: string | null;
}

type Commits = AsyncIterable<Commit<unknown>>;

/** Before the first message. */
const BEFORE_ALL = 0;

/**
 * Loads what the journal holds: `kept`, a snapshot if the actor has any, or nothing, and the commits after it. `at`: ms
 * since the epoch. @throws NotUnderstood (L2); JournalDamaged (L6)
 */
export const loadActor = async <State, Event>(
  actor: FoldableActor<State, Event>,
  journal: Journal,
  ref: ActorRef,
  at = 0,
  kept: Loaded<State> | null = null,
): Promise<Loaded<State>> => {
  const continued = kept === null || kept.seq === 0 ? null : await fromKept(actor, journal, ref, at, kept);
  if (continued !== null) return continued;
  if (actor.snapshotEvery === undefined) return fromBeginning(actor, ref, at, journal.read(ref, BEFORE_ALL));
  const [last, snapshot] = await Promise.all([journal.last(ref), journal.loadSnapshot(ref)]);
  const restored = snapshot === null ? null : await fromSnapshot(actor, journal, ref, at, snapshot, last);
  return restored ?? fromBeginning(actor, ref, at, journal.read(ref, BEFORE_ALL, last));
};

/** L3 */
const fromKept = async <State, Event>(
  actor: FoldableActor<State, Event>,
  journal: Journal,
  ref: ActorRef,
  at: number,
  { state, seq, bytes, remembered, commitsSinceSnapshot }: Loaded<State>,
): Promise<Loaded<State> | null> => {
  const commandId = remembered.latest().at(-1) ?? null;
  const fresh: [commandId: string, seq: number][] = [];
  const since = journal.read(ref, seq - 1);
  const folded = await fold(actor, since, ref, { state, seq, bytes, commandId }, (commit) => {
    if (commit.seq > seq) fresh.push([commit.commandId, commit.seq]);
  });
  if (folded === null) return null;
  // Only once everything was read: `remembered` outlives a read that fails.
  for (const [id, place] of fresh) remembered.note(id, place, at);
  return {
    ...folded,
    remembered,
    armed: new Map(),
    commitsSinceSnapshot: commitsSinceSnapshot + fresh.length,
  };
};

const fromSnapshot = async <State, Event>(
  actor: FoldableActor<State, Event>,
  journal: Journal,
  ref: ActorRef,
  at: number,
  snapshot: Snapshot,
  last: LinkedMessage | null,
): Promise<Loaded<State> | null> => {
  if (snapshot.version !== (actor.stateVersion ?? 1)) return null;
  const { seq, commandIds, windowSeq, windowSeqs } = snapshot;
  const commandId = commandIds.at(-1);
  if (commandId === undefined) return null; // L1: it belongs to no commit.
  const remembered = createRemembered(REMEMBERED_COMMANDS, commandIds);
  // L4: an older build records no window, and lets no commits share a message.
  if (windowSeq === undefined) remembered.miss(at);
  const base = { state: asWritten<State>(snapshot.state), seq, bytes: snapshot.bytes ?? 0, commandId };
  const isListed = windowSeqs !== undefined;
  if (isListed)
    for (const [index, commandId] of commandIds.slice(commandIds.length - windowSeqs.length).entries())
      remembered.recall(commandId, windowSeqs[index] ?? seq, at);
  const since = journal.read(ref, (isListed ? seq : Math.min(seq, windowSeq ?? seq)) - 1, last);
  let commits = 0;
  const folded = await fold(actor, since, ref, base, (commit) => {
    if (commit.seq <= seq) {
      if (!isListed) remembered.recall(commit.commandId, commit.seq, at);
      return;
    }
    commits += 1;
    remembered.note(commit.commandId, commit.seq, at);
  });
  return folded === null ? null : { ...folded, remembered, armed: new Map(), commitsSinceSnapshot: commits };
};

const fromBeginning = async <State, Event>(
  actor: FoldableActor<State, Event>,
  ref: ActorRef,
  at: number,
  all: Commits,
): Promise<Loaded<State>> => {
  const remembered = createRemembered(REMEMBERED_COMMANDS);
  const base = { state: actor.initial(ref), seq: 0, bytes: 0, commandId: null };
  let commits = 0;
  const folded = await fold(actor, all, ref, base, (commit) => {
    commits += 1;
    remembered.note(commit.commandId, commit.seq, at);
  });
  const { state, seq, links, bytes } = folded ?? { ...base, links: [] };
  return { state, seq, links, bytes, remembered, armed: new Map(), commitsSinceSnapshot: commits };
};

/** L1: null when the base's last commit is not in its place. `onCommit` is called for all of `commits`, from the base on. */
const fold = async <State, Event>(
  actor: FoldableActor<State, Event>,
  commits: Commits,
  ref: ActorRef,
  base: Base<State>,
  onCommit: (commit: Commit<unknown>) => void,
): Promise<Pick<Loaded<State>, 'state' | 'seq' | 'links' | 'bytes'> | null> => {
  let { state, seq, bytes } = base;
  let links: Links = [];
  let found: string | null = null;
  for await (const commit of commits) {
    if (commit.archived !== undefined && commit.seq > seq) {
      if (base.seq > 0) return null; // L5: the base's commit is in it.
      state = base.state;
    }
    // An archive contains what it names. A message that names nothing continues from what was read before it.
    if (links[0] !== commit.seq) {
      links = commit.archived === undefined ? linkedTo(commit.links ?? links, commit.seq) : [commit.seq];
      if (commit.seq > base.seq) bytes += commit.messageBytes ?? 0;
    }
    // A message may hold several commits: its last one is the base's.
    if (commit.seq === base.seq) found = commit.commandId;
    if (commit.seq > base.seq) {
      if (found !== base.commandId) return null;
      state = evolved(actor, ref, state, commit);
      seq = commit.seq;
    }
    onCommit(commit);
  }
  return found === base.commandId ? { state, seq, links, bytes } : null;
};

const evolved = <State, Event>(
  actor: FoldableActor<State, Event>,
  { kind }: ActorRef,
  before: State,
  written: Commit<unknown>,
): State => {
  const commit = renamed(actor.events, written);
  const gap = gapIn(actor.events, commit);
  // If the version is not too new, a newer build forgot to raise it: any newer build may know the event.
  if (gap !== null)
    throw new NotUnderstood(
      `message ${commit.seq}: ${describeGap(kind, gap)}`,
      Math.max(gap.version, gap.known + 1),
    );
  let state = before;
  for (const event of commit.events) state = actor.evolve(state, asWritten<Event>(event), commit.at);
  return state;
};

/** Records the commands of one more message, which leads to `state`. `at`: ms since the epoch. */
export const record = <State>(
  loaded: Loaded<State>,
  state: State,
  { seq, bytes }: Written,
  commandIds: readonly string[],
  at: number,
): void => {
  loaded.state = state;
  loaded.seq = seq;
  loaded.bytes += bytes;
  loaded.links = linkedTo(loaded.links, seq);
  loaded.commitsSinceSnapshot += commandIds.length;
  for (const commandId of commandIds) loaded.remembered.note(commandId, seq, at);
};

/** `at`: ms since the epoch. */
export const snapshotOf = <State>(
  actor: { readonly stateVersion?: number },
  { seq, state, remembered }: Loaded<State>,
  at: number,
): Snapshot => {
  const snapshot = { seq, version: actor.stateVersion ?? 1, state, commandIds: remembered.latest() };
  const windowSeq = remembered.windowSeq(seq, at);
  if (windowSeq === null) return snapshot;
  const windowSeqs = remembered.windowSeqs(at);
  return windowSeqs === null ? { ...snapshot, windowSeq } : { ...snapshot, windowSeq, windowSeqs };
};
