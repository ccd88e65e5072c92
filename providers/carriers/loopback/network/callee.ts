/** How a simulated callee behaves: what its phone does, and what it then says and does. */
import { isRecord } from '../../../../schemas/json.js';
import type { WhenCut } from './callee-voice.js';

/** Something a callee does. Steps run in order; each waits for its own moment. */
export interface Step {
  /** Not before this long after the answer, ms. */
  readonly atMs?: number;
  /** Not before the other side has spoken since the last step and has then been silent for this long, ms. */
  readonly afterSilenceMs?: number;
  /** Not before the other side has begun to speak since the last step, and this long after that, ms. */
  readonly afterHearingMs?: number;
  readonly do:
    | {
        readonly type: 'say';
        /** Base64 µ-law, 8,000 Hz. */
        readonly audio: string;
        /** What it says, for the call's history. */
        readonly text?: string;
      }
    | { readonly type: 'dtmf'; readonly digit: string }
    | { readonly type: 'hang_up' }
    /** Cuts the media socket; the network then goes on with its document, as after a network failure. */
    | { readonly type: 'drop_socket' }
    | {
        readonly type: 'rubbish';
        readonly kind: 'malformed' | 'binary' | 'foreign_stream' | 'unordered' | 'flood';
      };
}

export interface CalleeScript {
  readonly outcome: 'answer' | 'busy' | 'no_answer' | 'failed';
  /** How long it rings before the outcome, ms. */
  readonly ringMs: number;
  readonly steps: readonly Step[];
  /** When marks come back: as the protocol says, or as faulty networks have them. */
  readonly marks: { readonly echo: 'played' | 'never' | 'twice'; readonly lateMs: number };
  /** What goes wrong with the request that places the call. */
  readonly rest:
    | 'ok'
    | 'invalid_number'
    | 'refuse'
    | 'error_after_create'
    | 'reset_after_create'
    | 'silent_after_create'
    /** The answer stops after half of it; the connection breaks there; it comes a byte at a time; it is none. */
    | 'stall_in_answer'
    | 'cut_in_answer'
    | 'drip_answer'
    | 'rubbish_answer'
    /** 429, with Retry-After of a second or of an hour. */
    | 'too_many_once'
    | 'too_many_for_long';
  readonly callbacks: { readonly send: 'all' | 'none' | 'twice'; readonly delayMs: number };
  /** What becomes of a sentence in which the stream is lost. */
  readonly whenCut: WhenCut;
  /** What is heard on the line all the while, under what the callee says and between: base64 µ-law, again and again. */
  readonly noise: string;
  /** Whether the audio of an answered call is streamed; without it the callee hangs up after its last `atMs`. */
  readonly stream: 'opens' | 'never';
}

/** Answers after a second, says nothing, and hangs up after half a minute. */
const DEFAULT_CALLEE: CalleeScript = {
  outcome: 'answer',
  ringMs: 1_000,
  steps: [{ atMs: 30_000, do: { type: 'hang_up' } }],
  marks: { echo: 'played', lateMs: 0 },
  rest: 'ok',
  callbacks: { send: 'all', delayMs: 0 },
  whenCut: 'resumes',
  noise: '',
  stream: 'opens',
};

/** Numbers that behave without being told, by their last digits; for trying things out with curl. */
export const calleeByNumber = (number: string): CalleeScript => {
  switch (number.slice(-4)) {
    case '0001':
      return { ...DEFAULT_CALLEE, outcome: 'busy' };
    case '0002':
      return { ...DEFAULT_CALLEE, outcome: 'no_answer', ringMs: 5_000 };
    case '0003':
      return { ...DEFAULT_CALLEE, outcome: 'failed' };
    case '0004':
      return { ...DEFAULT_CALLEE, rest: 'invalid_number' };
    default:
      return DEFAULT_CALLEE;
  }
};

/** One of several scripts, each with its share of the callees who were given none. */
export interface Mixed {
  readonly share: number;
  readonly script: CalleeScript;
}

/** A mix from the control API; null when it is none. */
export const parseMix = (value: unknown): readonly Mixed[] | null => {
  if (!Array.isArray(value)) return null;
  const mix: Mixed[] = [];
  for (const part of value) {
    const script = isRecord(part) ? parseScript(part.script) : null;
    if (script === null || typeof part.share !== 'number') return null;
    mix.push({ share: part.share, script });
  }
  return mix;
};

/** `luck`: in [0, 1). */
export const pickFrom = (mix: readonly Mixed[], luck: number): CalleeScript => {
  let left = luck * mix.reduce((sum, { share }) => sum + share, 0);
  for (const { share, script } of mix) {
    left -= share;
    if (left < 0) return script;
  }
  return DEFAULT_CALLEE;
};

/** Steps from the control API; null when they are none. */
export const parseSteps = (value: unknown): readonly Step[] | null =>
  Array.isArray(value) && value.every((step) => isRecord(step) && isRecord(step.do)) ? value : null;

/** A script from the control API, what is left out taken from the default. Null when it is none. */
export const parseScript = (value: unknown): CalleeScript | null => {
  if (!isRecord(value)) return null;
  const names = [
    ...['outcome', 'ringMs', 'steps', 'marks', 'rest', 'callbacks'],
    ...['whenCut', 'noise', 'stream'],
  ];
  if (Object.keys(value).some((name) => !names.includes(name))) return null;
  if (value.noise !== undefined && typeof value.noise !== 'string') return null;
  if (value.steps !== undefined && parseSteps(value.steps) === null) return null;
  // A test bench's own controller: the rest is trusted to be what the types say.
  return { ...DEFAULT_CALLEE, ...value } as CalleeScript;
};
