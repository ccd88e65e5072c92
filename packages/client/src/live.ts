/**
 * Live events as an async iterator, which reconnects.
 *
 * It guarantees:
 * L1. After a break the stream resumes with the id of the last event that was taken: no event is lost or comes twice, or the
 *     service says so with `stream.reset`.
 * L2. A connection without a sign of life for 20 s counts as broken; the service sends one every five seconds.
 * L3. A refusal that no retry can change ends the iterator with its error, and so do `maxReconnects` failures in a row.
 */
import type { LiveEvent } from './api.js';
import { isRecord, ParleyError } from './errors.js';
import { messagesIn, piecesOf } from './event-stream.js';
import type { Transport } from './requests.js';
import type { Params } from './types.js';
import { backoffMs, type Deadline, deadlineOf, sleep } from './waiting.js';

const SILENCE_MS = 20_000;
const MAX_RECONNECTS = 10;
const RECONNECT_MS = 1_000;
/** The longest wait that a refusal may ask for, ms. */
const MAX_WAIT_MS = 60_000;

/** How a stream is followed. */
export interface LiveOptions {
  /** Ends the iterator, without an error. */
  readonly signal?: AbortSignal;
  /** Failures to connect in a row before the iterator gives up. Default: 10. */
  readonly maxReconnects?: number;
}

/** Live events as they happen. Iterate once. */
export interface LiveEvents extends AsyncIterable<LiveEvent> {
  /** For `lastEventId` of a later stream, which resumes after the last event taken here; null: no event yet. */
  readonly lastEventId: string | null;
}

/** The position of a stream, which outlives its connections. */
interface Position {
  lastEventId: string | null;
  reconnectMs: number;
}

const eventIn = (data: string): LiveEvent | null => {
  const event: LiveEvent = JSON.parse(data);
  return isRecord(event) && typeof event.type === 'string' ? event : null;
};

/** The events of one connection, until it ends. */
const connectionOf = async function* (
  transport: Transport,
  params: Params<'followLive'>,
  position: Position,
  deadline: Deadline,
): AsyncGenerator<LiveEvent> {
  const { lastEventId: _first, ...others } = params;
  const headers = position.lastEventId === null ? undefined : { 'last-event-id': position.lastEventId };
  const response = await transport.open(
    'followLive',
    others,
    { accept: 'text/event-stream', ...headers },
    deadline.signal,
  );
  if (response.body === null) return;
  const alive = async function* (stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const bytes of piecesOf(stream)) {
      deadline.renew();
      yield bytes;
    }
  };
  for await (const { id, data, retryMs } of messagesIn(alive(response.body), position.lastEventId)) {
    position.reconnectMs = retryMs ?? position.reconnectMs;
    const event = data === null ? null : eventIn(data);
    // While the program works on an event, the stream is not read, and its silence proves nothing.
    deadline.pause();
    if (event !== null) yield event;
    deadline.renew();
    position.lastEventId = id;
  }
};

/** How long to wait after a failure, ms. @throws the error itself if no retry can change it (L3) */
const waitAfter = (error: unknown, failures: number, maxReconnects: number, random: () => number): number => {
  if (!(error instanceof ParleyError)) throw error;
  const { retryAfterMs } = error;
  if (!error.retryable || (retryAfterMs ?? 0) > MAX_WAIT_MS) throw error;
  if (failures > maxReconnects)
    throw new ParleyError({
      code: 'live_lost',
      message: `The live stream could not be opened again in ${failures} attempts.`,
      retryable: true,
      cause: error,
    });
  return Math.max(backoffMs(failures - 1, random), retryAfterMs ?? 0);
};

/** Errors while a connection is read are breaks of the network. @throws any other error */
const breakOf = (error: unknown): ParleyError =>
  error instanceof ParleyError
    ? error
    : new ParleyError({
        code: 'network_failed',
        message: 'The live stream broke.',
        retryable: true,
        cause: error,
      });

/** Follows the live events of the business. */
export const followLive = (
  transport: Transport,
  random: () => number,
  params: Params<'followLive'> = {},
  { signal, maxReconnects = MAX_RECONNECTS }: LiveOptions = {},
): LiveEvents => {
  const position: Position = { lastEventId: params.lastEventId ?? null, reconnectMs: RECONNECT_MS };
  const isAborted = (): boolean => signal?.aborted === true;
  const events = async function* (): AsyncGenerator<LiveEvent> {
    let failures = 0;
    while (!isAborted()) {
      const deadline = deadlineOf(SILENCE_MS, signal);
      let wait = position.reconnectMs;
      try {
        for await (const event of connectionOf(transport, params, position, deadline)) {
          failures = 0;
          yield event;
        }
      } catch (error) {
        if (isAborted()) return;
        failures += 1;
        wait = waitAfter(breakOf(error), failures, maxReconnects, random);
      } finally {
        deadline.end();
      }
      await sleep(wait, signal).catch(() => undefined);
    }
  };
  return {
    get lastEventId() {
      return position.lastEventId;
    },
    [Symbol.asyncIterator]: events,
  };
};
