/**
 * Messages both ways while everything goes wrong: a provider that throttles, fails, loses requests and answers,
 * repeats and reorders its reports; a service that is killed again and again; a subscriber that refuses some of
 * what it is sent. Afterwards everything is counted.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { MessageDeliveryState } from '../schemas/message.js';
import { ApiError, createApiClient } from '../testkit/api-client.js';
import type { MetaClient } from '../testkit/meta-client.js';

export interface ChaosOptions {
  /** As many out and in. */
  readonly messages: number;
  readonly customers: number;
  readonly kills: number;
  readonly accountId: string;
  readonly businessId: string;
  readonly apiKey: string;
  readonly meta: MetaClient;
  /** Where the service serves at the moment. */
  readonly url: () => string;
  /** Kills the service and starts it again. */
  readonly crash: () => Promise<void>;
  readonly log: (line: string) => void;
}

export interface ChaosResult {
  readonly seconds: number;
  readonly crashes: number;
  readonly accepted: number;
  /** What the provider took: all of it, and how many different messages. */
  readonly taken: number;
  readonly takenOnce: number;
  readonly outOfOrder: number;
  readonly states: Readonly<Record<string, number>>;
  /** Of the customers' messages, those that every subscriber was told. */
  readonly inboundTold: number;
  /** Of the steps of our messages. */
  readonly progressTold: number;
  readonly deliveries: number;
  /** Deliveries under an event id that say something else than an earlier one. */
  readonly changed: number;
}

const FAULTS = {
  throttle: 0.05,
  error: 0.03,
  lostAnswer: 0.03,
  lostRequest: 0.02,
  duplicateStatus: 0.2,
  reorderStatus: 0.2,
  duplicateMessage: 0.1,
};
/** Of the deliveries to the one that is in trouble. */
const REFUSED = 0.1;
const WIDTH = 48;
/** Of one lane of customers: they write some hundred messages a second, not all at once. */
const WRITE_EVERY_MS = 200;
const SETTLE_MS = 240_000;

const digits = (customer: number): string => `1415${String(5_550_000 + customer)}`;

/** Runs `work` on 0 … count-1, some at a time. */
const each = async (count: number, work: (index: number) => Promise<void>): Promise<void> => {
  let next = 0;
  const one = async (): Promise<void> => {
    while (next < count) {
      next += 1;
      await work(next - 1);
    }
  };
  await Promise.all(Array.from({ length: WIDTH }, one));
};

/** As a client that keeps to the contract: the same request again until it is answered. */
const insist = async <T>(work: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof ApiError && error.status < 500 && error.status !== 429 && error.status !== 409)
        throw error;
      await delay(100);
    }
  }
};

interface Told {
  readonly bodies: Map<string, string>;
  deliveries: number;
  changed: number;
}

