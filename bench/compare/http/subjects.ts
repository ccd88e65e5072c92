/** Servers of the same API over HTTP: one process each, with the same data, and another process that sends the requests. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OwnLifetime } from '../../../testkit/lifetime.js';
import { type Child, startChild } from '../../gauges/child.js';
import { descendantsOf } from '../../gauges/processes.js';
import { clockOf, type Turn } from '../turns.js';
import { type FilledData, startFilledParley } from './data.js';
import type { LoadJob, LoadResult } from './load.js';

/** One server. */
export interface HttpSubject {
  readonly name: string;
  readonly url: string;
  /** Its processes, whose time counts. */
  readonly pids: readonly number[];
  readonly data: FilledData;
}

/** What is requested of all of them. */
export interface HttpWork {
  readonly work: string;
  readonly connections: number;
  /** The part of the job that depends on the subject. */
  readonly jobOf: (subject: HttpSubject) => Pick<LoadJob, 'path' | 'posts' | 'status'>;
}

/** What SQLite waits for on a commit: `FULL` is fsync, `NORMAL` leaves that to a checkpoint. */
export type Synchronous = 'FULL' | 'NORMAL';

const SLACK_MS = 60_000;

/** A separate process that sends the requests; it ends with the lifetime. */
export const startLoader = (lifetime: OwnLifetime): Child => {
  const loader = startChild(new URL('./load.js', import.meta.url));
  lifetime.teardown(() => loader.stop());
  return loader;
};

/** A service with its data and its nats-server. `env` adds to the usual variables. */
export const startParleySubject = async (
  lifetime: OwnLifetime,
  dir: string,
  name: string,
  env: Readonly<Record<string, string>> = {},
): Promise<HttpSubject> => {
  const dataDir = mkdtempSync(join(dir, 'parley-'));
  const { service, data } = await startFilledParley(lifetime, dataDir, env);
  const journal = descendantsOf(service.pid).filter(({ command }) => command.includes('nats-server'));
  return { name, url: service.url, pids: [service.pid, ...journal.map(({ pid }) => pid)], data };
};

/** Fastify with a copy of the data. */
export const startFastifySubject = async (
  lifetime: OwnLifetime,
  dir: string,
  name: string,
  data: FilledData,
  synchronous: Synchronous,
): Promise<HttpSubject> => {
  const dataFile = join(dir, 'data.json');
  writeFileSync(dataFile, JSON.stringify(data));
  const server = startChild(new URL('./fastify-server.js', import.meta.url));
  lifetime.teardown(() => server.stop());
  const databaseFile = join(dir, 'fastify.sqlite');
  const url = await server.ask<string>('serve', { dataFile, databaseFile, synchronous });
  return { name, url, pids: [server.pid], data };
};

export const headersOf = ({ data }: HttpSubject) => ({ authorization: `Bearer ${data.apiKey}` });

/** One subject's turn at a work. @throws Error when an answer is not as it must be */
export const takeTurn = async (
  loader: Child,
  subject: HttpSubject,
  { connections, jobOf }: HttpWork,
  ms: number,
): Promise<Turn> => {
  const job: LoadJob = {
    url: subject.url,
    headers: headersOf(subject),
    connections,
    warmMs: ms / 2,
    ms,
    ...jobOf(subject),
  };
  await loader.ask('begin', job, ms + SLACK_MS);
  const used = clockOf(subject.pids);
  const { requests, perSecond, p50, p99 } = await loader.ask<LoadResult>('result', {}, ms + SLACK_MS);
  return { perSecond, p50, p99, cost: used() / requests };
};
