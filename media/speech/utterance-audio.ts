/** The audio of an utterance: its next frame, and what is left of it. */
import { FRAME_BYTES, FRAME_MS, SILENCE } from '../audio/frames.js';
import type { Utterance } from './utterance.js';

/**
 * The next frame that can be filled; null if there is none. It is a view of the synthesised audio, which calls share,
 * unless the receiver needs a copy of its own to mix into.
 */
export const takeFrame = (utterance: Utterance, isOwn: boolean): Uint8Array | null => {
  const { bytes, sentBytes, complete, chunks, reading } = utterance;
  if (bytes - sentBytes < FRAME_BYTES && !complete) return null;
  let chunk = chunks[reading.index];
  while (chunk !== undefined && sentBytes >= reading.before + chunk.length) {
    reading.before += chunk.length;
    reading.index += 1;
    chunk = chunks[reading.index];
  }
  const from = sentBytes - reading.before;
  if (!isOwn && chunk !== undefined && chunk.length - from >= FRAME_BYTES)
    return chunk.subarray(from, from + FRAME_BYTES);
  const frame = new Uint8Array(FRAME_BYTES).fill(SILENCE);
  copyFrom(chunks, reading.index, from, frame);
  return frame;
};

/** Copies into `target` what is at `offset` of the concatenated chunks from `first` on. */
const copyFrom = (chunks: readonly Uint8Array[], first: number, offset: number, target: Uint8Array): void => {
  let skip = offset;
  let filled = 0;
  for (let index = first; index < chunks.length && filled < target.length; index += 1) {
    const chunk = chunks[index];
    if (chunk === undefined || skip >= chunk.length) {
      skip -= chunk?.length ?? 0;
      continue;
    }
    const part = chunk.subarray(skip, skip + target.length - filled);
    target.set(part, filled);
    filled += part.length;
    skip = 0;
  }
};

/** The audio of an utterance beyond `playedMs`, as a new array. */
export const restOf = (utterance: Utterance, playedMs: number): Uint8Array => {
  const from = Math.min(utterance.bytes, Math.round((playedMs * FRAME_BYTES) / FRAME_MS));
  const rest = new Uint8Array(utterance.bytes - from);
  copyFrom(utterance.chunks, 0, from, rest);
  return rest;
};
