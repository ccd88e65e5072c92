/**
 * The one stream of the page (docs/live.md): it is opened once somebody is signed in, and gone on with wherever it ended, so that
 * pages are told everything once. It is read with `fetch`, because an `EventSource` tells neither why it was refused, nor for how
 * long, nor that nothing comes any more.
 *
 * It guarantees:
 * N1. What it hands over is in the order of the stream, each event once, in bundles: one a frame of the screen at the most.
 * N2. A stream that has said nothing for {@link SILENT_MS} is dead (a laptop that slept, a network that went): it is gone on with.
 * N3. A refusal is waited out as long as it says; without a word, each next wait is twice as long, up to {@link MOST_WAIT_MS}.
 */
import { sessionIsOver } from './client.js';
import type { LiveEvent } from './operations.js';

/** Heartbeats come each 5 s. */
const SILENT_MS = 12_000;
const FIRST_WAIT_MS = 500;
const MOST_WAIT_MS = 8_000;
/** A page that nobody looks at lets its stream go, ms: a browser has six connections for all its tabs. */
const HIDDEN_MS = 60_000;
/** Where no frame is drawn, because nobody looks, bundles come as often, ms. */
const UNSEEN_MS = 250;

export type StreamState =
  /** Told of everything. */
  | 'open'
  /** Not told of anything; what is shown may be old. */
  | 'down'
  /** Nobody looks. */
  | 'asleep';

export interface StreamHandlers {
  /** N1 */
  readonly told: (events: readonly LiveEvent[]) => void;
  readonly changed: (state: StreamState) => void;
}

export interface OpenStream {
  /** Whether it is about who speaks, too. */
  withVoices(wanted: boolean): void;
  close(): void;
}

/** One block of `text/event-stream`: its event, if it has one, and the id with which to go on. Pure. */
const blockOf = (block: string): { readonly data: string | null; readonly id: string | null } => {
  let data: string | null = null;
  let id: string | null = null;
  for (const line of block.split('\n')) {
    if (line.startsWith('data: ')) data = line.slice(6);
    else if (line.startsWith('id: ')) id = line.slice(4);
  }
  return { data, id };
};

/** How long a refused client waits, ms; `said`: its Retry-After, s. Pure. */
const waitOf = (failures: number, said: string | null, random: number): number => {
  const seconds = said === null ? Number.NaN : Number(said);
  if (Number.isFinite(seconds) && seconds > 0) return seconds * 1_000;
  return Math.min(MOST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures) * (0.75 + random / 2);
};

/** Without topics: all that may be read but voices. */
const addressOf = (businessId: string, topics: readonly string[] | null): string => {
  const query = new URLSearchParams({ businessId });
  if (topics !== null) query.set('topics', topics.join(','));
  return `/api/v1/live?${query}`;
};

/** Opens it, and keeps it open until it is closed. */
export const openStream = (businessId: string, handlers: StreamHandlers): OpenStream =>
  new PageStream(businessId, handlers);

class PageStream implements OpenStream {
  readonly #businessId: string;
  readonly #handlers: StreamHandlers;
  readonly #closed = new AbortController();
  #reading: AbortController | null = null;
  #lastId: string | null = null;
  #voices = false;
  /** What may be read but voices, as the stream said; null: it said nothing yet. */
  #topics: readonly string[] | null = null;
  #failures = 0;
  #state: StreamState = 'down';
  #bundle: LiveEvent[] = [];
  #timer: number | null = null;

  constructor(businessId: string, handlers: StreamHandlers) {
    this.#businessId = businessId;
    this.#handlers = handlers;
    const { signal } = this.#closed;
    window.addEventListener('online', () => this.#comeAgain(), { signal });
    document.addEventListener('visibilitychange', () => this.#looked(), { signal });
    void this.#read();
  }

  withVoices(wanted: boolean): void {
    if (this.#voices === wanted) return;
    this.#voices = wanted;
    if (this.#topics?.includes('calls') === true && this.#state !== 'asleep') this.#comeAgain();
  }

  close(): void {
    this.#closed.abort();
    this.#reading?.abort();
    this.#wait(null);
  }

  /** Nobody looks, or somebody does again. */
  #looked(): void {
    if (document.hidden)
      this.#wait(() => {
        this.#become('asleep');
        this.#reading?.abort();
      }, HIDDEN_MS);
    else if (this.#state === 'asleep') this.#comeAgain();
    else if (this.#state === 'open') this.#wait(null);
  }

  /** At once, with the last id. */
  #comeAgain(): void {
    this.#failures = 0;
    this.#reading?.abort();
    void this.#read();
  }

  #become(state: StreamState): void {
    if (this.#state === state || this.#closed.signal.aborted) return;
    this.#state = state;
    this.#handlers.changed(state);
  }

  /** One thing is waited for at a time. */
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
      const hears = this.#voices && this.#topics?.includes('calls') === true;
      const topics = hears ? [...(this.#topics ?? []), 'voices'] : null;
      const watched = watchSilence(reading);
      const response = await fetch(addressOf(this.#businessId, topics), {
        headers: this.#lastId === null ? {} : { 'Last-Event-ID': this.#lastId },
        credentials: 'same-origin',
        cache: 'no-store',
        signal: reading.signal,
      });
      retryAfter = response.headers.get('retry-after');
      if (response.status === 401) sessionIsOver();
      if (response.status === 200 && response.body !== null) {
        this.#become('open');
        await this.#take(response.body, reading.signal, watched.heard);
      }
      watched.stop();
    } catch {
      // It was let go of, or the network has: either way it is gone on with below, by whoever comes next.
    }
    if (reading !== this.#reading || this.#closed.signal.aborted || this.#state === 'asleep') return;
    this.#become('down');
    this.#wait(() => void this.#read(), waitOf(this.#failures, retryAfter, Math.random()));
    this.#failures += 1;
  }

  async #take(body: ReadableStream<Uint8Array>, ended: AbortSignal, heard: () => void): Promise<void> {
    const reader = body.getReader();
    const decoder = new TextDecoder();
    let rest = '';
    for (;;) {
      const { done, value } = await reader.read();
      // What comes from one that was let go of, the next one tells.
      if (done || ended.aborted) return;
      heard();
      const blocks = `${rest}${decoder.decode(value, { stream: true })}`.split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) this.#takeBlock(block);
    }
  }

  #takeBlock(block: string): void {
    const { data, id } = blockOf(block);
    if (id !== null) this.#lastId = id;
    if (data === null) return;
    const event: LiveEvent = JSON.parse(data);
    if (event.type === 'stream.opened') this.#opened(event.topics);
    if (event.type === 'stream.ended') sessionIsOver();
    this.#hand(event);
  }

  #opened(topics: readonly string[]): void {
    this.#failures = 0;
    this.#topics = topics.filter((topic) => topic !== 'voices');
    if (this.#voices && topics.includes('calls') && !topics.includes('voices')) this.#comeAgain();
  }

  /** N1 */
  #hand(event: LiveEvent): void {
    this.#bundle.push(event);
    if (this.#bundle.length > 1) return;
    const hand = (): void => {
      const events = this.#bundle;
      this.#bundle = [];
      if (!this.#closed.signal.aborted) this.#handlers.told(events);
    };
    if (document.hidden) window.setTimeout(hand, UNSEEN_MS);
    else window.requestAnimationFrame(hand);
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
