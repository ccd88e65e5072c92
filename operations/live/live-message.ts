/** What a message of the journal publishes to open pages. */
import type { ActorRef } from '../../actors/runtime/actor.js';
import { isJournalEvent, renamed } from '../../actors/runtime/event-versions.js';
import { archiveOf } from '../../actors/runtime/journal/archive.js';
import { type Commit, parseCommits } from '../../actors/runtime/journal/commit.js';
import { PUBLIC_SOURCES } from '../public-events/catalogue.js';
import type { LiveUpdate, PublicViews } from '../public-events/source.js';

/** What one event of the message publishes. */
export type Item = LiveUpdate & {
  /** Its place among the events of the message. */
  readonly index: number;
};

/** A parsed message. */
export interface LiveMessage {
  readonly seq: number;
  /** When the server stored it, ms since the epoch. */
  readonly mark: number;
  /** In order; empty if nothing is published. */
  readonly items: readonly Item[];
}

/** Subjects of everything that is published to pages, of one business or of all. */
export const subjectsOf = (shard: number, businessId = '*'): readonly string[] =>
  PUBLIC_SOURCES.map(({ kind }) => `evt.${shard}.${kind.name}.${businessId}.*`);

/**
 * What a message publishes. An archive publishes nothing: its contents were published when they happened. The views hold
 * the message by then, so this build can read it. Null: they do not know the actor. @throws Error if it is not a commit
 */
export const itemsIn = (views: PublicViews, ref: ActorRef, text: string): readonly Item[] | null => {
  const source = PUBLIC_SOURCES.find(({ kind }) => kind.name === ref.kind);
  if (source === undefined || archiveOf(text) !== null) return [];
  const mapEvent = source.liveOf(views, ref.business, ref.id);
  if (mapEvent === null) return null;
  let index = -1;
  return parseCommits(text).flatMap((parsed) => {
    const commit: Pick<Commit<unknown>, 'at' | 'events'> = renamed(source.kind.versions, parsed);
    return commit.events.flatMap((event) => {
      index += 1;
      const at = index;
      return isJournalEvent(event)
        ? mapEvent(event, commit.at).map((update) => ({ ...update, index: at }))
        : [];
    });
  });
};