const startSubscribers = async (count: number) => {
  const told: readonly Told[] = Array.from({ length: count }, () => ({
    bodies: new Map(),
    deliveries: 0,
    changed: 0,
  }));
  const server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const index = Number(req.url?.slice(1));
      const mine = told[index];
      if (mine === undefined) return void res.writeHead(404).end();
      mine.deliveries += 1;
      const { retryNumber: _retryNumber, ...event }: { eventId: string; retryNumber: number } = JSON.parse(
        Buffer.concat(chunks).toString('utf8'),
      );
      const text = JSON.stringify(event);
      const before = mine.bodies.get(event.eventId);
      if (before !== undefined && before !== text) mine.changed += 1;
      mine.bodies.set(event.eventId, text);
      // The last one is in trouble.
      res.writeHead(index === count - 1 && Math.random() < REFUSED ? 500 : 204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    told,
    url: (index: number): string => `http://127.0.0.1:${port}/${index}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

export const runChaos = async (options: ChaosOptions): Promise<ChaosResult> => {
  const { messages, customers, kills, accountId, businessId, meta, log } = options;
  const client = () => createApiClient(options.url(), businessId, options.apiKey);
  const subscribers = await startSubscribers(2);
  const events = ['received', 'sent', 'delivered', 'read', 'failed'].map(
    (name) => `whatsapp.message.${name}`,
  );
  for (const index of subscribers.told.keys())
    await client().request('POST', '/api/v1/webhook-subscriptions', {
      businessId,
      channel: 'whatsapp',
      phoneNumberId: accountId,
      externalAutomation: true,
      callbackUrl: subscribers.url(index),
      events,
    });

  // Everybody writes once, so that everybody can be written to.
  const inbound: string[] = [];
  const write = async (customer: number, text: string): Promise<void> => {
    inbound.push(await meta.write({ accountId, from: digits(customer), text }));
  };
  await each(customers, (customer) => write(customer, 'first'));
  await delay(2_000);
  await meta.faults(FAULTS);

  const began = performance.now();
  let crashes = 0;
  const killer = (async () => {
    for (; crashes < kills; crashes += 1) {
      await delay(300 + Math.random() * 2_000);
      log(`crash ${crashes + 1}`);
      await options.crash();
    }
  })();

  const sent: string[] = [];
  const send = async (index: number): Promise<void> => {
    const key = randomUUID();
    const body = {
      businessId,
      phoneNumberId: accountId,
      to: `+${digits(index % customers)}`,
      type: 'text',
      text: `${index}`,
    };
    const { messageId } = await insist(() =>
      client().request<{ messageId: string }>('POST', '/api/v1/messages', body, key),
    );
    sent.push(messageId);
  };
  await Promise.all([
    // A customer's messages in order: one lane for every customer.
    (async () => {
      for (let from = 0; from < messages; from += customers)
        await each(Math.min(customers, messages - from), (offset) => send(from + offset));
    })(),
    each(messages - customers, async (index) => {
      await write(index % customers, `${index}`);
      await delay(WRITE_EVERY_MS);
    }),
  ]);
  log(`${sent.length} accepted`);
  await killer;

  const states = new Map<string, string>();
  const deadline = Date.now() + SETTLE_MS;
  for (let open = sent; open.length > 0 && Date.now() < deadline; await delay(500)) {
    await each(open.length, async (index) => {
      const id = open[index] ?? '';
      const path = `/api/v1/messages/${id}?businessId=${businessId}`;
      states.set(id, (await insist(() => client().request<MessageDeliveryState>('GET', path))).status);
    });
    open = open.filter((id) => states.get(id) !== 'read');
  }
  const progress = sent.flatMap((id) => ['sent', 'delivered', 'read'].map((step) => `${id}:${step}`));
  const isTold = (id: string): boolean => subscribers.told.every(({ bodies }) => bodies.has(id));
  while (Date.now() < deadline && !(inbound.every(isTold) && progress.every(isTold))) await delay(500);
  const seconds = (performance.now() - began) / 1_000;
  await meta.faults({});
  const { sent: taken } = await meta.sent();
  subscribers.stop();

  const counts: Record<string, number> = {};
  for (const state of states.values()) counts[state] = (counts[state] ?? 0) + 1;
  const lastTo = new Map<string, number>();
  let outOfOrder = 0;
  for (const { to, body } of taken) {
    const text: unknown = body.text;
    const index = typeof text === 'object' && text !== null && 'body' in text ? Number(text.body) : 0;
    if (index < (lastTo.get(to) ?? -1)) outOfOrder += 1;
    lastTo.set(to, index);
  }
  return {
    seconds: Number(seconds.toFixed(1)),
    crashes,
    accepted: sent.length,
    taken: taken.length,
    takenOnce: new Set(taken.map(({ correlation }) => correlation)).size,
    outOfOrder,
    states: counts,
    inboundTold: inbound.filter(isTold).length,
    progressTold: progress.filter(isTold).length,
    deliveries: subscribers.told.reduce((sum, one) => sum + one.deliveries, 0),
    changed: subscribers.told.reduce((sum, one) => sum + one.changed, 0),
  };
};
