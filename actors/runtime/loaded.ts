/**
 * An actor's state as the journal holds it: how it is read, and how it follows the commits that are written.
 *
 * It guarantees:
 * L1. A snapshot counts only if the commit that it was taken at lies at its place: one that outlived its journal (a
 *     restored backup, a power cut) is passed over.
 * L2. What this build cannot read is never passed over: {@link NotUnderstood}.
 */
import { NotUnderstood } from './activation.js';
import type { Actor, ActorRef, Effect } from './actor.js';
import type { Commit } from './commit.js';
import { describeGap, gapIn, renamed } from './event-versions.js';
import type { Journal, Snapshot } from './journal.js';
import { asWritten } from './trust.js';

/** How many commits back a repeated command is recognised. */
export const REMEMBERED_COMMANDS = 256;

export interface Loaded<State> {
  state: State;
  /** The last commit in `state`; 0 when there is none. */
  seq: number;
  /** Of the last commits, oldest first. */
  readonly commandIds: string[];
  /** Timer name → due time for which a schedule is known to lie in the journal, ms since the epoch. */
  readonly armed: Map<string, number>;
  commitsSinceSnapshot: number;
}

/** What of an actor folds its history. */
export type Folding<State, Event> = Pick<
  Actor<State, never, Event, Effect, unknown, unknown>,
  'events' | 'initial' | 'evolve' | 'snapshotEvery' | 'stateVersion'
>;

/** The snapshot, where the actor keeps any, and the commits after it. @throws NotUnderstood (L2) */
export const loadActor = async <State, Event>(
  actor: Folding<State, Event>,
  journal: Journal,
  ref: ActorRef,
): Promise<Loaded<State>> => {
  const snapshot = actor.snapshotEvery === undefined ? null : await journal.loadSnapshot(ref);
  if (snapshot !== null && snapshot.version === (actor.stateVersion ?? 1)) {
    const loaded = await foldAfter(actor, journal, ref, snapshot);
    if (loaded !== null) return loaded;
  }
  const loaded = startAt(actor.initial(ref), 0, []);
  for await (const commit of journal.read(ref, 0)) fold(actor, ref, loaded, commit);
  return loaded;
};

/** L1: null when the snapshot's last commit does not lie where it should. */
const foldAfter = async <State, Event>(
  actor: Folding<State, Event>,
  journal: Journal,
  ref: ActorRef,
  { seq, state, commandIds }: Snapshot,
): Promise<Loaded<State> | null> => {
  const loaded = startAt(asWritten<State>(state), seq, commandIds);
  let found = false;
  for await (const commit of journal.read(ref, seq - 1)) {
    if (found) fold(actor, ref, loaded, commit);
    else if (commit.seq !== seq || commit.commandId !== commandIds.at(-1)) return null;
    found = true;
  }
  return found ? loaded : null;
};

const fold = <State, Event>(
  actor: Folding<State, Event>,
  { kind }: ActorRef,
  loaded: Loaded<State>,
  written: Commit<unknown>,
): void => {
  const commit = renamed(actor.events, written);
  const gap = gapIn(actor.events, commit);
  // Where the version says nothing, a newer build forgot to raise it: whoever is newer than this one may know.
  if (gap !== null) throw new NotUnderstood(describeGap(kind, gap), Math.max(gap.version, gap.known + 1));
  let { state } = loaded;
  for (const event of commit.events) state = actor.evolve(state, asWritten<Event>(event), commit.at);
  record(loaded, state, commit.seq, commit.commandId);
};

const startAt = <State>(state: State, seq: number, commandIds: readonly string[]): Loaded<State> => ({
  state,
  seq,
  commandIds: [...commandIds],
  armed: new Map(),
  commitsSinceSnapshot: 0,
});

/** Notes one more commit, which leads to `state`. */
export const record = <State>(loaded: Loaded<State>, state: State, seq: number, commandId: string): void => {
  loaded.state = state;
  loaded.seq = seq;
  loaded.commitsSinceSnapshot += 1;
  loaded.commandIds.push(commandId);
  if (loaded.commandIds.length > REMEMBERED_COMMANDS) loaded.commandIds.shift();
};

export const snapshotOf = <State>(
  actor: { readonly stateVersion?: number },
  { seq, state, commandIds }: Loaded<State>,
): Snapshot => ({ seq, version: actor.stateVersion ?? 1, state, commandIds: [...commandIds] });
