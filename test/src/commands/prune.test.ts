/** `parley prune` on a folder with binaries of several platforms. */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { pruneBinaries } from '../../../src/commands/prune.js';

const OWN = `uws_${process.platform}_${process.arch}_${process.versions.modules}.node`;
const OTHERS = ['uws_darwin_arm64_115.node', 'uws_win32_x64_127.node'];

t.test('keeps the binary of this platform and this Node, and everything else', async (t) => {
  const folder = t.testdir({ 'uws.js': '', 'package.json': '{}', LICENSE: '' });
  for (const name of [OWN, ...OTHERS]) writeFileSync(join(folder, name), Buffer.alloc(1024 * 1024));
  t.same(pruneBinaries(folder), { kept: OWN, removed: 2, mib: 2 });
  t.same(readdirSync(folder).sort(), ['LICENSE', 'package.json', 'uws.js', OWN].sort());
  t.same(pruneBinaries(folder), { kept: OWN, removed: 0, mib: 0 }, 'again');
});

t.test('removes nothing where the own binary is missing', async (t) => {
  const folder = t.testdir({});
  for (const name of OTHERS) writeFileSync(join(folder, name), '');
  t.throws(() => pruneBinaries(folder), /install the packages with the version of Node/);
  t.same(readdirSync(folder).sort(), [...OTHERS].sort());
});
