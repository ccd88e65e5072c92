/**
 * A stream of live events over HTTP (docs/how-to/live-updates.md), kept open until it is closed. It is read with `fetch`, because
 * an `EventSource` reports neither why it was refused, nor for how long, nor that it has gone silent.
 *
 * It guarantees:
 * H1. Blocks are passed on in the order of the stream. After an interruption it resumes after the last of them.
 * H2. A stream that has been silent for {@link SILENT_MS} is dead (a laptop slept, a network failed) and is resumed.
 * H3. A refusal is waited out for as long as it says; otherwise each wait is twice as long as the last, up to {@link
 *     MOST_WAIT_MS}.
 */
import { notifySessionExpired } from './client.js';
import type { LiveEvent } from './operations.js';
import type { Block } from './recent-blocks.js';

/** Heartbeats arrive every 5 s. */
const SILENT_MS = 7_000;
const OPENED = '"stream.opened"' satisfies `"${LiveEvent['type']}"`;
const FIRST_WAIT_MS = 500;
const MOST_WAIT_MS = 8_000;

export type SourceState =
  | 'open'
  /** It is resumed; most interruptions are short. */
  | 'down'
  /** It was open, and its heartbeat is 2 s late. */
  | 'silent';

interface SourceHandlers {
  readonly onBlocks: (blocks: readonly Block[]) => void;
  readonly onState: (state: SourceState) => void;
}

export interface SourceOptions extends SourceHandlers {
  readonly businessId: string;
  /** The id of the last block that the page has received; null if there is none. */
  readonly lastId: () => string | null;
  /** Whether to receive `call.voices`, too. */
  readonly voices: boolean;
}

/** Where a page's blocks come from. */
export interface Source {
  withVoices(wanted: boolean): void;
  /** Resumes at once. */
  reconnect(): void;
  close(): void;
}

/** Pure. */
const blockOf = (text: string): Block => {
  let data: string | null = null;
  let id: string | null = null;
  for (const line of text.split('\n')) {
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

export class HttpStream implements Source {
  readonly #options: SourceOptions;
  #reading: AbortController | null = null;
  #closed = false;
  #voices: boolean;
  /** The topics that may be read, except voices, as the stream reported them; null before that. */
  #topics: readonly string[] | null = null;
  #failures = 0;
  #state: SourceState | null = null;
  #timer: number | undefined;

  constructor(options: SourceOptions) {
    this.#options = options;
    this.#voices = options.voices;
    void this.#read();
  }

  withVoices(wanted: boolean): void {
    if (this.#voices === wanted) return;
    this.#voices = wanted;
    if (this.#topics?.includes('calls') === true) this.reconnect();
  }

  reconnect(): void {
    this.#failures = 0;
    this.#reading?.abort();
    void this.#read();
  }

  close(): void {
    this.#closed = true;
    this.#reading?.abort();
    window.clearTimeout(this.#timer);
  }

  #setState(state: SourceState): void {
    if (this.#state === state || this.#closed) return;
    this.#state = state;
    this.#options.onState(state);
  }

  async #read(): Promise<void> {
    window.clearTimeout(this.#timer);
    const reading = new AbortController();
    this.#reading = reading;
    let retryAfter: string | null = null;
    const watchdog = watchSilence(() => {
      if (this.#state === 'open') this.#setState('silent');
      reading.abort();
    });
    try {
      const wantsVoices = this.#voices && this.#topics?.includes('calls') === true;
      const lastId = this.#options.lastId();
      const response = await fetch(
        addressOf(this.#options.businessId, wantsVoices ? [...(this.#topics ?? []), 'voices'] : null),
        {
          headers: lastId === null ? {} : { 'Last-Event-ID': lastId },
          credentials: 'same-origin',
          cache: 'no-store',
          signal: reading.signal,
        },
      );
      retryAfter = response.headers.get('retry-after');
      if (response.status === 401) notifySessionExpired();
      if (response.status === 200 && response.body !== null) {
        this.#setState('open');
        await this.#consume(response.body, reading.signal, watchdog.heard);
      }
    } catch {
      // The stream was aborted or the network failed. Either way it is resumed below, or by whatever aborted it.
    }
    watchdog.stop();
    if (reading !== this.#reading || this.#closed) return;
    if (this.#state !== 'silent') this.#setState('down');
    this.#timer = window.setTimeout(
      () => void this.#read(),
      waitOf(this.#failures, retryAfter, Math.random()),
    );
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
      const texts = `${rest}${decoder.decode(value, { stream: true })}`.split('\n\n');
      rest = texts.pop() ?? '';
      const blocks = texts.map(blockOf).filter(({ id, data }) => id !== null || data !== null);
      // H1
      if (blocks.length > 0) this.#options.onBlocks(blocks);
      for (const { data } of blocks)
        if (data?.includes(OPENED) === true) this.#handleOpened(JSON.parse(data));
    }
  }

  /** The stream reports its topics first. */
  #handleOpened(event: LiveEvent): void {
    if (event.type !== 'stream.opened') return;
    const { topics } = event;
    this.#failures = 0;
    this.#topics = topics.filter((topic) => topic !== 'voices');
    if (this.#voices && topics.includes('calls') && !topics.includes('voices')) this.reconnect();
  }
}

/** H2 */
const watchSilence = (onSilence: () => void) => {
  let timer = 0;
  const heard = (): void => {
    window.clearTimeout(timer);
    timer = window.setTimeout(onSilence, SILENT_MS);
  };
  heard();
  return { heard, stop: () => window.clearTimeout(timer) };
};
