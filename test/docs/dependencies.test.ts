/** docs/contributing/dependencies.md matches the packages in use. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import t from 'tap';
import { isRecord } from '../../schemas/json.js';
import { documentOf } from './named-tests.js';

const ROOT = new URL('../../../', import.meta.url);
const text = documentOf('contributing/dependencies');

/** The keys of `value` if it is a JSON object. */
const namesOf = (value: unknown): readonly string[] => (isRecord(value) ? Object.keys(value) : []);

t.test('each direct dependency is listed', (t) => {
  const declared = ['package.json', 'console/package.json', 'bench/package.json'].flatMap((file) => {
    const manifest: unknown = JSON.parse(readFileSync(new URL(file, ROOT), 'utf8'));
    return ['dependencies', 'optionalDependencies', 'devDependencies'].flatMap((part) =>
      namesOf(isRecord(manifest) ? manifest[part] : null),
    );
  });
  t.ok(declared.length > 40);
  for (const name of declared.filter((name) => !name.startsWith('@types/')))
    t.ok(text.includes(`\`${name}\``), name);
  t.end();
});

t.test('the binaries of uWebSockets.js match the recorded checksums', (t) => {
  const rows = [...text.matchAll(/^\| `(uws_\w+\.node)` \([^)]+\) \| `([0-9a-f]{64})` \|$/gm)];
  t.equal(rows.length, 6);
  for (const [, name = '', sum] of rows) {
    const bytes = readFileSync(new URL(`node_modules/uWebSockets.js/${name}`, ROOT));
    t.equal(createHash('sha256').update(bytes).digest('hex'), sum, name);
  }
  t.end();
});
