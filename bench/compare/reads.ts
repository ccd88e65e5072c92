/**
 * Reads over HTTP: Parley beside Fastify 5 with better-sqlite3, which checks the same, has the same rows under the same
 * indexes, and answers the same. Parley, Fastify and whoever asks are processes of their own.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import Table from 'cli-table3';
import { createLifetime, type OwnLifetime } from '../../testkit/lifetime.js';
import { note, print, whole } from '../command-line.js';
import { machine, machineLine } from '../gauges/machine.js';
import { type ProcessorTime, processorTimeOf, usedBetween } from '../gauges/processes.js';
import { median } from '../gauges/quantiles.js';
import { type ReadData, startFilledParley } from './read-data.js';
import type { LoadJob, LoadNotice, LoadResult } from './read-load.js';

const HELP = `Reads over HTTP beside Fastify 5 with better-sqlite3: the same checks, the same rows, the same answers.

  npm run bench:compare -- reads [options]

  --rounds <n>     how often each subject has its turn with each read (5; at most 100)
  --ms <n>         of measuring in a turn, after a second of warming up (3000)
  --only <text>    reads whose name holds this
  --json           one JSON object as the last line
`;

interface Subject {
  readonly name: 'parley' | 'fastify';
  readonly url: string;
  readonly pid: number;
}

/** What is asked. */
interface Read {
  readonly name: string;
  readonly path: string;
  readonly connections: number;
}

/** Of one turn. */
interface Turn extends LoadResult {
  /** Processor time of the server's process for a request, µs. */
  readonly cost: number;
}

type Measures = Pick<Turn, 'perSecond' | 'p50' | 'p99' | 'cost' | 'bytes'>;

const WARM_MS = 1_000;

const read = (args: readonly string[]) => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: '5' },
      ms: { type: 'string', default: '3000' },
      only: { type: 'string', default: '' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  return {
    rounds: whole('rounds', values.rounds, 1, 100),
    ms: whole('ms', values.ms, 100, 600_000),
    only: values.only,
    json: values.json,
    help: values.help,
  };
};

const readsOf = ({ businessId, contacts }: ReadData): readonly Read[] => {
  const own = `businessId=${businessId}`;
  const list = `/api/v1/contacts?${own}&limit=50`;
  return [
    { name: '50 contacts', path: list, connections: 32 },
    { name: '50 contacts', path: list, connections: 1 },
    { name: '20 agents', path: `/api/v1/agents?${own}`, connections: 32 },
    { name: 'one contact', path: `/api/v1/contacts/${contacts[0]?.id}?${own}`, connections: 32 },
  ];
};

const medians = (turns: readonly Turn[]): Measures => {
  const of = (measure: (turn: Turn) => number): number => median(turns.map(measure));
  return {
    perSecond: of(({ perSecond }) => perSecond),
    p50: of(({ p50 }) => p50),
    p99: of(({ p99 }) => p99),
    cost: of(({ cost }) => cost),
    bytes: of(({ bytes }) => bytes),
  };
};

/** A process of this folder, which ends with the lifetime. */
const start = (lifetime: OwnLifetime, name: string, args: readonly string[]): ChildProcess => {
  const child = fork(fileURLToPath(new URL(name, import.meta.url)), args, { stdio: 'inherit' });
  lifetime.teardown(() => void child.kill());
  child.once('error', (error) => note(String(error)));
  return child;
};

/** Its next message. @throws Error when it ends instead */
const said = <T>(child: ChildProcess): Promise<T> =>
  new Promise((resolve, reject) => {
    const ended = (): void => reject(new Error('a process of the comparison ended'));
    child.once('exit', ended);
    child.once('message', (message: T) => {
      child.off('exit', ended);
      resolve(message);
    });
  });

const startFastify = async (lifetime: OwnLifetime, dir: string, data: ReadData): Promise<Subject> => {
  const dataFile = join(dir, 'data.json');
  writeFileSync(dataFile, JSON.stringify(data));
  const child = start(lifetime, 'fastify-subject.js', [dataFile, join(dir, 'fastify.sqlite')]);
  const { url } = await said<{ readonly url: string }>(child);
  return { name: 'fastify', url, pid: child.pid ?? 0 };
};

const headersOf = ({ apiKey }: ReadData) => ({ authorization: `Bearer ${apiKey}` });

