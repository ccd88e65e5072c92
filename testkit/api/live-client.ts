/** Reads a live stream as a page would: events as they arrive, and the id to resume from. */
import type { LiveEvent } from '../../schemas/events/live.js';
import { until } from '../until.js';

/** An event as it was received. */
interface LiveReceived {
  readonly name: string;
  readonly id: string;
  readonly data: LiveEvent;
  /** On the clock of `Date.now()`. */
  readonly receivedAt: number;
}

/** A stream that is read until it ends. */
export interface LiveReader {
  readonly events: readonly LiveReceived[];
  /** The last id that was received, with or without an event; null: none yet. */
  lastId(): string | null;
  /** Number of comment lines in the stream. */
  heartbeats(): number;
  /** Resolves with the first event that `isWanted` accepts. @throws Error after `timeoutMs` */
  event(
    description: string,
    isWanted: (event: LiveReceived) => boolean,
    timeoutMs?: number,
  ): Promise<LiveReceived>;
  /** Stops reading; idempotent. */
  close(): void;
  /** Resolves when the stream has ended, on either side. */
  readonly ended: Promise<void>;
}

export interface LiveRequest {
  readonly url: string;
  readonly businessId: string;
  /** Headers of the client. */
  readonly headers: Readonly<Record<string, string>>;
  readonly topics?: string;
  /** Null: start from now. */
  readonly lastEventId?: string | null;
}

/** Opens a stream, and resolves when it is answered. @throws Error with the answer if the stream is refused */
export const followLive = async (request: LiveRequest): Promise<LiveReader> => {
  const { url, businessId, headers, topics, lastEventId = null } = request;
  const leaving = new AbortController();
  const query = new URLSearchParams({ businessId, ...(topics === undefined ? {} : { topics }) });
  const response = await fetch(`${url}/api/v1/live?${query}`, {
    headers: { ...headers, ...(lastEventId === null ? {} : { 'last-event-id': lastEventId }) },
    signal: leaving.signal,
  });
  if (response.status !== 200 || response.body === null)
    throw new Error(`${response.status} ${await response.text()}`);
  const events: LiveReceived[] = [];
  let lastId: string | null = null;
  let heartbeats = 0;

  const take = (block: string): void => {
    const fields = new Map(block.split('\n').map((line) => [line.split(':')[0] ?? '', line]));
    const fieldOf = (name: string): string | undefined => fields.get(name)?.slice(name.length + 2);
    lastId = fieldOf('id') ?? lastId;
    if (fields.has('')) heartbeats += 1;
    const text = fieldOf('data');
    if (text === undefined) return;
    const data: LiveEvent = JSON.parse(text);
    events.push({ name: fieldOf('event') ?? '', id: fieldOf('id') ?? '', data, receivedAt: Date.now() });
  };

  const read = async (body: ReadableStream<Uint8Array>): Promise<void> => {
    const decoder = new TextDecoder();
    let rest = '';
    for await (const chunk of body) {
      const blocks = `${rest}${decoder.decode(chunk, { stream: true })}`.split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) take(block);
    }
  };

  return {
    events,
    lastId: () => lastId,
    heartbeats: () => heartbeats,
    event: (description, isWanted, timeoutMs) => until(description, () => events.find(isWanted), timeoutMs),
    close: () => leaving.abort(),
    // A broken connection is an end, too.
    ended: read(response.body).catch(() => undefined),
  };
};
