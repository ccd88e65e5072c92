/** What a message of the journal tells open pages. */
import type { ActorRef } from '../../actors/runtime/actor.js';
import { archiveOf } from '../../actors/runtime/archive.js';
import { type Commit, parseCommits } from '../../actors/runtime/commit.js';
import { isJournalEvent, renamed } from '../../actors/runtime/event-versions.js';
import { LIVE_SOURCES, type SourceViews, type Telling } from './sources.js';

/** What one of its events tells. */
export type Item = Telling & {
  /** Its place among the events of the message. */
  readonly index: number;
};

/** A message, read. */
export interface Told {
  readonly seq: number;
  /** When the server stored it, ms since the epoch. */
  readonly mark: number;
  /** In their order; none when pages are told nothing of it. */
  readonly items: readonly Item[];
}

/** Subjects of all that pages are told of, of one business or of all. */
export const subjectsOf = (shard: number, businessId = '*'): readonly string[] =>
  LIVE_SOURCES.map(({ kind }) => `evt.${shard}.${kind}.${businessId}.*`);

/**
 * What it tells. Of an archive nothing: what it holds was told when it happened. The views hold it by then, and the build
 * can read it, since they do. Null: they do not know the actor. @throws Error for what is no commit
 */
export const itemsIn = (views: SourceViews, ref: ActorRef, text: string): readonly Item[] | null => {
  const source = LIVE_SOURCES.find(({ kind }) => kind === ref.kind);
  if (source === undefined || archiveOf(text) !== null) return [];
  const tell = source.of(views, ref.business, ref.id);
  if (tell === null) return null;
  let index = -1;
  return parseCommits(text).flatMap((told) => {
    const commit: Pick<Commit<unknown>, 'at' | 'events'> = renamed(source.versions, told);
    return commit.events.flatMap((event) => {
      index += 1;
      const at = index;
      return isJournalEvent(event)
        ? tell(event, commit.at).map((telling) => ({ ...telling, index: at }))
        : [];
    });
  });
};