/** @throws Error unless all subjects answer with the same data, but for the places that their cursors name */
const checkSame = async (
  subjects: readonly Subject[],
  { name, path }: Read,
  data: ReadData,
): Promise<void> => {
  const [first, ...others] = await Promise.all(
    subjects.map(async ({ url }): Promise<unknown> => {
      const answer = await fetch(`${url}${path}`, { headers: headersOf(data) });
      const { data: given }: { readonly data: { readonly nextCursor?: string | null } } = JSON.parse(
        await answer.text(),
      );
      return { ...given, nextCursor: typeof given.nextCursor };
    }),
  );
  if (!others.every((other) => isDeepStrictEqual(other, first)))
    throw new Error(`the subjects do not answer the same: ${name}`);
};

const takeTurn = async (loader: ChildProcess, subject: Subject, job: LoadJob): Promise<Turn> => {
  loader.send(job);
  let before: ProcessorTime | null = null;
  for (;;) {
    const notice = await said<LoadNotice>(loader);
    switch (notice.type) {
      case 'began':
        before = processorTimeOf(subject.pid);
        break;
      case 'ended': {
        if (before === null) throw new Error('the load ended before it began');
        const { byThread } = usedBetween(before, processorTimeOf(subject.pid));
        // Not the total, which Linux counts in steps of 10 ms.
        const usedMs = Object.values(byThread).reduce((sum, ms) => sum + ms, 0);
        return { ...notice.result, cost: (usedMs * 1_000) / notice.result.requests };
      }
      case 'failed':
        throw new Error(notice.message);
    }
  }
};

const RATIOS = ['perSecond', 'p50', 'p99', 'cost'] as const;

const tableOf = (reads: readonly Read[], results: ReadonlyMap<Read, Readonly<Record<string, Measures>>>) => {
  const table = new Table({
    head: ['read', 'connections', 'subject', 'requests/s', 'p50 ms', 'p99 ms', 'processor µs', 'bytes'],
    style: { head: [], border: [] },
  });
  for (const one of reads) {
    const of = results.get(one) ?? {};
    for (const [name, { perSecond, p50, p99, cost, bytes }] of Object.entries(of)) {
      const ms = (us: number): string => (us / 1_000).toFixed(2);
      table.push([
        one.name,
        one.connections,
        name,
        perSecond.toFixed(0),
        ms(p50),
        ms(p99),
        cost.toFixed(0),
        bytes,
      ]);
    }
    const { parley, fastify } = of;
    if (parley === undefined || fastify === undefined) continue;
    const ratios = RATIOS.map((measure) => (parley[measure] / fastify[measure]).toFixed(2));
    table.push([one.name, one.connections, 'parley / fastify', ...ratios, '']);
  }
  return table.toString();
};

/** Runs the comparison and prints medians and ratios. @throws RangeError when the arguments make no sense */
export const compareReads = async (args: readonly string[]): Promise<void> => {
  const options = read(args);
  if (options.help) return print(HELP);
  const dir = mkdtempSync(join(tmpdir(), 'parley-compare-'));
  const lifetime = createLifetime();
  try {
    note('Starting Parley, and filling it ...');
    const { service, data } = await startFilledParley(lifetime, dir);
    const parley: Subject = { name: 'parley', url: service.url, pid: service.pid };
    const subjects = [parley, await startFastify(lifetime, dir, data)];
    const loader = start(lifetime, 'read-load.js', []);
    const reads = readsOf(data).filter(({ name, connections }) =>
      `${name}, ${connections}`.includes(options.only),
    );
    const results = new Map<Read, Readonly<Record<string, Measures>>>();
    for (const one of reads) {
      await checkSame(subjects, one, data);
      const turns = new Map<string, Turn[]>();
      for (let round = 0; round < options.rounds; round += 1)
        for (const subject of round % 2 === 0 ? subjects : subjects.toReversed()) {
          const { path, connections } = one;
          const job = { url: subject.url, path, headers: headersOf(data), connections, status: 200 };
          const turn = await takeTurn(loader, subject, { ...job, warmMs: WARM_MS, ms: options.ms });
          turns.set(subject.name, [...(turns.get(subject.name) ?? []), turn]);
          note(`${one.name}, ${connections}: ${subject.name} ${turn.perSecond.toFixed(0)}/s`);
        }
      results.set(
        one,
        Object.fromEntries(subjects.map(({ name }) => [name, medians(turns.get(name) ?? [])])),
      );
    }
    print(`${machineLine(machine())}; medians of ${options.rounds} turns`);
    print(tableOf(reads, results));
    if (options.json) print(JSON.stringify(reads.map((one) => ({ ...one, measures: results.get(one) }))));
  } finally {
    await lifetime.end();
    rmSync(dir, { recursive: true, force: true });
  }
};
