/** The file format for the templates of the built-in phrases, made when the package is built. */
import type { Features } from '../../dsp/mfcc.js';

export interface TemplateFile {
  /** Hash of what they were made of: with the same hash, they need not be made again. */
  readonly madeOf: string;
  readonly phrases: ReadonlyMap<string, readonly Features[]>;
}

/**
 * A line of JSON, `{"madeOf": …, "index": [[phrase, [length, …]], …]}`, then the numbers as 32-bit floats in this machine's
 * byte order.
 */
export const packTemplates = ({ madeOf, phrases }: TemplateFile): Buffer => {
  const index = [...phrases].map(([phrase, templates]) => [phrase, templates.map(({ length }) => length)]);
  const numbers = [...phrases.values()]
    .flat()
    .map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength));
  return Buffer.concat([Buffer.from(`${JSON.stringify({ madeOf, index })}\n`), ...numbers]);
};

const isEntry = (value: unknown): value is readonly [string, readonly number[]] =>
  Array.isArray(value) &&
  value.length === 2 &&
  typeof value[0] === 'string' &&
  Array.isArray(value[1]) &&
  value[1].every((length: unknown) => Number.isInteger(length) && Number(length) >= 0);

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

/** @throws Error if the file is of another kind, or incomplete */
export const unpackTemplates = (bytes: Buffer): TemplateFile => {
  const line = bytes.indexOf('\n');
  const head: unknown = JSON.parse(bytes.toString('utf8', 0, line));
  if (!isHead(head)) throw new Error('not a file of templates');
  const { madeOf, index } = head;
  let at = line + 1;
  const phrases = new Map<string, readonly Features[]>();
  for (const [phrase, lengths] of index) {
    phrases.set(
      phrase,
      lengths.map((length) => {
        const end = at + length * Float32Array.BYTES_PER_ELEMENT;
        if (end > bytes.length) throw new Error('the file of templates is truncated');
        const features = new Float32Array(new Uint8Array(bytes.subarray(at, end)).buffer);
        at = end;
        return features;
      }),
    );
  }
  if (at !== bytes.length) throw new Error('the file of templates has trailing data');
  return { madeOf, phrases };
};
