/** A finished recording as a user gets it: downloaded by its signed link, decoded with ffmpeg, one track per speaker. */
import { spawn } from 'node:child_process';

const RATE = 8_000;
export const STEP_MS = 20;
const STEP = (RATE * STEP_MS) / 1_000;
/** Bytes of one hour of two 16-bit channels; no call of the bench is longer. */
const MAX_BYTES = 3_600 * RATE * 4;
const DOWNLOAD_MS = 30_000;

/** Loudness (RMS of 16-bit samples) of each 20 ms of a track. */
export type Loudness = Float64Array;

export interface RecordedTracks {
  readonly customer: Loudness;
  readonly agent: Loudness;
}

const run = (input: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    const child = spawn(
      'ffmpeg',
      [
        ...['-v', 'error', '-xerror', '-i', 'pipe:0'],
        ...['-f', 's16le', '-ar', String(RATE), '-ac', '2', 'pipe:1'],
      ],
      { stdio: ['pipe', 'pipe', 'pipe'] },
    );
    const chunks: Buffer[] = [];
    let bytes = 0;
    let errors = '';
    child.stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_BYTES) child.kill('SIGKILL');
      else chunks.push(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      errors = `${errors}${chunk.toString('utf8')}`.slice(-2_000);
    });
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(Buffer.concat(chunks));
      else reject(new Error(`ffmpeg ended with ${code}: ${errors}`));
    });
    // A decoder that has seen enough of a broken file closes its input.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });

/** The file behind a recording's signed link. @throws Error when the link does not return a file */
export const fetchRecording = async (url: string): Promise<Buffer> => {
  const response = await fetch(url, { signal: AbortSignal.timeout(DOWNLOAD_MS) });
  if (!response.ok) throw new Error(`the recording's link returned ${response.status}`);
  return Buffer.from(await response.arrayBuffer());
};

/** @throws Error when the link does not return a file, or ffmpeg cannot decode it as two channels */
export const fetchTracks = async (url: string): Promise<RecordedTracks> => {
  const samples = await run(await fetchRecording(url));
  const steps = Math.floor(samples.length / (STEP * 4));
  const track = (channel: 0 | 1): Loudness =>
    Float64Array.from({ length: steps }, (_, step) => {
      let square = 0;
      for (let at = step * STEP; at < (step + 1) * STEP; at += 1)
        square += samples.readInt16LE((at * 2 + channel) * 2) ** 2;
      return Math.sqrt(square / STEP);
    });
  return { customer: track(0), agent: track(1) };
};
