/** One call of the simulated network: it rings, is answered, runs its document, ends, and reports each step. */

import type { NetworkClock } from './audio/clock.js';
import { newStreamStats, type PlayedSpan, type StreamStats } from './audio/earpiece.js';
import type { NetworkLateness } from './audio/lateness.js';
import { createLineNoise } from './audio/line-noise.js';
import { type MediaStream, openMediaStream } from './audio/media-stream.js';
import type { CallFacts, CallRequest, CallStatus } from './call-facts.js';
import type { CalleeScript, Step } from './callee.js';
import { type CalleeSteps, createCalleeSteps } from './callee-steps.js';
import { type CalleeVoice, createCalleeVoice, type SpokenSentence } from './callee-voice.js';
import { type Dialled, type DialStatus, dialling } from './dialling.js';
import { type NetworkDialect, send } from './network-dialect.js';
import { createPerson, type Person } from './person/person.js';
import type { PersonSenses } from './person/senses.js';
import type { Verb } from './verbs.js';

export interface CallDeps {
  readonly script: CalleeScript;
  readonly clock: NetworkClock;
  readonly lateness: NetworkLateness;
  /** Of callees that talk without a script; null: they follow their steps. */
  readonly senses: PersonSenses | null;
  /** Reports a status to the other side. */
  readonly report: (call: SimulatedCall, status: CallStatus) => void;
  /** The script of a phone that the callee is transferred to. */
  readonly scriptOf: (number: string) => CalleeScript;
  readonly dialect: NetworkDialect;
}

/** One attempt to stream the call's audio, on the call's clock (ms since the answer). */
interface StreamSpan {
  readonly askedAtMs: number;
  /** Null: refused, or not open yet. */
  readonly openedAtMs: number | null;
  readonly closedAtMs: number | null;
  /** RFC 6455 section 7.4.1; 1006: cut without a close frame. */
  readonly code: number | null;
}

/** The party that ended an answered call; `document`: it ran out because no further stream could be opened. */
type Ender = 'callee' | 'caller' | 'document';

/** The history of the line, as the network knows it. */
export interface CallHistory {
  /** The caller ID that the phone showed, E.164. */
  readonly from: string;
  /** The zero of the call's clock, ms since the epoch; null before the answer. */
  readonly answeredAt: number | null;
  readonly streams: readonly StreamSpan[];
  readonly said: readonly SpokenSentence[];
  /** The transfers of the callee that have ended, in order. */
  readonly dialled: readonly Dialled[];
  readonly endedBy: Ender | null;
  /** ms since the epoch. */
  readonly endedAt: number | null;
}

export interface SimulatedCall extends CallFacts {
  readonly createdAt: number;
  readonly stats: StreamStats;
  readonly played: readonly PlayedSpan[];
  readonly streams: () => number;
  readonly history: () => CallHistory;
  /** False if the call had already ended. */
  hangUp(): boolean;
  /** Replaces the document of an answered call; false if the call is not answered or has ended. */
  redirect(verbs: readonly Verb[]): boolean;
  /** Dials another phone for an answered call, whose stream continues meanwhile. */
  dial(number: string, from: string, timeoutMs: number): Promise<DialStatus>;
  /** Adds steps to the callee. */
  direct(steps: readonly Step[]): void;
  /** For a process that is shutting down. */
  abort(): void;
}

const ENDED: ReadonlySet<CallStatus> = new Set(['completed', 'busy', 'failed', 'no-answer', 'canceled']);

/** A span that may not have ended yet. */
type OpenSpan = { -readonly [Field in keyof StreamSpan]: StreamSpan[Field] };

/** Places a call; it starts to ring by itself. */
export const startCall = (request: CallRequest, deps: CallDeps): SimulatedCall => {
  const call = new Call(request, deps);
  call.place();
  return call;
};

