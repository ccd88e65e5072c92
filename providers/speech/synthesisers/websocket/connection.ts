/**
 * One connection to a provider, with the utterances that it carries.
 *
 * Numbered promises: K1 messages for an utterance that ended or was cancelled reach no listener. K2 a cancelled utterance
 * keeps its place until the provider reports its end, if the protocol does so; a connection that misses the deadline for
 * that begins nothing more, and is closed when its other utterances are done. K3 when a connection ends, each of its
 * listeners is notified once. K4 a connection that sends unreadable messages is cut, and all its utterances fail. K5 a
 * connection that sent nothing for an utterance until that was abandoned begins nothing more: it may be dead, unnoticed.
 */
import type { ConnectionGuard } from '../../../egress/connection-guard.js';
import type { Received, SpeechDialect, Utterance } from '../dialect.js';
import { SynthesisFailure } from '../failure.js';
import type { SpeechDeadlines } from '../limits.js';
import { type Contexts, createContexts } from './contexts.js';
import { openSocket, type Socket } from './socket.js';

export interface ConnectionOptions {
  readonly dialect: SpeechDialect;
  readonly path: string;
  /** Includes the path. */
  readonly url: string;
  readonly key: string;
  readonly deadlines: SpeechDeadlines;
  readonly guard?: ConnectionGuard | undefined;
  /** Called when a place has become free, or the connection has ended. */
  readonly onChange: () => void;
}

export interface Connection {
  readonly path: string;
  readonly openedAt: number;
  state(): 'usable' | 'retired' | 'ended';
  /** Number of places in use, including those of cancelled utterances. */
  taken(): number;
  /** Whether an utterance of that reply would continue the ones before it. */
  continues(reply: string): boolean;
  /** Start times of utterances, ms; the latest last, no more of them than the dialect bounds. */
  begun(): readonly number[];
  /** Since when the connection has carried nothing, ms; null: it carries something. */
  idleSince(): number | null;
  /** `listener` receives all messages of the utterance, and `failed` if the connection ends first. */
  begin(utterance: Utterance, listener: (received: Received) => void): void;
  /** Ends an utterance, finished or not; its listener is not called any more. Idempotent. */
  leave(id: string): void;
  /** Begins nothing more, and closes once it carries nothing. */
  retire(): void;
  close(): void;
  /** Resolves when the connection has closed. */
  readonly ended: Promise<void>;
}

interface Place {
  /** Null: the utterance is cancelled, and the provider has not reported its end yet. */
  listener: ((received: Received) => void) | null;
  release: NodeJS.Timeout | undefined;
  readonly begunAt: number;
}

/** Opens the connection immediately; utterances that begin before it is open wait for that. */
export const openConnection = (options: ConnectionOptions): Connection => new SpeechConnection(options);

class SpeechConnection implements Connection {
  readonly path: string;
  readonly openedAt = performance.now();
  readonly #options: ConnectionOptions;
  readonly #socket: Socket;
  readonly #places = new Map<string, Place>();
  readonly #contexts: Contexts | null;
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
    this.#contexts = dialect.contextMs === null ? null : createContexts(dialect.name, dialect.contextMs);
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

  continues(reply: string): boolean {
    return this.#contexts?.continues(reply, performance.now()) ?? false;
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
    this.#begun = [...this.#begun, begunAt].slice(-(dialect.limits.begins?.max ?? 1));
    this.#places.set(utterance.id, { listener, release: undefined, begunAt });
    const { id, reply } = utterance;
    const context = reply === null ? null : (this.#contexts?.begin(id, reply, begunAt) ?? null);
    for (const message of dialect.begin(utterance, context)) this.#socket.send(message);
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
    const left = this.#contexts?.leave(id) ?? null;
    for (const message of dialect.cancel(left?.context ?? id)) this.#socket.send(message);
    const failure = new SynthesisFailure('unavailable', `${dialect.name} lost the context`);
    for (const other of left?.others ?? []) this.#deliver({ type: 'failed', id: other, failure });
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
      for (const translated of this.#contexts?.translate(received, this.#heardAt) ?? [received])
        if (translated.type !== 'nothing') this.#deliver(translated);
    }
  }

  #deliver(received: Exclude<Received, { readonly type: 'nothing' }>): void {
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

  /** The utterance of a message without an id. */
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
