/**
 * One NATS connection as the runtime sees it: it may be lost for minutes, and comes back.
 *
 * It guarantees:
 * C1. Requests without an answer when the connection is lost fail at once with {@link JournalUnavailable}: the answer
 *     will never come, and whether the request arrived is unknown.
 * C2. Requests made while it is lost are sent when it is back, in their order, or fail after `timeoutMs`. (The client
 *     would drop them: it empties its buffer before every dial.)
 * C3. Listeners are notified of every loss, and then of the return.
 */
import type { NatsConnection } from '@nats-io/transport-node';
import { JournalUnavailable } from '../journal-errors.js';
import { createExchange, type Exchange } from './exchange.js';

/** How long a request waits for the connection by default: longer than a restart of the server, shorter than an ask. */
const RECONNECT_TIMEOUT_MS = 5_000;

export interface Connection {
  readonly nc: NatsConnection;
  /** Runs `request`, on the caller's stack if the connection is up. @throws JournalUnavailable (C1, C2) */
  ask<T>(request: () => Promise<T>, timeoutMs?: number): Promise<T>;
  /** The same for requests through {@link exchange}, which end by themselves when the connection is lost. */
  put<T>(request: () => Promise<T>): Promise<T>;
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
  const pending = new Set<(error: JournalUnavailable) => void>();
  const waiting = new Set<() => void>();
  const listeners: ((change: 'lost' | 'back') => void)[] = [];
  const exchange = createExchange(nc);
  let isConnected = true;
  let isReleased = false;

  const onStatus = (type: string): void => {
    if (type === 'disconnect') {
      isConnected = false;
      for (const listener of listeners) listener('lost'); // C3
      const lost = new JournalUnavailable('the connection was lost');
      for (const reject of pending) reject(lost); // C1
      exchange.onDisconnect();
    } else if (type === 'reconnect') {
      isConnected = true;
      for (const listener of listeners) listener('back'); // C3
      for (const resume of waiting) resume(); // C2
    }
  };

  void (async () => {
    for await (const { type } of nc.status()) {
      if (isReleased) return;
      onStatus(type);
    }
  })();

  const untilLost = <T>(answer: Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      pending.add(reject);
      const end =
        <V>(settle: (value: V) => void) =>
        (value: V): void => {
          pending.delete(reject);
          settle(value);
        };
      answer.then(end(resolve), end(reject));
    });

  const untilBack = (timeoutMs: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const resume = (): void => {
        clearTimeout(timer);
        waiting.delete(resume);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.delete(resume);
        reject(new JournalUnavailable('the connection is lost'));
      }, timeoutMs);
      waiting.add(resume);
    });

  return {
    nc,
    ask: (request, timeoutMs = RECONNECT_TIMEOUT_MS) =>
      isConnected ? untilLost(request()) : untilBack(timeoutMs).then(() => untilLost(request())),
    put: (request) => (isConnected ? request() : untilBack(RECONNECT_TIMEOUT_MS).then(request)),
    exchange,
    onChange: (listener) => {
      listeners.push(listener);
    },
    release: () => {
      isReleased = true;
      exchange.close();
    },
  };
};
