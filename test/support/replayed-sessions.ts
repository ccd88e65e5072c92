/** Replays the session logs that a service has written. */
import { existsSync, readdirSync } from 'node:fs';
import { type Replayed, replayLogs } from '../../src/replay/run.js';
import { sourcesOf } from '../../src/replay/sources.js';
import { until } from '../../testkit/until.js';

/** Waits for so many whole logs in the directory, and replays all of them. */
export const replayedSessions = async (directory: string, logs: number): Promise<Replayed> => {
  await until(`${logs} session logs are written`, () => {
    const names = existsSync(directory) ? readdirSync(directory) : [];
    return names.filter((name) => name.endsWith('.session.gz')).length >= logs ? true : null;
  });
  return replayLogs(sourcesOf([directory], null), null);
};
