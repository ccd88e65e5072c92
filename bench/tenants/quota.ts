/**
 * A key writes without pause until the quota of its business stops it. Measures how much disk that takes, and how long
 * another tenant's writes take before, meanwhile and afterwards. `npm run bench:quota -- --help`.
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import Table from 'cli-table3';
import { ApiError, createApiClient } from '../../testkit/api/client.js';
import { testCacheDir } from '../../testkit/nats/server.js';
import { type ParleyProcess, startParley, UNLIMITED } from '../../testkit/service/parley-process.js';
import { createTenant } from '../../testkit/service/tenant.js';
import { note, print, run, wholeNumber } from '../command-line.js';
import { spreadOf } from '../failover/gaps.js';

const MIB = 1024 ** 2;
/** Size of an agent: the largest body that is accepted has 1 MiB. */
const INSTRUCTION_WORDS = 20_000;
/** Consecutive refusals after which an attacker counts as stopped. */
const REFUSALS = 50;
/** The fewest writes of a neighbour in a phase. */
const MIN_WRITES = 200;

const HELP = `Has one tenant write without pause next to another, on its own loopback service.

  npm run bench:quota -- [options]

  --mib <n>        storage quota of each business, MiB (128; 16 to 4096)
  --clients <n>    clients of the key that writes without pause (4; at most 50)
  --json           one JSON object as the last line
  --help           this text

Exits with 1 if the quota does not stop the writer, or if a request of the other tenant is refused.
`;

const sizeOf = (directory: string): number =>
  readdirSync(directory, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + sizeOfFile(join(entry.parentPath, entry.name)), 0);

/** 0 if the file has been removed meanwhile. */
const sizeOfFile = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

type Client = ReturnType<typeof createApiClient>;

/** Creates agents of the largest allowed size, without pause, until refused {@link REFUSALS} times in a row. */
const writeUntilStopped = async (client: Client, words: string): Promise<{ readonly written: number }> => {
  let written = 0;
  for (let refused = 0; refused < REFUSALS; ) {
    try {
      await client.post('/api/v1/agents', { channel: 'voice', name: 'Writer', instructions: words });
      written += 1;
      refused = 0;
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'quota_exceeded') throw error;
      refused += 1;
    }
  }
  return { written };
};

/** Creates contacts one after the other, until `isDone` returns true. */
const neighbourWrites = async (
  client: Client,
  categoryId: string,
  numbers: () => string,
  isDone: (writes: number) => boolean,
): Promise<readonly number[]> => {
  const durations: number[] = [];
  while (!isDone(durations.length)) {
    const began = performance.now();
    await client.post('/api/v1/contacts', { name: 'Guest', mobile: numbers(), categoryIds: [categoryId] });
    durations.push(performance.now() - began);
  }
  return durations;
};

const measure = async (service: ParleyProcess, dataDir: string, clients: number) => {
  const writer = await createTenant(dataDir);
  const neighbour = await createTenant(dataDir);
  const clientOf = ({ businessId, apiKey }: typeof writer) =>
    createApiClient(service.url, businessId, apiKey);
  const client = clientOf(neighbour);
  const { category } = await client.post<{ category: { id: string } }>('/api/v1/contacts/categories', {
    name: 'Guests',
  });
  let count = 0;
  const numbers = (): string => {
    count += 1;
    return `+1415555${String(count).padStart(4, '0')}`;
  };
  const writes = (isDone: (writes: number) => boolean) =>
    neighbourWrites(client, category.id, numbers, isDone);

  note('the neighbour alone');
  await writes((writeCount) => writeCount >= MIN_WRITES / 4);
  const before = await writes((writeCount) => writeCount >= MIN_WRITES);
  const diskBefore = sizeOf(dataDir);

  note(`${clients} clients of one key write without pause`);
  const words = 'abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrs '.repeat(INSTRUCTION_WORDS);
  let stopped = false;
  const began = performance.now();
  const attack = Promise.all(
    Array.from({ length: clients }, () => writeUntilStopped(clientOf(writer), words)),
  ).finally(() => {
    stopped = true;
  });
  const during = await writes(() => stopped);
  const agents = (await attack).reduce((sum, { written }) => sum + written, 0);
  const seconds = (performance.now() - began) / 1_000;
  const disk = sizeOf(dataDir) - diskBefore;

  note('the neighbour, with the writer stopped');
  const after = await writes((writeCount) => writeCount >= MIN_WRITES);
  return { agents, seconds, disk, written: agents * words.length, before, during, after };
};

const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      mib: { type: 'string', default: '128' },
      clients: { type: 'string', default: '4' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return print(HELP.trimEnd());
  const mib = wholeNumber('mib', values.mib, 16, 4_096);
  const clients = wholeNumber('clients', values.clients, 1, 50);
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  const service = await startParley({
    dataDir,
    env: {
      ...UNLIMITED,
      PARLEY_CACHE_DIR: testCacheDir(),
      PARLEY_LOG_LEVEL: 'error',
      PARLEY_BUSINESS_STORAGE_MIB: String(mib),
    },
  });
  try {
    const result = await measure(service, dataDir, clients);
    const { agents, seconds, disk, written, before, during, after } = result;
    print(
      `stopped after ${agents} agents, ${(written / MIB).toFixed(0)} MiB, in ${seconds.toFixed(1)} s, at a quota of ${mib} MiB; ` +
        `the disk took ${(disk / MIB).toFixed(0)} MiB, ${(disk / written).toFixed(1)} times what was written`,
    );
    const table = new Table({
      head: ["neighbour's writes", 'count', 'p50 ms', 'p99 ms', 'max ms'],
      style: { head: [], border: [] },
    });
    const phases = { before, meanwhile: during, afterwards: after };
    for (const [phase, durations] of Object.entries(phases)) {
      const { p50, p99, max } = spreadOf(durations);
      table.push([phase, durations.length, p50, p99, max]);
    }
    print(table.toString());
    const [alone, later] = [spreadOf(before).p99, spreadOf(after).p99];
    print(`p99 afterwards relative to before: ${((later ?? 0) / (alone ?? 1)).toFixed(2)}`);
    const maxBytes = mib * MIB + clients * MIB;
    if (values.json)
      print(
        JSON.stringify({
          ...result,
          before: spreadOf(before),
          during: spreadOf(during),
          after: spreadOf(after),
        }),
      );
    if (written > maxBytes) {
      print(`BROKEN: ${written} bytes were written, at most ${maxBytes} are allowed`);
      process.exitCode = 1;
    }
  } finally {
    service.kill('SIGTERM');
    await service.ended;
    rmSync(dataDir, { recursive: true, force: true });
  }
};

run(main);
