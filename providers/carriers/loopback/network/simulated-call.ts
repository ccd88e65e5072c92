/** One call of the simulated network: rings, is answered, runs its document, ends, and reports all of it. */
import type { CalleeScript, Step } from './callee.js';
import { createCalleeVoice, type Said } from './callee-voice.js';
import type { NetworkClock } from './clock.js';
import { parseTwiml, type Verb } from './document.js';
import type { PlayedSpan, StreamStats } from './earpiece.js';
import { createLineNoise } from './line-noise.js';
import { type MediaStream, openMediaStream } from './media-stream.js';

export type CallStatus =
  | 'queued'
  | 'initiated'
  | 'ringing'
  | 'in-progress'
  | 'completed'
  | 'busy'
  | 'failed'
  | 'no-answer'
  | 'canceled';

export interface CallRequest {
  readonly sid: string;
  readonly accountSid: string;
  readonly to: string;
  readonly from: string;
  readonly twiml: string;
  readonly statusCallback: string;
  readonly timeoutMs: number;
}

export interface CallDeps {
  readonly script: CalleeScript;
  readonly clock: NetworkClock;
  /** Reports a status to the other side. */
  readonly report: (call: SimulatedCall, status: CallStatus) => void;
}

/** One attempt to stream the call's audio, on the call's clock (ms since the answer). */
export interface StreamSpan {
  readonly askedAtMs: number;
  /** Null: refused, or not answered yet. */
  readonly openedAtMs: number | null;
  readonly closedAtMs: number | null;
  /** RFC 6455 section 7.4.1; 1006: cut without a word. */
  readonly code: number | null;
}

/** Who ended an answered call: its document runs out when no stream can be had any more. */
export type Ender = 'callee' | 'caller' | 'document';

/** What happened on the line, as the network knows it. */
export interface CallHistory {
  /** 0 of the call's clock, ms since the epoch; null before the answer. */
  readonly answeredAt: number | null;
  readonly streams: readonly StreamSpan[];
  readonly said: readonly Said[];
  readonly endedBy: Ender | null;
  /** ms since the epoch. */
  readonly endedAt: number | null;
}

export interface SimulatedCall {
  readonly request: CallRequest;
  readonly createdAt: number;
  readonly status: () => CallStatus;
  readonly durationSeconds: () => number;
  readonly stats: StreamStats;
  readonly played: readonly PlayedSpan[];
  readonly streams: () => number;
  readonly history: () => CallHistory;
  /** False when it was over already. */
  hangUp(): boolean;
  /** For a process that ends. */
  abort(): void;
}

const FRAME_BYTES = 160;
/** Who was cut off listens for this long on the new line before saying it again, ms. */
const REPEAT_AFTER_MS = 1_000;

