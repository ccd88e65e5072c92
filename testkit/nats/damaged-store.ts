/** Damage to the files of a nats-server that is not running. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The files with a stream's messages, in order. */
const blocksOf = (store: string, stream: string): readonly string[] => {
  const directory = join(store, 'jetstream', '$G', 'streams', stream, 'msgs');
  return readdirSync(directory)
    .filter((name) => name.endsWith('.blk'))
    .toSorted((left, right) => Number.parseInt(left, 10) - Number.parseInt(right, 10))
    .map((name) => join(directory, name));
};

/** Flips one bit of a file. */
const flip = (file: string, at: number): void => {
  const bytes = readFileSync(file);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(file, bytes);
};

/** Flips one bit of the first message of a stream that contains the text. @throws Error if none does */
export const flipIn = (store: string, stream: string, text: string): void => {
  for (const file of blocksOf(store, stream)) {
    const at = readFileSync(file).indexOf(text);
    if (at < 0) continue;
    flip(file, at + 1);
    return;
  }
  throw new Error(`no message of ${stream} contains ${text}`);
};
