/** Concurrent tests are each reported with their own assertions, which tap keeps in a test's options. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { concurrent } from '../../testkit/concurrent.js';

const TESTS = fileURLToPath(new URL('../../../test', import.meta.url));

t.test('each test has its own options', async (t) => {
  const options = concurrent(1_000);
  t.same(options, { buffered: true, timeout: 1_000 });
  t.not(concurrent(1_000), options);
});

t.test('no file shares options between its tests', async (t) => {
  const sharing = readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('concurrent.test.ts'))
    .filter((file) => readFileSync(join(TESTS, file), 'utf8').includes('buffered: true'));
  t.same(sharing, []);
});
