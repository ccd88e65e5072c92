/**
 * Measures figures of a year: how long queries take after a million calls, and the share of the projector's time that counting takes,
 * compared with the same views without it. Exits with 1 if a goal is missed. `npm run bench:analytics -- --calls 1000000`.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import Table from 'cli-table3';
import { type AnalyticsRequest, analyticsOperations } from '../../operations/analytics/analytics.js';
import { openForReading, openForWriting } from '../../views/kernel/database.js';
import { registry } from '../../views/registry.js';
import { note, print, run, wholeNumber } from '../command-line.js';
import { machine, machineLine } from '../gauges/machine.js';
import { median, p95Of, quantilesOf } from '../gauges/quantiles.js';
import { costLine, costOfView } from './projector.js';
import { AGENTS, BUSINESS, countYear, DAY_MS, YEAR_BEGINS, YEAR_DAYS } from './year.js';

/** The most that 95 % of the queries may take, ms. */
const QUERY_GOAL_MS = 200;
/** The most that counting may take of the projector's time. */
const SHARE_GOAL = 0.1;
/** Calls between two lines of progress. */
const NOTED_CALLS = 100_000;

const YEAR: AnalyticsRequest = {
  subject: 'calls',
  from: YEAR_BEGINS,
  to: YEAR_BEGINS + YEAR_DAYS * DAY_MS,
  timeZone: 'Europe/Berlin',
  compare: false,
};
const half = YEAR_BEGINS + Math.floor(YEAR_DAYS / 2) * DAY_MS;

const queries: Readonly<Record<string, Partial<AnalyticsRequest>>> = {
  'year, totals': {},
  'year by outcome': { groupBy: 'outcome' },
  'year by agent': { groupBy: 'agent' },
  'year by version': { groupBy: 'version' },
  'year by campaign': { groupBy: 'campaign' },
  'year by hour': { groupBy: 'hour' },
  'year by day': { groupBy: 'day' },
  'year by day, west of UTC': { groupBy: 'day', timeZone: 'America/St_Johns' },
  'year by day of completed calls': { groupBy: 'day', outcome: 'completed' },
  'year of one agent by hour': { groupBy: 'hour', agentId: AGENTS[0] ?? '' },
  'half a year by agent, compared': { groupBy: 'agent', from: half, compare: true },
  'a month by day, compared': { groupBy: 'day', from: YEAR.to - 30 * DAY_MS, compare: true },
};

interface Timed {
  readonly name: string;
  readonly p50: number;
  readonly p95: number;
  /** Processor time, which other work of the machine does not change as much. */
  readonly processor: number;
}

interface Times {
  readonly wall: number[];
  readonly processor: number[];
}

const timeQueries = async (file: string, rounds: number): Promise<readonly Timed[]> => {
  const db = openForReading(file);
  try {
    const { read } = analyticsOperations({ views: registry.queries(db), installationTimeZone: 'Etc/UTC' });
    const times = new Map(
      Object.keys(queries).map((name): [string, Times] => [name, { wall: [], processor: [] }]),
    );
    for (let round = 0; round < rounds; round += 1)
      for (const [name, query] of Object.entries(queries)) {
        const began = performance.now();
        const before = process.cpuUsage();
        await read(BUSINESS, { ...YEAR, ...query });
        const { user, system } = process.cpuUsage(before);
        times.get(name)?.wall.push(performance.now() - began);
        times.get(name)?.processor.push((user + system) / 1_000);
      }
    const all: Times = {
      wall: [...times.values()].flatMap(({ wall }) => wall),
      processor: [...times.values()].flatMap(({ processor }) => processor),
    };
    return [...times, ['all queries', all] as const].map(([name, { wall, processor }]) => ({
      name,
      p50: quantilesOf(wall).p50,
      p95: p95Of(wall),
      processor: median(processor),
    }));
  } finally {
    db.close();
  }
};

const printQueries = (timed: readonly Timed[]): void => {
  const table = new Table({
    head: ['query', 'p50 ms', 'p95 ms', 'processor ms'],
    style: { head: [], border: [] },
  });
  for (const { name, p50, p95, processor } of timed)
    table.push([name, p50.toFixed(0), p95.toFixed(0), processor.toFixed(0)]);
  print(table.toString());
};

run(async () => {
  const { values } = parseArgs({
    options: {
      calls: { type: 'string', default: '1000000' },
      rounds: { type: 'string', default: '20' },
      projected: { type: 'string', default: '3000' },
    },
  });
  const calls = wholeNumber('calls', values.calls, 1_000, 10_000_000);
  const rounds = wholeNumber('rounds', values.rounds, 1, 1_000);
  const projected = wholeNumber('projected', values.projected, 100, 100_000);
  const directory = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  try {
    print(machineLine(machine()));
    const cost = costOfView('analytics', join(directory, 'projected.sqlite'), projected, 5);
    print(`${costLine(cost)} (goal: less than ${SHARE_GOAL * 100} %)`);
    const file = join(directory, 'year.sqlite');
    const { db } = openForWriting(file, registry);
    countYear(db, calls, (count) => {
      if (count % NOTED_CALLS === 0) note(`${count} calls`);
    });
    const tallies = db.prepare<[], number>('SELECT count(*) FROM analytics_tallies').pluck().get() ?? 0;
    db.pragma('wal_checkpoint(TRUNCATE)');
    db.close();
    print(`year: ${calls} calls, ${tallies} tallies, ${(statSync(file).size / 2 ** 20).toFixed(0)} MiB`);
    const timed = await timeQueries(file, rounds);
    printQueries(timed);
    const slowest = timed.at(-1)?.p95 ?? 0;
    print(`all queries: p95 ${slowest.toFixed(0)} ms (goal: less than ${QUERY_GOAL_MS} ms)`);
    if (slowest >= QUERY_GOAL_MS || cost.share >= SHARE_GOAL) process.exitCode = 1;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});