class Call implements SimulatedCall {
  readonly request: CallRequest;
  readonly createdAt = Date.now();
  readonly stats: StreamStats = newStreamStats();
  readonly played: PlayedSpan[] = [];
  readonly #deps: CallDeps;
  readonly #voice: CalleeVoice;
  readonly #withNoise: (frame: Buffer | null) => Buffer | null;
  readonly #steps: CalleeSteps;
  /** Talks in place of the steps; null: the steps are executed. */
  #person: Person | null;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #streams: OpenSpan[] = [];
  readonly #dialled: Dialled[] = [];
  /** The current document's number: earlier documents no longer run. */
  #document = 0;
  /** `#answeredAt` and `#endedAt` as ms since the epoch. */
  readonly #epoch: { answeredAt: number | null; endedAt: number | null } = {
    answeredAt: null,
    endedAt: null,
  };
  #status: CallStatus = 'queued';
  #answeredAt = 0;
  #endedAt = 0;
  #endedBy: Ender | null = null;
  #stream: MediaStream | null = null;

  constructor(request: CallRequest, deps: CallDeps) {
    const { script, senses } = deps;
    this.request = request;
    this.#deps = deps;
    this.#voice = createCalleeVoice(script.whenCut);
    this.#withNoise = createLineNoise(Buffer.from(script.noise, 'base64'));
    this.#steps = createCalleeSteps({
      script,
      voice: this.#voice,
      callClock: () => this.#callClock(),
      hangUp: () => this.#become('completed', 'callee'),
    });
    this.#person =
      script.behaviour === 'conversation' && script.outcome === 'answer' && senses !== null
        ? createPerson({
            // Some carriers write it without the plus sign.
            number: request.to.replace(/^\+?/, '+'),
            senses,
            voice: this.#voice,
            callClock: () => this.#callClock(),
            hangUp: () => this.#become('completed', 'callee'),
          })
        : null;
  }

  direct(steps: readonly Step[]): void {
    this.#dismissPerson();
    this.#steps.add(steps);
  }

  place(): void {
    this.#after(20, () => {
      this.#become('initiated');
      this.#after(30, () => this.#ring());
    });
  }

  status(): CallStatus {
    return this.#status;
  }

  isAnswered(): boolean {
    return this.#answeredAt !== 0;
  }

  durationSeconds(): number {
    if (this.#answeredAt === 0) return 0;
    return Math.ceil(((this.#hasEnded() ? this.#endedAt : performance.now()) - this.#answeredAt) / 1_000);
  }

  streams(): number {
    return this.#streams.length;
  }

  history(): CallHistory {
    return {
      ...this.#epoch,
      // Some carriers write it without the plus sign.
      from: this.request.from.replace(/^\+?/, '+'),
      streams: this.#streams,
      said: this.#voice.spoken,
      dialled: this.#dialled,
      endedBy: this.#endedBy,
    };
  }

  hangUp(): boolean {
    if (this.#hasEnded()) return false;
    this.#become(this.#answeredAt === 0 ? 'canceled' : 'completed', 'caller');
    return true;
  }

  redirect(verbs: readonly Verb[]): boolean {
    if (this.#status !== 'in-progress') return false;
    this.#document += 1;
    this.#stream?.stop();
    this.#stream = null;
    this.#run(verbs);
    return true;
  }

  dial(number: string, from: string, timeoutMs: number): Promise<DialStatus> {
    const { status, afterMs } = dialling(this.#deps.scriptOf(number), timeoutMs);
    return new Promise((resolve) =>
      this.#after(afterMs, () => {
        this.#dialled.push({ number, from, status });
        resolve(status);
      }),
    );
  }

  abort(): void {
    this.#clearTimers();
    this.#dismissPerson();
    this.#stream?.drop();
  }

  #dismissPerson(): void {
    this.#person?.close();
    this.#person = null;
  }

  #hasEnded(): boolean {
    return ENDED.has(this.#status);
  }

  #callClock(atMs = performance.now()): number {
    return atMs - this.#answeredAt;
  }

  #after(ms: number, work: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      work();
    }, ms);
    this.#timers.add(timer);
  }

  #clearTimers(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  #become(next: CallStatus, by: Ender | null = null): void {
    if (this.#hasEnded()) return;
    this.#status = next;
    if (this.#hasEnded()) {
      this.#endedBy = by;
      this.#endedAt = performance.now();
      this.#epoch.endedAt = Date.now();
      this.#clearTimers();
      this.#dismissPerson();
      this.#stream?.stop();
      this.#stream = null;
    }
    this.#deps.report(this, next);
  }

  #ring(): void {
    const { outcome, ringMs } = this.#deps.script;
    const { timeoutMs } = this.request;
    this.#become('ringing');
    if (outcome === 'no_answer' || ringMs >= timeoutMs) {
      this.#after(Math.min(ringMs, timeoutMs), () => this.#become('no-answer'));
      return;
    }
    this.#after(ringMs, () => {
      if (outcome === 'busy') this.#become('busy');
      else if (outcome === 'failed') this.#become('failed');
      else this.#answer();
    });
  }

  #answer(): void {
    this.#answeredAt = performance.now();
    this.#epoch.answeredAt = Date.now();
    this.#become('in-progress');
    const document = this.#document;
    void this.#deps.dialect.document(this).then((verbs) => {
      if (document === this.#document) this.#run(verbs);
    });
  }

  /** Runs the remaining verbs of the document. */
  #run(verbs: readonly Verb[]): void {
    const [verb, ...rest] = verbs;
    const { script } = this.#deps;
    if (this.#hasEnded()) return;
    const proceed = this.#continuation(rest);
    if (verb?.type === 'wait') return;
    if (verb === undefined || verb.type === 'hangup') {
      this.#become('completed', 'document');
      return;
    }
    if (verb.type === 'pause') {
      this.#after(verb.seconds * 1_000, proceed);
      return;
    }
    if (verb.type === 'dial') return this.#dial(verb, proceed);
    if (script.stream === 'never') {
      const lastMs = Math.max(0, ...script.steps.map(({ atMs = 0 }) => atMs));
      this.#after(lastMs, () => this.#become('completed', 'callee'));
      return;
    }
    this.#openStream(verb.url, proceed);
  }

  /** Continues with the `rest`, unless the call has another document by then. */
  #continuation(rest: readonly Verb[]): () => void {
    const document = this.#document;
    return () => {
      if (document === this.#document) this.#run(rest);
    };
  }

  /** No stream is open during the transfer. */
  #dial({ number, from, action, timeoutMs }: Extract<Verb, { type: 'dial' }>, proceed: () => void): void {
    const document = this.#document;
    void this.dial(number, from, timeoutMs).then(async (status) => {
      if (document !== this.#document) return;
      if (action === '') return proceed();
      const verbs = await this.#deps.dialect.follow(this, action, status);
      if (document === this.#document) this.#run(verbs);
    });
  }

  /** Continues with the document when the stream closes. */
  #openStream(url: string, proceed: () => void): void {
    const { script, clock, lateness, dialect } = this.#deps;
    const { accountSid, sid: callSid } = this.request;
    const { played, stats } = this;
    const document = this.#document;
    const span: OpenSpan = {
      askedAtMs: this.#callClock(),
      openedAtMs: null,
      closedAtMs: null,
      code: null,
    };
    this.#streams.push(span);
    this.#stream = openMediaStream({
      url,
      protocol: dialect.protocol,
      accountSid,
      callSid,
      script,
      clock,
      lateness,
      callClock: (atMs) => this.#callClock(atMs),
      nextFrame: (atMs) => this.#withNoise(this.#voice.nextFrame(atMs)),
      onOpen: () => {
        span.openedAtMs = this.#callClock();
        this.#steps.lineOpened();
        this.#person?.lineOpened();
      },
      onFrame: (frame) => this.#person?.hear(frame),
      onTick: (stream) => {
        if (this.#person === null) this.#steps.tick(stream);
        else this.#person.tick(stream.hearing());
      },
      played,
      stats,
      onClose: (code) => {
        span.closedAtMs = this.#callClock();
        span.code = code;
        if (document === this.#document) this.#stream = null;
        this.#voice.lineLost();
        const callback = this.#hasEnded() ? null : dialect.streamEnded(this, code);
        if (callback !== null) void send(callback);
        proceed();
      },
    });
  }
}
