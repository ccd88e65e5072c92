/**
 * One stream for all pages of a browser that show a business: a browser has six connections to a service. The page that
 * holds a lock of the browser (Web Locks) leads: it reads the stream, and passes its blocks on to the others.
 *
 * It guarantees:
 * S1. While pages are open, one of them leads. When it is closed, hidden for long or frozen, the next page takes over
 *     and resumes after the last block that it received.
 * S2. Each page receives each block once and in order: blocks name their predecessor, and a page that misses it
 *     requests what it missed. If the leader does not know, the page receives a `stream.reset`.
 * S3. A leader that has been silent for {@link LEADER_SILENT_MS}, although its stream was open, has failed: another page
 *     takes its lock.
 */
import { HttpStream, type Source, type SourceOptions, type SourceState } from './http-stream.js';
import type { LiveEvent } from './operations.js';
import type { Block, RecentBlocks } from './recent-blocks.js';

/** The leader passes on each heartbeat, every 5 s. */
const LEADER_SILENT_MS = 12_000;
/** A page repeats that it wants voices at most this often, and the leader forgets it after three times that, ms. */
const VOICES_MS = 5_000;
/** After this time a request for missed blocks counts as lost, ms. */
const CATCH_UP_MS = 2_000;

type State = SourceState | null;

type Message =
  | { readonly type: 'blocks'; readonly after: string | null; readonly blocks: readonly Block[] }
  | { readonly type: 'state'; readonly state: SourceState }
  | { readonly type: 'join'; readonly from: string; readonly since: string | null }
  | {
      readonly type: 'missed';
      readonly to: string;
      /** Null if they are not known. */
      readonly blocks: readonly Block[] | null;
      readonly head: string | null;
      readonly state: State;
    }
  | { readonly type: 'voices'; readonly from: string; readonly wanted: boolean };

/** What the browser provides; tests replace it. */
export interface Browser {
  readonly locks: {
    request(name: string, options: LockOptions, callback: () => Promise<void>): Promise<void>;
  };
  readonly channel: Pick<BroadcastChannel, 'postMessage' | 'close' | 'onmessage'>;
  readonly open: (options: SourceOptions) => Source;
}

interface SharedOptions extends SourceOptions {
  readonly recent: RecentBlocks;
  /** Unique among pages. */
  readonly pageId: string;
}

/** Events of this module: the service has sent none. */
const blockWith = (event: LiveEvent): Block => ({ id: null, data: JSON.stringify(event) });

export class SharedStream implements Source {
  readonly #options: SharedOptions;
  readonly #browser: Browser;
  readonly #lock: string;
  readonly #closed = new AbortController();
  /** Present while this page leads. */
  #led: { readonly source: Source; readonly release: () => void } | null = null;
  /** The state of the leader's stream, as far as this page knows. */
  #state: State = null;
  #voices: boolean;
  #announcedVoicesAt = 0;
  /** When other pages last said that they want voices, ms. */
  readonly #wishes = new Map<string, number>();
  #catchingUpSince: number | null = null;
  #watchdog: number | undefined;

  constructor(options: SharedOptions, browser: Browser) {
    this.#options = options;
    this.#browser = browser;
    this.#voices = options.voices;
    this.#lock = `parley.live.${options.businessId}`;
    browser.channel.onmessage = ({ data }: MessageEvent<Message>) => this.#receive(data);
    this.#follow();
    this.#join();
    this.#watch();
  }

