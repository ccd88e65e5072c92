/**
 * A million contacts: how fast a file of them comes in, how fast they are found again, and what it costs in
 * memory. `npm run bench:contacts -- --rows 1000000`.
 */
import { once } from 'node:events';
import {
  createWriteStream,
  existsSync,
  mkdtempSync,
  openAsBlob,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { build } from 'hdr-histogram-js';
import type { ContactResource } from '../schemas/contact.js';
import type { ContactImportJob } from '../schemas/job.js';
import { type ApiClient, createApiClient } from './api-client.js';
import { createTenant, startParley } from './parley-process.js';

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    searches: { type: 'string', default: '2000' },
    keep: { type: 'string' },
  },
});
const ROWS = Number(options.rows);
const SEARCHES = Number(options.searches);

const FIRST = [
  'José',
  'Maria',
  'Ann',
  'Bob',
  'Grace',
  'Ada',
  'Linus',
  'Karl',
  'Søren',
  'Zoë',
  'Ибрагим',
  '美咲',
];
const LAST = [
  'García',
  'Müller',
  'Smith',
  'Jones',
  'Lovelace',
  'Hopper',
  'Østergaard',
  'Kim',
  'Nguyen',
  'Silva',
];
const CITY = ['Lima', 'Århus', 'London', 'Kyoto', 'Bern', 'Lagos', 'Quito', 'Oslo'];

const pick = (list: readonly string[], index: number): string => list[index % list.length] ?? '';
const nameOf = (row: number): string =>
  `${pick(FIRST, row * 7)} ${pick(LAST, Math.floor(row / 12))}${row % 997}`;
/** Valid numbers of the United States and of Germany. */
const mobileOf = (row: number): string =>
  row % 2 === 0
    ? `+1${201 + (Math.floor(row / 8_000_000) % 700)}${String(2_000_000 + (row % 8_000_000)).padStart(7, '0')}`
    : `+49151${String(10_000_000 + row).padStart(8, '0')}`;

const writeFile = async (path: string): Promise<void> => {
  const out = createWriteStream(path);
  out.write('Name,Mobile,City,Order\n');
  for (let row = 0; row < ROWS; row += 1) {
    const line = `${nameOf(row)},${mobileOf(row)},${pick(CITY, row * 3)},${row}\n`;
    if (!out.write(line)) await once(out, 'drain');
  }
  out.end();
  await finished(out);
};

/** MiB: now, and the most there ever was. */
const memoryOf = (pid: number): { readonly now: number; readonly peak: number } => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kib = (name: string): number => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0);
  return { now: Math.round(kib('VmRSS') / 1024), peak: Math.round(kib('VmHWM') / 1024) };
};

const timed = async (times: number, work: (round: number) => Promise<unknown>) => {
  const histogram = build();
  for (let round = 0; round < times; round += 1) {
    const began = performance.now();
    await work(round);
    histogram.recordValue(Math.round((performance.now() - began) * 1_000));
  }
  const ms = (percentile: number): number => histogram.getValueAtPercentile(percentile) / 1_000;
  return { p50: ms(50), p99: ms(99), max: histogram.maxValue / 1_000 };
};

interface ContactPage {
  readonly contacts: readonly ContactResource[];
  readonly nextCursor: string | null;
}

