/** The thread that turns two raw tracks into one stereo Ogg Opus file. */
import { type FileHandle, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parentPort } from 'node:worker_threads';
import OpusScript from 'opusscript';
import { nameThread } from '../../../actors/runtime/thread-name.js';
import { yieldToCalls } from '../../scheduling/yield-to-calls.js';
import { MULAW_TO_PCM } from '../../speech/dsp/g711.js';
import { fromStored } from '../tracks/file.js';
import { granulesOf, type OpusStream, oggOpusPages, packetsIn } from './ogg.js';

export interface EncodeJob {
  readonly id: number;
  readonly customer: string;
  readonly agent: string;
  readonly target: string;
}

/** `facts` null: nothing was recorded. */
export interface EncodeResult {
  readonly id: number;
  readonly facts: { readonly bytes: number; readonly durationMs: number } | null;
  readonly error: string | null;
}

const RATE = 8_000;
const FRAME_SAMPLES = 160;
const FRAME_MS = 20;
const CHANNELS = 2;
/** The encoder's look-ahead at 48,000 Hz in VOIP mode: libopus reports 312 samples (6.5 ms). */
const PRE_SKIP = 312;
/** OPUS_SET_COMPLEXITY (opus_defines.h). */
const SET_COMPLEXITY = 4010;
/** From 0 to 10: telephone speech sounds the same at this value, at a third of the default's time. */
const COMPLEXITY = 2;
/**
 * Telephone speech is transparent at this rate, bit/s for both channels. As measured, each party is 58 dB below the other
 * in the wrong channel, and within one sample of its position.
 */
const BITRATE = 32_000;
/** Samples read at a time from each track: ten seconds, a whole number of frames. */
const BLOCK = 80_000;

/** Null if there is no such track. */
const openTrack = async (path: string): Promise<FileHandle | null> => {
  try {
    return await open(path, 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
};

/** Fills `block` from the track's position on; missing bytes become silence. */
const readBlock = async (track: FileHandle | null, position: number, block: Buffer): Promise<void> => {
  let filled = 0;
  while (track !== null && filled < block.length) {
    const { bytesRead } = await track.read(block, filled, block.length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  block.fill(0, filled);
};

/** `count` packets from the start of both tracks. */
async function* packetsOf(
  tracks: readonly (FileHandle | null)[],
  count: number,
): AsyncGenerator<Buffer, void> {
  const encoder = new OpusScript(RATE, CHANNELS, OpusScript.Application.VOIP);
  try {
    encoder.setBitrate(BITRATE);
    encoder.encoderCTL(SET_COMPLEXITY, COMPLEXITY);
    const blocks = tracks.map(() => Buffer.alloc(BLOCK));
    const frame = Buffer.alloc(FRAME_SAMPLES * CHANNELS * 2);
    for (let index = 0; index < count; index += 1) {
      const from = (index * FRAME_SAMPLES) % BLOCK;
      if (from === 0)
        await Promise.all(
          tracks.map((track, at) => readBlock(track, index * FRAME_SAMPLES, blocks[at] ?? Buffer.alloc(0))),
        );
      blocks.forEach((block, channel) => {
        for (let at = 0; at < FRAME_SAMPLES; at += 1) {
          const sample = MULAW_TO_PCM[fromStored(block[from + at] ?? 0)] ?? 0;
          frame.writeInt16LE(sample, (at * CHANNELS + channel) * 2);
        }
      });
      yield Buffer.from(encoder.encode(frame, FRAME_SAMPLES));
    }
  } finally {
    encoder.delete();
  }
}

const lengthOf = async (track: FileHandle | null): Promise<number> =>
  track === null ? 0 : (await track.stat()).size;

/** Writes to a temporary file, syncs it and renames it: a reader sees the whole file or none, also after a crash. */
const writeFile = async (target: string, pages: AsyncIterable<Buffer>): Promise<number> => {
  const part = `${target}.part`;
  const file = await open(part, 'w');
  let bytes = 0;
  try {
    for await (const page of pages) {
      await file.writeFile(page);
      bytes += page.length;
    }
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(part, target);
  const folder = await open(dirname(target), 'r');
  await folder.sync().finally(() => folder.close());
  return bytes;
};

const encode = async ({ customer, agent, target }: EncodeJob): Promise<EncodeResult['facts']> => {
  const tracks = await Promise.all([openTrack(customer), openTrack(agent)]);
  try {
    const samples = Math.max(...(await Promise.all(tracks.map(lengthOf))));
    if (samples === 0) return null;
    const durationMs = (samples * 1_000) / RATE;
    const stream: OpusStream = {
      channels: CHANNELS,
      inputRate: RATE,
      preSkip: PRE_SKIP,
      packetSamples: granulesOf(FRAME_MS),
      totalSamples: granulesOf(durationMs),
    };
    const bytes = await writeFile(target, oggOpusPages(stream, packetsOf(tracks, packetsIn(stream))));
    return { bytes, durationMs };
  } finally {
    await Promise.all(tracks.map((track) => track?.close()));
  }
};

/** Runs jobs one after the other: an encoder has the thread to itself. */
let tail: Promise<void> = Promise.resolve();

// A recording is less urgent than a response to a caller.
nameThread('opus');
yieldToCalls(15);

parentPort?.on('message', (job: EncodeJob) => {
  const answer = (facts: EncodeResult['facts'], error: string | null): void =>
    parentPort?.postMessage({ id: job.id, facts, error } satisfies EncodeResult);
  tail = tail
    .then(() => encode(job))
    .then(
      (facts) => answer(facts, null),
      (error: unknown) => answer(null, String(error)),
    );
});
