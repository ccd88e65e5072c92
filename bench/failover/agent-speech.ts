/**
 * Turns what a callee heard of the agent back into words. The agent's synthesiser makes the same bytes from the same
 * text, and the network plays them unchanged, in frames of 20 ms. Each played frame can therefore be found in the texts
 * the agent may have spoken, and the words that were heard are known without a recogniser.
 *
 * The agent may continue a sentence that was cut off, so every rest of a reply, starting at any of its words, is a
 * reference too. A voice is lowered while the callee speaks: each frame is a reference at each level.
 */

import { CLAUSE_LETTERS } from '../../media/session/voice/speaking.js';
import { attenuated, LOWEST_LEVEL } from '../../media/speech/attenuation.js';
import { createSentences } from '../../media/speech/sentences.js';
import type { Synthesiser } from '../../providers/speech/synthesiser.js';
import { spoken } from '../../testkit/simulators/network-client.js';
import { powerOf } from './loudness.js';

const FRAME_BYTES = 160;
const FRAME_MS = 20;
/** Mean square above which a frame is speech rather than a pause; of 16-bit samples. */
const SPEECH_POWER = 100 ** 2;
/** Pauses inside a text are played unchanged; a longer hole marks a new beginning, ms. */
const SAME_SPEECH_MS = 500;
/** Matching fewer frames than this proves nothing. */
const SHORTEST_FRAMES = 3;

/** A stretch of one text that was heard, on the call's clock (ms since the answer). */
export interface HeardSpeech {
  /** What the audio says when it is played to the end. */
  readonly text: string;
  /** The words that were heard; cut by proportion, as the service cuts a transcript (media/speech/utterance.ts). */
  readonly words: readonly string[];
  readonly atMs: number;
  readonly endMs: number;
  /** Whether it was heard from its first word, and to its last. */
  readonly fromStart: boolean;
  readonly toEnd: boolean;
}

interface PlayedAudio {
  readonly atMs: number;
  readonly audio: Buffer;
}

/** What was heard, in order. `unknownMs` is speech that matches nothing in the agent's script. */
export interface RecognisedSpeech {
  readonly heard: readonly HeardSpeech[];
  readonly unknownMs: number;
}

export type AgentSpeechRecogniser = (played: readonly PlayedAudio[]) => RecognisedSpeech;

interface Reference {
  readonly text: string;
  /** Each frame at each level, loudest first. */
  readonly frames: readonly (readonly string[])[];
  /** First and last frame that are not silence. */
  readonly first: number;
  readonly last: number;
}

interface Frame {
  readonly atMs: number;
  readonly bytes: string;
  readonly loud: boolean;
}

const framesOf = (audio: Buffer): Buffer[] =>
  Array.from({ length: Math.ceil(audio.length / FRAME_BYTES) }, (_, index) => {
    const frame = Buffer.alloc(FRAME_BYTES, 0xff);
    audio.copy(frame, 0, index * FRAME_BYTES, (index + 1) * FRAME_BYTES);
    return frame;
  });

const atAllLevels = (frame: Uint8Array): readonly string[] =>
  Array.from({ length: LOWEST_LEVEL + 1 }, (_, level) =>
    Buffer.from(level === 0 ? frame : attenuated(frame, level)).toString('latin1'),
  );

const isLoud = (frame: Uint8Array): boolean => powerOf(frame) > SPEECH_POWER;

/** Splits a line as the service does before it synthesises each part: a reply may begin with a clause. */
const piecesOf = (line: string, clauseLetters?: number): readonly string[] => {
  const sentences = createSentences({
    language: 'en',
    ...(clauseLetters === undefined ? {} : { clauseLetters }),
  });
  return [...sentences.push(line), sentences.rest()]
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '');
};

/** Everything that an agent with these lines may have synthesised: sentences, and every rest of a line. */
const textsOf = (lines: readonly string[]): readonly string[] => {
  const texts = new Set<string>();
  for (const pieces of lines.flatMap((line) => [piecesOf(line), piecesOf(line, CLAUSE_LETTERS)])) {
    pieces.forEach((piece, index) => {
      const words = piece.split(' ');
      for (let from = 0; from < words.length; from += 1) {
        const rest = words.slice(from).join(' ');
        texts.add(rest);
        texts.add([rest, ...pieces.slice(index + 1)].join(' '));
      }
    });
  }
  return [...texts];
};

/** Synthesises every possible text, which takes some seconds. */
export const createAgentSpeechRecogniser = async (
  voices: Synthesiser,
  voiceId: string,
  lines: readonly string[],
): Promise<AgentSpeechRecogniser> => {
  const references: Reference[] = [];
  const places = new Map<string, { readonly reference: Reference; readonly frame: number }[]>();
  for (const text of textsOf(lines)) {
    const frames = framesOf(Buffer.from(await spoken(voices, text, voiceId), 'base64'));
    const loud = frames.map(isLoud);
    const reference = {
      text,
      frames: frames.map(atAllLevels),
      first: loud.indexOf(true),
      last: loud.lastIndexOf(true),
    };
    references.push(reference);
    reference.frames.forEach((levels, frame) => {
      if (!loud[frame]) return;
      for (const bytes of new Set(levels))
        places.set(bytes, [...(places.get(bytes) ?? []), { reference, frame }]);
    });
  }

  /** How many frames from `at` on match the reference from `frame` on. */
  const lengthOf = (frames: readonly Frame[], at: number, reference: Reference, frame: number): number => {
    let length = 0;
    for (;;) {
      const here = frames[at + length];
      const before = frames[at + length - 1];
      if (here === undefined || reference.frames[frame + length]?.includes(here.bytes) !== true)
        return length;
      if (length > 0 && before !== undefined && here.atMs - before.atMs > SAME_SPEECH_MS) return length;
      length += 1;
    }
  };

  return (played) => {
    const frames = played.flatMap(({ atMs, audio }) =>
      framesOf(audio).map(
        (frame, index): Frame => ({
          atMs: atMs + index * FRAME_MS,
          bytes: frame.toString('latin1'),
          loud: isLoud(frame),
        }),
      ),
    );
    const heard: HeardSpeech[] = [];
    let unknownMs = 0;
    for (let at = 0; at < frames.length; ) {
      const frame = frames[at];
      if (frame === undefined || !frame.loud) {
        at += 1;
        continue;
      }
      let best: { readonly reference: Reference; readonly frame: number; readonly length: number } | null =
        null;
      for (const place of places.get(frame.bytes) ?? []) {
        const length = lengthOf(frames, at, place.reference, place.frame);
        if (length > (best?.length ?? 0)) best = { ...place, length };
      }
      if (best === null) unknownMs += FRAME_MS;
      if (best === null || best.length < SHORTEST_FRAMES) {
        at += 1;
        continue;
      }
      heard.push(speechOf(best.reference, best.frame, best.length, frame.atMs));
      at += best.length;
    }
    return { heard, unknownMs };
  };
};

const speechOf = (reference: Reference, from: number, length: number, atMs: number): HeardSpeech => {
  const words = reference.text.split(' ');
  const total = reference.frames.length;
  const fromStart = from <= reference.first;
  const toEnd = from + length > reference.last;
  const firstWord = fromStart ? 0 : Math.floor((words.length * from) / total);
  const lastWord = toEnd ? words.length : Math.floor((words.length * (from + length)) / total);
  return {
    text: reference.text,
    words: words.slice(firstWord, lastWord),
    atMs,
    endMs: atMs + length * FRAME_MS,
    fromStart,
    toEnd,
  };
};
