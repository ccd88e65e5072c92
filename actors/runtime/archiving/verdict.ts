/** Decides what becomes of an actor that may have ended, from its messages in the journal alone. Pure. */
import type { Actor, ActorRef, Effect } from '../actor.js';
import { gapIn, renamed } from '../event-versions.js';
import { type Archive, archiveOf, type RawMessage } from '../journal/archive.js';
import { parseCommits } from '../journal/commit.js';
import type { LinkedMessage } from '../journal/history.js';
import { asWritten } from '../trust.js';

/** The parts of an actor that determine whether it has ended. */
export type ArchivableActor<State, Event> = Pick<
  Actor<State, never, Event, Effect, unknown, unknown>,
  'kind' | 'events' | 'initial' | 'evolve' | 'timers' | 'effects' | 'archive'
>;

/** What is known about the readers of the actors' commits. */
export interface Readers {
  /** Reaction → sequence up to which it has handled every commit of the kind, for all existing reactions. */
  readonly settledUpTo: ReadonlyMap<string, number>;
  /** Whether trouble is noted about the actor. */
  readonly isTroubled: (ref: ActorRef) => boolean;
}

export type Verdict =
  /** It is still active, or this build cannot judge it. It is checked again when it next says that it may have ended. */
  | { readonly type: 'left' }
  /** A reaction has not handled all of it. */
  | { readonly type: 'early' }
  /** To be written after `seq`; `version`: the one that its commits need. */
  | { readonly type: 'archive'; readonly seq: number; readonly version: number; readonly archive: Archive }
  /** There is an archive at `seq`; `isHeld`: whether it holds everything before it, unchanged. */
  | { readonly type: 'archived'; readonly seq: number; readonly isHeld: boolean };

/**
 * `messages`: all of the actor's messages in the journal. @throws Error for a message that is not ours, or an archive
 * that cannot be read
 */
export const verdictOn = <State, Event>(
  actor: ArchivableActor<State, Event>,
  ref: ActorRef,
  messages: readonly (RawMessage & Pick<LinkedMessage, 'skips'>)[],
  { settledUpTo, isTroubled }: Readers,
): Verdict => {
  const archived = archivedAmong(messages);
  if (archived !== null) return archived;
  const last = messages.at(-1);
  if (last === undefined || actor.archive === undefined || isTroubled(ref)) return { type: 'left' };
  // Skipped messages stay in the journal: an archive would hold only what can be read.
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
  const isFinished =
    actor.archive.isFinished(state) && isEmpty(actor.timers(state)) && isEmpty(actor.effects(state));
  if (!isFinished) return { type: 'left' };
  if ([...settledUpTo.values()].some((seq) => seq < last.seq)) return { type: 'early' };
  const archive: Archive = { settled: [...settledUpTo.keys()].sort(), messages };
  return { type: 'archive', seq: last.seq, version, archive };
};

const isEmpty = (wanted: object): boolean => Object.keys(wanted).length === 0;

const archivedAmong = (messages: readonly RawMessage[]): Extract<Verdict, { type: 'archived' }> | null => {
  for (const [index, { seq, text }] of messages.entries()) {
    const archive = archiveOf(text);
    if (archive === null) continue;
    const held = new Map(archive.messages.map((message) => [message.seq, message.text]));
    return {
      type: 'archived',
      seq,
      isHeld: messages.slice(0, index).every((message) => held.get(message.seq) === message.text),
    };
  }
  return null;
};
