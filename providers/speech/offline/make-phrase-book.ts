/**
 * A step of `npm run build`: makes the templates of the built-in phrases once, so that they ship with the package and are
 * not learnt in service. A book of the same phrases, voices and code is reused: it is next to the built code, and in the
 * cache of `node_modules`, where it survives the removal of `dist`.
 */
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { encodeMulaw } from '../dsp/g711.js';
import type { Features } from '../dsp/mfcc.js';
import { codeHash } from './code-hash.js';
import { loadFlite } from './flite/engine.js';
import { FLITE_VOICES } from './flite/synthesiser.js';
import { SHIPPED_BOOK, SHIPPED_PHRASES } from './phrases/book.js';
import { packTemplates, unpackTemplates } from './phrases/template-file.js';
import { templatesOfSpoken } from './phrases/templates.js';
import { normalPhrase, partsOf } from './phrases/text.js';

/** Books that the cache holds, for developers who switch between versions of the code. */
const MAX_CACHED = 4;

const packages = fileURLToPath(new URL('../../../../node_modules/', import.meta.url));
const cache = join(packages, '.cache', 'parley');

const isBuiltFrom = (path: string, madeOf: string): boolean => {
  try {
    return unpackTemplates(readFileSync(path)).madeOf === madeOf;
  } catch {
    // The file is missing or incomplete, so it is made again.
    return false;
  }
};

/** Writes atomically: other processes may build or read at the same time. */
const put = (path: string, write: (path: string) => void): void => {
  const part = `${path}.${process.pid}`;
  write(part);
  renameSync(part, path);
};

const makeBook = async (): Promise<ReadonlyMap<string, readonly Features[]>> => {
  const engine = await loadFlite();
  const book = new Map<string, readonly Features[]>();
  for (const phrase of SHIPPED_PHRASES)
    for (const { engineName } of FLITE_VOICES) {
      const mulaw = encodeMulaw(await engine.speak(engineName, phrase));
      const spoken = { phrase: normalPhrase(phrase), parts: partsOf(phrase).map(normalPhrase), mulaw };
      for (const [name, templates] of templatesOfSpoken(spoken))
        book.set(name, [...(book.get(name) ?? []), ...templates]);
    }
  return book;
};

/** The cache only saves time, so a folder that is not writable does not fail the build. */
const keep = (path: string): void => {
  try {
    mkdirSync(cache, { recursive: true });
    put(path, (part) => copyFileSync(SHIPPED_BOOK, part));
    const books = readdirSync(cache).filter((name) => name.endsWith('.bin'));
    const ages = books.map((name) => ({ name, at: statSync(join(cache, name)).mtimeMs }));
    for (const { name } of ages.sort((a, b) => b.at - a.at).slice(MAX_CACHED)) rmSync(join(cache, name));
  } catch (error) {
    process.stderr.write(`The phrase book could not be cached for the next build: ${error}\n`);
  }
};

const madeOf = codeHash([fileURLToPath(import.meta.url)], packages);
if (!isBuiltFrom(SHIPPED_BOOK, madeOf)) {
  const cached = join(cache, `phrase-book-${madeOf.slice(0, 16)}.bin`);
  if (isBuiltFrom(cached, madeOf)) put(SHIPPED_BOOK, (path) => copyFileSync(cached, path));
  else {
    const startedAt = performance.now();
    const phrases = await makeBook();
    put(SHIPPED_BOOK, (path) => writeFileSync(path, packTemplates({ madeOf, phrases })));
    keep(cached);
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    process.stdout.write(`Built the phrase book of the recogniser: ${phrases.size} phrases, ${seconds} s.\n`);
  }
}
