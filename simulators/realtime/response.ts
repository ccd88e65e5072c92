/** A simulated response as messages of the protocol, in order. Pure. */
import { encodeMulaw } from '../support/mulaw.js';
import { toneSamples } from '../support/tones.js';
import type { Reply } from './world.js';

type Message = Readonly<Record<string, unknown>>;

/** A message of a sequence. `piece` is set for audio: the total length of the audio so far, ms. */
export interface Step {
  readonly message: Message;
  readonly piece?: number;
}

const PIECE_MS = 100;
const BYTES_PER_MS = 8;

export interface Names {
  readonly response: string;
  /** Id of its spoken item; the items of tool calls follow it. */
  readonly item: string;
}

export const callItem = (item: string, index: number): string => `${item}_call_${index}`;
export const callId = (item: string, index: number): string => `call_${item}_${index}`;

/** Splits a text into this many pieces. */
const spread = (text: string, pieces: number): readonly string[] => {
  const pieceLength = Math.ceil(text.length / Math.max(1, pieces));
  return Array.from({ length: pieces }, (_, index) =>
    text.slice(index * pieceLength, (index + 1) * pieceLength),
  );
};

/** The messages of a spoken text: its audio and its words. */
const spokenSteps = ({ response, item }: Names, text: string, disorder: boolean): readonly Step[] => {
  if (text === '') return [];
  const mulaw = encodeMulaw(toneSamples(text, 8_000));
  const ids = { response_id: response, item_id: item, output_index: 0, content_index: 0 };
  const count = Math.ceil(mulaw.length / (PIECE_MS * BYTES_PER_MS));
  const audio = Array.from({ length: count }, (_, index): Step => {
    const piece = mulaw.subarray(index * PIECE_MS * BYTES_PER_MS, (index + 1) * PIECE_MS * BYTES_PER_MS);
    const delta = Buffer.from(piece).toString('base64');
    const ms = Math.min(mulaw.length / BYTES_PER_MS, (index + 1) * PIECE_MS);
    return { message: { type: 'response.output_audio.delta', ...ids, delta }, piece: ms };
  });
  const words = spread(text, count).map(
    (delta): Step => ({ message: { type: 'response.output_audio_transcript.delta', ...ids, delta } }),
  );
  const added: Step = {
    message: {
      type: 'response.output_item.added',
      response_id: response,
      output_index: 0,
      item: { id: item, type: 'message', role: 'assistant', status: 'in_progress', content: [] },
    },
  };
  const part: Step = {
    message: { type: 'response.content_part.added', ...ids, part: { type: 'audio', transcript: '' } },
  };
  const doneSteps: readonly Step[] = [
    { message: { type: 'response.output_audio.done', ...ids } },
    { message: { type: 'response.output_audio_transcript.done', ...ids, transcript: text } },
    { message: { type: 'response.content_part.done', ...ids, part: { type: 'audio', transcript: text } } },
  ];
  if (disorder) return [...audio, ...words, added, part, ...doneSteps];
  return [added, part, ...words.flatMap((word, index) => [word, audio[index] ?? word]), ...doneSteps];
};

/** Each piece is 100 ms of audio with its words. */
export const stepsOf = (names: Names, { text, tools = [], fault }: Reply): readonly Step[] => {
  const disorder = fault?.type === 'disorder';
  const { response, item } = names;
  const created: Step = {
    message: {
      type: 'response.created',
      response: { id: response, object: 'realtime.response', status: 'in_progress' },
    },
  };
  const spoken = spokenSteps(names, text, disorder);
  const calls = tools.flatMap((tool, index): readonly Step[] => {
    const id = callItem(item, index);
    const ids = { response_id: response, item_id: id, output_index: index + 1, call_id: callId(item, index) };
    const called = { id, type: 'function_call', name: tool.name, call_id: ids.call_id };
    return [
      {
        message: {
          type: 'response.output_item.added',
          response_id: response,
          output_index: index + 1,
          item: { ...called, status: 'in_progress', arguments: '' },
        },
      },
      { message: { type: 'response.function_call_arguments.delta', ...ids, delta: tool.arguments } },
      {
        message: {
          type: 'response.function_call_arguments.done',
          ...ids,
          name: tool.name,
          arguments: tool.arguments,
        },
      },
      {
        message: {
          type: 'response.output_item.done',
          response_id: response,
          output_index: index + 1,
          item: { ...called, status: 'completed', arguments: tool.arguments },
        },
      },
    ];
  });
  return disorder ? [...spoken, created, ...calls] : [created, ...spoken, ...calls];
};
