/**
 * The page's live events (docs/how-to/live-updates.md). They arrive once a user is signed in, and resume after every interruption,
 * so that pages receive each event once.
 *
 * It guarantees:
 * N1. Events are delivered in the order of the stream, each once, in batches: at most one batch per frame of the
 *     screen.
 * N2. All pages of a browser share one connection (shared-stream.ts). Over plain http, where browsers have no locks, each
 *     page has its own, and only while it is visible.
 * N3. A page that the browser keeps after it was left, freezes, or hides for long, holds no connection, lock or
 *     channel. When it is shown again it receives what it missed.
 */
import { freshKey, notifySessionExpired } from './client.js';
import { HttpStream, type Source, type SourceState } from './http-stream.js';
import type { LiveEvent } from './operations.js';
import { type Block, RecentBlocks } from './recent-blocks.js';
import { SharedStream, sharedBrowserOf } from './shared-stream.js';

/** A hidden page lets go after this time, ms. */
const HIDDEN_MS = 60_000;
/** The same for a page with a connection of its own: six of them are all that a browser has. */
const HIDDEN_ALONE_MS = 5_000;
/** Interval of batches while the page is hidden and no frames are drawn, ms. */
const UNSEEN_MS = 250;

export type StreamState =
  | SourceState
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

/** Receives events until it is closed. */
export const openStream = (businessId: string, handlers: StreamHandlers): OpenStream =>
  new PageStream(businessId, handlers);

class PageStream implements OpenStream {
  readonly #businessId: string;
  readonly #handlers: StreamHandlers;
  readonly #closed = new AbortController();
  readonly #pageId = freshKey();
  readonly #recent = new RecentBlocks();
  /** Null while the page sleeps. */
  #source: Source | null = null;
  #isShared = false;
  #voices = false;
  #state: StreamState | null = null;
  #batch: LiveEvent[] = [];
  #timer: number | undefined;

  constructor(businessId: string, handlers: StreamHandlers) {
    this.#businessId = businessId;
    this.#handlers = handlers;
    const { signal } = this.#closed;
    window.addEventListener('online', () => this.#source?.reconnect(), { signal });
    // N3
    window.addEventListener('pagehide', () => this.#sleep(), { signal });
    window.addEventListener('pageshow', () => this.#wakeIfSeen(), { signal });
    document.addEventListener('freeze', () => this.#sleep(), { signal });
    document.addEventListener('resume', () => this.#wakeIfSeen(), { signal });
    document.addEventListener('visibilitychange', () => this.#handleVisibility(), { signal });
    this.#wakeIfSeen();
  }

  withVoices(wanted: boolean): void {
    this.#voices = wanted;
    this.#source?.withVoices(wanted);
  }

  close(): void {
    this.#closed.abort();
    window.clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = null;
  }

  #handleVisibility(): void {
    window.clearTimeout(this.#timer);
    if (!document.hidden) this.#wake();
    else if (this.#source !== null)
      this.#timer = window.setTimeout(() => this.#sleep(), this.#isShared ? HIDDEN_MS : HIDDEN_ALONE_MS);
  }

  /** A page in the background joins the others, but opens no connection of its own: N2. */
  #wakeIfSeen(): void {
    if (document.hidden && navigator.locks === undefined) this.#setState('asleep');
    else this.#wake();
    if (document.hidden) this.#handleVisibility();
  }

  #wake(): void {
    if (this.#source !== null || this.#closed.signal.aborted) return;
    this.#setState('down');
    const browser = sharedBrowserOf(this.#businessId);
    this.#isShared = browser !== null;
    const recent = this.#recent;
    const options = {
      businessId: this.#businessId,
      lastId: () => recent.lastId,
      voices: this.#voices,
      onState: (state: StreamState) => this.#setState(state),
    };
    if (browser === null) {
      const source = new HttpStream({
        ...options,
        onBlocks: (blocks) => {
          recent.add(blocks);
          this.#deliver(blocks);
        },
      });
      this.#source = source;
    } else
      this.#source = new SharedStream(
        { ...options, recent, pageId: this.#pageId, onBlocks: (blocks) => this.#deliver(blocks) },
        browser,
      );
  }

  #sleep(): void {
    window.clearTimeout(this.#timer);
    this.#source?.close();
    this.#source = null;
    this.#setState('asleep');
  }

  #setState(state: StreamState): void {
    if (this.#state === state || this.#closed.signal.aborted) return;
    this.#state = state;
    this.#handlers.onState(state);
  }

  /** N1 */
  #deliver(blocks: readonly Block[]): void {
    const isWaiting = this.#batch.length > 0;
    for (const { data } of blocks) {
      if (data === null) continue;
      const event: LiveEvent = JSON.parse(data);
      if (event.type === 'stream.ended') notifySessionExpired();
      this.#batch.push(event);
    }
    if (isWaiting || this.#batch.length === 0) return;
    const deliver = (): void => {
      const events = this.#batch;
      this.#batch = [];
      if (!this.#closed.signal.aborted) this.#handlers.onEvents(events);
    };
    if (document.hidden) window.setTimeout(deliver, UNSEEN_MS);
    else window.requestAnimationFrame(deliver);
  }
}
