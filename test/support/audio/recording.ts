/** Inspects a finished recording with ffprobe and ffmpeg. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const RATE = 8_000;

/** The properties of a recording. */
export interface Probe {
  readonly channels: number;
  readonly codec: string;
  readonly durationMs: number;
}

/** Runs `ffprobe`. @throws Error if it is missing, or if the file is not a recording */
export const probeRecording = async (path: string): Promise<Probe> => {
  const { stdout } = await run('ffprobe', [
    '-v',
    'error',
    '-show_entries',
    'stream=channels,codec_name:format=duration',
    '-of',
    'json',
    path,
  ]);
  const facts: { streams: { channels: number; codec_name: string }[]; format: { duration: string } } =
    JSON.parse(stdout);
  return {
    channels: facts.streams[0]?.channels ?? 0,
    codec: facts.streams[0]?.codec_name ?? '',
    durationMs: Number(facts.format.duration) * 1_000,
  };
};

/** RMS of one channel between two moments, as 16-bit samples; channel 0 is the customer, 1 the agent. */
export const loudness = async (
  path: string,
): Promise<(channel: 0 | 1, fromMs: number, toMs: number) => number> => {
  const { stdout } = await run(
    'ffmpeg',
    ['-v', 'error', '-i', path, '-f', 's16le', '-ar', String(RATE), '-ac', '2', '-'],
    {
      encoding: 'buffer',
      maxBuffer: 256 * 1024 * 1024,
    },
  );
  return (channel, fromMs, toMs) => {
    let square = 0;
    let count = 0;
    for (let at = Math.round((fromMs * RATE) / 1_000); at < Math.round((toMs * RATE) / 1_000); at += 1) {
      const position = (at * 2 + channel) * 2;
      if (position + 2 > stdout.length) break;
      const sample = stdout.readInt16LE(position);
      square += sample * sample;
      count += 1;
    }
    return count === 0 ? 0 : Math.sqrt(square / count);
  };
};
