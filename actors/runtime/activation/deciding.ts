/**
 * Decides waiting commands one after the other, each on the state that the ones before it lead to. Pure.
 *
 * It guarantees:
 * DT1. The decision on a command is the one that would be made if the commands before it had been written separately.
 * DT2. A refusal, a command that changes nothing and one that is already known (activate.ts, A3) lead to no commit, and
 *      the rest continues.
 * DT3. A fault of ours, or a command unknown to this build, comes last in what is decided, and alone: nothing that it
 *      may spoil is written with it.
 * DT4. One message has at most {@link MAX_COMMITS} commits, {@link MAX_EVENTS} events and {@link MAX_BYTES}, or is
 *      one commit. Commits with events that need a message of their own are alone.
 */
import { DomainError } from '../../../schemas/errors.js';
import type { Actor, AnyCommand, Effect, Envelope, TimerDue } from '../actor.js';
import { isJournalEvent, versionNeeded } from '../event-versions.js';
import { commitText, type NewCommit } from '../journal/commit.js';
import { decisionOn } from './actor-results.js';

/** As many commands as a busy actor receives while one message is written. */
const MAX_COMMITS = 256;
/** A quarter of the row numbers of a message (views/kernel/stored-event.ts). */
const MAX_EVENTS = 1_024;
/** A quarter of the server's default limit for a message. */
const MAX_BYTES = 256 * 1_024;

/** The outcome of a command. */
export type Decision<State> =
  /** `state`: after the command. `commits`: how many were decided so far, its own included. */
  | { readonly type: 'accepted'; readonly state: State; readonly commits: number }
  | { readonly type: 'refused'; readonly error: unknown };

/** The decisions on the first of the waiting commands. */
export interface Decided<State> {
  readonly decisions: readonly Decision<State>[];
  readonly commits: readonly (NewCommit & { readonly version: number })[];
  /** {@link commitText} of the commits; empty if there are fewer than two. */
  readonly texts: readonly string[];
  readonly state: State;
  /** DT3: the only command led to an error that is not a refusal. */
  readonly isFault: boolean;
}

/** Decides at least the first command. `room`: how many commits may share a message. */
export const decideTogether = <State, Command extends AnyCommand, Event, Fx extends Effect, Replies, Queries>(
  actor: Actor<State, Command, Event, Fx, Replies, Queries>,
  before: State,
  has: (commandId: string) => boolean,
  envelopes: readonly Envelope<Command | TimerDue>[],
  room: number,
): Decided<State> => {
  const decisions: Decision<State>[] = [];
  const written = createMessage(actor, Math.min(room, MAX_COMMITS));
  let state = before;
  for (const envelope of envelopes) {
    const { commandId, at } = envelope;
    if (!has(commandId) && !written.has(commandId)) {
      let next = state;
      let events: readonly Event[];
      try {
        events = decisionOn(actor, state, envelope);
        for (const event of events) next = actor.evolve(next, event, at);
      } catch (error) {
        if (!(error instanceof DomainError)) {
          if (decisions.length > 0) break; // DT3: its turn comes once those before it are written.
          return { decisions: [{ type: 'refused', error }], commits: [], texts: [], state, isFault: true };
        }
        decisions.push({ type: 'refused', error });
        continue;
      }
      if (events.length > 0 && !written.tryAdd(commandId, at, events)) break;
      state = next;
    }
    decisions.push({ type: 'accepted', state, commits: written.content().commits.length });
  }
  return { ...written.content(), decisions, state, isFault: false };
};

/** The commits of one message, as they are decided (DT4). */
const createMessage = (
  actor: { readonly events: Parameters<typeof versionNeeded>[0]; readonly alone?: readonly string[] },
  room: number,
) => {
  const commits: (NewCommit & { readonly version: number })[] = [];
  const texts: string[] = [];
  const ids = new Set<string>();
  let events = 0;
  let bytes = 0;
  let isClosed = false;
  const isAlone = (event: unknown): boolean =>
    isJournalEvent(event) && actor.alone?.includes(event.type) === true;

  const note = (text: string): void => {
    texts.push(text);
    bytes += Buffer.byteLength(text);
  };
  return {
    has: (commandId: string): boolean => ids.has(commandId),
    /** False if there is no room for it. */
    tryAdd: (commandId: string, at: number, added: readonly unknown[]): boolean => {
      const commit = { commandId, at, version: versionNeeded(actor.events, added), events: added };
      const wantsAll = added.some(isAlone);
      if (commits.length > 0) {
        if (isClosed || wantsAll || commits.length >= room || events + added.length > MAX_EVENTS)
          return false;
        // The text of a commit that stays alone is not needed.
        if (texts.length === 0 && commits[0] !== undefined) note(commitText(commits[0]));
        const text = commitText(commit);
        if (bytes + Buffer.byteLength(text) > MAX_BYTES) {
          isClosed = true;
          return false;
        }
        note(text);
      }
      commits.push(commit);
      ids.add(commandId);
      events += added.length;
      isClosed ||= wantsAll;
      return true;
    },
    content: () => ({ commits, texts }),
  };
};
