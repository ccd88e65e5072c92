/**
 * Sends messages both ways while everything fails: a provider that throttles, fails, loses requests and answers, and
 * repeats and reorders its reports; a service that is killed repeatedly; a subscriber that refuses some
 * deliveries. Everything is counted afterwards.
 */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import type { MessageDeliveryState } from '../../schemas/channels/message.js';
import { listening } from '../../simulators/support/listening.js';
import { type ApiClient, ApiError, createApiClient } from '../../testkit/api/client.js';
import type { MetaClient, SentMessage } from '../../testkit/simulators/meta-client.js';

/** How much happens, and where. */
export interface ChaosOptions {
  /** This many outbound and as many inbound. */
  readonly messages: number;
  readonly customers: number;
  readonly kills: number;
  readonly accountId: string;
  readonly businessId: string;
  readonly apiKey: string;
  readonly meta: MetaClient;
  /** The service's current address. */
  readonly url: () => string;
  /** Kills the service and starts it again. */
  readonly crash: () => Promise<void>;
  /** Random numbers in [0, 1): they decide when the service is killed and which deliveries are refused. */
  readonly random: () => number;
  readonly log: (line: string) => void;
}

/** The outcome of a run. */
export interface ChaosResult {
  readonly seconds: number;
  readonly crashes: number;
  readonly accepted: number;
  /** What the provider accepted: all messages, and how many distinct ones. */
  readonly taken: number;
  readonly takenOnce: number;
  readonly outOfOrder: number;
  readonly states: Readonly<Record<string, number>>;
  /** Customers' messages that every subscriber was notified of. */
  readonly inboundNotified: number;
  /** Status steps of our messages that every subscriber was notified of. */
  readonly progressNotified: number;
  readonly deliveries: number;
  /** Deliveries whose content differs from an earlier one with the same event id. */
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
/** Share of deliveries that the failing subscriber refuses. */
const REFUSED_SHARE = 0.1;
const WIDTH = 48;
/** Interval per lane of customers: together they write some hundred messages a second, not all at once. */
const WRITE_EVERY_MS = 200;
const SETTLE_MS = 240_000;

const digits = (customer: number): string => `1415${String(5_550_000 + customer)}`;

/** Runs `work` on 0 … count-1, several at a time. */
const inParallel = async (count: number, work: (index: number) => Promise<void>): Promise<void> => {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) {
      next += 1;
      await work(next - 1);
    }
  };
  await Promise.all(Array.from({ length: WIDTH }, worker));
};

