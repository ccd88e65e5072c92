/**
 * One stream over any number of connections: a state machine without a socket or a clock. The socket is in
 * recognition-socket.ts, the state of a connection in recognition-link.ts, the limits in limits.ts.
 *
 * S1 audio is sent in order and without gaps; audio that no final has confirmed is sent again on the next connection.
 * S2 a final is reported once: reporting it and dropping its audio is one step, and a lost connection reports nothing.
 * S3 events are in order, and their times on the stream's clock, whichever connection they come from.
 * S4 a lost connection is replaced within bounded attempts and time, or the stream fails, once; then nothing follows.
 * S5 `finish` completes in time, whatever the provider does.
 */
import type { SocketInput, SocketOutput } from '../../stream-socket.js';
import type { RecognisedWord, RecognitionEvent, RecognitionRequest } from '../recogniser.js';
import type { RecognitionLimits } from './limits.js';
import {
  failureOfCloseCode,
  failureOfStatus,
  passing,
  type RecognitionFailure,
} from './recognition-failure.js';
import { BYTES_PER_MS, RecognitionLink } from './recognition-link.js';
import type { HeardFinal, ProtocolEvent, RecognitionProtocol } from './recognition-protocol.js';
import { createUnconfirmedAudio, type UnconfirmedAudio } from './unconfirmed-audio.js';

export type StreamInput = SocketInput | { readonly type: 'start' };

export type StreamOutput = SocketOutput<RecognitionEvent>;

type Phase =
  | { readonly type: 'waiting'; readonly until: number }
  | { readonly type: 'connecting'; readonly deadline: number }
  | { readonly type: 'linked'; readonly link: RecognitionLink; readonly deadline: number }
  | { readonly type: 'over' };

const MINUTE_MS = 60_000;

/** Not reusable: one instance a stream. */
export class RecognitionStream {
  readonly #protocol: RecognitionProtocol;
  readonly #request: RecognitionRequest;
  readonly #limits: RecognitionLimits;
  readonly #audio: UnconfirmedAudio;
  #phase: Phase = { type: 'waiting', until: Number.POSITIVE_INFINITY };
  #out: StreamOutput[] = [];
  #lostAt: number[] = [];
  /** Losses since the last progress. */
  #tries = 0;
  #recoverBy = Number.POSITIVE_INFINITY;
  /** Starts of speech that is not final yet; ms of the stream. */
  #guesses: readonly number[] = [];
  #finishBy: number | null = null;

  constructor(protocol: RecognitionProtocol, request: RecognitionRequest, limits: RecognitionLimits) {
    this.#protocol = protocol;
    this.#request = request;
    this.#limits = limits;
    this.#audio = createUnconfirmedAudio(limits.maxKeptMs * BYTES_PER_MS);
  }

  /** `now`: ms of a monotonic clock. `queued`: bytes in the socket's send buffer. */
  feed(input: StreamInput, now: number, queued: number): readonly StreamOutput[] {
    this.#out = [];
    if (this.#phase.type !== 'over') {
      this.#take(input, now);
      this.#proceed(now, queued);
    }
    return this.#out;
  }

