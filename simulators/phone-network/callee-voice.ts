/**
 * A callee's speech, frame by frame, and its history: which sentences were sent when, and whether completely.
 *
 * If the stream is lost in mid-sentence, the rest of the sentence follows on the next stream, as if the phone had buffered
 * it (`resumes`), or the callee says the sentence again from its start once there is a stream and no one else is talking
 * (`repeats`, as people do).
 */

const FRAME_BYTES = 160;
const FRAME_MS = 20;

export type WhenCut = 'resumes' | 'repeats';

/** A spoken sentence, on the call's clock (ms since the answer). */
export interface SpokenSentence {
  /** The text from the script; empty without one. */
  readonly text: string;
  readonly atMs: number;
  /** The end of its last sent frame. */
  readonly endMs: number;
  /** False: the stream was lost before the sentence ended. */
  readonly whole: boolean;
}

export interface CalleeVoice {
  /** Starts with the next frame; drops the sentence in progress. */
  say(audio: Buffer, text: string): void;
  /** The next 20 ms (160 bytes of µ-law) for an open stream, or null for silence. */
  nextFrame(atMs: number): Buffer | null;
  /** Whether audio is left to be spoken now. */
  speaking(): boolean;
  /** Breaks the sentence in progress off. */
  stop(): void;
  /** The stream is lost. */
  lineLost(): void;
  /** Whether a sentence was cut off and is to be repeated. */
  wantsToRepeat(): boolean;
  /** Repeats it. */
  repeat(): void;
  readonly spoken: readonly SpokenSentence[];
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
    spoken: history,
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
    stop: () => {
      left = Buffer.alloc(0);
    },
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
