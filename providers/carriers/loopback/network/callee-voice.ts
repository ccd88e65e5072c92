/**
 * What a callee says, frame by frame, and a record of it: which words went out when, and whether all of them did.
 *
 * A line that goes dead in mid-sentence takes the rest of the sentence with it (`resumes`: the rest is said on the
 * next stream, as if the phone had kept it), or the callee says it again from its start once there is a line and
 * nobody else is talking (`repeats`, as people do).
 */

const FRAME_BYTES = 160;
const FRAME_MS = 20;

export type WhenCut = 'resumes' | 'repeats';

/** Something that was said, on the call's clock (ms since the answer). */
export interface Said {
  /** As the script names it; empty when it does not. */
  readonly text: string;
  readonly atMs: number;
  /** Where its last frame that was sent ended. */
  readonly endMs: number;
  /** False: the stream was lost before its end. */
  readonly whole: boolean;
}

export interface CalleeVoice {
  /** Begins with the next frame; whatever was being said is dropped. */
  say(audio: Buffer, text: string): void;
  /** The next 20 ms (160 bytes of µ-law) for a stream that is up, or null for silence. */
  nextFrame(atMs: number): Buffer | null;
  /** Whether words are left that can be said now. */
  speaking(): boolean;
  /** The stream is gone. */
  lineLost(): void;
  /** Whether a sentence was cut and is to be said again. */
  wantsToRepeat(): boolean;
  /** Says it again. */
  repeat(): void;
  readonly said: readonly Said[];
}

export const createCalleeVoice = (whenCut: WhenCut): CalleeVoice => {
  const history: { text: string; atMs: number; endMs: number; whole: boolean }[] = [];
  let left: Buffer = Buffer.alloc(0);
  let sentence: { readonly audio: Buffer; readonly text: string } | null = null;
  let entry: (typeof history)[number] | null = null;
  let broken = false;
  let cut: { readonly audio: Buffer; readonly text: string } | null = null;

  const say = (audio: Buffer, text: string): void => {
    left = audio;
    sentence = { audio, text };
    entry = null;
    broken = false;
  };

  return {
    said: history,
    say,
    nextFrame: (atMs) => {
      if (left.length === 0) return null;
      if (entry === null) {
        entry = { text: sentence?.text ?? '', atMs, endMs: atMs, whole: false };
        history.push(entry);
      }
      const frame = Buffer.alloc(FRAME_BYTES, 0xff);
      left.copy(frame, 0, 0, FRAME_BYTES);
      left = left.subarray(Math.min(FRAME_BYTES, left.length));
      entry.endMs = atMs + FRAME_MS;
      entry.whole = left.length === 0 && !broken;
      return frame;
    },
    speaking: () => left.length > 0,
    lineLost: () => {
      if (left.length === 0) return;
      broken = true;
      if (whenCut === 'resumes') return;
      cut = sentence;
      left = Buffer.alloc(0);
    },
    wantsToRepeat: () => cut !== null,
    repeat: () => {
      if (cut !== null) say(cut.audio, cut.text);
      cut = null;
    },
  };
};