export const startCall = (request: CallRequest, deps: CallDeps): SimulatedCall => {
  const { script } = deps;
  const stats: StreamStats = {
    framesReceived: 0,
    bytesReceived: 0,
    underruns: 0,
    clears: 0,
    marksQueued: 0,
    marksEchoed: 0,
  };
  const played: PlayedSpan[] = [];
  const timers = new Set<NodeJS.Timeout>();
  let status: CallStatus = 'queued';
  let answeredAt = 0;
  let endedAt = 0;
  /** As `answeredAt` and `endedAt`, ms since the epoch. */
  const epoch: { answeredAt: number | null; endedAt: number | null } = { answeredAt: null, endedAt: null };
  let stream: MediaStream | null = null;
  const streams: { -readonly [Field in keyof StreamSpan]: StreamSpan[Field] }[] = [];
  const voice = createCalleeVoice(script.whenCut);
  let endedBy: Ender | null = null;
  const withNoise = createLineNoise(Buffer.from(script.noise, 'base64'));
  let steps: readonly Step[] = script.steps;
  /** When the other side began to speak since the last step, on the call's clock, ms. */
  let heardAt: number | null = null;
  let silentSince: number | null = null;

  const after = (ms: number, work: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, ms);
    timers.add(timer);
  };

  const over = (): boolean => ['completed', 'busy', 'failed', 'no-answer', 'canceled'].includes(status);

  const become = (next: CallStatus, by: Ender | null = null): void => {
    if (over()) return;
    status = next;
    if (over()) {
      endedBy = by;
      endedAt = performance.now();
      epoch.endedAt = Date.now();
      for (const timer of timers) clearTimeout(timer);
      stream?.stop();
      stream = null;
    }
    deps.report(call, next);
  };

  const callClock = (atMs = performance.now()): number => atMs - answeredAt;

  const onTick = (current: MediaStream): void => {
    const now = callClock();
    if (current.hearing()) {
      heardAt ??= now;
      silentSince = null;
    } else silentSince ??= now;
    if (voice.wantsToRepeat()) {
      if (silentSince === null || now - silentSince < REPEAT_AFTER_MS) return;
      voice.repeat();
      // What was heard before is no answer to it.
      heardAt = null;
      silentSince = null;
      return;
    }
    const step = steps[0];
    if (step === undefined || voice.speaking()) return;
    if (step.atMs !== undefined && now < step.atMs) return;
    if (
      step.afterSilenceMs !== undefined &&
      !(heardAt !== null && silentSince !== null && now - silentSince >= step.afterSilenceMs)
    )
      return;
    if (step.afterHearingMs !== undefined && !(heardAt !== null && now - heardAt >= step.afterHearingMs))
      return;
    steps = steps.slice(1);
    heardAt = null;
    silentSince = null;
    carryOut(step, current);
  };

  const carryOut = ({ do: action }: Step, current: MediaStream): void => {
    switch (action.type) {
      case 'say':
        voice.say(Buffer.from(action.audio, 'base64'), action.text ?? '');
        return;
      case 'dtmf':
        current.dtmf(action.digit);
        return;
      case 'hang_up':
        become('completed', 'callee');
        return;
      case 'drop_socket':
        current.drop();
        return;
      case 'rubbish':
        rubbish(action.kind, current);
        return;
    }
  };

  const runDocument = (verbs: readonly Verb[]): void => {
    const [verb, ...rest] = verbs;
    if (over()) return;
    if (verb === undefined || verb.verb === 'hangup') {
      become('completed', 'document');
      return;
    }
    if (verb.verb === 'pause') {
      after(verb.seconds * 1_000, () => runDocument(rest));
      return;
    }
    if (script.stream === 'never') {
      after(Math.max(0, ...script.steps.map(({ atMs = 0 }) => atMs)), () => become('completed', 'callee'));
      return;
    }
    const span: (typeof streams)[number] = {
      askedAtMs: callClock(),
      openedAtMs: null,
      closedAtMs: null,
      code: null,
    };
    streams.push(span);
    stream = openMediaStream({
      url: verb.url,
      accountSid: request.accountSid,
      callSid: request.sid,
      script,
      clock: deps.clock,
      callClock,
      nextFrame: (atMs) => withNoise(voice.nextFrame(atMs)),
      onOpen: () => {
        span.openedAtMs = callClock();
        silentSince = null;
      },
      onTick,
      played,
      stats,
      onClose: (code) => {
        span.closedAtMs = callClock();
        span.code = code;
        stream = null;
        voice.lineLost();
        runDocument(rest);
      },
    });
  };

  const answer = (): void => {
    answeredAt = performance.now();
    epoch.answeredAt = Date.now();
    become('in-progress');
    runDocument(parseTwiml(request.twiml));
  };

  const ring = (): void => {
    become('ringing');
    if (script.outcome === 'no_answer' || script.ringMs >= request.timeoutMs) {
      after(Math.min(script.ringMs, request.timeoutMs), () => become('no-answer'));
      return;
    }
    after(script.ringMs, () => {
      if (script.outcome === 'busy') become('busy');
      else if (script.outcome === 'failed') become('failed');
      else answer();
    });
  };

  const call: SimulatedCall = {
    request,
    createdAt: Date.now(),
    status: () => status,
    durationSeconds: () =>
      answeredAt === 0 ? 0 : Math.ceil(((over() ? endedAt : performance.now()) - answeredAt) / 1_000),
    stats,
    played,
    streams: () => streams.length,
    history: () => ({
      ...epoch,
      streams,
      said: voice.said,
      endedBy,
    }),
    hangUp: () => {
      if (over()) return false;
      become(answeredAt === 0 ? 'canceled' : 'completed', 'caller');
      return true;
    },
    abort: () => {
      for (const timer of timers) clearTimeout(timer);
      stream?.drop();
    },
  };
  after(20, () => {
    become('initiated');
    after(30, ring);
  });
  return call;
};

const rubbish = (
  kind: 'malformed' | 'binary' | 'foreign_stream' | 'unordered' | 'flood',
  stream: MediaStream,
): void => {
  const frame = Buffer.alloc(FRAME_BYTES, 0x7f);
  switch (kind) {
    case 'malformed':
      stream.raw('{"event":"media",');
      return;
    case 'binary':
      for (let count = 0; count < 200; count += 1) stream.raw(Buffer.alloc(4_096));
      return;
    case 'foreign_stream':
      stream.media(frame, { streamSid: 'MZ0000000000000000000000000000dead' });
      return;
    case 'unordered':
      for (const sequence of [9_000, 3, 8_999, 2]) stream.media(frame, { sequence });
      return;
    case 'flood':
      for (let count = 0; count < 5_000; count += 1) stream.media(frame);
      return;
  }
};
