/**
 * Commits, and the messages of the journal that hold them (docs/explanation/decisions/013-commits-that-waited-share-a-message.md).
 *
 * A message holds one commit, or several of one actor that were decided one after the other and written at once. It
 * guarantees:
 * C1. A reader of a message gets all of its commits, in their order, or none.
 * C2. A build that does not know the shared form treats it as a commit of a version that it cannot read, and waits for
 *     an upgrade instead of missing events (event-versions.ts). So its version is a shared one ({@link sharedVersion}).
 * C3. A reader of an archive gets the commits of all messages that it holds (archive.ts), each with its original place.
 */
import { isRecord } from '../../../schemas/json.js';
import { archiveIn } from './archive.js';
import type { Links } from './chain.js';

/** The events of one command (docs/explanation/architecture/journal.md). */
export interface Commit<Event> {
  /** Sequence of its message in the shard's stream; 0 before it is written. */
  readonly seq: number;
  /** Place among the commits of its message; undefined: 0, the first one. {@link nameOf} names a commit. */
  readonly place?: number;
  /** Sequence of the message that held it before that was archived (archive.ts); undefined: it was not archived. */
  readonly archived?: number;
  /** What its message names (chain.ts); null: nothing; undefined: not read. */
  readonly links?: Links | null;
  /** Size of its message's text; undefined: not read. */
  readonly messageBytes?: number;
  readonly commandId: string;
  /** ms since the epoch. */
  readonly at: number;
  /** Version of the actor's kind that is needed to read it (event-versions.ts). */
  readonly version: number;
  readonly events: readonly Event[];
}

/** The permanent name of a commit, wherever it is stored by now. */
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

/** A commit to be written; without a version every build can read it. */
export type NewCommit = Pick<Commit<unknown>, 'commandId' | 'at' | 'events'> &
  Partial<Pick<Commit<unknown>, 'version'>>;

/** A commit as its message holds it. */
type ParsedCommit = Omit<Commit<unknown>, 'seq'>;

/** Above every version of a kind: no kind's events change that often. */
const SHARED = 1_000_000;

/** The version that an older build reads from a shared message that needs `version` of its kind, and asks for (C2). */
export const sharedVersion = (version: number): number => SHARED + version;

/** The text of a commit, for a message of its own or, with others, for {@link sharedMessage}. */
export const commitText = ({ version = 1, commandId, at, events }: NewCommit): string =>
  JSON.stringify(version > 1 ? { commandId, at, events, version } : { commandId, at, events });

/** A message of several commits. `version`: the highest of theirs; `texts`: from {@link commitText}, in their order. */
export const sharedMessage = (version: number, texts: readonly string[]): string =>
  // The first fields are for builds that know no other form.
  `{"commandId":"","at":0,"events":[],"version":${sharedVersion(version)},"commits":[${texts.join(',')}]}`;

/** The commits of a message, whose text is parsed; null if it holds none of ours. @throws Error if an archive is damaged */
export const commitsIn = (message: unknown): readonly ParsedCommit[] | null => {
  const archive = archiveIn(message);
  if (archive === null) return plainCommitsIn(message);
  const parsed = archive.messages.flatMap(({ seq, text }) =>
    (plainCommitsIn(JSON.parse(text)) ?? [null]).map((commit) => commit && { ...commit, archived: seq }),
  );
  const complete = parsed.filter((commit) => commit !== null);
  return complete.length === parsed.length ? complete : null; // C1
};

/** The commits of a message that is not an archive. */
const plainCommitsIn = (message: unknown): readonly ParsedCommit[] | null => {
  if (!isRecord(message)) return null;
  const { commits } = message;
  if (commits === undefined) {
    const alone = commitIn(message, 0);
    return alone === null ? null : [alone];
  }
  if (!Array.isArray(commits) || commits.length === 0) return null;
  const parsed = commits.map((commit, place) => (isRecord(commit) ? commitIn(commit, place) : null));
  const complete = parsed.filter((commit) => commit !== null);
  return complete.length === parsed.length ? complete : null; // C1
};

const commitIn = (value: Readonly<Record<string, unknown>>, place: number): ParsedCommit | null => {
  const { commandId, at, version, events } = value;
  if (typeof commandId !== 'string' || typeof at !== 'number' || !Array.isArray(events)) return null;
  // A commit without a version is older than versions are, or needs none.
  return { place, commandId, at, version: typeof version === 'number' ? version : 1, events };
};

/** The commits of a message that we wrote; any other message means that the journal is corrupt. @throws Error */
export const parseCommits = (text: string): readonly ParsedCommit[] => {
  const commits = commitsIn(JSON.parse(text));
  if (commits === null) throw new Error('the journal contains a message that is not a commit');
  return commits;
};
