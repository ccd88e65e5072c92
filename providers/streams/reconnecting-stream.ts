/**
 * A stream of audio to a provider over any number of connections: a state machine without a socket or a clock. It decides
 * when to connect, what to send again, and when to give up or finish. The socket and the timer are in stream-socket.ts, the
 * pace and health of one connection in stream-link.ts, the meaning of messages in each protocol (stream-protocol.ts).
 *
 * S1 audio is sent in order and without gaps; audio that is not confirmed is sent again on the next connection.
 * S2 an event is reported once: reporting it and dropping its audio is one step, and a lost connection reports nothing.
 * S3 events are in order, and their times on the stream's clock, whichever connection they come from.
 * S4 a lost connection is replaced within bounded attempts and time, or the stream fails, once; then nothing follows.
 * S5 `finish` completes in time, whatever the provider does.
 */
import { failureOfStatus, passing, type StreamFailure } from './stream-failure.js';
import type { StreamLimits } from './stream-limits.js';
import { BYTES_PER_MS, StreamLink } from './stream-link.js';
import type { StreamProtocol, StreamStep } from './stream-protocol.js';
import type { SocketInput, SocketOutput } from './stream-socket.js';
import { createUnconfirmedAudio, type UnconfirmedAudio } from './unconfirmed-audio.js';

/** `start`: opens the first connection. */
export type ReconnectingInput = SocketInput | { readonly type: 'start' };

/** The stream is unusable from here on. */
interface StreamFailed {
  readonly type: 'failed';
  readonly reason: string;
}

type Phase<Event> =
  | { readonly type: 'waiting'; readonly until: number }
  | { readonly type: 'connecting'; readonly deadline: number }
  /** The deadline is for becoming ready. */
  | { readonly type: 'linked'; readonly link: StreamLink<Event>; readonly deadline: number }
  | { readonly type: 'ended' };

const MINUTE_MS = 60_000;
const NEVER = Number.POSITIVE_INFINITY;

/** Not reusable: one instance a stream. Audio that is written before `start` is kept. */
export class ReconnectingStream<Event> {
  readonly #protocol: StreamProtocol<Event>;
  readonly #limits: StreamLimits;
  readonly #audio: UnconfirmedAudio;
  #phase: Phase<Event> = { type: 'waiting', until: NEVER };
  #out: SocketOutput<Event | StreamFailed>[] = [];
  #lostAt: number[] = [];
  /** Losses since the last progress. */
  #tries = 0;
  #recoverBy = NEVER;
  #finishBy: number | null = null;

  constructor(protocol: StreamProtocol<Event>, limits: StreamLimits) {
    this.#protocol = protocol;
    this.#limits = limits;
    this.#audio = createUnconfirmedAudio(limits.maxKeptMs * BYTES_PER_MS);
  }

  /** `now`: ms of a monotonic clock. `queued`: bytes in the socket's send buffer. */
  feed(input: ReconnectingInput, now: number, queued: number): readonly SocketOutput<Event | StreamFailed>[] {
    this.#out = [];
    if (this.#phase.type !== 'ended') {
      this.#take(input, now);
      this.#proceed(now, queued);
    }
    return this.#out;
  }

  /** When the next `tick` is due; null: not before the next input. */
  wakeAt(): number | null {
    const phase = this.#phase;
    if (phase.type === 'ended') return null;
    const times = [this.#finishBy ?? NEVER, phase.type === 'waiting' ? phase.until : phase.deadline];
    if (phase.type === 'linked') times.push(phase.link.wakeAt());
    const next = Math.min(...times);
    return Number.isFinite(next) ? next : null;
  }

  /** The audio that would be sent on a new connection. */
  unconfirmed(): Uint8Array {
    const start = this.#audio.start();
    return this.#audio.read(start, this.#audio.end() - start);
  }

  #take(input: ReconnectingInput, now: number): void {
    switch (input.type) {
      case 'start':
        this.#recoverBy = now + this.#limits.recoverMs;
        return this.#connect(now);
      case 'audio':
        return this.#audio.append(input.mulaw);
      case 'opened':
        return this.#opened(now);
      case 'message':
        return this.#read(input.text, now);
      case 'ponged':
        return this.#link()?.heard(now);
      case 'refused':
        return this.#lose(failureOfStatus(input.status), now, input.retryAfterMs ?? 0);
      case 'closed': {
        const failure = this.#protocol.closed(input.code, this.#link()?.hasSentFinish ?? false);
        return failure === null ? this.#finished() : this.#lose(failure, now);
      }
      case 'broken':
        return this.#lose(passing('unavailable', 'no connection'), now);
      case 'rubbish':
        return this.#lose(passing('protocol', 'unreadable message'), now);
      case 'tick':
        return;
      case 'finish':
        this.#finishBy ??= now + this.#limits.finishMs; // S5
        // No audio was written.
        if (this.#audio.end() === 0) this.#finished();
        return;
      case 'close':
        return this.#finished();
    }
  }

  #link(): StreamLink<Event> | null {
    return this.#phase.type === 'linked' ? this.#phase.link : null;
  }

