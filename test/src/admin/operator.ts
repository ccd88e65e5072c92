/** `parley admin` in this process, at a nats-server that the tests of these commands share. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { startNats, type TestNats } from '../../../testkit/nats/server.js';
import { admin } from '../../../testkit/service/admin.js';

/** What a command prints. @throws the error that it reports */
export type RunCommand = (...args: readonly string[]) => Promise<Readonly<Record<string, unknown>>>;

export interface Operator {
  /** Runs `parley admin <args>`. */
  readonly run: RunCommand;
  readonly nats: TestNats;
  /** The data directory of the commands; files for them may be written into it. */
  readonly dataDir: string;
}

/** A business that exists nowhere. */
export const UNKNOWN = '00000000-0000-4000-8000-000000000000';

let shared: Promise<Operator> | null = null;

const start = async (): Promise<Operator> => {
  const nats = await startNats(t);
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-admin-'));
  t.teardown(() => rmSync(dataDir, { recursive: true, force: true }));
  const run: RunCommand = async (...args) => {
    // Commands read the environment; other files of this process must not find the server in it.
    process.env.PARLEY_NATS_URL = nats.url;
    try {
      return await admin(dataDir, ...args);
    } finally {
      delete process.env.PARLEY_NATS_URL;
    }
  };
  return { run, nats, dataDir };
};

/** It ends with the process. */
export const sharedOperator = (): Promise<Operator> => {
  shared ??= start();
  return shared;
};

/** Creates a business; resolves with its id. */
export const createBusiness = async ({ run }: Operator, ...options: readonly string[]): Promise<string> =>
  String((await run('business', 'create', '--name', 'Acme', ...options)).businessId);