/** Retries as a client that keeps to the contract does: the same request until it is answered. */
const retryUntilAccepted = async <T>(work: () => Promise<T>): Promise<T> => {
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

/** What one subscriber received. */
interface SubscriberState {
  readonly bodies: Map<string, string>;
  deliveries: number;
  changed: number;
}

interface Subscribers {
  readonly states: readonly SubscriberState[];
  url(index: number): string;
  stop(): void;
}

/** Starts subscribers; the last one fails and refuses some deliveries. */
const startSubscribers = async (count: number, random: () => number): Promise<Subscribers> => {
  const states: readonly SubscriberState[] = Array.from({ length: count }, () => ({
    bodies: new Map(),
    deliveries: 0,
    changed: 0,
  }));
  const note = (state: SubscriberState, body: string): void => {
    state.deliveries += 1;
    const { retryNumber: _retryNumber, ...event }: { eventId: string; retryNumber: number } =
      JSON.parse(body);
    const content = JSON.stringify(event);
    const before = state.bodies.get(event.eventId);
    if (before !== undefined && before !== content) state.changed += 1;
    state.bodies.set(event.eventId, content);
  };
  const server = createServer(async (req, res) => {
    const body = await text(req);
    const index = Number(req.url?.slice(1));
    const state = states[index];
    if (state === undefined) return void res.writeHead(404).end();
    note(state, body);
    res.writeHead(index === count - 1 && random() < REFUSED_SHARE ? 500 : 204).end();
  });
  const port = await listening(server);
  return {
    states,
    url: (index) => `http://127.0.0.1:${port}/${index}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

/** Subscribes all subscribers to every event of the account. */
const subscribe = async (
  client: ApiClient,
  accountId: string,
  { states, url }: Subscribers,
): Promise<void> => {
  const events = ['received', 'sent', 'delivered', 'read', 'failed'].map(
    (name) => `whatsapp.message.${name}`,
  );
  for (const index of states.keys())
    await client.post('/api/v1/webhook-subscriptions', {
      channel: 'whatsapp',
      phoneNumberId: accountId,
      externalAutomation: true,
      callbackUrl: url(index),
      events,
    });
};

/** The customers' side. `inbound` collects the ids of their messages, from the first round and from all others. */
const createCustomers = ({ meta, accountId, customers, messages }: ChaosOptions) => {
  const inbound: string[] = [];
  const write = async (customer: number, what: string): Promise<void> => {
    inbound.push(await meta.write({ accountId, from: digits(customer), text: what }));
  };
  return {
    inbound,
    /** Every customer writes once, so that messages to every customer are allowed. */
    greet: () => inParallel(customers, (customer) => write(customer, 'first')),
    talk: () =>
      inParallel(messages - customers, async (index) => {
        await write(index % customers, `${index}`);
        await delay(WRITE_EVERY_MS);
      }),
  };
};

/** Sends every message until it is accepted. A customer's messages stay in order: one lane per customer. */
const sendAll = async (client: () => ApiClient, options: ChaosOptions): Promise<readonly string[]> => {
  const { accountId, customers, messages } = options;
  const sent: string[] = [];
  const send = async (index: number): Promise<void> => {
    const key = randomUUID();
    const to = `+${digits(index % customers)}`;
    const body = { phoneNumberId: accountId, to, type: 'text', text: `${index}` };
    const { messageId } = await retryUntilAccepted(() =>
      client().post<{ messageId: string }>('/api/v1/messages', body, key),
    );
    sent.push(messageId);
  };
  for (let from = 0; from < messages; from += customers)
    await inParallel(Math.min(customers, messages - from), (offset) => send(from + offset));
  return sent;
};

/** Kills the service at random times. Returns how often. */
const killRepeatedly = async ({ kills, crash, log, random }: ChaosOptions): Promise<number> => {
  for (let crashes = 0; crashes < kills; crashes += 1) {
    await delay(300 + random() * 2_000);
    log(`crash ${crashes + 1}`);
    await crash();
  }
  return kills;
};

/** Waits until all messages are read, or until the deadline. Returns the status of each. */
const settle = async (
  client: () => ApiClient,
  sent: readonly string[],
  deadline: number,
): Promise<ReadonlyMap<string, string>> => {
  const states = new Map<string, string>();
  for (let open = sent; open.length > 0 && Date.now() < deadline; await delay(500)) {
    await inParallel(open.length, async (index) => {
      const id = open[index] ?? '';
      const { status } = await retryUntilAccepted(() =>
        client().get<MessageDeliveryState>(`/api/v1/messages/${id}`),
      );
      states.set(id, status);
    });
    open = open.filter((id) => states.get(id) !== 'read');
  }
  return states;
};

/** How many messages reached a customer after a later one. */
const countOutOfOrder = (taken: readonly SentMessage[]): number => {
  const lastTo = new Map<string, number>();
  let outOfOrder = 0;
  for (const { to, body } of taken) {
    const text: unknown = body.text;
    const index = typeof text === 'object' && text !== null && 'body' in text ? Number(text.body) : 0;
    if (index < (lastTo.get(to) ?? -1)) outOfOrder += 1;
    lastTo.set(to, index);
  }
  return outOfOrder;
};

const countOf = (states: Iterable<string>): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const state of states) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
};

/** Runs the whole scenario, and counts the outcomes. */
export const runChaos = async (options: ChaosOptions): Promise<ChaosResult> => {
  const { businessId, apiKey, accountId, meta, random } = options;
  const client = (): ApiClient => createApiClient(options.url(), businessId, apiKey);
  const subscribers = await startSubscribers(2, random);
  await subscribe(client(), accountId, subscribers);
  const customers = createCustomers(options);
  await customers.greet();
  await delay(2_000);
  await meta.faults(FAULTS);

  const began = performance.now();
  const killing = killRepeatedly(options);
  const [sent] = await Promise.all([sendAll(client, options), customers.talk()]);
  options.log(`${sent.length} accepted`);
  const crashes = await killing;

  const deadline = Date.now() + SETTLE_MS;
  const statuses = await settle(client, sent, deadline);
  const { inbound } = customers;
  const progress = sent.flatMap((id) => ['sent', 'delivered', 'read'].map((step) => `${id}:${step}`));
  const hasArrived = (id: string): boolean => subscribers.states.every(({ bodies }) => bodies.has(id));
  while (Date.now() < deadline && !(inbound.every(hasArrived) && progress.every(hasArrived)))
    await delay(500);
  const seconds = (performance.now() - began) / 1_000;
  await meta.faults({});
  const { sent: taken } = await meta.sent();
  subscribers.stop();
  return {
    seconds: Number(seconds.toFixed(1)),
    crashes,
    accepted: sent.length,
    taken: taken.length,
    takenOnce: new Set(taken.map(({ correlation }) => correlation)).size,
    outOfOrder: countOutOfOrder(taken),
    states: countOf(statuses.values()),
    inboundNotified: inbound.filter(hasArrived).length,
    progressNotified: progress.filter(hasArrived).length,
    deliveries: subscribers.states.reduce((sum, subscriber) => sum + subscriber.deliveries, 0),
    changed: subscribers.states.reduce((sum, subscriber) => sum + subscriber.changed, 0),
  };
};
