/** The rule that keeps the floors is in force: an import from a higher floor is an error of `npm run check`. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';

const BIOME = fileURLToPath(new URL('../../node_modules/@biomejs/biome/bin/biome', import.meta.url));
const RULES = fileURLToPath(new URL('../../biome.json', import.meta.url));

t.test('a folder imports only from floors below it', async (t) => {
  const root = mkdtempSync(join(tmpdir(), 'parley-floors-'));
  t.teardown(() => rmSync(root, { recursive: true, force: true }));
  copyFileSync(RULES, join(root, 'biome.json'));

  /** Whether a file at `path` may import `from`. */
  const allowed = (path: string, from: string): boolean => {
    const file = join(root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `import { thing } from '${from}';\n\nexport const other = thing;\n`);
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [BIOME, 'lint', '--vcs-enabled=false', path],
      {
        cwd: root,
        encoding: 'utf8',
      },
    );
    rmSync(file);
    const said = stdout + stderr;
    if (status !== 0 && !said.includes('noRestrictedImports'))
      throw new Error(`another complaint about ${path}: ${said}`);
    return status === 0;
  };

  t.notOk(allowed('schemas/some.ts', '../actors/call/events.js'));
  t.notOk(allowed('actors/runtime/some.ts', '../call/events.js'));
  t.notOk(allowed('actors/call/some.ts', '../../views/views.js'));
  t.notOk(allowed('views/some.ts', '../providers/llm/scripted.js'));
  t.notOk(allowed('providers/llm/some.ts', '../../media/session.js'));
  t.notOk(allowed('operations/some.ts', '../gateway/route.js'));
  t.notOk(allowed('media/some.ts', '../gateway/route.js'));
  t.notOk(allowed('gateway/some.ts', '../src/config.js'));
  t.notOk(allowed('src/some.ts', '../bench/measures.js'));
  t.ok(allowed('gateway/some.ts', '../media/media-host.js'));
  t.ok(allowed('actors/call/some.ts', '../runtime/actor.js'));
});