const importFile = async (
  url: string,
  client: ApiClient,
  apiKey: string,
  path: string,
): Promise<{ readonly seconds: number; readonly visibleSeconds: number; readonly job: ContactImportJob }> => {
  const category = await client.request<{ category: { id: string } }>('POST', '/api/v1/contacts/categories', {
    businessId: client.businessId,
    name: `Bench ${Date.now()}`,
  });
  const form = new FormData();
  form.set('businessId', client.businessId);
  form.set('categoryIds', JSON.stringify([category.category.id]));
  form.set('file', await openAsBlob(path), 'contacts.csv');
  const began = performance.now();
  const response = await fetch(`${url}/api/v1/contacts/imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'idempotency-key': `bench-${Date.now()}` },
    body: form,
  });
  if (response.status !== 202) throw new Error(`${response.status} ${await response.text()}`);
  const accepted: { data: { job: ContactImportJob } } = JSON.parse(await response.text());
  const { jobId } = accepted.data.job;
  for (;;) {
    await delay(100);
    const { jobs } = await client.request<{ jobs: readonly ContactImportJob[] }>(
      'GET',
      `/api/v1/contacts/imports?businessId=${client.businessId}&jobId=${jobId}`,
    );
    const [job] = jobs;
    if (job === undefined || job.status === 'queued' || job.status === 'running') continue;
    // The job's end is the last commit, so what shows it shows every contact.
    const visibleSeconds = (performance.now() - began) / 1_000;
    const seconds = visibleSeconds;
    return { seconds, visibleSeconds, job };
  }
};

const dataDir = options.keep ?? mkdtempSync(join(tmpdir(), 'parley-bench-'));
const file = join(tmpdir(), `parley-bench-${ROWS}.csv`);
if (!existsSync(file)) await writeFile(file);
const env = { PARLEY_RATE_LIMIT: '1000000', PARLEY_RATE_BURST: '1000000', PARLEY_LOG_LEVEL: 'warn' };
const service = await startParley({ dataDir, env, onLog: (line) => process.stderr.write(`${line}\n`) });
try {
  const { businessId, apiKey } = await createTenant(dataDir, { env });
  const client = createApiClient(service.url, businessId, apiKey);
  const list = (query: string): Promise<ContactPage> =>
    client.request<ContactPage>('GET', `/api/v1/contacts?businessId=${businessId}&${query}`);

  const idle = memoryOf(service.pid).now;
  const imported = await importFile(service.url, client, apiKey, file);
  const memoryAfterImport = memoryOf(service.pid);

  const searchFor = (round: number): string => {
    const row = (round * 7_919) % ROWS;
    const texts = [
      nameOf(row).slice(0, 3),
      nameOf(row).split(' ')[1] ?? '',
      mobileOf(row).slice(0, 8),
      pick(CITY, round).slice(0, 2),
      `${pick(FIRST, row * 7)} ${pick(LAST, round)}`,
      String(row),
      nameOf(row).charAt(0),
    ];
    return encodeURIComponent(pick(texts, round));
  };
  const search = await timed(SEARCHES, (round) => list(`search=${searchFor(round)}`));
  const firstPage = await timed(500, () => list('limit=50'));
  let cursor: string | null = null;
  const deep = Math.min(10_000 * 50, Math.floor(ROWS * 0.9));
  for (let seen = 0; seen < deep; seen += 200) {
    const page: ContactPage = await list(`limit=200${cursor === null ? '' : `&cursor=${cursor}`}`);
    cursor = page.nextCursor;
  }
  const deepPage = await timed(500, () => list(`limit=50&cursor=${cursor ?? ''}`));
  const baseline = await timed(500, () =>
    client.request('GET', `/api/v1/contacts/categories?businessId=${businessId}`),
  );
  const memory = memoryOf(service.pid);
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  const gauge = (name: string): number =>
    Math.round(Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1] ?? 0) / 1024 / 1024);
  process.stdout.write(
    `${JSON.stringify(
      {
        rows: ROWS,
        fileMiB: Math.round(statSync(file).size / 1024 / 1024),
        import: {
          seconds: Number(imported.seconds.toFixed(1)),
          rowsPerSecond: Math.round(ROWS / imported.seconds),
          counts: imported.job.counts,
          issues: imported.job.issues.slice(0, 3),
        },
        searchMs: search,
        firstPageMs: firstPage,
        pageNumberDeep: Math.round(deep / 50),
        deepPageMs: deepPage,
        baselineMs: baseline,
        memoryMiB: {
          idle,
          afterImport: memoryAfterImport,
          end: memory,
          heap: gauge('nodejs_heap_size_total_bytes'),
          heapUsed: gauge('nodejs_heap_size_used_bytes'),
          external: gauge('nodejs_external_memory_bytes'),
        },
        viewsMiB: Math.round(statSync(join(dataDir, 'views.sqlite')).size / 1024 / 1024),
      },
      null,
      1,
    )}\n`,
  );
} finally {
  service.kill('SIGTERM');
  await service.ended;
  if (options.keep === undefined) rmSync(dataDir, { recursive: true, force: true });
}
