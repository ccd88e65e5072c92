/**
 * Repeatedly sends the same request to a server, from its own process: `begin` starts, `result` returns the
 * measurement.
 */
import { randomUUID } from 'node:crypto';
import { build, type Histogram } from 'hdr-histogram-js';
import { Client, type Dispatcher } from 'undici';
import { mobileOf, nameOf } from '../../contacts/rows.js';
import { answerParent } from '../../gauges/child.js';

/** What to request, over how many connections, and for how long. */
export interface LoadJob {
  readonly url: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Creates contacts one after the other, none of them twice; null means reads. */
  readonly posts: { readonly businessId: string; readonly categoryIds: readonly string[] } | null;
  readonly connections: number;
  /** Warm-up before measuring starts, ms. */
  readonly warmMs: number;
  readonly ms: number;
  /** The status that every answer must have. */
  readonly status: number;
}

/** The result of a job. */
export interface LoadResult {
  readonly requests: number;
  readonly perSecond: number;
  /** µs. */
  readonly p50: number;
  readonly p99: number;
}

interface RunningLoad {
  readonly result: Promise<LoadResult>;
}

/** Number of contacts created so far, for any subject; the first thousands already exist. */
let rows = 1_000_000;

const requestOf = ({ path, headers, posts }: LoadJob): Dispatcher.DispatchOptions => {
  if (posts === null) return { method: 'GET', path, headers: { ...headers } };
  rows += 1;
  const contact = { ...posts, name: nameOf(rows), mobile: mobileOf(rows), fields: { order: `A-${rows}` } };
  return {
    method: 'POST',
    path,
    headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify(contact),
  };
};

/** Sends one request and reads its answer to the end. */
const ask = (client: Client, job: LoadJob): Promise<void> =>
  new Promise((resolve, reject) => {
    let received = 0;
    const handler: Dispatcher.DispatchHandler = {
      onRequestStart: () => undefined,
      onResponseStart: (_, statusCode) => {
        received = statusCode;
      },
      onResponseData: () => undefined,
      onResponseEnd: () =>
        received === job.status ? resolve() : reject(new Error(`${job.path} returned ${received}`)),
      onResponseError: (_, error) => reject(error),
    };
    client.dispatch(requestOf(job), handler);
  });

/** Resolves when measuring starts. */
const begin = async (job: LoadJob): Promise<RunningLoad> => {
  const clients = Array.from({ length: job.connections }, () => new Client(job.url, { pipelining: 1 }));
  const histogram = build();
  let requests = 0;
  /** Requests before or after do not count. */
  let isMeasuring = false;
  let isStopped = false;
  const workers = clients.map(async (client) => {
    while (!isStopped) {
      const sentAt = performance.now();
      await ask(client, job);
      if (!isMeasuring) continue;
      histogram.recordValue(Math.max(1, Math.round((performance.now() - sentAt) * 1_000)));
      requests += 1;
    }
  });
  const all = Promise.all(workers);
  const within = (ms: number): Promise<unknown> =>
    Promise.race([all, new Promise((resolve) => setTimeout(resolve, ms))]);
  await within(job.warmMs);
  isMeasuring = true;
  const from = performance.now();
  const measured = async (): Promise<LoadResult> => {
    await within(job.ms);
    isMeasuring = false;
    const seconds = (performance.now() - from) / 1_000;
    isStopped = true;
    await all;
    await Promise.all(clients.map((client) => client.close()));
    return { requests, perSecond: requests / seconds, ...quantiles(histogram) };
  };
  const result = measured();
  // `result` reports the error; until then a rejection must not count as unhandled.
  result.catch(() => undefined);
  return { result };
};

const quantiles = (histogram: Histogram) => ({
  p50: histogram.getValueAtPercentile(50),
  p99: histogram.getValueAtPercentile(99),
});

let running: RunningLoad | null = null;
answerParent({
  begin: async (body) => {
    const job: LoadJob = JSON.parse(body);
    running = await begin(job);
  },
  result: async () => running?.result,
});
