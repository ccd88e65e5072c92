/** Data for a waveform: the loudness of a recording, piece by piece. */

/** The peak of each of `count` equal pieces, 0 to 1; the last piece may be shorter. Fewer pieces if there are fewer samples. */
const peaksOf = (samples: Float32Array, count: number): readonly number[] => {
  const pieces = Math.min(count, samples.length);
  return Array.from({ length: pieces }, (_, piece) => {
    const from = Math.floor((piece * samples.length) / pieces);
    const to = Math.floor(((piece + 1) * samples.length) / pieces);
    let loudest = 0;
    for (let at = from; at < to; at += 1) loudest = Math.max(loudest, Math.abs(samples[at] ?? 0));
    return Math.min(1, loudest);
  });
};

/** Both sides of a call. */
export interface Peaks {
  readonly customer: readonly number[];
  readonly agent: readonly number[];
  readonly seconds: number;
}

/** Pieces per side: more than any screen has columns for bars. */
const PIECES = 2_000;
/** Enough to measure loudness; an hour takes 230 MB while it is decoded, and nothing afterwards. */
const RATE = 8_000;

/**
 * Reads a recording: the customer is its left channel, the agent its right one.
 * @throws Error when it cannot be fetched or decoded
 */
export const readPeaks = async (source: string, signal: AbortSignal): Promise<Peaks> => {
  const response = await fetch(source, { credentials: 'same-origin', signal });
  if (!response.ok) throw new Error(`fetching the recording failed with status ${response.status}`);
  const bytes = await response.arrayBuffer();
  const sound = await new OfflineAudioContext(2, 1, RATE).decodeAudioData(bytes);
  const side = (channel: number): readonly number[] =>
    peaksOf(sound.getChannelData(Math.min(channel, sound.numberOfChannels - 1)), PIECES);
  return { customer: side(0), agent: side(1), seconds: sound.duration };
};
