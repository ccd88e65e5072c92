/** The thread that turns two raw tracks into one stereo Ogg Opus file. */
import { open, readFile, rename } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import OpusScript from 'opusscript';
import { MULAW_TO_PCM } from '../speech/g711.js';
import { granulesOf, oggOpus } from './ogg-opus.js';
import { fromStored } from './track-file.js';

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
/** The encoder's look-ahead at 48,000 Hz in VOIP mode: libopus reports 312 samples. */
const PRE_SKIP = 312;
/** Speech is transparent at this rate for telephone bandwidth, bits a second for both channels. */
const BITRATE = 32_000;

const readTrack = async (path: string): Promise<Buffer> => {
  try {
    return await readFile(path);
  } catch {
    return Buffer.alloc(0);
  }
};

const encode = async ({ customer, agent, target }: EncodeJob): Promise<EncodeResult['facts']> => {
  const tracks = await Promise.all([readTrack(customer), readTrack(agent)]);
  const samples = Math.max(...tracks.map((track) => track.length));
  if (samples === 0) return null;
  const encoder = new OpusScript(RATE, CHANNELS, OpusScript.Application.VOIP);
  encoder.setBitrate(BITRATE);
  const packets: Buffer[] = [];
  const frame = Buffer.alloc(FRAME_SAMPLES * CHANNELS * 2);
  // One frame more than the audio: what the decoder drops at the start must come out at the end.
  for (let at = 0; at < samples + FRAME_SAMPLES; at += FRAME_SAMPLES) {
    for (let index = 0; index < FRAME_SAMPLES; index += 1) {
      tracks.forEach((track, channel) => {
        const sample =
          at + index < track.length ? (MULAW_TO_PCM[fromStored(track[at + index] ?? 0)] ?? 0) : 0;
        frame.writeInt16LE(sample, (index * CHANNELS + channel) * 2);
      });
    }
    packets.push(Buffer.from(encoder.encode(frame, FRAME_SAMPLES)));
  }
  encoder.delete();
  const durationMs = (samples * 1_000) / RATE;
  const file = oggOpus(
    {
      channels: CHANNELS,
      inputRate: RATE,
      preSkip: PRE_SKIP,
      packetSamples: granulesOf(FRAME_MS),
      totalSamples: granulesOf(durationMs),
    },
    packets,
  );
  // A reader sees the whole file or none.
  const handle = await open(`${target}.part`, 'w');
  await handle.writeFile(file);
  await handle.sync();
  await handle.close();
  await rename(`${target}.part`, target);
  return { bytes: file.length, durationMs };
};

parentPort?.on('message', (job: EncodeJob | 'close') => {
  if (job === 'close') {
    parentPort?.close();
    return;
  }
  encode(job).then(
    (facts) => parentPort?.postMessage({ id: job.id, facts, error: null } satisfies EncodeResult),
    (error: unknown) =>
      parentPort?.postMessage({ id: job.id, facts: null, error: String(error) } satisfies EncodeResult),
  );
});
