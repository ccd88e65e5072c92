/**
 * One connection to a provider with the utterances that it carries.
 *
 * Numbered promises: K1 what comes for an utterance that is over or was cancelled reaches nobody. K2 a cancelled utterance
 * keeps its place until the provider says that it is over, where it does say so; a connection on which it does not within
 * the deadline begins nothing more, and is closed when the others are done. K3 who is on a connection that ends is told
 * once. K4 a connection that sends what cannot be read is cut, and all on it fail. K5 one that has been silent for an
 * utterance until that was given up begins nothing more: it may be dead, and nobody was told.
 */
import type { ConnectionGuard } from '../../connection-guard.js';
import type { Received, SpeechDialect, Utterance } from './dialect.js';
import { SynthesisFailure } from './failure.js';
import type { SpeechDeadlines } from './limits.js';
import { openSocket, type Socket } from './socket.js';

export interface ConnectionOptions {
  readonly dialect: SpeechDialect;
  readonly path: string;
  /** With its path. */
  readonly url: string;
  readonly key: string;
  readonly deadlines: SpeechDeadlines;
  readonly guard?: ConnectionGuard | undefined;
  /** A place has become free, or the connection has ended. */
  readonly onChange: () => void;
}

export interface Connection {
  readonly path: string;
  readonly openedAt: number;
  state(): 'usable' | 'retired' | 'ended';
  /** Places that are taken, those of cancelled utterances included. */
  taken(): number;
  /** When utterances were begun, ms; the latest last, no more of them than the dialect bounds. */
  begun(): readonly number[];
  /** Since when it has carried nothing, ms; null: it does carry something. */
  idleSince(): number | null;
  /** `listener` is told all that comes, and at the end `failed` when the connection ends first. */
  begin(utterance: Utterance, listener: (received: Received) => void): void;
  /** Stops an utterance whose listener wants nothing more, whether it is over or not; idempotent. */
  leave(id: string): void;
  /** Begins nothing more, and closes when nothing is left on it. */
  retire(): void;
  close(): void;
  /** When it is no more. */
  readonly ended: Promise<void>;
}

interface Place {
  /** Null: it was cancelled, and the provider has not said yet that it is over. */
  listener: ((received: Received) => void) | null;
  release: NodeJS.Timeout | undefined;
  readonly begunAt: number;
}

/** Opens it at once; what is begun before it is open waits for that. */
export const openConnection = (options: ConnectionOptions): Connection => new SpeechConnection(options);

class SpeechConnection implements Connection {
  readonly path: string;
  readonly openedAt = performance.now();
  readonly #options: ConnectionOptions;
  readonly #socket: Socket;
  readonly #places = new Map<string, Place>();
  readonly ended: Promise<void>;
  #resolveEnded: () => void = () => undefined;
  #heardAt = 0;
  #begun: readonly number[] = [];
  #idleSince: number | null = this.openedAt;
  #state: 'usable' | 'retired' | 'ended' = 'usable';

  constructor(options: ConnectionOptions) {
    const { dialect, path, url, key, deadlines, guard } = options;
    this.path = path;
    this.#options = options;
    this.ended = new Promise((resolve) => {
      this.#resolveEnded = resolve;
    });
    this.#socket = openSocket(
      {
        provider: dialect.name,
        url,
        headers: dialect.headers(key),
        connectMs: deadlines.connectMs,
        heartbeatMs: deadlines.heartbeatMs,
        keepAlive: dialect.keepAlive,
        guard,
      },
      {
        onMessage: (message) => this.#read(message),
        onEnd: (failure, code) => {
          this.#end(failure ?? this.#failureOfClose(code));
          this.#resolveEnded();
        },
      },
    );
  }

  state(): 'usable' | 'retired' | 'ended' {
    return this.#state;
  }

  taken(): number {
    return this.#places.size;
  }

  begun(): readonly number[] {
    return this.#begun;
  }

  idleSince(): number | null {
    return this.#idleSince;
  }

  begin(utterance: Utterance, listener: (received: Received) => void): void {
    const { dialect } = this.#options;
    this.#idleSince = null;
    const begunAt = performance.now();
    this.#begun = [...this.#begun, begunAt].slice(-(dialect.limits.begins?.most ?? 1));
    this.#places.set(utterance.id, { listener, release: undefined, begunAt });
    for (const message of dialect.begin(utterance)) this.#socket.send(message);
  }

  leave(id: string): void {
    const place = this.#places.get(id);
    if (place === undefined || place.listener === null) return;
    const { dialect, deadlines } = this.#options;
    // K1
    place.listener = null;
    // K5
    const { begunAt } = place;
    if (this.#heardAt < begunAt && performance.now() - begunAt >= deadlines.silentMs) this.retire();
    for (const message of dialect.cancel(id)) this.#socket.send(message);
    if (dialect.cancelEndsWith === null) return this.#free(id);
    // K2
    place.release = setTimeout(() => {
      this.retire();
      this.#free(id);
    }, deadlines.releaseMs);
  }

  retire(): void {
    if (this.#state !== 'usable') return;
    this.#state = 'retired';
    if (this.#places.size === 0) this.#socket.close(this.#options.dialect.goodbye);
  }

  close(): void {
    if (this.#state === 'ended') return;
    this.#state = 'retired';
    this.#socket.close(this.#options.dialect.goodbye);
  }

  #read(message: string | Uint8Array): void {
    this.#heardAt = performance.now();
    for (const received of this.#options.dialect.read(message)) {
      if (received.type === 'nothing') continue;
      if (received.type === 'failed' && received.id === null) {
        // K4
        this.#end(received.failure);
        return this.#socket.cut();
      }
      this.#tell(received);
    }
  }

  #tell(received: Exclude<Received, { readonly type: 'nothing' }>): void {
    const id = received.id ?? this.#only();
    const place = id === null ? undefined : this.#places.get(id);
    // K1
    if (id === null || place === undefined) return;
    const { listener } = place;
    if (listener === null) {
      // K2
      if (received.type === 'failed' || received.type === this.#options.dialect.cancelEndsWith)
        this.#free(id);
      return;
    }
    if (received.type === 'done' || received.type === 'failed') this.#free(id);
    listener(received);
  }

  /** The utterance that is meant where a provider names none. */
  #only(): string | null {
    const [id = null] = this.#places.keys();
    return id;
  }

  #free(id: string): void {
    const place = this.#places.get(id);
    if (place === undefined) return;
    clearTimeout(place.release);
    this.#places.delete(id);
    if (this.#places.size === 0) {
      this.#idleSince = performance.now();
      if (this.#state === 'retired') this.#socket.close(this.#options.dialect.goodbye);
    }
    this.#options.onChange();
  }

  #failureOfClose(code: number | null): SynthesisFailure {
    const { dialect } = this.#options;
    return code === null
      ? new SynthesisFailure('unavailable', `${dialect.name} broke the connection`)
      : dialect.closed(code);
  }

  /** K3 */
  #end(failure: SynthesisFailure): void {
    if (this.#state === 'ended') return;
    this.#state = 'ended';
    const places = [...this.#places];
    this.#places.clear();
    for (const [id, { listener, release }] of places) {
      clearTimeout(release);
      listener?.({ type: 'failed', id, failure });
    }
    this.#options.onChange();
  }
}
