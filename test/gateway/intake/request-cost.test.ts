/**
 * No request blocks the thread that paces audio. A second thread sends the worst bodies, at their size limit, to every
 * operation that takes JSON, one after the other. After each answer this thread reads how long it has worked for it,
 * over all turns. It counts the CPU time of this thread, so a busy machine changes little.
 */

import { readFileSync } from 'node:fs';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import t from 'tap';
import { routesWithoutService } from '../../../scripts/generated/routes.js';
import { CASES } from '../cases/all.js';
import { startGateway } from '../gateway-under-test.js';
import { worstBodiesOf } from './worst-bodies.js';

/**
 * ms. The promise is 20 for a turn; a request of 1 MiB takes several turns, and one of them may hold a garbage
 * collection or code that runs for the first time. The bug that led to this test took 17,000.
 */
const LONGEST_MS = 100;
/** Limit for nearly all requests, ms. */
const USUAL_MS = 20;
const MAX_REFUSAL_BYTES = 64 * 1024;

/** Processor time of the calling thread, ms (proc(5), schedstat). */
const threadMs = (): number =>
  Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;

interface Work {
  readonly url: string;
  readonly apiKey: string;
}

/** What the second thread reports about each answer. */
interface AnswerReport {
  readonly what: string;
  readonly status: number;
  readonly bytes: number;
}

const sendAll = async ({ url, apiKey }: Work, report: (answer: AnswerReport) => void): Promise<void> => {
  for (const route of routesWithoutService()) {
    const good = CASES[route.operationId];
    if (
      route.body === null ||
      route.upload === true ||
      route.sessionOnly === true ||
      good?.body === undefined
    )
      continue;
    for (const { what, text } of worstBodiesOf(route, good.body)) {
      const response = await fetch(`${url}${good.path}`, {
        method: route.method,
        headers: {
          authorization: `Bearer ${apiKey}`,
          'content-type': 'application/json',
          'idempotency-key': what.replaceAll(' ', '-'),
        },
        body: text,
      });
      report({ what, status: response.status, bytes: (await response.arrayBuffer()).byteLength });
    }
  }
};

if (isMainThread) {
  t.test('no body of any operation, however bad, holds the event loop', async (t) => {
    const { url, apiKey } = await startGateway(t);
    const costs: (AnswerReport & { readonly ms: number })[] = [];
    let before = threadMs();
    const thread = new Worker(new URL(import.meta.url), { workerData: { url, apiKey } });
    await new Promise<void>((resolve, reject) => {
      thread.on('message', (answer: AnswerReport) => {
        const now = threadMs();
        costs.push({ ...answer, ms: now - before });
        before = now;
      });
      thread.once('error', reject);
      thread.once('exit', () => resolve());
    });
    // The first cost includes the start of the thread.
    const byCost = costs.slice(1).sort((a, b) => b.ms - a.ms);
    const longest = JSON.stringify(byCost.slice(0, 5));
    t.comment(longest);
    t.ok(byCost.length > 300, `${byCost.length} bodies were sent`);
    t.ok((byCost[0]?.ms ?? 0) < LONGEST_MS, longest);
    t.ok(
      (byCost[Math.floor(byCost.length / 20)]?.ms ?? 0) < USUAL_MS,
      `19 of 20 take less than ${USUAL_MS} ms`,
    );
    for (const { what, status, bytes } of byCost) {
      if (bytes > MAX_REFUSAL_BYTES) t.fail(`${what}: a refusal of ${bytes} bytes`);
      if (status >= 500) t.fail(`${what}: ${status}`);
    }
  });
} else {
  const { parentPort } = await import('node:worker_threads');
  const work: Work = workerData;
  await sendAll(work, (answer) => parentPort?.postMessage(answer));
}
