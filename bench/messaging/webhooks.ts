/**
 * Webhooks: how soon a delivery leaves after the provider's event, whether a subscriber that hangs and one that answers
 * 500 delay another one, and how many deliveries per second a subscriber on this machine receives. `npm run
 * bench:webhooks -- --messages 20000`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { build } from 'hdr-histogram-js';
import { signMeta } from '../../providers/channels/meta.js';
import { listening } from '../../simulators/support/listening.js';
import { createApiClient } from '../../testkit/api/client.js';
import { memoryOf } from '../../testkit/process-memory.js';
import { connectWhatsApp } from '../../testkit/service/meta.js';
import { startParley } from '../../testkit/service/parley-process.js';
import { createTenant } from '../../testkit/service/tenant.js';
import { readBudgets } from '../calls/measures.js';

const { values: options } = parseArgs({
  options: {
    messages: { type: 'string', default: '20000' },
    seconds: { type: 'string', default: '10' },
    rate: { type: 'string', default: '100' },
  },
});
const ACCOUNT = '106540352242922';
const CUSTOMERS = 200;
/** Messages per delivery of the provider, and its concurrent deliveries. */
const BATCH = 20;
const LANES = 8;

const SECRET = 'app-secret-of-a-bench';
const env = {
  WHATSAPP_APP_SECRET: SECRET,
  WHATSAPP_VERIFY_TOKEN: 'verify',
  WHATSAPP_API_URL: 'http://127.0.0.1:9',
  PARLEY_DEVELOPMENT: '1',
  PARLEY_LOG_LEVEL: 'error',
  PARLEY_RATE_LIMIT: '1000000',
  PARLEY_RATE_BURST: '1000000',
};

/** When each event first reached each path, as `performance.now()`, ms. */
const arrived = new Map<string, Map<string, number>>();
const server = createServer((req, res) => {
  const path = req.url ?? '';
  const eventId = String(req.headers['x-service-event-id']);
  req.resume().on('end', () => {
    const arrivals = arrived.get(path) ?? new Map<string, number>();
    arrived.set(path, arrivals);
    if (!arrivals.has(eventId)) arrivals.set(eventId, performance.now());
    if (path === '/hanging') return;
    res.writeHead(path === '/failing' ? 500 : 204).end();
  });
});
const receiver = `http://127.0.0.1:${await listening(server)}`;

const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-'));
const service = await startParley({ dataDir, env });
let count = 0;

/** One delivery of the provider with `size` messages. Returns their ids once it is acknowledged. */
const deliver = async (size: number): Promise<readonly string[]> => {
  const messages = Array.from({ length: size }, () => {
    count += 1;
    return {
      from: `1415${5_550_000 + (count % CUSTOMERS)}`,
      id: `wamid.${count}`,
      type: 'text',
      timestamp: String(Math.floor(Date.now() / 1_000)),
      text: { body: `message ${count}` },
    };
  });
  const value = { messaging_product: 'whatsapp', metadata: { phone_number_id: ACCOUNT }, messages };
  const body = JSON.stringify({
    object: 'whatsapp_business_account',
    entry: [{ id: '1', changes: [{ field: 'messages', value }] }],
  });
  const answer = await fetch(`${service.url}/channels/whatsapp/webhook`, {
    method: 'POST',
    headers: { 'x-hub-signature-256': signMeta(SECRET, body) },
    body,
  });
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
  await answer.text();
  return messages.map(({ id }) => id);
};

const untilArrived = async (path: string, ids: readonly string[], timeoutMs: number): Promise<void> => {
  const deadline = Date.now() + timeoutMs;
  while (!ids.every((id) => arrived.get(path)?.has(id) === true)) {
    if (Date.now() > deadline) throw new Error(`some events did not reach ${path}`);
    await delay(20);
  }
};

