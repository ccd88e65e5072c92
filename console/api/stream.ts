/**
 * The page's one stream (docs/how-to/live-updates.md). It opens once a user is signed in and resumes after every interruption, so that
 * pages receive each event once. It is read with `fetch`, because an `EventSource` reports neither why it was refused,
 * nor for how long, nor that it has gone silent.
 *
 * It guarantees:
 * N1. Events are delivered in the order of the stream, each once, in batches: at most one batch per frame of the
 *     screen.
 * N2. A stream that has been silent for {@link SILENT_MS} is dead (a laptop slept, a network failed) and is resumed.
 * N3. A refusal is waited out for as long as it says; otherwise each wait is twice as long as the last, up to {@link
 *     MOST_WAIT_MS}.
 */
import { notifySessionExpired } from './client.js';
import type { LiveEvent } from './operations.js';

/** Heartbeats arrive every 5 s. */
const SILENT_MS = 12_000;
const FIRST_WAIT_MS = 500;
const MOST_WAIT_MS = 8_000;
/** A hidden page closes its stream after this time, ms: a browser has six connections for all its tabs. */
const HIDDEN_MS = 60_000;
/** Interval of batches while the page is hidden and no frames are drawn, ms. */
const UNSEEN_MS = 250;

export type StreamState =
  /** All events arrive. */
  | 'open'
  /** No events arrive; what is shown may be out of date. */
  | 'down'
  /** The page is hidden. */
  | 'asleep';

export interface StreamHandlers {
  /** N1 */
  readonly onEvents: (events: readonly LiveEvent[]) => void;
  readonly onState: (state: StreamState) => void;
}

export interface OpenStream {
  /** Whether to receive `call.voices`, too. */
  withVoices(wanted: boolean): void;
  close(): void;
}

/** One block of `text/event-stream`: its event, if it has one, and the id to resume from. Pure. */
const blockOf = (block: string): { readonly data: string | null; readonly id: string | null } => {
  let data: string | null = null;
  let id: string | null = null;
  for (const line of block.split('\n')) {
    if (line.startsWith('data: ')) data = line.slice(6);
    else if (line.startsWith('id: ')) id = line.slice(4);
  }
  return { data, id };
};

/** How long a refused client waits, ms; `retryAfter` is its Retry-After header, s. Pure. */
const waitOf = (failures: number, retryAfter: string | null, random: number): number => {
  const seconds = retryAfter === null ? Number.NaN : Number(retryAfter);
  if (Number.isFinite(seconds) && seconds > 0) return seconds * 1_000;
  return Math.min(MOST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures) * (0.75 + random / 2);
};

/** Without topics: everything that may be read except voices. */
const addressOf = (businessId: string, topics: readonly string[] | null): string => {
  const query = new URLSearchParams({ businessId });
  if (topics !== null) query.set('topics', topics.join(','));
  return `/api/v1/live?${query}`;
};

/** Opens the stream, and keeps it open until it is closed. */
export const openStream = (businessId: string, handlers: StreamHandlers): OpenStream =>
  new PageStream(businessId, handlers);

class PageStream implements OpenStream {
  readonly #businessId: string;
  readonly #handlers: StreamHandlers;
  readonly #closed = new AbortController();
  #reading: AbortController | null = null;
  #lastId: string | null = null;
  #voices = false;
  /** The topics that may be read, except voices, as the stream reported them; null before that. */
  #topics: readonly string[] | null = null;
  #failures = 0;
  #state: StreamState = 'down';
  #batch: LiveEvent[] = [];
  #timer: number | null = null;

