/**
 * What the outputs of a step were, small enough to stand beside an input in a session log: audio as numbers of bytes,
 * prompts by their last message, and long texts cut. A digest says whether two builds did the same; this says what they did.
 */
import { createHash } from 'node:crypto';
import type { ChatMessage } from '../../providers/llm/language-model.js';
import { isRecord } from '../../schemas/json.js';
import type { SessionOutput } from './io.js';

/** An output without its audio. `bytes`: of audio, in place of it; consecutive pieces of the same audio are added up. */
export interface OutputGist {
  /** As of the output; another build may have others. */
  readonly type: string;
  readonly bytes?: number;
  readonly [name: string]: unknown;
}

/** Longer texts are cut, except in commands to the call: these are bounded there. */
const MAX_CHARACTERS = 300;
/** Longer lists are cut. */
const MAX_ITEMS = 20;

/** Outputs that most steps have: a log shows them only beside others. */
const FREQUENT: ReadonlySet<SessionOutput['type']> = new Set([
  'confirm_voice',
  'recognise',
  'recognise_operator',
  'record',
  'send_audio',
  'send_mark',
]);

/** Whether the outputs of a step are shown because of this one. */
export const isWorthShowing = ({ type }: SessionOutput): boolean => !FREQUENT.has(type);

/** The outputs of a step, in order. */
export const gistsOf = (outputs: readonly SessionOutput[]): readonly OutputGist[] => {
  const gists: OutputGist[] = [];
  for (const output of outputs) {
    const gist = gistOf(output);
    const before = gists.at(-1);
    if (before !== undefined && isSameAudio(before, gist))
      gists[gists.length - 1] = { ...before, bytes: (before.bytes ?? 0) + (gist.bytes ?? 0) };
    else gists.push(gist);
  }
  return gists;
};

const gistOf = (output: SessionOutput): OutputGist => {
  if (output.type === 'command') return { ...output };
  if ('payload' in output) {
    const { payload, ...rest } = output;
    return { ...rest, bytes: payload.length };
  }
  if ('messages' in output) {
    const { messages, ...rest } = output;
    return { ...rest, messages: promptOf(messages) };
  }
  const { type, ...rest } = output;
  return { ...shortened(rest), type };
};

/** Whether two outputs are pieces of the same audio. Pieces of a recording follow each other. */
const isSameAudio = (before: OutputGist, { bytes, ...gist }: OutputGist): boolean =>
  bytes !== undefined &&
  before.bytes !== undefined &&
  ['type', 'utterance', 'track', 'sound', 'again'].every((name) => before[name] === gist[name]);

/** The conversation that a model is sent grows with each turn: its last message and a digest of the whole identify it. */
const promptOf = (messages: readonly ChatMessage[]) => ({
  count: messages.length,
  digest: createHash('sha1').update(JSON.stringify(messages)).digest('base64url').slice(0, 8),
  last: shortened(textOf(messages.at(-1))),
});

const textOf = (message: ChatMessage | undefined): object => {
  if (message === undefined) return {};
  if (message.role === 'tools')
    return { role: 'tools', text: message.uses.map(({ name, result }) => `${name}: ${result}`).join('; ') };
  return message.role === 'data'
    ? { role: 'data', text: message.data.type }
    : { role: message.role, text: message.content };
};

const shortened = <T extends object>(value: T): T => ({ ...value, ...cutTexts(value) });

const cutTexts = (value: object): object =>
  Object.fromEntries(Object.entries(value).map(([name, part]) => [name, cut(part)]));

const cut = (value: unknown): unknown => {
  if (typeof value === 'string')
    return value.length <= MAX_CHARACTERS ? value : `${value.slice(0, MAX_CHARACTERS - 1)}…`;
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map(cut);
  return isRecord(value) ? cutTexts(value) : value;
};
