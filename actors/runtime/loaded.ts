/** An actor's state as the journal holds it: how it is read, and how it follows the commits that are written. */
import type { Actor, ActorRef, Effect } from './actor.js';
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

type Folding<State, Event> = Pick<
  Actor<State, never, Event, Effect, unknown>,
  'initial' | 'evolve' | 'snapshotEvery' | 'stateVersion'
>;

/** The snapshot, where the actor keeps any, and the commits after it. */
export const loadActor = async <State, Event>(
  actor: Folding<State, Event>,
  journal: Journal,
  ref: ActorRef,
): Promise<Loaded<State>> => {
  const loaded = startOf(
    actor,
    ref,
    actor.snapshotEvery === undefined ? null : await journal.loadSnapshot(ref),
  );
  for await (const commit of journal.read(ref, loaded.seq)) {
    let state = loaded.state;
    for (const event of commit.events) state = actor.evolve(state, asWritten<Event>(event), commit.at);
    record(loaded, state, commit.seq, commit.commandId);
  }
  return loaded;
};

const startOf = <State, Event>(
  actor: Folding<State, Event>,
  ref: ActorRef,
  snapshot: Snapshot | null,
): Loaded<State> => {
  const usable = snapshot !== null && snapshot.version === (actor.stateVersion ?? 1) ? snapshot : null;
  return {
    state: usable === null ? actor.initial(ref) : asWritten<State>(usable.state),
    seq: usable?.seq ?? 0,
    commandIds: [...(usable?.commandIds ?? [])],
    armed: new Map(),
    commitsSinceSnapshot: 0,
  };
};

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
