/**
 * Asks a server the same again and again, from a process of its own: it is sent a {@link LoadJob} and answers that the
 * measuring began, and what came of it.
 */
import { build } from 'hdr-histogram-js';
import { Client, type Dispatcher } from 'undici';

/** What to ask, how often at a time, and for how long. */
export interface LoadJob {
  readonly url: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly connections: number;
  /** Asked before anything is measured, ms. */
  readonly warmMs: number;
  readonly ms: number;
  /** What every answer must have. */
  readonly status: number;
}

/** What it came to. */
export interface LoadResult {
  readonly requests: number;
  readonly perSecond: number;
  /** µs. */
  readonly p50: number;
  readonly p99: number;
  /** Of one body. */
  readonly bytes: number;
}

/** What the process says. */
export type LoadNotice =
  | { readonly type: 'began' }
  | { readonly type: 'ended'; readonly result: LoadResult }
  | { readonly type: 'failed'; readonly message: string };

/** One request; gives the bytes of the answer's body. */
const ask = (client: Client, { path, headers, status }: LoadJob): Promise<number> =>
  new Promise((resolve, reject) => {
    let bytes = 0;
    let given = 0;
    const handler: Dispatcher.DispatchHandlers = {
      onConnect: () => undefined,
      onHeaders: (answered) => {
        given = answered;
        return true;
      },
      onData: (chunk) => {
        bytes += chunk.length;
        return true;
      },
      onComplete: () =>
        given === status ? resolve(bytes) : reject(new Error(`${path} was answered with ${given}`)),
      onError: reject,
    };
    client.dispatch({ method: 'GET', path, headers: { ...headers } }, handler);
  });

const load = async (job: LoadJob, began: () => void): Promise<LoadResult> => {
  const clients = Array.from({ length: job.connections }, () => new Client(job.url, { pipelining: 1 }));
  const histogram = build();
  let requests = 0;
  let bytes = 0;
  /** What is asked before or after does not count. */
  let isMeasuring = false;
  let isOver = false;
  const asking = clients.map(async (client) => {
    while (!isOver) {
      const asked = performance.now();
      const got = await ask(client, job);
      if (!isMeasuring) continue;
      histogram.recordValue(Math.max(1, Math.round((performance.now() - asked) * 1_000)));
      requests += 1;
      bytes = got;
    }
  });
  const all = Promise.all(asking);
  const within = (ms: number): Promise<unknown> =>
    Promise.race([all, new Promise((resolve) => setTimeout(resolve, ms))]);
  await within(job.warmMs);
  isMeasuring = true;
  const from = performance.now();
  began();
  await within(job.ms);
  isMeasuring = false;
  const seconds = (performance.now() - from) / 1_000;
  isOver = true;
  await all;
  await Promise.all(clients.map((client) => client.close()));
  return {
    requests,
    perSecond: requests / seconds,
    p50: histogram.getValueAtPercentile(50),
    p99: histogram.getValueAtPercentile(99),
    bytes,
  };
};

const tell = (notice: LoadNotice): void => void process.send?.(notice);

process.on('message', (job: LoadJob) => {
  load(job, () => tell({ type: 'began' })).then(
    (result) => tell({ type: 'ended', result }),
    (error: unknown) => tell({ type: 'failed', message: String(error) }),
  );
});
