/** Inspects recordings with the tools that users have. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Probed {
  readonly codec: string;
  readonly channels: number;
  readonly durationMs: number;
}

/** The properties of a file as ffprobe reports them. @throws Error if ffprobe is missing or finds a fault */
export const probe = async (path: string): Promise<Probed> => {
  const { stdout } = await run('ffprobe', [
    ...['-v', 'error', '-of', 'default=noprint_wrappers=1'],
    ...['-show_entries', 'stream=codec_name,channels:format=duration', path],
  ]);
  const facts = new Map(
    stdout.split('\n').map((line) => [line.split('=')[0] ?? '', line.split('=')[1] ?? '']),
  );
  return {
    codec: facts.get('codec_name') ?? '',
    channels: Number(facts.get('channels')),
    durationMs: Math.round(Number(facts.get('duration')) * 1_000),
  };
};

/** The two channels at 8,000 Hz, left first. */
export const decode = async (path: string): Promise<readonly [Int16Array, Int16Array]> => {
  const { stdout } = await run(
    'ffmpeg',
    ['-v', 'error', '-xerror', '-i', path, '-f', 's16le', '-ar', '8000', '-ac', '2', '-'],
    { encoding: 'buffer', maxBuffer: 2 ** 28 },
  );
  const samples = Math.floor(stdout.length / 4);
  const channel = (offset: number): Int16Array =>
    Int16Array.from({ length: samples }, (_, index) => stdout.readInt16LE(index * 4 + offset));
  return [channel(0), channel(2)];
};
