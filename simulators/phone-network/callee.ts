/** The behaviour of a simulated callee: of its phone, and what it then says and does. */
import { isRecord } from '../support/json.js';
import type { WhenCut } from './callee-voice.js';

/** An action of a callee. Steps run in order; each waits for its own conditions. */
export interface Step {
  /** Not before this long after the answer, ms. */
  readonly atMs?: number;
  /** Not before the other side has spoken since the previous step and has then been silent for this long, ms. */
  readonly afterSilenceMs?: number;
  /** Not before this long after the other side began to speak since the previous step, ms. */
  readonly afterHearingMs?: number;
  readonly do:
    | {
        readonly type: 'say';
        /** Base64 µ-law, 8,000 Hz. */
        readonly audio: string;
        /** The spoken text, for the call's history. */
        readonly text?: string;
      }
    | { readonly type: 'dtmf'; readonly digit: string }
    | { readonly type: 'hang_up' }
    /** Cuts the media socket; the network then continues with its document, as after a network failure. */
    | { readonly type: 'drop_socket' }
    | {
        readonly type: 'rubbish';
        readonly kind: 'malformed' | 'binary' | 'foreign_stream' | 'unordered' | 'flood';
      };
}

export interface CalleeScript {
  readonly outcome: 'answer' | 'busy' | 'no_answer' | 'failed';
  /** Ring time before the outcome, ms. */
  readonly ringMs: number;
  readonly steps: readonly Step[];
  /** What a carrier's machine detection finds, in Twilio's words. */
  readonly answeredBy:
    | 'human'
    | 'machine_start'
    | 'machine_end_beep'
    | 'machine_end_silence'
    | 'machine_end_other'
    | 'fax'
    | 'unknown';
  /** `steps`: as above. `conversation`: talks without a script (person/person.ts), until it is given steps. */
  readonly behaviour: 'steps' | 'conversation';
  /** When marks are echoed: as the protocol specifies, or as a faulty network would. */
  readonly marks: { readonly echo: 'played' | 'never' | 'twice'; readonly lateMs: number };
  /** The fault of the request that places the call. */
  readonly rest:
    | 'ok'
    | 'invalid_number'
    | 'refuse'
    | 'error_after_create'
    | 'reset_after_create'
    | 'silent_after_create'
    /** The response stops halfway; the connection breaks halfway; it arrives a byte at a time; it is not JSON. */
    | 'stall_in_answer'
    | 'cut_in_answer'
    | 'drip_answer'
    | 'rubbish_answer'
    /** 429, with a Retry-After of a second or of an hour. */
    | 'too_many_once'
    | 'too_many_for_long';
  readonly callbacks: { readonly send: 'all' | 'none' | 'twice'; readonly delayMs: number };
  /** What happens to a sentence during which the stream is lost. */
  readonly whenCut: WhenCut;
  /** Line noise under the callee's speech and pauses: base64 µ-law, looped. */
  readonly noise: string;
  /** Whether an answered call's audio is streamed; without a stream the callee hangs up after its last `atMs`. */
  readonly stream: 'opens' | 'never';
}

/** Answers after a second, stays silent, and hangs up after half a minute. */
const SILENT: CalleeScript = {
  outcome: 'answer',
  ringMs: 1_000,
  steps: [{ atMs: 30_000, do: { type: 'hang_up' } }],
  behaviour: 'steps',
  answeredBy: 'human',
  marks: { echo: 'played', lateMs: 0 },
  rest: 'ok',
  callbacks: { send: 'all', delayMs: 0 },
  whenCut: 'resumes',
  noise: '',
  stream: 'opens',
};

/** Answers after a second, and talks. Its steps are those of a network without voices, and of a transfer. */
const CONVERSATION: CalleeScript = { ...SILENT, behaviour: 'conversation' };

/** Scripts by name. */
export const NAMED_SCRIPTS = { silent: SILENT, conversation: CONVERSATION } as const;

/** What numbers without a script do. */
export type UsualCallee = keyof typeof NAMED_SCRIPTS;

export const isUsualCallee = (name: unknown): name is UsualCallee =>
  typeof name === 'string' && Object.hasOwn(NAMED_SCRIPTS, name);

/** Built-in behaviour by a number's last digits, for experiments with curl; `usual`: that of all other numbers. */
export const calleeByNumber = (number: string, usual: UsualCallee): CalleeScript => {
  switch (number.slice(-4)) {
    case '0001':
      return { ...SILENT, outcome: 'busy' };
    case '0002':
      return { ...SILENT, outcome: 'no_answer', ringMs: 5_000 };
    case '0003':
      return { ...SILENT, outcome: 'failed' };
    case '0004':
      return { ...SILENT, rest: 'invalid_number' };
    case '0005':
      return SILENT;
    default:
      return NAMED_SCRIPTS[usual];
  }
};

/** One of several scripts, with its share of the callees that have no script of their own. */
export interface MixPart {
  readonly share: number;
  readonly script: CalleeScript;
}

/** Parses a mix from the control API; null if it is invalid. */
export const parseMix = (value: unknown): readonly MixPart[] | null => {
  if (!Array.isArray(value)) return null;
  const mix: MixPart[] = [];
  for (const part of value) {
    const script = isRecord(part) ? parseScript(part.script) : null;
    if (script === null || typeof part.share !== 'number') return null;
    mix.push({ share: part.share, script });
  }
  return mix;
};

/** `random`: in [0, 1). */
export const pickFrom = (mix: readonly MixPart[], random: number): CalleeScript => {
  let left = random * mix.reduce((sum, { share }) => sum + share, 0);
  for (const { share, script } of mix) {
    left -= share;
    if (left < 0) return script;
  }
  return SILENT;
};

/** Parses steps from the control API; null if they are invalid. */
export const parseSteps = (value: unknown): readonly Step[] | null =>
  Array.isArray(value) && value.every((step) => isRecord(step) && isRecord(step.do)) ? value : null;

/**
 * Parses a script from the control API: the name of one, or its fields. Omitted fields are those of the script `silent`.
 * Null if it is invalid.
 */
export const parseScript = (value: unknown): CalleeScript | null => {
  if (isUsualCallee(value)) return NAMED_SCRIPTS[value];
  if (!isRecord(value)) return null;
  const names = [
    ...['outcome', 'ringMs', 'steps', 'marks', 'rest', 'callbacks'],
    ...['whenCut', 'noise', 'stream', 'behaviour', 'answeredBy'],
  ];
  if (Object.keys(value).some((name) => !names.includes(name))) return null;
  if (value.noise !== undefined && typeof value.noise !== 'string') return null;
  if (value.steps !== undefined && parseSteps(value.steps) === null) return null;
  // The input comes from a test bench's own controller, so the remaining fields are trusted to have the declared types.
  return { ...SILENT, ...value } as CalleeScript;
};
