/** What of a call is marked on the axis of its recording, and where; times in ms of the recording. */
import type { Data } from '../api/client.js';

export type CallDetail = Data<'readVoiceCall'>;
type Speaker = CallDetail['transcript'][number]['speaker'];

/** Somebody spoke. */
export interface Stretch {
  /** Its place in the transcript. */
  readonly turn: number;
  readonly speaker: Speaker;
  readonly fromMs: number;
  readonly toMs: number;
  /** The agent was interrupted at its end. */
  readonly interrupted: boolean;
  /** The agent asked whether somebody is there. */
  readonly nudge: boolean;
  /** Said over a greeting that was not interrupted: it was answered when that had been heard. */
  readonly held: boolean;
}

/** Something that was done. */
export interface Deed {
  readonly name: string;
  readonly atMs: number;
}

/** Everybody's stretches of speech, in the order of the transcript; without those whose place is not known. */
export const stretchesOf = ({ transcript, diagnostics }: CallDetail): readonly Stretch[] => {
  const [first] = transcript;
  const greeted = first?.speaker === 'assistant' && diagnostics.turns[0]?.interrupted === false;
  const greetingEndMs = greeted ? (first.audioEndOffsetMs ?? 0) : 0;
  return transcript.flatMap(({ speaker, audioOffsetMs, audioEndOffsetMs }, turn): readonly Stretch[] => {
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
  });
};

/** Tools, where they began. Nothing where no turn says when the recording began. */
export const deedsOf = ({ transcript, diagnostics }: CallDetail): readonly Deed[] => {
  const placed = transcript.find(({ audioOffsetMs }) => audioOffsetMs !== null);
  if (placed === undefined) return [];
  const beganAt = Date.parse(placed.createdAt) - (placed.audioOffsetMs ?? 0);
  return diagnostics.toolUses.map(({ name, at }) => ({
    name,
    atMs: Math.max(0, Date.parse(at) - beganAt),
  }));
};

/** The turn that is heard at that moment: the last one that has begun, while it lasts; null between turns. */
export const turnAt = (stretches: readonly Stretch[], ms: number): number | null =>
  stretches.findLast(({ fromMs, toMs }) => fromMs <= ms && ms < toMs)?.turn ?? null;

/** A word of a turn. */
export interface Word {
  readonly text: string;
  readonly fromMs: number;
}

/** Words with about when each is said: the API knows when a turn begins and ends, and longer words take longer. */
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