  /** When the next `tick` is due; null: not before the next input. */
  wakeAt(): number | null {
    const times = [this.#finishBy ?? Number.POSITIVE_INFINITY];
    const phase = this.#phase;
    if (phase.type === 'over') return null;
    if (phase.type === 'waiting') times.push(phase.until);
    else times.push(phase.deadline);
    if (phase.type === 'linked') times.push(phase.link.wakeAt());
    const next = Math.min(...times);
    return Number.isFinite(next) ? next : null;
  }

  #take(input: StreamInput, now: number): void {
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
        if (this.#phase.type === 'linked') this.#phase.link.ponged(now);
        return;
      case 'refused':
        return this.#lose(failureOfStatus(input.status), now, input.retryAfterMs ?? 0);
      case 'closed':
        if (input.code === 1000 && this.#hasSentFinish()) return this.#finished();
        return this.#lose(this.#protocol.closed(input.code) ?? failureOfCloseCode(input.code), now);
      case 'broken':
        return this.#lose(passing('unavailable', 'no connection'), now);
      case 'rubbish':
        return this.#lose(passing('protocol', 'unreadable message'), now);
      case 'tick':
        return;
      case 'finish':
        this.#finishBy ??= now + this.#limits.finishMs;
        // No audio was written.
        if (this.#audio.end() === 0) this.#finished();
        return;
      case 'close':
        return this.#finished();
    }
  }

  /** Whether the messages that finish the audio were sent on this connection. */
  #hasSentFinish(): boolean {
    return this.#phase.type === 'linked' && this.#phase.link.hasSentFinish;
  }

  #connect(now: number): void {
    const { url, headers } = this.#protocol.address(this.#request);
    this.#phase = { type: 'connecting', deadline: Math.min(now + this.#limits.connectMs, this.#recoverBy) };
    this.#out.push({ type: 'connect', url, headers });
  }

  #opened(now: number): void {
    if (this.#phase.type !== 'connecting') return;
    const { firstMessage } = this.#protocol.address(this.#request);
    const link = new RecognitionLink(this.#protocol, this.#audio, this.#limits, now);
    const { deadline } = this.#phase;
    this.#phase = { type: 'linked', link, deadline: link.ready ? Number.POSITIVE_INFINITY : deadline };
    // The new connection reports their words again.
    this.#guesses = [];
    if (firstMessage !== null) this.#out.push({ type: 'send', data: firstMessage });
    if (link.ready) this.#recoverBy = Number.POSITIVE_INFINITY;
  }

  #read(text: string, now: number): void {
    if (this.#phase.type !== 'linked') return;
    const { link } = this.#phase;
    let events: readonly ProtocolEvent[];
    try {
      events = link.read(text, now);
    } catch {
      return this.#lose(passing('protocol', 'unreadable message'), now);
    }
    for (const event of events) {
      // An earlier event may have ended the connection.
      if (this.#phase.type !== 'linked' || this.#phase.link !== link) return;
      this.#heard(event, link, now);
    }
  }

  #heard(event: ProtocolEvent, link: RecognitionLink, now: number): void {
    switch (event.type) {
      case 'ready':
        this.#phase = { type: 'linked', link, deadline: Number.POSITIVE_INFINITY };
        this.#recoverBy = Number.POSITIVE_INFINITY;
        return;
      case 'speech':
        return this.#guess(link.streamMs(event.startMs));
      case 'awaited':
        return link.owes(true);
      case 'partial': {
        const text = event.text.trim();
        if (text === '') return;
        const startMs = link.streamMs(event.startMs);
        const endMs = Math.max(startMs, link.streamMs(event.endMs));
        this.#guess(startMs);
        link.owes(true);
        const { end } = event;
        this.#emit({ type: 'partial', text, startMs, endMs, ...(end === undefined ? {} : { end }) });
        return;
      }
      case 'final':
        return this.#final(event, link);
      case 'settled':
        return this.#settled(link.streamMs(event.throughMs));
      case 'flushed':
        return this.#finished();
      case 'failed':
        return this.#lose(event.failure, now);
    }
  }

  /** S2. */
  #final(event: HeardFinal, link: RecognitionLink): void {
    const startMs = link.streamMs(event.startMs);
    const endMs = Math.max(startMs, link.streamMs(event.endMs));
    link.owes(false);
    this.#settled(Math.max(endMs, link.streamMs(event.settledMs)));
    const text = event.text.trim();
    if (text === '') return;
    const { confidence, endOfUtterance } = event;
    const final: RecognitionEvent = { type: 'final', text, startMs, endMs, confidence, endOfUtterance };
    const words = event.words?.map((word) => onStream(word, link));
    this.#emit(words === undefined ? final : { ...final, words });
  }

  #guess(startMs: number): void {
    if (this.#guesses.length < MAX_GUESSES && !this.#guesses.includes(startMs))
      this.#guesses = [...this.#guesses, startMs];
  }

  #settled(throughMs: number): void {
    this.#guesses = this.#guesses.filter((at) => at > throughMs);
    const place = throughMs * BYTES_PER_MS;
    if (place <= this.#audio.start()) return;
    this.#audio.forgetBefore(place);
    this.#tries = 0;
  }

  #emit(event: RecognitionEvent): void {
    this.#out.push({ type: 'event', event });
  }

  /** Does what is due after elapsed time or new audio. */
  #proceed(now: number, queued: number): void {
    if (this.#phase.type === 'over') return;
    if (this.#finishBy !== null && now >= this.#finishBy) return this.#finished();
    if (this.#phase.type === 'waiting' && now >= this.#phase.until) this.#connect(now);
    if (this.#phase.type === 'waiting') return;
    if (now >= this.#phase.deadline) return this.#lose(passing('timeout', 'no connection in time'), now);
    if (this.#phase.type !== 'linked') return;
    const { link } = this.#phase;
    const failure = link.overdue(now, queued);
    if (failure !== null) return this.#lose(failure, now);
    for (const data of link.next(now, queued, this.#finishBy !== null))
      this.#out.push({ type: 'send', data });
    if (link.pingDue(now)) this.#out.push({ type: 'ping' });
    if (link.flushed) return this.#finished();
    this.#forgetQuiet(link);
  }

  /** Drops audio that the provider has had for a while without reporting words: it is not sent again. */
  #forgetQuiet(link: RecognitionLink): void {
    const { quietKeptMs } = this.#limits;
    const quiet = link.sentTo - quietKeptMs * BYTES_PER_MS;
    const guess = (Math.min(...this.#guesses) - BEFORE_GUESS_MS) * BYTES_PER_MS;
    this.#audio.forgetBefore(Math.min(quiet, guess));
  }

  /** S4. `minPauseMs`: the least pause that the provider asks for before another connection. */
  #lose(failure: RecognitionFailure, now: number, minPauseMs = 0): void {
    if (this.#phase.type === 'over' || this.#phase.type === 'waiting') return;
    this.#out.push({ type: 'disconnect' });
    if (this.#phase.type === 'linked' && this.#phase.link.stable(now)) this.#tries = 0;
    this.#lostAt = [...this.#lostAt.filter((at) => now - at < MINUTE_MS), now];
    this.#recoverBy = Math.min(this.#recoverBy, now + this.#limits.recoverMs);
    const backoffMs = this.#limits.pausesMs[this.#tries];
    this.#tries += 1;
    const pauseMs = Math.max(backoffMs ?? 0, minPauseMs);
    const canRetry = backoffMs !== undefined && this.#lostAt.length <= this.#limits.maxLosses;
    if (failure.lasting || !canRetry || now + pauseMs >= this.#recoverBy) return this.#fail(failure);
    this.#phase = { type: 'waiting', until: now + pauseMs };
  }

  #fail({ kind, detail }: RecognitionFailure): void {
    this.#phase = { type: 'over' };
    this.#emit({ type: 'failed', reason: `${this.#protocol.name} failed: ${kind} (${detail})` });
    this.#out.push({ type: 'finished' });
  }

  /** S5. */
  #finished(): void {
    const { goodbye } = this.#protocol;
    if (this.#phase.type === 'linked' && !this.#phase.link.hasSentFinish && goodbye !== null)
      this.#out.push({ type: 'send', data: goodbye });
    if (this.#phase.type === 'linked' || this.#phase.type === 'connecting')
      this.#out.push({ type: 'disconnect' });
    this.#phase = { type: 'over' };
    this.#out.push({ type: 'finished' });
  }
}

/** Utterances that are in progress or await their final, at most. */
const MAX_GUESSES = 100;
/** Audio that is kept before a start, ms: words are reported a little late, so it may belong to them. */
const BEFORE_GUESS_MS = 500;

const onStream = ({ text, startMs, endMs }: RecognisedWord, link: RecognitionLink): RecognisedWord => ({
  text,
  startMs: link.streamMs(startMs),
  endMs: link.streamMs(endMs),
});
