/**
 * Restate: a command is a call of a virtual object's handler over its HTTP ingress, which answers once its log has the
 * call on disk. Server and SDK are not dependencies; they are expected where {@link installLine} installs them.
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Pool } from 'undici';
import type { OwnLifetime } from '../../../testkit/lifetime.js';
import { freePorts } from '../../../testkit/sockets/free-port.js';
import { until } from '../../../testkit/until.js';
import { startChild } from '../../gauges/child.js';
import { type CommandSubject, LANES } from './subject.js';

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 5_000;
const ANSWER_TIMEOUT_MS = 10_000;

const folderOf = (cacheDir: string): string => join(cacheDir, 'restate');
const binaryIn = (folder: string): string =>
  join(folder, `node_modules/@restatedev/restate-server-linux-${process.arch}/bin/restate-server`);

/** The command that installs Restate where it is expected. */
export const installLine = (cacheDir: string): string =>
  `npm install --ignore-scripts --prefix ${folderOf(cacheDir)} @restatedev/restate-server @restatedev/restate-sdk`;

/** The installed versions; null if it is not installed. */
export const restateVersions = (cacheDir: string): Readonly<Record<string, string>> | null => {
  const folder = folderOf(cacheDir);
  if (!existsSync(binaryIn(folder))) return null;
  const versionOf = (name: string): string => {
    const { version }: { readonly version: string } = JSON.parse(
      readFileSync(join(folder, 'node_modules/@restatedev', name, 'package.json'), 'utf8'),
    );
    return version;
  };
  return { 'restate-server': versionOf('restate-server'), 'restate-sdk': versionOf('restate-sdk') };
};

/** Server and service, each in its own process, with data in `dir`. @throws Error when they do not start */
export const startRestate = async (
  lifetime: OwnLifetime,
  cacheDir: string,
  dir: string,
): Promise<CommandSubject> => {
  const folder = folderOf(cacheDir);
  const [ingress = 0, admin = 0, fabric = 0] = await freePorts(3);
  const server = spawn(binaryIn(folder), ['--no-logo', '--base-dir', mkdtempSync(join(dir, 'restate-'))], {
    env: {
      ...process.env,
      RESTATE_LISTEN_MODE: 'tcp',
      RESTATE_BIND_IP: '127.0.0.1',
      RESTATE_BIND_PORT: String(fabric),
      RESTATE_INGRESS__BIND_PORT: String(ingress),
      RESTATE_ADMIN__BIND_PORT: String(admin),
      RESTATE_DISABLE_TELEMETRY: 'true',
      RESTATE_LOG_FILTER: 'error',
    },
    stdio: 'ignore',
  });
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  lifetime.teardown(async () => {
    server.kill('SIGTERM');
    const killer = setTimeout(() => server.kill('SIGKILL'), STOP_TIMEOUT_MS);
    await ended;
    clearTimeout(killer);
  });
  const handler = startChild(new URL('./restate-handler.js', import.meta.url));
  lifetime.teardown(() => handler.stop());
  const port = await handler.ask<number>('serve', { folder });
  await until('Restate to accept the service', () => register(admin, port), START_TIMEOUT_MS);
  const pool = new Pool(`http://127.0.0.1:${ingress}`, {
    connections: LANES,
    pipelining: 1,
    headersTimeout: ANSWER_TIMEOUT_MS,
  });
  lifetime.teardown(() => pool.destroy());
  const grant = async (key: string): Promise<void> => {
    const { statusCode, body } = await pool.request({
      method: 'POST',
      path: `/account/${key}/grant`,
      headers: { 'content-type': 'application/json' },
      body: '1',
    });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`Restate answered ${statusCode}: ${text}`);
  };
  await until('Restate to answer', () => answers(grant('one')), START_TIMEOUT_MS);
  let keyCount = 0;
  return {
    name: 'Restate',
    pids: [server.pid ?? 0, handler.pid],
    nextKey: async () => {
      keyCount += 1;
    },
    toOneKey: () => grant(`one${keyCount}`),
    toManyKeys: (lane) => grant(`many${lane}`),
  };
};

/** Whether the server, which may still be starting, has accepted the service. */
const register = (admin: number, port: number): Promise<boolean> =>
  answers(
    fetch(`http://127.0.0.1:${admin}/deployments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ uri: `http://127.0.0.1:${port}` }),
    }).then((response) => {
      if (!response.ok) throw new Error(`Restate refused the service: ${response.status}`);
    }),
  );

const answers = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );
