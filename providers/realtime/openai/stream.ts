/**
 * One call's stream of OpenAI Realtime over any number of connections: a state machine without a socket or a clock. The
 * socket is in ../realtime-socket.ts, the exchange on a connection in dialogue.ts.
 *
 * T1. Audio is sent in order and without gaps; audio without a final is sent again on the next connection.
 * T2. Times are on the stream's clock, whichever connection they come from.
 * T3. Requests on a lost connection fail, once, before the loss is reported; no request is repeated.
 * T4. A lost connection is replaced within bounded attempts and time, or the stream fails, once; then nothing follows.
 * T5. `finish` completes in time, whatever the provider does.
 */
import { socketAddress } from '../../speech/recognisers/addresses.js';
import {
  failureOfCloseCode,
  failureOfStatus,
  passing,
  type RecognitionFailure,
} from '../../speech/recognisers/recognition-failure.js';
import { createUnconfirmedAudio, type UnconfirmedAudio } from '../../speech/recognisers/unconfirmed-audio.js';
import type { RealtimeLimits } from '../limits.js';
import type { RealtimeEvent, RealtimeTask } from '../realtime-engine.js';
import type { StreamInput, StreamMachine, StreamOutput } from '../realtime-socket.js';
import { PADDING_MS } from './client-events.js';
import { Dialogue } from './dialogue.js';

export interface StreamSettings {
  readonly model: string;
  readonly voice: string;
  readonly key: string;
  /** Base address without a trailing slash. */
  readonly address: string;
  /** BCP 47 */
  readonly language: string;
}

/** µ-law at 8,000 Hz. */
const BYTES_PER_MS = 8;
/** Two frames: half the messages, but the end of speech is sent 20 ms later. */
const PIECE_BYTES = 40 * BYTES_PER_MS;
const MAX_PIECE_BYTES = 400 * BYTES_PER_MS;
const MINUTE_MS = 60_000;
/** Poll interval for the send buffer, ms: a socket does not report when it has drained. */
const POLL_MS = 50;
const NEVER = Number.POSITIVE_INFINITY;

/** An open connection. */
interface Link {
  readonly dialogue: Dialogue;
  /** Position in the stream at which the connection's own clock is zero. */
  base: number;
  /** Position in the stream after the audio that was sent. */
  sentTo: number;
  credit: number;
  creditAt: number;
  heardAt: number;
  pingAt: number;
  stalledAt: number;
  /** When more audio may be sent. */
  moreAt: number;
}

type Phase =
  | { readonly type: 'waiting'; readonly until: number }
  | { readonly type: 'connecting'; readonly deadline: number }
  | { readonly type: 'linked'; readonly link: Link; readonly deadline: number }
  | { readonly type: 'over' };

/** Not reusable: one instance a stream. */
export class OpenaiStream implements StreamMachine {
  readonly #settings: StreamSettings;
  readonly #limits: RealtimeLimits;
  readonly #audio: UnconfirmedAudio;
  #task: RealtimeTask | null = null;
  /** The dialogue of the next connection until that is ready, then of the current one. */
  #dialogue: Dialogue | null = null;
  /** Input that arrived before the task; there is no connection until then. */
  #pendingInput: StreamInput[] = [];
  #phase: Phase = { type: 'waiting', until: NEVER };
  #out: StreamOutput[] = [];
  #lostAt: number[] = [];
  #tries = 0;
  #recoverBy = NEVER;
  #finishBy: number | null = null;
  #committed = false;

  constructor(settings: StreamSettings, limits: RealtimeLimits) {
    this.#settings = settings;
    this.#limits = limits;
    this.#audio = createUnconfirmedAudio(limits.maxKeptMs * BYTES_PER_MS);
  }

  get name(): string {
    return `openai:${this.#settings.model}`;
  }

  feed(input: StreamInput, now: number, queued: number): readonly StreamOutput[] {
    this.#out = [];
    if (this.#phase.type !== 'over') {
      this.#take(input, now);
      this.#proceed(now, queued);
    }
    return this.#out;
  }

  wakeAt(): number | null {
    const phase = this.#phase;
    if (phase.type === 'over') return null;
    const times = [this.#finishBy ?? NEVER, phase.type === 'waiting' ? phase.until : phase.deadline];
    if (phase.type === 'linked') times.push(this.#linkWakesAt(phase.link));
    const next = Math.min(...times);
    return Number.isFinite(next) ? next : null;
  }

  unheard(): Uint8Array {
    const start = this.#audio.start();
    return this.#audio.read(start, this.#audio.end() - start);
  }

  #take(input: StreamInput, now: number): void {
    switch (input.type) {
      case 'audio':
        return this.#audio.append(input.mulaw);
      case 'opened':
        return this.#opened(now);
      case 'message':
        return this.#read(input.text, now);
      case 'ponged':
        if (this.#phase.type === 'linked') this.#phase.link.heardAt = now;
        return;
      case 'refused':
        return this.#lose(failureOfStatus(input.status), now, input.retryAfterMs ?? 0);
      case 'closed':
        return this.#lose(failureOfCloseCode(input.code), now);
      case 'broken':
        return this.#lose(passing('unavailable', 'no connection'), now);
      case 'rubbish':
        return this.#lose(passing('protocol', 'unreadable message'), now);
      case 'tick':
        return;
      case 'prepare':
        return this.#prepare(input.task, now);
      case 'converse':
      case 'say':
      case 'respond':
      case 'cancel':
      case 'heard':
        return this.#forward(input, now);
      case 'finish':
        this.#finishBy ??= now + this.#limits.finishMs;
        return;
      case 'close':
        return this.#finished();
    }
  }

  #prepare(task: RealtimeTask, now: number): void {
    if (this.#task !== null) return;
    this.#task = task;
    const dialogue = this.#renewDialogue(task);
    for (const pending of this.#pendingInput) this.#apply(dialogue, pending, now);
    this.#pendingInput = [];
    this.#recoverBy = now + this.#limits.recoverMs;
    this.#connect(now);
  }

  #renewDialogue(task: RealtimeTask): Dialogue {
    const { voice, language } = this.#settings;
    const dialogue = new Dialogue({ task, voice, language, limits: this.#limits });
    this.#dialogue = dialogue;
    return dialogue;
  }

  #forward(input: StreamInput, now: number): void {
    if (this.#dialogue === null) this.#pendingInput.push(input);
    else this.#apply(this.#dialogue, input, now);
  }

  #apply(dialogue: Dialogue, input: StreamInput, now: number): void {
    switch (input.type) {
      case 'converse':
        return dialogue.converse(input.messages);
      case 'say':
        return dialogue.say(input.id, input.text);
      case 'respond':
        return dialogue.respond(input.request);
      case 'cancel':
        return dialogue.cancel(input.response, now);
      case 'heard':
        return dialogue.heard(input.response, input.playedMs);
    }
  }

  #connect(now: number): void {
    const { model, key, address } = this.#settings;
    this.#phase = { type: 'connecting', deadline: Math.min(now + this.#limits.connectMs, this.#recoverBy) };
    this.#out.push({
      type: 'connect',
      url: socketAddress(address, '/realtime', new URLSearchParams({ model })),
      headers: { authorization: `Bearer ${key}` },
    });
  }

  #opened(now: number): void {
    if (this.#phase.type !== 'connecting') return;
    const { deadline } = this.#phase;
    const dialogue = this.#dialogue;
    if (dialogue === null) return;
    const { burstMs, pingMs } = this.#limits;
    const start = this.#audio.start();
    const link: Link = {
      dialogue,
      base: start,
      sentTo: start,
      credit: burstMs * BYTES_PER_MS,
      creditAt: now,
      heardAt: now,
      pingAt: now + pingMs,
      stalledAt: NEVER,
      moreAt: NEVER,
    };
    this.#phase = { type: 'linked', link, deadline };
    this.#send(dialogue.opening());
  }

  #read(text: string, now: number): void {
    if (this.#phase.type !== 'linked') return;
    const { link } = this.#phase;
    const { dialogue } = link;
    link.heardAt = now;
    const wasReady = dialogue.ready;
    try {
      const { events, failure } = dialogue.read(text, sentMs(link), now);
      for (const event of events) this.#event(onStream(event, link));
      this.#forget(link);
      if (failure !== null) return this.#lose(failure, now);
    } catch {
      return this.#lose(passing('protocol', 'unreadable message'), now);
    }
    if (wasReady || !dialogue.ready) return;
    this.#phase = { type: 'linked', link, deadline: NEVER };
    this.#recoverBy = NEVER;
    this.#tries = 0;
    link.base = this.#audio.start();
    link.sentTo = link.base;
  }

  #event(event: RealtimeEvent): void {
    this.#out.push({ type: 'event', event });
  }

  #send(message: object): void {
    this.#out.push({ type: 'send', data: JSON.stringify(message) });
  }

  /** Drops audio that is transcribed or without speech: it need not be sent again. T1 */
  #forget({ base, sentTo, dialogue }: Link): void {
    const oldest = dialogue.utterances.oldestMs();
    const needed = oldest === null ? NEVER : base + (oldest - PADDING_MS) * BYTES_PER_MS;
    const quiet = sentTo - this.#limits.quietKeptMs * BYTES_PER_MS;
    this.#audio.forgetBefore(Math.floor(Math.min(needed, quiet)));
  }

  /** Does what is due after new input or elapsed time. */
  #proceed(now: number, queued: number): void {
    if (this.#phase.type === 'over') return;
    if (this.#finishBy !== null && (now >= this.#finishBy || this.#isTranscribed())) return this.#finished();
    if (this.#phase.type === 'waiting' && now >= this.#phase.until) this.#connect(now);
    if (this.#phase.type === 'waiting') return;
    if (now >= this.#phase.deadline) return this.#lose(passing('timeout', 'no connection in time'), now);
    if (this.#phase.type !== 'linked') return;
    const { link } = this.#phase;
    const failure = this.#overdue(link, now, queued);
    if (failure !== null) return this.#lose(failure, now);
    for (const event of link.dialogue.overdue(sentMs(link), now)) this.#event(onStream(event, link));
    if (link.dialogue.ready) this.#sendDue(link, now, queued);
    if (now < link.pingAt) return;
    link.pingAt = now + this.#limits.pingMs;
    this.#out.push({ type: 'ping' });
  }

  #overdue(link: Link, now: number, queued: number): RecognitionFailure | null {
    const { maxQueuedBytes, stalledMs, silentMs } = this.#limits;
    link.stalledAt = queued <= maxQueuedBytes ? NEVER : Math.min(link.stalledAt, now);
    if (now - link.stalledAt >= stalledMs) return passing('timeout', 'send buffer is stalled');
    return now - link.heardAt >= silentMs ? passing('timeout', 'no answer to a ping') : null;
  }

  #sendDue(link: Link, now: number, queued: number): void {
    for (const message of link.dialogue.take(now)) this.#send(message);
    this.#sendAudio(link, now, queued);
    const isSent = link.sentTo === this.#audio.end();
    if (this.#finishBy === null || this.#committed || !isSent) return;
    this.#committed = true;
    // Silence is not committed, because a model transcribes words from it.
    if (link.dialogue.utterances.speaking()) this.#send({ type: 'input_audio_buffer.commit' });
    else if (this.#isTranscribed()) this.#finished();
  }

  /** Whether all speech has been reported after `finish`. */
  #isTranscribed(): boolean {
    if (this.#audio.end() === 0) return true;
    if (this.#phase.type !== 'linked' || !this.#committed) return false;
    const { utterances } = this.#phase.link.dialogue;
    return !utterances.speaking() && utterances.pending() === 0;
  }

  #sendAudio(link: Link, now: number, queued: number): void {
    const { burstMs, catchUpSpeed, maxQueuedBytes } = this.#limits;
    const earned = (now - link.creditAt) * catchUpSpeed * BYTES_PER_MS;
    link.credit = Math.min(burstMs * BYTES_PER_MS, link.credit + earned);
    link.creditAt = now;
    link.moreAt = NEVER;
    // Audio that was dropped for lack of space cannot be sent.
    link.sentTo = Math.max(link.sentTo, this.#audio.start());
    let held = queued;
    const minimum = this.#finishBy === null ? PIECE_BYTES : 1;
    for (;;) {
      const available = this.#audio.end() - link.sentTo;
      if (available < minimum) return;
      const count = Math.min(available, MAX_PIECE_BYTES, Math.floor(link.credit));
      if (held > maxQueuedBytes || count < Math.min(available, PIECE_BYTES)) {
        link.moreAt = now + POLL_MS;
        return;
      }
      const audio = this.#audio.read(link.sentTo, count).toString('base64');
      this.#send({ type: 'input_audio_buffer.append', audio });
      link.credit -= count;
      link.sentTo += count;
      held += audio.length;
    }
  }

  #linkWakesAt({ dialogue, heardAt, pingAt, stalledAt, moreAt }: Link): number {
    const { stalledMs, silentMs } = this.#limits;
    return Math.min(pingAt, moreAt, stalledAt + stalledMs, heardAt + silentMs, dialogue.wakeAt());
  }

  /** T3, T4 */
  #lose(failure: RecognitionFailure, now: number, minPauseMs = 0): void {
    const phase = this.#phase;
    if (phase.type === 'over' || phase.type === 'waiting') return;
    this.#out.push({ type: 'disconnect' });
    const wasReady = phase.type === 'linked' && phase.link.dialogue.ready;
    this.#lostAt = [...this.#lostAt.filter((at) => now - at < MINUTE_MS), now];
    this.#recoverBy = Math.min(this.#recoverBy, now + this.#limits.recoverMs);
    const pauseMs = this.#limits.pausesMs[this.#tries];
    this.#tries += 1;
    const until = now + Math.max(pauseMs ?? NEVER, minPauseMs);
    const canRetry = this.#lostAt.length <= this.#limits.maxLosses && until < this.#recoverBy;
    if (failure.lasting || !canRetry) return this.#fail(failure);
    this.#phase = { type: 'waiting', until };
    if (!wasReady || this.#task === null) return;
    for (const event of this.#dialogue?.broken(`${failure.kind} (${failure.detail})`) ?? [])
      this.#event(event);
    this.#committed = false;
    this.#renewDialogue(this.#task);
    this.#event({ type: 'lost' });
  }

  #fail({ kind, detail }: RecognitionFailure): void {
    this.#phase = { type: 'over' };
    for (const event of this.#dialogue?.broken(`${kind} (${detail})`) ?? []) this.#event(event);
    this.#event({ type: 'failed', reason: `${this.name} failed: ${kind} (${detail})` });
    this.#out.push({ type: 'finished' });
  }

  /** T5 */
  #finished(): void {
    if (this.#phase.type === 'linked' || this.#phase.type === 'connecting')
      this.#out.push({ type: 'disconnect' });
    this.#phase = { type: 'over' };
    this.#out.push({ type: 'finished' });
  }
}

const sentMs = ({ base, sentTo }: Link): number => (sentTo - base) / BYTES_PER_MS;

/** T2: converts a connection's times to the stream's clock, never beyond the audio that was sent. */
const onStream = (event: RealtimeEvent, link: Link): RealtimeEvent => {
  const at = (ms: number): number =>
    Math.round(link.base / BYTES_PER_MS + Math.min(Math.max(0, ms), sentMs(link)));
  if (event.type === 'speech') return { ...event, startMs: at(event.startMs) };
  if (event.type !== 'spoken' && event.type !== 'partial' && event.type !== 'final') return event;
  const startMs = at(event.startMs);
  return { ...event, startMs, endMs: Math.max(startMs, at(event.endMs)) };
};
