/**
 * Commits, and the messages of the journal that hold them (docs/decisions/013-commits-that-waited-share-a-message.md).
 *
 * A message holds one commit, or several of one actor that were decided on one after the other and written at once. It
 * guarantees:
 * C1. What reads a message gets all of its commits, in their order, or none.
 * C2. A build that does not know the shared form takes it for a commit of a version that it cannot read, and waits for an
 *     upgrade instead of missing what happened (event-versions.ts). So its version is a shared one ({@link sharedVersion}).
 * C3. What reads an archive gets the commits of all messages that it holds (archive.ts), each with the place that it had.
 */
import { isRecord } from '../../schemas/json.js';
import { archiveIn } from './archive.js';
import type { Links } from './chain.js';

/** The events of one command (docs/architecture.md "The journal"). */
export interface Commit<Event> {
  /** Of its message in the shard's stream; 0 before it is written. */
  readonly seq: number;
  /** Among the commits of its message; undefined: 0, the first one. A commit is named by {@link nameOf}. */
  readonly place?: number;
  /** Sequence of the message in which it lay before that was archived (archive.ts); undefined: it lies there still. */
  readonly archived?: number;
  /** What its message names (chain.ts); null: nothing; undefined: it was not read. */
  readonly links?: Links | null;
  /** Of the text of its message; undefined: it was not read. */
  readonly messageBytes?: number;
  readonly commandId: string;
  /** ms since the epoch. */
  readonly at: number;
  /** Of the actor's kind, needed to read it (event-versions.ts). */
  readonly version: number;
  readonly events: readonly Event[];
}

/** What names a commit for ever, wherever it lies by now. */
export const nameOf = ({
  seq,
  place = 0,
  archived = seq,
}: Pick<Commit<unknown>, 'seq' | 'place' | 'archived'>): {
  readonly seq: number;
  readonly place: number;
} => ({
  seq: archived,
  place,
});

/** A commit that is to be written; without a version everybody can read it. */
export type NewCommit = Pick<Commit<unknown>, 'commandId' | 'at' | 'events'> &
  Partial<Pick<Commit<unknown>, 'version'>>;

/** A commit as its message tells it. */
type Told = Omit<Commit<unknown>, 'seq'>;

/** Above every version of a kind: no kind's events were changed so often. */
const SHARED = 1_000_000;

/** What an older build takes a shared message for that needs `version` of its kind, and asks for (C2). */
export const sharedVersion = (version: number): number => SHARED + version;

/** The text of a commit, for a message of its own or, with others, for {@link sharedMessage}. */
export const commitText = ({ version = 1, commandId, at, events }: NewCommit): string =>
  JSON.stringify(version > 1 ? { commandId, at, events, version } : { commandId, at, events });

/** A message of several commits. `version`: the highest of theirs; `texts`: of {@link commitText}, in their order. */
export const sharedMessage = (version: number, texts: readonly string[]): string =>
  // What comes first is for builds that know no other form.
  `{"commandId":"","at":0,"events":[],"version":${sharedVersion(version)},"commits":[${texts.join(',')}]}`;

/** The commits of a message, its text parsed; null where it holds none of ours. @throws Error for an archive that is damaged */
export const commitsIn = (message: unknown): readonly Told[] | null => {
  const archive = archiveIn(message);
  if (archive === null) return commitsLying(message);
  const told = archive.messages.flatMap(({ seq, text }) =>
    (commitsLying(JSON.parse(text)) ?? [null]).map((commit) => commit && { ...commit, archived: seq }),
  );
  const whole = told.filter((commit) => commit !== null);
  return whole.length === told.length ? whole : null; // C1
};

/** Of a message that is no archive. */
const commitsLying = (message: unknown): readonly Told[] | null => {
  if (!isRecord(message)) return null;
  const { commits } = message;
  if (commits === undefined) {
    const alone = commitIn(message, 0);
    return alone === null ? null : [alone];
  }
  if (!Array.isArray(commits) || commits.length === 0) return null;
  const told = commits.map((commit, place) => (isRecord(commit) ? commitIn(commit, place) : null));
  const whole = told.filter((commit) => commit !== null);
  return whole.length === told.length ? whole : null; // C1
};

const commitIn = (value: Readonly<Record<string, unknown>>, place: number): Told | null => {
  const { commandId, at, version, events } = value;
  if (typeof commandId !== 'string' || typeof at !== 'number' || !Array.isArray(events)) return null;
  // One that says no version is older than versions are, or needs none.
  return { place, commandId, at, version: typeof version === 'number' ? version : 1, events };
};

/** What we wrote ourselves; a message that is something else is a corrupt journal. @throws Error */
export const parseCommits = (text: string): readonly Told[] => {
  const commits = commitsIn(JSON.parse(text));
  if (commits === null) throw new Error('the journal holds a message that is no commit');
  return commits;
};