/** Sends one message at a time at the configured rate. Measures from the provider's request to the subscriber, ms. */
const latencies = async () => {
  const began = new Map<string, number>();
  const everyMs = 1_000 / Number(options.rate);
  const until = performance.now() + Number(options.seconds) * 1_000;
  const work: Promise<unknown>[] = [];
  for (let due = performance.now(); due < until; due += everyMs) {
    await delay(Math.max(0, due - performance.now()));
    const at = performance.now();
    work.push(deliver(1).then(([id = '']) => began.set(id, at)));
  }
  await Promise.all(work);
  await untilArrived('/good', [...began.keys()], 30_000);
  const histogram = build();
  for (const [id, at] of began)
    histogram.recordValue(Math.round(((arrived.get('/good')?.get(id) ?? 0) - at) * 1_000));
  const ms = (percentile: number): number => histogram.getValueAtPercentile(percentile) / 1_000;
  return { count: began.size, p50: ms(50), p99: ms(99), max: histogram.maxValue / 1_000 };
};

/** Sends as fast as the provider's deliveries are acknowledged, until all subscribers have received everything. */
const throughput = async (paths: readonly string[]) => {
  const total = Number(options.messages);
  const ids: string[] = [];
  const began = performance.now();
  await Promise.all(
    Array.from({ length: LANES }, async () => {
      while (ids.length < total) ids.push(...(await deliver(BATCH)));
    }),
  );
  const acknowledgedSeconds = (performance.now() - began) / 1_000;
  for (const path of paths) await untilArrived(path, ids, 120_000);
  const seconds = (performance.now() - began) / 1_000;
  return {
    messages: ids.length,
    acknowledgedASecond: Math.round(ids.length / acknowledgedSeconds),
    deliveriesASecond: Math.round((ids.length * paths.length) / seconds),
  };
};

try {
  const { businessId, apiKey } = await createTenant(dataDir, { env });
  await connectWhatsApp({ dataDir }, businessId, ACCOUNT, 'token', env);
  const client = createApiClient(service.url, businessId, apiKey);
  const subscribe = async (path: string): Promise<string> => {
    const { subscription } = await client.request<{ subscription: { id: string } }>(
      'POST',
      '/api/v1/webhook-subscriptions',
      {
        businessId,
        channel: 'whatsapp',
        phoneNumberId: ACCOUNT,
        externalAutomation: true,
        callbackUrl: `${receiver}${path}`,
        events: ['whatsapp.message.received'],
      },
    );
    return subscription.id;
  };
  await subscribe('/good');
  // Before anything is measured, every customer is a contact and the consumer is running.
  const first: string[] = [];
  for (let sent = 0; sent < CUSTOMERS; sent += BATCH) first.push(...(await deliver(BATCH)));
  await untilArrived('/good', first, 30_000);
  await delay(1_000);

  const alone = await latencies();
  const troubled = [await subscribe('/hanging'), await subscribe('/failing')];
  await delay(1_500);
  const besideFailing = await latencies();
  for (const id of troubled)
    await client.request('DELETE', `/api/v1/webhook-subscriptions/${id}?businessId=${businessId}`);

  const withOne = await throughput(['/good']);
  await subscribe('/good/2');
  await subscribe('/good/3');
  await delay(1_500);
  const withThree = await throughput(['/good', '/good/2', '/good/3']);

  const budget = readBudgets()['webhook.emit'];
  const result = {
    // From the provider's request to the subscriber's socket, which covers more than the budget does.
    emitMs: { ...alone, budget },
    besideHangingAndFailingMs: besideFailing,
    throughput: { oneSubscriber: withOne, threeSubscribers: withThree },
    memoryMiB: memoryOf(service.pid),
  };
  process.stdout.write(`${JSON.stringify(result, null, 1)}\n`);
  if (budget === undefined || alone.p50 > budget.p50 || alone.p99 > budget.p99) process.exitCode = 1;
} finally {
  service.kill('SIGTERM');
  await service.ended;
  server.close();
  server.closeAllConnections();
  rmSync(dataDir, { recursive: true, force: true });
}
