/** What becomes of an actor that may be over: decided on what lies in the journal, without looking at anything. Pure. */
import type { Actor, ActorRef, Effect } from './actor.js';
import { type Archive, archiveOf, type Lain } from './archive.js';
import { parseCommits } from './commit.js';
import { gapIn, renamed } from './event-versions.js';
import type { Linked } from './history.js';
import { asWritten } from './trust.js';

/** What of an actor says when it is over. */
export type Ending<State, Event> = Pick<
  Actor<State, never, Event, Effect, unknown, unknown>,
  'kind' | 'events' | 'initial' | 'evolve' | 'timers' | 'effects' | 'archive'
>;

/** What is known besides of those who read the actors' commits. */
export interface Readers {
  /** Reaction → sequence up to which it has handled every commit of the kind, for all reactions that there are. */
  readonly settledUpTo: ReadonlyMap<string, number>;
  /** Whether something about the actor is written down as trouble. */
  readonly isTroubled: (ref: ActorRef) => boolean;
}

export type Verdict =
  /** It goes on, or is not for this build to judge. It is looked at again when it says that it may be over. */
  | { readonly type: 'left' }
  /** A reaction is not through with it. */
  | { readonly type: 'early' }
  /** To be written after `seq`; `version`: that its commits need. */
  | { readonly type: 'archive'; readonly seq: number; readonly version: number; readonly archive: Archive }
  /** There is an archive, at `seq`; `isHeld`: whether all that lies before it is in it, as it is. */
  | { readonly type: 'archived'; readonly seq: number; readonly isHeld: boolean };

/** `messages`: all that lie there of the actor. @throws Error for what is no message of ours, or an archive that cannot be read */
export const verdictOn = <State, Event>(
  actor: Ending<State, Event>,
  ref: ActorRef,
  messages: readonly (Lain & Pick<Linked, 'skips'>)[],
  { settledUpTo, isTroubled }: Readers,
): Verdict => {
  const archived = archivedAmong(messages);
  if (archived !== null) return archived;
  const last = messages.at(-1);
  if (last === undefined || actor.archive === undefined || isTroubled(ref)) return { type: 'left' };
  // What an operator had skipped stays where it is: an archive would hold only what can be read.
  if (messages.some(({ skips = [] }) => skips.length > 0)) return { type: 'left' };
  let state = actor.initial(ref);
  let version = 1;
  for (const { text } of messages)
    for (const written of parseCommits(text)) {
      const commit = renamed(actor.events, written);
      if (gapIn(actor.events, commit) !== null) return { type: 'left' };
      version = Math.max(version, commit.version);
      for (const event of commit.events) state = actor.evolve(state, asWritten<Event>(event), commit.at);
    }
  const isOver = actor.archive.isOver(state) && isEmpty(actor.timers(state)) && isEmpty(actor.effects(state));
  if (!isOver) return { type: 'left' };
  if ([...settledUpTo.values()].some((seq) => seq < last.seq)) return { type: 'early' };
  const archive: Archive = { settled: [...settledUpTo.keys()].sort(), messages };
  return { type: 'archive', seq: last.seq, version, archive };
};

const isEmpty = (wanted: object): boolean => Object.keys(wanted).length === 0;

const archivedAmong = (messages: readonly Lain[]): Extract<Verdict, { type: 'archived' }> | null => {
  for (const [index, { seq, text }] of messages.entries()) {
    const archive = archiveOf(text);
    if (archive === null) continue;
    const held = new Map(archive.messages.map((message) => [message.seq, message.text]));
    return {
      type: 'archived',
      seq,
      isHeld: messages.slice(0, index).every((lain) => held.get(lain.seq) === lain.text),
    };
  }
  return null;
};
