/**
 * Requests to the server on one connection, and its answers: one inbox for all of them, and one timer.
 *
 * It guarantees:
 * Q1. A request ends once: with its answer, or with {@link JournalUnavailable} if there are no responders, its time is
 *     up, or the connection is lost or closed. Of these errors, only the first means that nothing was done.
 * Q2. Requests made in one turn of the event loop leave in that order.
 * Q3. Time in which this process itself was frozen does not count against an answer.
 *
 * The client's own requests each keep a timer, a promise for it and an error. The meaning of an answer is left to its
 * reader (stored.ts).
 */
import { jserrors } from '@nats-io/jetstream/internal';
import { createInbox, type Msg, MsgHdrsImpl, type NatsConnection } from '@nats-io/transport-node';
import { asJournalError, JournalUnavailable } from '../journal-errors.js';

/** How often expired requests are looked for, ms: an answer has up to that much longer. */
const SWEEP_MS = 250;
const NO_RESPONDERS = 503;

interface ServerRequest {
  readonly subject: string;
  /** Default: empty. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

export interface Exchange {
  /**
   * What the reader makes of the parts of the answer: the request ends with its first result that is not undefined.
   * @throws JournalUnavailable (Q1), and {@link asJournalError} of what the reader throws
   */
  ask<T>(request: ServerRequest, read: (part: Msg) => T | undefined): Promise<T>;
  /** The connection is lost: no answer will come to earlier requests. */
  onDisconnect(): void;
  /** Sends and receives nothing more. */
  close(): void;
}

interface Pending {
  /** True when the request has ended. */
  readonly receive: (part: Msg) => boolean;
  readonly fail: (error: Error) => void;
  /** Q3: number of sweeps before its time is up. */
  sweeps: number;
}

/** Subscribes with the first request. */
export const createExchange = (nc: NatsConnection): Exchange => {
  const inbox = `${createInbox()}.`;
  const pending = new Map<string, Pending>();
  let requestCount = 0;
  let timer: NodeJS.Timeout | null = null;
  let unsubscribe: (() => void) | null = null;

  const failAll = (error: Error): void => {
    const all = [...pending.values()];
    pending.clear();
    for (const { fail } of all) fail(error);
  };
  const onMessage = (error: Error | null, part: Msg): void => {
    if (error !== null) return failAll(unavailable(error));
    const token = part.subject.slice(inbox.length);
    if (pending.get(token)?.receive(part) === true) pending.delete(token);
  };
  const subscribe = (): void => {
    const subscription = nc.subscribe(`${inbox}*`, { callback: onMessage });
    unsubscribe = () => subscription.unsubscribe();
    void nc.closed().then(() => failAll(new JournalUnavailable('the connection is closed')));
  };
  const sweep = (): void => {
    timer = null;
    for (const [token, request] of pending) {
      request.sweeps -= 1;
      if (request.sweeps > 0) continue;
      pending.delete(token);
      request.fail(new JournalUnavailable('the server did not answer in time'));
    }
    schedule();
  };
  const schedule = (): void => {
    if (pending.size > 0) timer ??= setTimeout(sweep, SWEEP_MS);
  };

  return {
    ask: (request, read) =>
      new Promise((resolve, reject) => {
        const { subject, text, headers, timeoutMs } = request;
        requestCount += 1;
        const token = requestCount.toString(36);
        try {
          if (unsubscribe === null) subscribe();
          const reply = inbox + token;
          nc.publish(
            subject,
            text,
            headers === undefined ? { reply } : { reply, headers: headerBlock(headers) },
          );
        } catch (error) {
          return reject(asJournalError(error));
        }
        pending.set(token, {
          receive: (part) => {
            try {
              if (isNoResponders(part)) throw noResponders(subject);
              const answer = read(part);
              if (answer === undefined) return false;
              resolve(answer);
            } catch (error) {
              reject(asJournalError(error));
            }
            return true;
          },
          fail: reject,
          // The first sweep comes within the rest of the current round.
          sweeps: Math.ceil(timeoutMs / SWEEP_MS) + 1,
        });
        schedule();
      }),
    onDisconnect: () => failAll(new JournalUnavailable('the connection was lost')),
    close: () => {
      unsubscribe?.();
      failAll(new JournalUnavailable('the connection was released'));
      if (timer !== null) clearTimeout(timer);
    },
  };
};

const BREAK = /[\r\n]/;

/** @throws Error for a value with a line break */
const headerBlock = (headers: Readonly<Record<string, string>>) => {
  const lines: Record<string, string[]> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (BREAK.test(value)) throw new Error(`the header ${name} has a line break`);
    lines[name] = [value];
  }
  return MsgHdrsImpl.fromRecord(lines);
};

const isNoResponders = (part: Msg): boolean => part.data.length === 0 && part.headers?.code === NO_RESPONDERS;

const noResponders = (subject: string): JournalUnavailable =>
  unavailable(new jserrors.JetStreamNotEnabled(`no responders on ${subject}`));

const unavailable = (cause: Error): JournalUnavailable => new JournalUnavailable(cause.message, { cause });
