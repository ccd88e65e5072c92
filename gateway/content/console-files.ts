/**
 * Holds the built files of the console in memory: some megabytes that never change while the process lives. A published package has
 * most of them compressed by Brotli alone; another form is made from that when the first client wants it, in a thread of Node's
 * pool: for all files that takes 0.7 s of processor time, a third of it for the API reference.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress, gzip } from 'node:zlib';
import { validatorOf } from '../http/conditional.js';
import { CODINGS, type Coding } from '../http/content-coding.js';
import type { StoredBody } from '../http/stored-body.js';

/** The suffixes that the build appends to the names of compressed files. */
export const SUFFIXES = { br: '.br', gzip: '.gz' } as const satisfies Record<Coding, string>;

export interface ConsoleFiles {
  readonly page: StoredBody;
  /** The API reference. */
  readonly docs: StoredBody;
  /** By name; each name contains a hash of the content. */
  readonly assets: ReadonlyMap<string, StoredBody>;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Null where the console was not built. @throws Error when a file cannot be read */
export const readConsole = (dir: string | null): ConsoleFiles | null => {
  if (dir === null || !existsSync(join(dir, 'index.html'))) return null;
  const assets = join(dir, 'assets');
  const names = new Set(
    readdirSync(assets)
      .map((name) => (name.endsWith(SUFFIXES.br) ? name.slice(0, -SUFFIXES.br.length) : name))
      .filter((name) => extname(name) in TYPES),
  );
  return {
    page: read(join(dir, 'index.html')),
    docs: read(join(dir, 'docs.html')),
    assets: new Map([...names].map((name) => [name, read(join(assets, name))])),
  };
};

/** Makes the value on the first call; a failure is not kept. */
const lazily = (make: () => Promise<Buffer>): (() => Promise<Buffer>) => {
  let made: Promise<Buffer> | null = null;
  return () => {
    made ??= make().catch((error: unknown) => {
      made = null;
      throw error;
    });
    return made;
  };
};

const contentOf = (path: string): Buffer | null => (existsSync(path) ? readFileSync(path) : null);

const read = (path: string): StoredBody => {
  const contentType = TYPES[extname(path)] ?? 'application/octet-stream';
  const built = contentOf(path);
  const br = contentOf(`${path}${SUFFIXES.br}`);
  if (br === null) {
    const plain = built ?? readFileSync(path);
    return { contentType, etag: validatorOf(plain), codings: [], form: async () => plain };
  }
  const builtGzip = contentOf(`${path}${SUFFIXES.gzip}`);
  const plain = lazily(async () => built ?? promisify(brotliDecompress)(br));
  const zipped = lazily(async () => builtGzip ?? promisify(gzip)(await plain()));
  return {
    contentType,
    etag: validatorOf(br),
    codings: CODINGS,
    form: async (coding) => (coding === 'br' ? br : coding === 'gzip' ? zipped() : plain()),
  };
};
