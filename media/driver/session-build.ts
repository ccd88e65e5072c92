/** The name of this build, as session logs have it: two builds of the same version may decide differently. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folders below `dist` with the code that decides what a session does. */
const FOLDERS = ['media', 'providers/llm', 'providers/speech/dsp', 'schemas'] as const;

const BUILT = new URL('../../', import.meta.url);
const PACKAGE = new URL('../../../package.json', import.meta.url);

/** Set in the bundle (scripts/bundle.ts), so that no call waits for hundreds of files to be read. */
declare const SESSION_CODE: string;

/** A digest of that code. */
export const sessionCode = (): string => {
  const hash = createHash('sha1');
  for (const folder of FOLDERS) {
    const path = fileURLToPath(new URL(folder, BUILT));
    const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.js'),
    );
    for (const name of names.sort())
      hash.update(`${folder}/${name}\n`).update(readFileSync(join(path, name)));
  }
  return hash.digest('hex').slice(0, 12);
};

let known: string | null = null;

/** The version and the digest, like 1.2.3+0123456789ab. */
export const sessionBuild = (): string => {
  known ??= `${versionOfPackage()}+${typeof SESSION_CODE === 'string' ? SESSION_CODE : sessionCode()}`;
  return known;
};

const versionOfPackage = (): string => {
  const { version }: { readonly version: string } = JSON.parse(readFileSync(PACKAGE, 'utf8'));
  return version;
};
