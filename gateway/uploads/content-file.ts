/** Writes the content of an upload to a file of the spool. */
import { createHash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { type SpoolAccount, takeBytes } from '../../providers/spool/account.js';
import { PRIVATE_FILE } from '../../providers/spool/spool.js';

export interface ContentFile {
  /** @throws SpoolFull */
  write(bytes: Uint8Array): void;
  /** SHA-256 of the bytes written, in hex. */
  hash(): string;
  /** Idempotent. */
  close(): void;
}

export const createContentFile = (path: string, account: SpoolAccount): ContentFile => {
  const file = openSync(path, 'wx', PRIVATE_FILE);
  const hash = createHash('sha256');
  let open = true;
  return {
    write: (bytes) => {
      takeBytes(account, bytes.length);
      for (let from = 0; from < bytes.length; from += writeSync(file, bytes, from));
      hash.update(bytes);
    },
    hash: () => hash.digest('hex'),
    close: () => {
      if (open) closeSync(file);
      open = false;
    },
  };
};
