/** Templates of the built-in phrases as one file, so that a start does not have to make them again. */
import type { Features } from './mfcc.js';

/** Raise when features change meaning. */
export const TEMPLATE_VERSION = 1;

/**
 * A line of JSON, `[[phrase, [length, …]], …]`, then the numbers as 32-bit floats in this machine's byte order.
 */
export const packTemplates = (phrases: ReadonlyMap<string, readonly Features[]>): Buffer => {
  const index = [...phrases].map(([phrase, templates]) => [phrase, templates.map(({ length }) => length)]);
  const numbers = [...phrases.values()]
    .flat()
    .map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength));
  return Buffer.concat([Buffer.from(`${JSON.stringify(index)}\n`), ...numbers]);
};

const isEntry = (value: unknown): value is readonly [string, readonly number[]] =>
  Array.isArray(value) &&
  value.length === 2 &&
  typeof value[0] === 'string' &&
  Array.isArray(value[1]) &&
  value[1].every((length: unknown) => Number.isInteger(length) && Number(length) >= 0);

/** @throws Error when it is not such a file, or not all of it */
export const unpackTemplates = (bytes: Buffer): ReadonlyMap<string, readonly Features[]> => {
  const line = bytes.indexOf('\n');
  const index: unknown = JSON.parse(bytes.toString('utf8', 0, line));
  if (!Array.isArray(index) || !index.every(isEntry)) throw new Error('not a file of templates');
  let at = line + 1;
  const phrases = new Map<string, readonly Features[]>();
  for (const [phrase, lengths] of index) {
    phrases.set(
      phrase,
      lengths.map((length) => {
        const end = at + length * Float32Array.BYTES_PER_ELEMENT;
        if (end > bytes.length) throw new Error('a file of templates that ends too early');
        const features = new Float32Array(new Uint8Array(bytes.subarray(at, end)).buffer);
        at = end;
        return features;
      }),
    );
  }
  if (at !== bytes.length) throw new Error('a file of templates with something behind them');
  return phrases;
};
