/** Starts a service without its views, and measures how long rebuilding them from the journal takes. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type ParleyProcess, startParley } from '../../testkit/service/parley-process.js';

/** As the service itself logs it (`views.ready`). */
export interface ViewsReady {
  readonly events: number;
  readonly ms: number;
  readonly msPerMillionEvents: number;
}

/** The service in `dataDir` must have stopped. @throws Error when the new one exits before its views are complete */
export const startWithoutViews = async (
  dataDir: string,
  env: Readonly<Record<string, string>>,
): Promise<{ readonly service: ParleyProcess; readonly ready: ViewsReady }> => {
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(dataDir, `views.sqlite${suffix}`), { force: true });
  let onReady = (_line: string): void => undefined;
  const logged = new Promise<string>((resolve) => {
    onReady = resolve;
  });
  const service = await startParley({
    dataDir,
    env: { ...env, PARLEY_LOG_LEVEL: 'info' },
    onLog: (line) => {
      if (line.includes('"views.ready"')) onReady(line);
    },
  });
  const line = await Promise.race([logged, service.ended]);
  if (line === undefined) throw new Error('parley exited before its views were complete');
  const ready: ViewsReady = JSON.parse(line);
  return { service, ready };
};
