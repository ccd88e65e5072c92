/** Replays the sessions of logs, one step at a time. */
import { sessionBuild } from '../../media/driver/session-build.js';
import { type Comparison, createComparison, type SessionComparison } from '../../media/replay/comparison.js';
import type { SessionBrief } from '../../media/session/io.js';
import { logEntries } from '../../media/session/log.js';
import type { LogEnd } from '../../media/session/log-records.js';
import { ConfigError } from '../config/error.js';
import type { Change } from './changes.js';
import type { LogSource } from './sources.js';

/** A session of a log. */
export interface ReplayedSession extends SessionComparison {
  /** The log that it is from. */
  readonly log: string;
  /** Its number in the log, from 1: a call has one on each node, and another each time its media has ended. */
  readonly session: number;
  /** Parts of it that cannot be read. */
  readonly torn: number;
  /** Why the node stopped writing before the session ended; null: it did not. */
  readonly incomplete: LogEnd | null;
}

/** A log that could not be replayed. */
interface Unreadable {
  readonly log: string;
  readonly reason: string;
}

export interface Replayed {
  readonly sessions: readonly ReplayedSession[];
  readonly unreadable: readonly Unreadable[];
  /** The build that replays. */
  readonly build: string;
}

/** `onSession` is notified of each session at its end, in order. */
export const replayLogs = async (
  sources: readonly LogSource[],
  change: Change | null,
  onSession: (session: ReplayedSession) => void = () => undefined,
): Promise<Replayed> => {
  const sessions: ReplayedSession[] = [];
  const unreadable: Unreadable[] = [];
  for (const source of sources)
    try {
      for await (const session of replayLog(source, change)) {
        sessions.push(session);
        onSession(session);
      }
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      unreadable.push({ log: source.name, reason: error.message });
    }
  return { sessions, unreadable, build: sessionBuild() };
};

interface OpenSession {
  readonly number: number;
  readonly comparison: Comparison;
  torn: number;
  incomplete: LogEnd | null;
}

async function* replayLog({ name, read }: LogSource, change: Change | null): AsyncGenerator<ReplayedSession> {
  let current: OpenSession | null = null;
  let sessions = 0;
  const ended = ({ number, comparison, torn, incomplete }: OpenSession): ReplayedSession => ({
    log: name,
    session: number,
    torn,
    incomplete,
    ...comparison.end(),
  });
  // One entry at a time: a log that is unpacked as a whole would be many times as large.
  for (const entry of logEntries(await read())) {
    if (entry.type === 'session') {
      if (current !== null) yield ended(current);
      sessions += 1;
      const { brief, build } = entry;
      const comparison = createComparison({ brief, build }, change === null ? null : changed(brief, change));
      current = { number: sessions, comparison, torn: 0, incomplete: null };
    } else if (current === null) throw new ConfigError('it is not a session log');
    else if (entry.type === 'torn') current.torn += 1;
    else if (entry.type === 'end') current.incomplete = entry.why;
    else current.comparison.take(entry.logged);
  }
  if (current === null) throw new ConfigError('it is empty');
  yield ended(current);
}

/** The brief of another build may lack what a change needs. */
const changed = (brief: SessionBrief, change: Change): SessionBrief => {
  try {
    return change(brief);
  } catch {
    throw new ConfigError('its settings are of another build, which the change does not fit');
  }
};