  constructor(businessId: string, handlers: StreamHandlers) {
    this.#businessId = businessId;
    this.#handlers = handlers;
    const { signal } = this.#closed;
    window.addEventListener('online', () => this.#reconnect(), { signal });
    document.addEventListener('visibilitychange', () => this.#handleVisibility(), { signal });
    void this.#read();
  }

  withVoices(wanted: boolean): void {
    if (this.#voices === wanted) return;
    this.#voices = wanted;
    if (this.#topics?.includes('calls') === true && this.#state !== 'asleep') this.#reconnect();
  }

  close(): void {
    this.#closed.abort();
    this.#reading?.abort();
    this.#wait(null);
  }

  /** The page was hidden, or is visible again. */
  #handleVisibility(): void {
    if (document.hidden)
      this.#wait(() => {
        this.#setState('asleep');
        this.#reading?.abort();
      }, HIDDEN_MS);
    else if (this.#state === 'asleep') this.#reconnect();
    else if (this.#state === 'open') this.#wait(null);
  }

  /** Reconnects at once, with the last id. */
  #reconnect(): void {
    this.#failures = 0;
    this.#reading?.abort();
    void this.#read();
  }

  #setState(state: StreamState): void {
    if (this.#state === state || this.#closed.signal.aborted) return;
    this.#state = state;
    this.#handlers.onState(state);
  }

  /** Only one timer runs at a time. */
  #wait(then: (() => void) | null, ms = 0): void {
    if (this.#timer !== null) window.clearTimeout(this.#timer);
    this.#timer = then === null ? null : window.setTimeout(then, ms);
  }

  async #read(): Promise<void> {
    this.#wait(null);
    const reading = new AbortController();
    this.#reading = reading;
    let retryAfter: string | null = null;
    try {
      const wantsVoices = this.#voices && this.#topics?.includes('calls') === true;
      const topics = wantsVoices ? [...(this.#topics ?? []), 'voices'] : null;
      const watchdog = watchSilence(reading);
      const response = await fetch(addressOf(this.#businessId, topics), {
        headers: this.#lastId === null ? {} : { 'Last-Event-ID': this.#lastId },
        credentials: 'same-origin',
        cache: 'no-store',
        signal: reading.signal,
      });
      retryAfter = response.headers.get('retry-after');
      if (response.status === 401) notifySessionExpired();
      if (response.status === 200 && response.body !== null) {
        this.#setState('open');
        await this.#consume(response.body, reading.signal, watchdog.heard);
      }
      watchdog.stop();
    } catch {
      // The stream was aborted or the network failed. Either way it is resumed below, or by whatever aborted it.
    }
    if (reading !== this.#reading || this.#closed.signal.aborted || this.#state === 'asleep') return;
    this.#setState('down');
    this.#wait(() => void this.#read(), waitOf(this.#failures, retryAfter, Math.random()));
    this.#failures += 1;
  }

  async #consume(body: ReadableStream<Uint8Array>, ended: AbortSignal, heard: () => void): Promise<void> {
    const reader = body.getReader();
    const decoder = new TextDecoder();
    let rest = '';
    for (;;) {
      const { done, value } = await reader.read();
      // Events of an aborted stream are ignored: the next stream delivers them.
      if (done || ended.aborted) return;
      heard();
      const blocks = `${rest}${decoder.decode(value, { stream: true })}`.split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) this.#handleBlock(block);
    }
  }

  #handleBlock(block: string): void {
    const { data, id } = blockOf(block);
    if (id !== null) this.#lastId = id;
    if (data === null) return;
    const event: LiveEvent = JSON.parse(data);
    if (event.type === 'stream.opened') this.#handleOpened(event.topics);
    if (event.type === 'stream.ended') notifySessionExpired();
    this.#deliver(event);
  }

  #handleOpened(topics: readonly string[]): void {
    this.#failures = 0;
    this.#topics = topics.filter((topic) => topic !== 'voices');
    if (this.#voices && topics.includes('calls') && !topics.includes('voices')) this.#reconnect();
  }

  /** N1 */
  #deliver(event: LiveEvent): void {
    this.#batch.push(event);
    if (this.#batch.length > 1) return;
    const deliver = (): void => {
      const events = this.#batch;
      this.#batch = [];
      if (!this.#closed.signal.aborted) this.#handlers.onEvents(events);
    };
    if (document.hidden) window.setTimeout(deliver, UNSEEN_MS);
    else window.requestAnimationFrame(deliver);
  }
}

/** N2 */
const watchSilence = (reading: AbortController) => {
  let timer = 0;
  const heard = (): void => {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => reading.abort(), SILENT_MS);
  };
  heard();
  return { heard, stop: () => window.clearTimeout(timer) };
};
