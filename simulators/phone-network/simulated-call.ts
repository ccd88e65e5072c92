/** One call of the simulated network: it rings, is answered, runs its document, ends, and reports each step. */
import { randomUUID } from 'node:crypto';
import { type Announcer, createAnnouncer } from './announcer.js';
import { newStreamStats, type PlayedSpan, type StreamStats } from './audio/earpiece.js';
import { createLineNoise } from './audio/line-noise.js';
import { type MediaStream, openMediaStream } from './audio/media-stream.js';
import { type CallRecording, createRecorder } from './audio/recorder.js';
import type { CallNotice, CallRequest, CallStatus } from './call-facts.js';
import type { CallDeps, CallHistory, Ender, SimulatedCall, StreamSpan } from './call-history.js';
import type { Step } from './callee.js';
import { type CalleeSteps, createCalleeSteps } from './callee-steps.js';
import { type CalleeVoice, createCalleeVoice } from './callee-voice.js';
import { type Dialled, type DialStatus, dialling } from './dialling.js';
import { send } from './network-dialect.js';
import { createPerson, type Person } from './person/person.js';
import type { Verb } from './verbs.js';

const ENDED: ReadonlySet<CallStatus> = new Set(['completed', 'busy', 'failed', 'no-answer', 'canceled']);

/** Documents that a call fetches at most: a document that redirects to itself ends. */
const MAX_REDIRECTS = 100;
const MAX_NOTICES = 100;
/** Recordings of one call. */
const MAX_RECORDINGS = 10;

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
  /** Documents that were fetched since the answer. */
  #redirects = 0;
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
  readonly #announcer: Announcer;
  #answeredBy: string | null = null;
  readonly #recorder = createRecorder();
  readonly notices: CallNotice[] = [];

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
    this.#announcer = createAnnouncer({
      senses,
      clock: deps.clock,
      callClock: (atMs) => this.#callClock(atMs),
      played: this.played,
      stats: this.stats,
      ...this.#line(),
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

  answeredBy(): string | null {
    return this.#answeredBy;
  }

  detected(answeredBy: string): void {
    this.#answeredBy = answeredBy;
  }

  notify(code: number, message: string): void {
    const sid = `NO${randomUUID().replaceAll('-', '')}`;
    if (this.notices.length < MAX_NOTICES) this.notices.push({ sid, code, message, at: Date.now() });
  }

  get recordings(): readonly CallRecording[] {
    return this.#recorder.recordings;
  }

  record(): CallRecording | null {
    const canRecord = this.#status === 'in-progress' && this.recordings.length < MAX_RECORDINGS;
    return canRecord ? this.#recorder.start() : null;
  }

  hangUp(): boolean {
    if (this.#hasEnded()) return false;
    this.#become(this.#answeredAt === 0 ? 'canceled' : 'completed', 'caller');
    return true;
  }

  redirect(verbs: readonly Verb[]): boolean {
    if (this.#status !== 'in-progress') return false;
    this.#document += 1;
    this.#announcer.stop();
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
    this.#announcer.stop();
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
      this.#announcer.stop();
      this.#dismissPerson();
      this.#recorder.end();
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
    if (this.request.isRecorded === true) this.record();
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
    if (verb.type === 'say') return this.#announcer.say([verb], proceed);
    if (verb.type === 'gather') return this.#gather(verb, proceed);
    if (verb.type === 'redirect') return void this.#follow(verb.url, verb.method, {});
    if (script.stream === 'never') {
      const lastMs = Math.max(0, ...script.steps.map(({ atMs = 0 }) => atMs));
      this.#after(lastMs, () => this.#become('completed', 'callee'));
      return;
    }
    this.#openStream(verb, proceed);
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

  /** Replaces the document by another one. */
  async #follow(
    url: string,
    method: 'GET' | 'POST',
    fields: Readonly<Record<string, string>>,
  ): Promise<void> {
    const document = this.#document;
    const { fetch } = this.#deps.dialect;
    this.#redirects += 1;
    if (this.#redirects > MAX_REDIRECTS) this.notify(12_100, 'too many documents');
    const verbs =
      fetch === undefined || this.#redirects > MAX_REDIRECTS
        ? []
        : await fetch(this, { url, method, fields });
    if (document === this.#document) this.#run(verbs);
  }

  /** Without a key the document continues, as without an action. */
  #gather(verb: Extract<Verb, { type: 'gather' }>, proceed: () => void): void {
    this.#announcer.gather(verb, (digits) => {
      if (digits === '' || verb.action === '') proceed();
      else void this.#follow(verb.action, verb.method, { Digits: digits });
    });
  }

  /** The callee at the end of whatever is open. */
  #line() {
    return {
      onFrame: (frame: Buffer): void => {
        this.#recorder.heard(frame);
        this.#person?.hear(frame);
      },
      nextFrame: (atMs: number): Buffer | null => {
        const frame = this.#withNoise(this.#voice.nextFrame(atMs));
        this.#recorder.said(frame);
        return frame;
      },
      onTick: (line: MediaStream): void => {
        if (this.#person === null) this.#steps.tick(line);
        else this.#person.tick(line.hearing());
      },
    };
  }

  /** Continues with the document when the stream closes. */
  #openStream({ url, parameters = {} }: Extract<Verb, { type: 'connect' }>, proceed: () => void): void {
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
      parameters,
      headers: dialect.streamHeaders?.(url) ?? {},
      ...this.#line(),
      onOpen: () => {
        span.openedAtMs = this.#callClock();
        this.#steps.lineOpened();
        this.#person?.lineOpened();
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
