/** The installed native code that faces the internet matches the recorded checksums. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';

const RECORD = fileURLToPath(new URL('../../../docs/contributing/dependencies.md', import.meta.url));
const PACKAGE = dirname(fileURLToPath(import.meta.resolve('uWebSockets.js')));
/** A row of the table: binary and SHA-256. */
const ROW = /^\| `(?<binary>uws_\w+\.node)`.*\| `(?<sum>[0-9a-f]{64})` \|$/gm;

t.test('each installed binary of uWebSockets.js matches its listed checksum', async (t) => {
  const listed = new Map(
    Array.from(readFileSync(RECORD, 'utf8').matchAll(ROW), ({ groups }) => [groups?.binary, groups?.sum]),
  );
  const own = `uws_${process.platform}_${process.arch}_${process.versions.modules}.node`;
  t.ok(listed.has(own), `${own}, the binary of this machine, is listed`);
  for (const [binary, sum] of listed) {
    const path = join(PACKAGE, binary ?? '');
    if (!existsSync(path)) continue;
    t.equal(createHash('sha256').update(readFileSync(path)).digest('hex'), sum, binary ?? '');
  }
});
