/** Damages one file of a nats-server's store at random, identically for the same seed. */
import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { seeded, seededBytes } from '../../testkit/seeded.js';

/** What was damaged, and how. */
export interface Damage {
  readonly how: (typeof KINDS)[number];
  /** Path below the store. */
  readonly file: string;
  /** Offset in the file, bytes. */
  readonly at: number;
}

const KINDS = ['bit_flipped', 'zeroed', 'garbage', 'truncated', 'appended', 'removed', 'older'] as const;
/** Largest hole of zeros or garbage, bytes: up to a block of a disk. */
const MAX_BYTES = 4_096;
/** Shares of the damages, cumulative: message files of the journal, then its other files; all other files are the rest. */
const SHARES = { messages: 0.7, journal: 0.85 } as const;
/** Part of the path of each of the journal's files. */
export const JOURNAL = '/streams/JOURNAL_0/';

/** `older` is the store as it was some time before. @returns what was done; the server must not be running */
export const damageAtRandom = (store: string, older: string, seed: number): Damage => {
  const random = seeded(seed * 7_919 + 1);
  // The first draws of neighbouring seeds are alike.
  for (let drawn = 0; drawn < 50; drawn += 1) random();
  const pick = <T>(from: readonly T[]): T => {
    const picked = from[Math.floor(random() * from.length)];
    if (picked === undefined) throw new Error(`the store ${store} has nothing to damage`);
    return picked;
  };
  const files = filesIn(store);
  const draw = random();
  const chosen = files.filter((file) =>
    draw < SHARES.messages
      ? isMessages(file)
      : draw < SHARES.journal
        ? file.includes(JOURNAL) && !isMessages(file)
        : !file.includes(JOURNAL),
  );
  const file = pick(chosen);
  const path = join(store, file);
  const { size } = statSync(path);
  const at = Math.floor(random() * size);
  const how = pick(KINDS.filter((kind) => kind !== 'older' || isOlder(join(older, file), path)));
  const length = Math.min(1 + Math.floor(random() * MAX_BYTES), size - at);
  switch (how) {
    case 'bit_flipped':
      overwrite(path, at, Buffer.from([(readFileSync(path)[at] ?? 0) ^ (1 << Math.floor(random() * 8))]));
      break;
    case 'zeroed':
      overwrite(path, at, Buffer.alloc(length));
      break;
    case 'garbage':
      overwrite(path, at, seededBytes(seed, length));
      break;
    case 'truncated':
      truncateSync(path, at);
      break;
    case 'appended':
      appendFileSync(path, seededBytes(seed, 1 + Math.floor(random() * MAX_BYTES)));
      break;
    case 'removed':
      rmSync(path);
      break;
    case 'older':
      writeFileSync(path, readFileSync(join(older, file)));
  }
  return { how, file, at };
};

const isMessages = (file: string): boolean => file.includes(JOURNAL) && file.endsWith('.blk');

const isOlder = (older: string, path: string): boolean =>
  existsSync(older) && !readFileSync(older).equals(readFileSync(path));

/** Files that are not empty, sorted by name. */
const filesIn = (store: string): readonly string[] =>
  readdirSync(store, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(store, name)).isFile() && statSync(join(store, name)).size > 0)
    .map((name) => `/${name}`)
    .toSorted();

const overwrite = (path: string, at: number, bytes: Uint8Array): void => {
  const content = readFileSync(path);
  content.set(bytes.subarray(0, content.length - at), at);
  writeFileSync(path, content);
};
