/**
 * The nkey for the embedded server, created at its first start and kept beside its store. The server's configuration
 * contains the public half; the seed is in a file that only its owner can read, and never on a command line.
 */
import { randomUUID } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { nkeys } from '@nats-io/transport-node';

export interface OwnKey {
  /** Like `UAB…`, for the server's configuration. */
  readonly publicKey: string;
  readonly seedFile: string;
}

/** Path of the seed of a server whose files are in `directory`. */
export const seedFileIn = (directory: string): string => join(directory, 'user.nk');

/** The key of this directory. A missing or damaged one (after a power cut) is replaced, which is harmless. */
export const ownKey = async (directory: string): Promise<OwnKey> => {
  const seedFile = seedFileIn(directory);
  const publicKey = publicKeyOf(await readFile(seedFile, 'utf8').catch(() => ''));
  if (publicKey !== null) return { publicKey, seedFile };
  const pair = nkeys.createUser();
  const temporary = `${seedFile}.${randomUUID()}`;
  await writeFile(temporary, `${new TextDecoder().decode(pair.getSeed())}\n`, { mode: 0o600, flag: 'wx' });
  await rename(temporary, seedFile);
  return { publicKey: pair.getPublicKey(), seedFile };
};

const publicKeyOf = (seed: string): string | null => {
  try {
    return nkeys.fromSeed(new TextEncoder().encode(seed.trim())).getPublicKey();
  } catch {
    return null;
  }
};
