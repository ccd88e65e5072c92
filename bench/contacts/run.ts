/**
 * A million contacts: how fast a file of them is imported, how fast they are found again, how much memory that takes,
 * and how long the views take to be rebuilt from the journal. `npm run bench:contacts -- --rows 1000000`.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { build } from 'hdr-histogram-js';
import type { ContactResource } from '../../schemas/contacts/contact.js';
import type { ContactImportJob } from '../../schemas/contacts/job.js';
import { type ApiClient, ApiError, createApiClient } from '../../testkit/api/client.js';
import { createCategory } from '../../testkit/api/resources.js';
import { memoryOf } from '../../testkit/process-memory.js';
import { startParley } from '../../testkit/service/parley-process.js';
import { createTenant } from '../../testkit/service/tenant.js';
import { note } from '../command-line.js';
import { startWithoutViews } from '../gauges/restarted-service.js';
import { sendContacts, type Upload } from './import.js';
import { anyLastName, cityOf, firstNameOf, mobileOf, nameOf, pick, writeContacts } from './rows.js';

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    searches: { type: 'string', default: '2000' },
  },
});
const ROWS = Number(options.rows);
const SEARCHES = Number(options.searches);
const PAGES = 500;
const PAGE = 50;
const MIB = 1024 * 1024;
const QUIET = { PARLEY_RATE_LIMIT: '1000000', PARLEY_RATE_BURST: '1000000', PARLEY_LOG_LEVEL: 'warn' };

/** Runs `work` `times` times; ms. */
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

/** Undefined while the views are too far behind the import to answer: clients try again then. */
const readJob = async (client: ApiClient, jobId: string): Promise<ContactImportJob | undefined> => {
  try {
    const { jobs } = await client.get<{ jobs: readonly ContactImportJob[] }>(
      `/api/v1/contacts/imports?jobId=${jobId}`,
    );
    return jobs[0];
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_ready') return undefined;
    throw error;
  }
};

/** Measures from the upload request until every contact can be read. */
const importFile = async (
  upload: Upload,
  client: ApiClient,
  path: string,
): Promise<{ readonly seconds: number; readonly job: ContactImportJob }> => {
  const categoryId = await createCategory(client, 'Bench');
  const began = performance.now();
  const { jobId } = await sendContacts(upload, client, categoryId, path);
  for (;;) {
    await delay(100);
    const job = await readJob(client, jobId);
    // The end of the job is the last commit of its business, so a response that shows it shows every contact.
    if (job !== undefined && job.status !== 'queued' && job.status !== 'running')
      return { seconds: (performance.now() - began) / 1_000, job };
  }
};

const searchTextOf = (round: number): string => {
  const row = (round * 7_919) % ROWS;
  const texts = [
    nameOf(row).slice(0, 3),
    nameOf(row).split(' ')[1] ?? '',
    mobileOf(row).slice(0, 8),
    cityOf(round).slice(0, 2),
    `${firstNameOf(row)} ${anyLastName(round)}`,
    String(row),
    nameOf(row).charAt(0),
  ];
  return encodeURIComponent(pick(texts, round));
};

const pageOf = (client: ApiClient, query: string): Promise<ContactPage> =>
  client.get<ContactPage>(`/api/v1/contacts?${query}`);

const FIRST_PAGE = `limit=${PAGE}`;
/** How many contacts precede a deep page. */
const DEEP = Math.min(10_000 * PAGE, Math.floor(ROWS * 0.9));

/** The query of a page behind {@link DEEP} contacts. */
const deepQueryOf = async (client: ApiClient): Promise<string> => {
  let cursor: string | null = null;
  for (let seen = 0; seen < DEEP; seen += 200) {
    const page: ContactPage = await pageOf(client, `limit=200${cursor === null ? '' : `&cursor=${cursor}`}`);
    cursor = page.nextCursor;
  }
  return `limit=${PAGE}&cursor=${cursor ?? ''}`;
};

/** How fast contacts are found again. */
const measureReading = async (client: ApiClient, deepQuery: string) => ({
  searchMs: await timed(SEARCHES, (round) => pageOf(client, `search=${searchTextOf(round)}`)),
  firstPageMs: await timed(PAGES, () => pageOf(client, FIRST_PAGE)),
  deepPageMs: await timed(PAGES, () => pageOf(client, deepQuery)),
  // The cost of a request that reads next to nothing.
  baselineMs: await timed(PAGES, () => client.get('/api/v1/contacts/categories')),
});

const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-'));
const file = join(dataDir, 'contacts.csv');
await writeContacts(file, ROWS);
let service = await startParley({ dataDir, env: QUIET, onLog: note });
try {
  const { businessId, apiKey } = await createTenant(dataDir, { env: QUIET });
  const client = createApiClient(service.url, businessId, apiKey);

  const idle = memoryOf(service.pid).now;
  const imported = await importFile({ url: service.url, apiKey }, client, file);
  const afterImport = memoryOf(service.pid);

  const deepQuery = await deepQueryOf(client);
  const reading = await measureReading(client, deepQuery);
  const end = memoryOf(service.pid);
  const viewsMiB = Math.round(statSync(join(dataDir, 'views.sqlite')).size / MIB);
  /** Answers that must be the same before and after the rebuild. */
  const samplesOf = async (from: ApiClient): Promise<string> =>
    JSON.stringify([await pageOf(from, FIRST_PAGE), await pageOf(from, deepQuery)]);
  const before = await samplesOf(client);

  service.kill('SIGTERM');
  await service.ended;
  const restarted = await startWithoutViews(dataDir, QUIET);
  service = restarted.service;
  const after = await samplesOf(createApiClient(service.url, businessId, apiKey));

  const result = {
    rows: ROWS,
    fileMiB: Math.round(statSync(file).size / MIB),
    import: {
      seconds: Number(imported.seconds.toFixed(1)),
      rowsPerSecond: Math.round(ROWS / imported.seconds),
      counts: imported.job.counts,
      issues: imported.job.issues.slice(0, 3),
    },
    ...reading,
    pageNumberDeep: Math.round(DEEP / PAGE),
    memoryMiB: { idle, afterImport, end },
    viewsMiB,
    rebuild: {
      seconds: Number((restarted.ready.ms / 1_000).toFixed(1)),
      events: restarted.ready.events,
      contactsPerSecond: Math.round((ROWS / restarted.ready.ms) * 1_000),
      secondsPerMillionEvents: Math.round(restarted.ready.msPerMillionEvents / 1_000),
      sameAnswers: before === after,
      memory: memoryOf(service.pid),
    },
  };
  process.stdout.write(`${JSON.stringify(result, null, 1)}\n`);
} finally {
  service.kill('SIGTERM');
  await service.ended;
  rmSync(dataDir, { recursive: true, force: true });
}
