/** The parts of a call that are marked on its recording's time axis; times in ms of the recording. */
import type { Data } from '../../../api/client.js';

export type CallDetail = Data<'readVoiceCall'>;
type Speaker = CallDetail['transcript'][number]['speaker'];

/** A stretch of speech. */
export interface SpeechSegment {
  /** Index in the transcript. */
  readonly turn: number;
  readonly speaker: Speaker;
  readonly fromMs: number;
  readonly toMs: number;
  /** Whether the agent was interrupted at its end. */
  readonly interrupted: boolean;
  /** Whether the agent asked if somebody is there. */
  readonly nudge: boolean;
  /** Spoken over a greeting that was not interrupted; answered once the greeting had been heard. */
  readonly held: boolean;
}

/** An action taken during the call. */
export interface ToolMark {
  readonly name: string;
  readonly atMs: number;
}

/** Speech of the customer of which no word was understood. */
export interface LostSpeech {
  /** The turn of the transcript before which it was spoken; the number of turns: after all of them. */
  readonly beforeTurn: number;
  /** Null: it is not known where in the recording it is. */
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

/** In order. */
export const lostSpeechOf = ({ transcript, diagnostics }: CallDetail): readonly LostSpeech[] =>
  diagnostics.notes.flatMap(({ code, atMs, audioOffsetMs, audioEndOffsetMs }): readonly LostSpeech[] => {
    if (code !== 'not_understood') return [];
    const placeMs = audioOffsetMs ?? atMs ?? Number.POSITIVE_INFINITY;
    const next = transcript.findIndex((turn) => (turn.audioOffsetMs ?? -1) >= placeMs);
    return [
      {
        beforeTurn: next === -1 ? transcript.length : next,
        fromMs: audioOffsetMs ?? null,
        toMs: audioEndOffsetMs ?? null,
      },
    ];
  });

/** When the recording began, ms since the epoch; null: no turn has a place in it. */
export const recordingStartOf = ({ transcript }: CallDetail): number | null => {
  const placed = transcript.find(({ audioOffsetMs }) => audioOffsetMs !== null);
  return placed === undefined ? null : Date.parse(placed.createdAt) - (placed.audioOffsetMs ?? 0);
};

/** All stretches of speech, in the order of the transcript, except those without a known place. */
export const speechSegmentsOf = ({ transcript, diagnostics }: CallDetail): readonly SpeechSegment[] => {
  const [first] = transcript;
  const hasGreeting = first?.speaker === 'assistant' && diagnostics.turns[0]?.interrupted === false;
  const greetingEndMs = hasGreeting ? (first.audioEndOffsetMs ?? 0) : 0;
  return transcript.flatMap(
    ({ speaker, audioOffsetMs, audioEndOffsetMs }, turn): readonly SpeechSegment[] => {
      if (audioOffsetMs === null) return [];
      return [
        {
          turn,
          speaker,
          fromMs: audioOffsetMs,
          toMs: Math.max(audioOffsetMs, audioEndOffsetMs ?? audioOffsetMs),
          interrupted: diagnostics.turns[turn]?.interrupted === true,
          nudge: diagnostics.turns[turn]?.nudge === true,
          held: speaker === 'customer' && audioOffsetMs < greetingEndMs,
        },
      ];
    },
  );
};

/** Tool uses, at their start. Empty if no turn has an offset in the recording. */
export const toolMarksOf = (detail: CallDetail): readonly ToolMark[] => {
  const beganAt = recordingStartOf(detail);
  if (beganAt === null) return [];
  return detail.diagnostics.toolUses.map(({ name, at }) => ({
    name,
    atMs: Math.max(0, Date.parse(at) - beganAt),
  }));
};

/** The turn that is audible at that moment: the last one that has begun, while it lasts; null between turns. */
export const turnAt = (segments: readonly SpeechSegment[], ms: number): number | null =>
  segments.findLast(({ fromMs, toMs }) => fromMs <= ms && ms < toMs)?.turn ?? null;

/** A word of a turn. */
export interface Word {
  readonly text: string;
  readonly fromMs: number;
}

/** Words with estimated times: the API knows when a turn begins and ends, and longer words take longer. */
export const wordsOf = (text: string, fromMs: number, toMs: number): readonly Word[] => {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const letters = words.reduce((sum, word) => sum + word.length + 1, 0);
  let before = 0;
  return words.map((word) => {
    const at = fromMs + ((toMs - fromMs) * before) / Math.max(1, letters);
    before += word.length + 1;
    return { text: word, fromMs: Math.round(at) };
  });
};
