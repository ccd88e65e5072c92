/**
 * One NATS connection as the runtime sees it: it may be lost for minutes, and comes back.
 *
 * It guarantees:
 * C1. Requests without an answer when the connection is lost fail at once with {@link JournalUnavailable}: the answer
 *     will never come, and whether the request arrived is unknown.
 * C2. Requests made while it is lost are sent when it is back, in their order, or fail after `patienceMs`. (The client
 *     would drop them: it empties its buffer before every dial.)
 * C3. Listeners are notified of every loss, and then of the return.
 */
import type { NatsConnection } from '@nats-io/transport-node';
import { createExchange, type Exchange } from './exchange.js';
import { JournalUnavailable } from './journal-errors.js';

/** How long a request waits for the connection by default: longer than a restart of the server, shorter than an ask. */
const PATIENCE_MS = 5_000;

export interface Connection {
  readonly nc: NatsConnection;
  /** Runs `question`, on the caller's stack if the connection is up. @throws JournalUnavailable (C1, C2) */
  ask<T>(question: () => Promise<T>, patienceMs?: number): Promise<T>;
  /** The same for requests through {@link exchange}, which end by themselves when the connection is lost. */
  put<T>(question: () => Promise<T>): Promise<T>;
  readonly exchange: Exchange;
  onChange(listener: (change: 'lost' | 'back') => void): void;
  /** Stops listening; the connection itself belongs to its creator. */
  release(): void;
}

/**
 * How soon a client leaves a silent server for another one: after two to three pings, or when a dial takes too long. A
 * server that dies closes its connections, and is left at once.
 */
export const LIVENESS = { pingInterval: 2_000, maxPingOut: 2, timeout: 3_000 } as const;

/** The servers of a setting like `nats://a:4222,nats://b:4222`: a client that knows all of them moves on to the next. */
export const serversOf = (urls: string): string[] =>
  urls
    .split(',')
    .map((url) => url.trim())
    .filter((url) => url !== '');

/** Watches a connection that is up. */
export const watchConnection = (nc: NatsConnection): Connection => {
  const asked = new Set<(error: JournalUnavailable) => void>();
  const waiting = new Set<() => void>();
  const listeners: ((change: 'lost' | 'back') => void)[] = [];
  const exchange = createExchange(nc);
  let isUp = true;
  let released = false;

  const onStatus = (type: string): void => {
    if (type === 'disconnect') {
      isUp = false;
      for (const listener of listeners) listener('lost'); // C3
      const lost = new JournalUnavailable('the connection was lost');
      for (const reject of asked) reject(lost); // C1
      exchange.lose();
    } else if (type === 'reconnect') {
      isUp = true;
      for (const listener of listeners) listener('back'); // C3
      for (const goOn of waiting) goOn(); // C2
    }
  };

  void (async () => {
    for await (const { type } of nc.status()) {
      if (released) return;
      onStatus(type);
    }
  })();

  const untilLost = <T>(answer: Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      asked.add(reject);
      const end =
        <V>(settle: (value: V) => void) =>
        (value: V): void => {
          asked.delete(reject);
          settle(value);
        };
      answer.then(end(resolve), end(reject));
    });

  const untilBack = (patienceMs: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const goOn = (): void => {
        clearTimeout(timer);
        waiting.delete(goOn);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.delete(goOn);
        reject(new JournalUnavailable('the connection is lost'));
      }, patienceMs);
      waiting.add(goOn);
    });

  return {
    nc,
    ask: (question, patienceMs = PATIENCE_MS) =>
      isUp ? untilLost(question()) : untilBack(patienceMs).then(() => untilLost(question())),
    put: (question) => (isUp ? question() : untilBack(PATIENCE_MS).then(question)),
    exchange,
    onChange: (listener) => {
      listeners.push(listener);
    },
    release: () => {
      released = true;
      exchange.close();
    },
  };
};
