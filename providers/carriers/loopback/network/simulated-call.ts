/** One call of the simulated network: rings, is answered, runs its document, ends, and reports all of it. */
import { XMLParser } from 'fast-xml-parser';
import type { CalleeScript, Step } from './callee.js';
import type { NetworkClock } from './clock.js';
import { type MediaStream, openMediaStream, type PlayedSpan, type StreamStats } from './media-stream.js';

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

type Verb =
  | { readonly verb: 'connect'; readonly url: string }
  | { readonly verb: 'pause'; readonly seconds: number }
  | { readonly verb: 'hangup' };

export interface SimulatedCall {
  readonly request: CallRequest;
  readonly createdAt: number;
  readonly status: () => CallStatus;
  readonly durationSeconds: () => number;
  readonly stats: StreamStats;
  readonly played: readonly PlayedSpan[];
  readonly streams: () => number;
  /** False when it was over already. */
  hangUp(): boolean;
  /** For a process that ends. */
  abort(): void;
}

const FRAME_BYTES = 160;

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
  let stream: MediaStream | null = null;
  let streams = 0;
  let saying: Buffer = Buffer.alloc(0);
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

  const become = (next: CallStatus): void => {
    if (over()) return;
    status = next;
    if (over()) {
      endedAt = performance.now();
      for (const timer of timers) clearTimeout(timer);
      stream?.stop();
      stream = null;
    }
    deps.report(call, next);
  };

  const callClock = (): number => performance.now() - answeredAt;

  const nextFrame = (): Buffer | null => {
    if (saying.length === 0) return null;
    const frame = Buffer.alloc(FRAME_BYTES, 0xff);
    saying.copy(frame, 0, 0, FRAME_BYTES);
    saying = saying.subarray(Math.min(FRAME_BYTES, saying.length));
    return frame;
  };

  const onTick = (current: MediaStream): void => {
    const now = callClock();
    if (current.hearing()) {
      heardAt ??= now;
      silentSince = null;
    } else silentSince ??= now;
    const step = steps[0];
    if (step === undefined || saying.length > 0) return;
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
        saying = Buffer.from(action.audio, 'base64');
        return;
      case 'dtmf':
        current.dtmf(action.digit);
        return;
      case 'hang_up':
        become('completed');
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
      become('completed');
      return;
    }
    if (verb.verb === 'pause') {
      after(verb.seconds * 1_000, () => runDocument(rest));
      return;
    }
    if (script.stream === 'never') {
      after(Math.max(0, ...script.steps.map(({ atMs = 0 }) => atMs)), () => become('completed'));
      return;
    }
    streams += 1;
    stream = openMediaStream({
      url: verb.url,
      accountSid: request.accountSid,
      callSid: request.sid,
      script,
      clock: deps.clock,
      callClock,
      nextFrame,
      onTick,
      played,
      stats,
      onClose: () => {
        stream = null;
        runDocument(rest);
      },
    });
  };

  const answer = (): void => {
    answeredAt = performance.now();
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
    streams: () => streams,
    hangUp: () => {
      if (over()) return false;
      become(answeredAt === 0 ? 'canceled' : 'completed');
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

type XmlNode = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is XmlNode =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const parseTwiml = (twiml: string): readonly Verb[] => {
  const nodes: unknown = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
  }).parse(twiml);
  const children = (list: unknown, name: string): readonly XmlNode[] =>
    Array.isArray(list) ? list.filter(isNode).filter((node) => name in node) : [];
  const attribute = (node: XmlNode, name: string): string => {
    const attributes = node[':@'];
    const value = isNode(attributes) ? attributes[name] : undefined;
    return typeof value === 'string' ? value : String(value ?? '');
  };
  const response = children(nodes, 'Response')[0]?.Response;
  if (!Array.isArray(response)) return [];
  return response.filter(isNode).flatMap((node): readonly Verb[] => {
    if ('Connect' in node)
      return children(node.Connect, 'Stream').map((stream) => ({
        verb: 'connect',
        url: attribute(stream, 'url'),
      }));
    if ('Pause' in node) return [{ verb: 'pause', seconds: Number(attribute(node, 'length')) || 1 }];
    if ('Hangup' in node) return [{ verb: 'hangup' }];
    return [];
  });
};