  #connect(now: number): void {
    this.#phase = { type: 'connecting', deadline: Math.min(now + this.#limits.connectMs, this.#recoverBy) };
    this.#out.push({ type: 'connect', ...this.#protocol.address() });
  }

  #opened(now: number): void {
    if (this.#phase.type !== 'connecting') return;
    const { deadline } = this.#phase;
    const link = new StreamLink(this.#protocol, this.#audio, this.#limits, now);
    this.#phase = { type: 'linked', link, deadline };
    const opening = link.connection.opening();
    if (opening !== null) this.#send(opening);
    this.#noteReady(link);
  }

  #read(text: string, now: number): void {
    const link = this.#link();
    if (link === null) return;
    link.heard(now);
    let step: StreamStep<Event>;
    try {
      step = link.connection.read(text, now);
    } catch {
      return this.#lose(passing('protocol', 'unreadable message'), now);
    }
    this.#noteReady(link);
    this.#apply(step, link, now);
  }

  #noteReady(link: StreamLink<Event>): void {
    if (!link.connection.isReady() || this.#recoverBy === NEVER) return;
    this.#phase = { type: 'linked', link, deadline: NEVER };
    this.#recoverBy = NEVER;
    if (this.#protocol.progress === 'ready') this.#tries = 0;
  }

  #apply({ events, messages, failure }: StreamStep<Event>, link: StreamLink<Event>, now: number): void {
    for (const event of events) this.#out.push({ type: 'event', event });
    this.#forget(link);
    if (link.connection.isFlushed()) return this.#finished();
    if (failure !== null) return this.#lose(failure, now);
    for (const message of messages) this.#send(message);
  }

  /** S2. Drops audio that is confirmed, or that the provider has had for a while without finding words in it. */
  #forget({ connection, sentTo }: StreamLink<Event>): void {
    // A rounded time may be later than the audio that was sent.
    const confirmed = Math.min(connection.confirmedMs() * BYTES_PER_MS, sentTo);
    if (confirmed > this.#audio.start()) {
      this.#audio.forgetBefore(confirmed);
      this.#tries = 0;
    }
    this.#audio.forgetBefore(Math.floor(connection.neededFromMs() * BYTES_PER_MS));
  }

  #send(data: string | Uint8Array): void {
    this.#out.push({ type: 'send', data });
  }

  /** Does what is due after elapsed time or new audio. */
  #proceed(now: number, queued: number): void {
    if (this.#phase.type === 'ended') return;
    if (this.#finishBy !== null && now >= this.#finishBy) return this.#finished(); // S5
    if (this.#phase.type === 'waiting' && now >= this.#phase.until) this.#connect(now);
    if (this.#phase.type === 'waiting') return;
    if (now >= this.#phase.deadline) return this.#lose(passing('timeout', 'no connection in time'), now);
    if (this.#phase.type !== 'linked') return;
    const { link } = this.#phase;
    const failure = link.overdue(now, queued);
    if (failure !== null) return this.#lose(failure, now);
    this.#apply(link.connection.due(now), link, now);
    if (this.#link() !== link) return;
    for (const data of link.next(now, queued, this.#finishBy !== null)) this.#send(data); // S1
    if (link.pingDue(now)) this.#out.push({ type: 'ping' });
    if (link.connection.isFlushed()) return this.#finished();
    this.#forget(link);
  }

  /** S4. `minPauseMs`: the least pause that the provider asks for before another connection. */
  #lose(failure: StreamFailure, now: number, minPauseMs = 0): void {
    if (this.#phase.type === 'ended' || this.#phase.type === 'waiting') return;
    this.#out.push({ type: 'disconnect' });
    const link = this.#link();
    if (link?.isStable(now) === true) this.#tries = 0;
    this.#lostAt = [...this.#lostAt.filter((at) => now - at < MINUTE_MS), now];
    this.#recoverBy = Math.min(this.#recoverBy, now + this.#limits.recoverMs);
    const until = now + Math.max(this.#limits.pausesMs[this.#tries] ?? NEVER, minPauseMs);
    this.#tries += 1;
    const isWithinBounds = this.#lostAt.length <= this.#limits.maxLosses && until < this.#recoverBy;
    const willRetry = !failure.lasting && isWithinBounds;
    this.#phase = willRetry ? { type: 'waiting', until } : { type: 'ended' };
    if (!willRetry || link?.connection.isReady() === true)
      for (const event of this.#protocol.lost(failure, willRetry)) this.#out.push({ type: 'event', event });
    if (willRetry) return;
    const reason = `${this.#protocol.name} failed: ${failure.kind} (${failure.detail})`;
    this.#out.push({ type: 'event', event: { type: 'failed', reason } }, { type: 'finished' });
  }

  #finished(): void {
    const link = this.#link();
    const { goodbye } = this.#protocol;
    if (link !== null && !link.hasSentFinish && goodbye !== null) this.#send(goodbye);
    if (link !== null || this.#phase.type === 'connecting') this.#out.push({ type: 'disconnect' });
    this.#phase = { type: 'ended' };
    this.#out.push({ type: 'finished' });
  }
}
