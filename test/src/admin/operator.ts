/** `parley admin` in this process, at a nats-server that the tests of these commands share. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { type Admin, asAdmin } from '../../../src/admin/as-admin.js';
import type { Lifetime } from '../../../testkit/lifetime.js';
import { startNats, type TestNats } from '../../../testkit/nats/server.js';
import { admin } from '../../../testkit/service/admin.js';

/** What a command prints. @throws the error that it reports */
export type RunCommand = (...args: readonly string[]) => Promise<Readonly<Record<string, unknown>>>;

export interface Operator {
  /** Runs `parley admin <args>`. */
  readonly run: RunCommand;
  readonly nats: TestNats;
  /** Addresses actors as commands do, for what no command creates. */
  readonly as: <T>(work: (admin: Admin) => Promise<T>) => Promise<T>;
  /** The data directory of the commands; files for them may be written into it. */
  readonly dataDir: string;
}

/** A business that exists nowhere. */
export const UNKNOWN = '00000000-0000-4000-8000-000000000000';

let shared: Promise<Operator> | null = null;
/** Commands that are running here, in all files of this process. */
let running = 0;

/** A server of its own, for a test that damages what is stored. `lifetime` ends it. */
export const startOperator = async (lifetime: Lifetime): Promise<Operator> => {
  const nats = await startNats(lifetime);
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-admin-'));
  lifetime.teardown(() => rmSync(dataDir, { recursive: true, force: true }));
  // Servers of tools and providers are on this machine.
  const env = { PARLEY_NATS_URL: nats.url, PARLEY_DEVELOPMENT: '1' };
  const run: RunCommand = async (...args) => {
    // Commands read the environment; other files of this process must not find the server in it.
    running += 1;
    Object.assign(process.env, env);
    try {
      return await admin(dataDir, ...args);
    } finally {
      running -= 1;
      if (running === 0) for (const name of Object.keys(env)) delete process.env[name];
    }
  };
  return { run, nats, dataDir, as: (work) => asAdmin({ dataDir }, work, { ...process.env, ...env }) };
};

/** It ends with the process. */
export const sharedOperator = (): Promise<Operator> => {
  shared ??= startOperator(t);
  return shared;
};

/** Creates a business; resolves with its id. */
export const createBusiness = async ({ run }: Operator, ...options: readonly string[]): Promise<string> =>
  String((await run('business', 'create', '--name', 'Acme', ...options)).businessId);

/** Writes a file that a command reads; resolves with its path. */
export const fileAt = ({ dataDir }: Operator, name: string, content: string): string => {
  const path = join(dataDir, name);
  writeFileSync(path, content);
  return path;
};
