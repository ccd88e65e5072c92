/**
 * Measures the search over calls: how long queries take, beside a scan of the same texts with LIKE, the size of the index, and its share of
 * the projector's time. `npm run bench:search -- --calls 100000`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import Table from 'cli-table3';
import type { CallFilter } from '../../schemas/calls/filters.js';
import { type Db, openForReading, openForWriting } from '../../views/kernel/database.js';
import { createProjection, type JournalCommit } from '../../views/kernel/projection.js';
import { registry } from '../../views/registry.js';
import { costLine, costOfView } from '../analytics/projector.js';
import { note, print, run, wholeNumber } from '../command-line.js';
import { machine, machineLine } from '../gauges/machine.js';
import { median, p95Of } from '../gauges/quantiles.js';
import { BEGINS, BUSINESS, characterOf, spokenCalls, wordOf } from './corpus.js';

const SHARD = 0;
/** Commits in one transaction. */
const BATCH = 2_000;
/** Scans are slow, and each takes as long as the other. */
const MAX_SCANS = 5;
const NOTED_CALLS = 10_000;
const PAGE = { limit: 20, cursor: null };
const DAY_MS = 86_400_000;

interface Query {
  readonly text: string;
  readonly filter?: CallFilter;
  /** What the scan looks for. */
  readonly like: readonly string[];
}

const word = (rank: number, filter?: CallFilter): Query => ({
  text: wordOf(rank),
  like: [wordOf(rank)],
  ...(filter === undefined ? {} : { filter }),
});

const QUERIES: Readonly<Record<string, Query>> = {
  'a common word': word(0),
  'two common words': { text: `${wordOf(1)} ${wordOf(2)}`, like: [wordOf(1), wordOf(2)] },
  'a rare word': word(15_000),
  'a rare and a common word': { text: `${wordOf(15_001)} ${wordOf(0)}`, like: [wordOf(15_001), wordOf(0)] },
  'a word that was never said': { text: 'xylophone', like: ['xylophone'] },
  'three letters of a beginning': { text: wordOf(40).slice(0, 3), like: [wordOf(40).slice(0, 3)] },
  'a phrase': { text: `"${wordOf(0)} ${wordOf(1)}"`, like: [`${wordOf(0)} ${wordOf(1)}`] },
  'two Chinese characters': {
    text: characterOf(0) + characterOf(1),
    like: [characterOf(0) + characterOf(1)],
  },
  'a rare Chinese character': { text: characterOf(1_900), like: [characterOf(1_900)] },
  'a common word, interrupted': word(0, { interrupted: true }),
  'a common word, a month': word(0, { from: BEGINS, to: BEGINS + 30 * DAY_MS }),
  'a common word, a status that no call has': word(0, { status: 'cancelled' }),
};

/** Projects the calls, and stores their texts for the scan. */
const fill = (db: Db, texts: Db, calls: number): void => {
  const projection = createProjection(db, registry);
  projection.begin(SHARD, { journal: 'bench', lineage: '' });
  const keep = texts.prepare<[string]>('INSERT INTO texts (text) VALUES (?)');
  let batch: JournalCommit[] = [];
  const flush = (): void => {
    projection.apply(SHARD, batch, ({ type, reason }) => {
      throw new Error(`${type}: ${reason}`);
    });
    batch = [];
  };
  let count = 0;
  for (const { commits, text } of spokenCalls(calls)) {
    batch.push(...commits);
    keep.run(text);
    count += 1;
    if (batch.length >= BATCH) flush();
    if (count % NOTED_CALLS === 0) note(`${count} calls`);
  }
  flush();
};

const bytesOf = (db: Db, pattern: string): number =>
  db.prepare<[string], number>('SELECT sum(pgsize) FROM dbstat WHERE name LIKE ?').pluck().get(pattern) ?? 0;

/** ms for each of the rounds. */
const timed = (rounds: number, action: () => void): readonly number[] =>
  Array.from({ length: rounds }, () => {
    const began = performance.now();
    action();
    return performance.now() - began;
  });

const scan = (texts: Db, like: readonly string[]) => {
  const conditions = like.map(() => "text LIKE '%' || ? || '%'").join(' AND ');
  const find = texts.prepare(
    `SELECT rowid FROM texts WHERE ${conditions} ORDER BY rowid DESC LIMIT ${PAGE.limit}`,
  );
  return (): void => void find.all(...like);
};

interface Row {
  readonly name: string;
  readonly found: number;
  readonly times: readonly number[];
  readonly scans: readonly number[];
}

const measure = (db: Db, texts: Db, rounds: number): readonly Row[] => {
  const { searchCalls } = registry.queries(db);
  return Object.entries(QUERIES).map(([name, { text, filter = {}, like }]) => {
    const search = () => searchCalls(BUSINESS, { text, filter }, PAGE);
    const found = search().items.length;
    return {
      name,
      found,
      times: timed(rounds, search),
      scans: timed(Math.min(rounds, MAX_SCANS), scan(texts, like)),
    };
  });
};

const printRows = (rows: readonly Row[]): void => {
  const table = new Table({
    head: ['query', 'found', 'p50 ms', 'p95 ms', 'LIKE ms'],
    style: { head: [], border: [] },
  });
  for (const { name, found, times, scans } of rows) {
    table.push([name, found, ...[median(times), p95Of(times), median(scans)].map((ms) => ms.toFixed(1))]);
  }
  print(table.toString());
};

run(async () => {
  const { values } = parseArgs({
    options: {
      calls: { type: 'string', default: '100000' },
      rounds: { type: 'string', default: '20' },
      projected: { type: 'string', default: '2000' },
    },
  });
  const calls = wholeNumber('calls', values.calls, 1_000, 10_000_000);
  const rounds = wholeNumber('rounds', values.rounds, 1, 1_000);
  const projected = wholeNumber('projected', values.projected, 100, 100_000);
  const directory = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  try {
    print(machineLine(machine()));
    print(costLine(costOfView('search', join(directory, 'projected.sqlite'), projected, 5)));
    const file = join(directory, 'search.sqlite');
    const { db: written } = openForWriting(file, registry);
    const { db: texts } = openForWriting(join(directory, 'texts.sqlite'), registry);
    texts.exec('CREATE TABLE texts (text TEXT NOT NULL)');
    texts.transaction(() => fill(written, texts, calls))();
    written.pragma('wal_checkpoint(TRUNCATE)');
    const index = bytesOf(written, 'call_words%');
    const text = bytesOf(texts, 'texts');
    print(
      `index: ${calls} calls, ${(index / calls).toFixed(0)} bytes a call; the texts alone take ${(text / calls).toFixed(0)}`,
    );
    written.close();
    const db = openForReading(file);
    const rows = measure(db, texts, rounds);
    db.close();
    texts.close();
    printRows(rows);
    print(`all queries: p95 ${p95Of(rows.flatMap(({ times }) => times)).toFixed(0)} ms`);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});