  withVoices(wanted: boolean): void {
    this.#voices = wanted;
    this.#announcedVoicesAt = Date.now();
    if (this.#led === null) this.#post({ type: 'voices', from: this.#options.pageId, wanted });
    else this.#updateVoices();
  }

  reconnect(): void {
    this.#led?.source.reconnect();
  }

  close(): void {
    if (this.#voices && this.#led === null) this.withVoices(false);
    this.#closed.abort();
    window.clearTimeout(this.#watchdog);
    this.#stopLeading();
    this.#browser.channel.close();
  }

  #post(message: Message): void {
    if (!this.#closed.signal.aborted) this.#browser.channel.postMessage(message);
  }

  /** S1: waits to lead. */
  #follow(options: LockOptions = { signal: this.#closed.signal }): void {
    void this.#browser.locks
      .request(this.#lock, options, () => this.#lead())
      .catch(() => {
        // The page no longer waits, or another page has taken the lock (S3).
        this.#stopLeading();
        if (!this.#closed.signal.aborted) this.#follow();
      });
  }

  /** Resolves when this page gives up the lock. */
  #lead(): Promise<void> {
    if (this.#closed.signal.aborted) return Promise.resolve();
    window.clearTimeout(this.#watchdog);
    this.#catchingUpSince = null;
    return new Promise((release) => {
      const source = this.#browser.open({
        ...this.#options,
        voices: this.#voices,
        onBlocks: (blocks) => this.#passOn(blocks),
        onState: (state) => {
          this.#state = state;
          this.#post({ type: 'state', state });
          this.#options.onState(state);
        },
      });
      this.#led = { source, release };
    });
  }

  #stopLeading(): void {
    this.#led?.source.close();
    this.#led?.release();
    this.#led = null;
  }

  #passOn(blocks: readonly Block[]): void {
    const { recent } = this.#options;
    this.#post({ type: 'blocks', after: recent.lastId, blocks });
    recent.add(blocks);
    this.#options.onBlocks(blocks);
    this.#updateVoices();
  }

  #updateVoices(): void {
    const now = Date.now();
    for (const [page, at] of this.#wishes) if (now - at > 3 * VOICES_MS) this.#wishes.delete(page);
    this.#led?.source.withVoices(this.#voices || this.#wishes.size > 0);
  }

  #receive(message: Message): void {
    if (this.#closed.signal.aborted) return;
    if (this.#led === null) this.#hear(message);
    else this.#answer(message);
  }

  /** As the leader. */
  #answer(message: Message): void {
    const { recent } = this.#options;
    if (message.type === 'voices') {
      if (message.wanted) this.#wishes.set(message.from, Date.now());
      else this.#wishes.delete(message.from);
      this.#updateVoices();
    } else if (message.type === 'join') {
      const blocks = message.since === null ? [] : recent.since(message.since);
      this.#post({ type: 'missed', to: message.from, blocks, head: recent.lastId, state: this.#state });
    }
  }

  /** As a page that follows. */
  #hear(message: Message): void {
    switch (message.type) {
      case 'blocks':
        this.#setState('open');
        this.#handleBlocks(message.after, message.blocks);
        break;
      case 'state':
        this.#setState(message.state);
        break;
      case 'missed':
        if (message.to === this.#options.pageId) this.#handleMissed(message);
        break;
      case 'join':
      case 'voices':
        return;
      default:
        return message satisfies never;
    }
    this.#watch();
    if (this.#voices && Date.now() - this.#announcedVoicesAt >= VOICES_MS) this.withVoices(true);
  }

  #setState(state: State): void {
    if (state === null || this.#state === state) return;
    this.#state = state;
    this.#options.onState(state);
  }

  /** S2 */
  #handleBlocks(after: string | null, blocks: readonly Block[]): void {
    const { recent } = this.#options;
    const unknown = recent.newOf(after, blocks);
    if (unknown === null) return this.#join();
    const isFirst = recent.lastId === null;
    recent.add(unknown);
    this.#options.onBlocks(isFirst && after !== null ? [openedBlock(), ...unknown] : unknown);
  }

  #handleMissed({ blocks, head, state }: Extract<Message, { readonly type: 'missed' }>): void {
    this.#catchingUpSince = null;
    this.#setState(state);
    const { recent } = this.#options;
    const isFirst = recent.lastId === null;
    const unknown = blocks === null ? [resetBlock()] : (recent.newOf(null, blocks) ?? []);
    recent.add(unknown);
    // What follows is in order after it, also if this page has received nothing of it.
    if (head !== null && head !== recent.lastId) recent.add([{ id: head, data: null }]);
    this.#options.onBlocks(isFirst && head !== null ? [openedBlock(), ...unknown] : unknown);
  }

  /** Requests what this page has missed, and the state of the stream. */
  #join(): void {
    const now = Date.now();
    if (this.#catchingUpSince !== null && now - this.#catchingUpSince < CATCH_UP_MS) return;
    this.#catchingUpSince = now;
    this.#post({ type: 'join', from: this.#options.pageId, since: this.#options.recent.lastId });
    if (this.#voices) this.withVoices(true);
  }

  /** S3 */
  #watch(): void {
    window.clearTimeout(this.#watchdog);
    if (this.#led !== null || this.#state === 'down' || this.#state === 'silent') return;
    this.#watchdog = window.setTimeout(() => {
      if (this.#led === null) this.#follow({ steal: true });
    }, LEADER_SILENT_MS);
  }
}

/** Data read before this page joined may lack later changes. */
const openedBlock = (): Block =>
  blockWith({ type: 'stream.opened', occurredAt: new Date().toISOString(), topics: [], resumed: false });

const resetBlock = (): Block =>
  blockWith({ type: 'stream.reset', occurredAt: new Date().toISOString(), reason: 'too_old' });

/** The browser's own locks and channels; null over plain http, where there are no locks. */
export const sharedBrowserOf = (businessId: string): Browser | null => {
  const locks: LockManager | undefined = navigator.locks;
  if (locks === undefined) return null;
  return {
    locks,
    channel: new BroadcastChannel(`parley.live.${businessId}`),
    open: (options) => new HttpStream(options),
  };
};
