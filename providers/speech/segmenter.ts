/** Finds where somebody speaks in a stream: the pieces between silences, with their place on the stream's clock. */

const SAMPLES_PER_MS = 8;
/** Mean square of a 10 ms piece that counts as speech: about -46 dBFS. */
const LOUD = 26_000;
const STEP = 80;
/** Silence that ends an utterance, ms; the pauses between the words of a phrase are shorter. */
export const END_SILENCE_MS = 300;
/** Shorter sounds are clicks, ms. */
const SHORTEST_MS = 120;
/** A longer one is cut: nobody says a phrase for this long, ms. */
const LONGEST_MS = 8_000;
/** Kept before the first loud piece, so that a soft consonant is not lost, ms. */
const LEAD_MS = 40;

export interface Segment {
  /** ms of the stream's clock. */
  readonly startMs: number;
  readonly endMs: number;
  readonly pcm: Int16Array;
}

export interface Segmenter {
  /** Adds audio; gives the utterances that ended in it. */
  push(pcm: Int16Array): readonly Segment[];
}

export const createSegmenter = (): Segmenter => {
  let clock = 0;
  let lead: number[] = [];
  let spoken: number[] = [];
  let startMs = 0;
  let silenceMs = 0;
  let pending: number[] = [];

  const step = (piece: readonly number[]): Segment | null => {
    let power = 0;
    for (const sample of piece) power += sample * sample;
    const loud = power / piece.length > LOUD;
    const atMs = clock / SAMPLES_PER_MS;
    clock += piece.length;
    if (spoken.length === 0) {
      if (!loud) {
        lead = [...lead, ...piece].slice(-LEAD_MS * SAMPLES_PER_MS);
        return null;
      }
      startMs = atMs - lead.length / SAMPLES_PER_MS;
      spoken = [...lead, ...piece];
      lead = [];
      silenceMs = 0;
      return null;
    }
    for (const sample of piece) spoken.push(sample);
    silenceMs = loud ? 0 : silenceMs + piece.length / SAMPLES_PER_MS;
    if (silenceMs < END_SILENCE_MS && spoken.length < LONGEST_MS * SAMPLES_PER_MS) return null;
    const length = spoken.length - Math.max(0, silenceMs - LEAD_MS) * SAMPLES_PER_MS;
    const pcm = Int16Array.from(spoken.slice(0, length));
    spoken = [];
    if (pcm.length < SHORTEST_MS * SAMPLES_PER_MS) return null;
    return { startMs, endMs: startMs + pcm.length / SAMPLES_PER_MS, pcm };
  };

  return {
    push: (pcm) => {
      const segments: Segment[] = [];
      for (const sample of pcm) {
        pending.push(sample);
        if (pending.length < STEP) continue;
        const segment = step(pending);
        pending = [];
        if (segment !== null) segments.push(segment);
      }
      return segments;
    },
  };
};
