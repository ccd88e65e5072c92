/**
 * The linter enforces the floors: importing from a higher floor is an error of `npm run check`. The rules are generated
 * from one table and the existing folders (`npm run generate`).
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { mayImport, partsOf } from '../../../scripts/generated/floors.js';

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
const BIOME = join(ROOT, 'node_modules/@biomejs/biome/bin/biome');

const actors = readdirSync(join(ROOT, 'actors')).filter((name) => name !== 'runtime');

t.test('a folder imports only from floors below it', async (t) => {
  const root = mkdtempSync(join(tmpdir(), 'parley-floors-'));
  t.teardown(() => rmSync(root, { recursive: true, force: true }));
  for (const needed of ['biome.json', 'lint'])
    cpSync(join(ROOT, needed), join(root, needed), { recursive: true });
  const parts = partsOf(actors);
  const fileOf = (from: string, to: string): string => `${from}/to-${to.replaceAll('/', '-')}.ts`;
  for (const from of parts)
    for (const to of parts) {
      const file = join(root, fileOf(from, to));
      mkdirSync(dirname(file), { recursive: true });
      const target = relative(from, `${to}/some.js`);
      const specifier = target.startsWith('.') ? target : `./${target}`;
      writeFileSync(file, `import { some } from '${specifier}';\n\nexport const other = some;\n`);
    }
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [BIOME, 'lint', '--vcs-enabled=false', '--reporter=json', '--max-diagnostics=none', '.'],
    { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  const report: {
    diagnostics: readonly { category: string; location: { path: string | { file: string } } }[];
  } = JSON.parse(stdout || stderr);
  const others = report.diagnostics.filter(({ category }) => category !== 'lint/style/noRestrictedImports');
  t.same(others, [], 'no other diagnostics');
  const refused = new Set(
    report.diagnostics.map(({ location: { path } }) => (typeof path === 'string' ? path : path.file)),
  );
  for (const from of parts)
    t.same(
      parts.filter((to) => refused.has(fileOf(from, to))),
      parts.filter((to) => !mayImport(from, to)),
      `imports forbidden in ${from}`,
    );
});
