/** The file format for the templates of the built-in phrases, made when the package is built. */
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { FEATURE_SIZE, type Features, FRAME_SIZE, withoutSlopes, withSlopes } from '../../dsp/mfcc.js';

export interface TemplateFile {
  /** Hash of what they were made of: with the same hash, they need not be made again. */
  readonly madeOf: string;
  readonly phrases: ReadonlyMap<string, readonly Features[]>;
}

/**
 * Steps of one unit. The numbers have mean 0 and variance 1 over a phrase, so a byte holds all but rare ones, and rounding
 * adds a hundredth of the distance between two voices.
 */
const STEPS = 24;
const LARGEST = 127;

const rounded = (value: number): number => Math.max(-LARGEST, Math.min(LARGEST, Math.round(value * STEPS)));

/**
 * The first number of each frame, then the second of each, and so on, as differences from the frame before: they are smaller. A
 * difference that a byte cannot hold wraps around, and the sum does so again.
 */
const inColumns = (frames: Int8Array): Int8Array => {
  const count = frames.length / FRAME_SIZE;
  return Int8Array.from(frames, (_, index) => {
    const at = (index % count) * FRAME_SIZE + Math.floor(index / count);
    return (frames[at] ?? 0) - (frames[at - FRAME_SIZE] ?? 0);
  });
};

/** The opposite of {@link inColumns}. */
const inFrames = (columns: Int8Array): Int8Array => {
  const count = columns.length / FRAME_SIZE;
  const frames = new Int8Array(columns.length);
  for (let at = 0; at < frames.length; at += 1)
    frames[at] =
      (columns[(at % FRAME_SIZE) * count + Math.floor(at / FRAME_SIZE)] ?? 0) +
      (frames[at - FRAME_SIZE] ?? 0);
  return frames;
};

/**
 * A line of JSON, `{"madeOf": …, "index": [[phrase, [frames, …]], …]}`, then a signed byte for each number of the frames, and all of
 * it compressed. Slopes are left out: they follow from the frames. A fourteenth of the numbers as they are in memory.
 */
export const packTemplates = ({ madeOf, phrases }: TemplateFile): Buffer => {
  const index = [...phrases].map(([phrase, templates]) => [
    phrase,
    templates.map(({ length }) => length / FEATURE_SIZE),
  ]);
  const numbers = [...phrases.values()]
    .flat()
    .map((features) => Buffer.from(Int8Array.from(withoutSlopes(features), rounded).buffer));
  const columns = inColumns(new Int8Array(Buffer.concat(numbers)));
  const content = Buffer.concat([
    Buffer.from(`${JSON.stringify({ madeOf, index })}\n`),
    Buffer.from(columns.buffer),
  ]);
  return brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } });
};

const isEntry = (value: unknown): value is readonly [string, readonly number[]] =>
  Array.isArray(value) &&
  value.length === 2 &&
  typeof value[0] === 'string' &&
  Array.isArray(value[1]) &&
  value[1].every((frames: unknown) => Number.isInteger(frames) && Number(frames) >= 0);

const isHead = (
  value: unknown,
): value is { readonly madeOf: string; readonly index: readonly (readonly [string, readonly number[]])[] } =>
  typeof value === 'object' &&
  value !== null &&
  'madeOf' in value &&
  typeof value.madeOf === 'string' &&
  'index' in value &&
  Array.isArray(value.index) &&
  value.index.every(isEntry);

/** Each number is rounded to {@link STEPS}. @throws Error if the file is of another kind, or incomplete */
export const unpackTemplates = (file: Buffer): TemplateFile => {
  const bytes = brotliDecompressSync(file);
  const line = bytes.indexOf('\n');
  const head: unknown = JSON.parse(bytes.toString('utf8', 0, line));
  if (!isHead(head)) throw new Error('not a file of templates');
  const { madeOf, index } = head;
  const all = inFrames(new Int8Array(bytes.subarray(line + 1)));
  let at = 0;
  const phrases = new Map<string, readonly Features[]>();
  for (const [phrase, templates] of index) {
    phrases.set(
      phrase,
      templates.map((frames) => {
        const end = at + frames * FRAME_SIZE;
        if (end > all.length) throw new Error('the file of templates is truncated');
        const numbers = Float32Array.from(all.subarray(at, end), (step) => step / STEPS);
        at = end;
        return withSlopes(numbers);
      }),
    );
  }
  if (at !== all.length) throw new Error('the file of templates has trailing data');
  return { madeOf, phrases };
};
