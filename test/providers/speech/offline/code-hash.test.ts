/** What invalidates a build step: its code, including indirect imports, and its packages, but nothing else. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { codeHash } from '../../../../providers/speech/offline/code-hash.js';

const FILES = {
  code: {
    'make.js': "import { part } from './parts/part.js';\nimport { read } from 'node:fs';\n",
    parts: {
      'part.js': "export { deep } from '../deep.js';\nconst library = require('library');\n",
    },
    'deep.js': "import './make.js';\nexport const deep = 1;\n",
    'other.js': 'export const other = 1;\n',
  },
  packages: {
    library: { 'package.json': '{"version":"1.0.0"}' },
    stranger: { 'package.json': '{"version":"1.0.0"}' },
  },
};

t.test(
  'the hash changes with imported files and with the packages that they name, and with nothing else',
  async (t) => {
    const folder = t.testdir(FILES);
    const hash = () => codeHash([join(folder, 'code', 'make.js')], join(folder, 'packages'));
    const first = hash();
    t.match(first, /^[0-9a-f]{64}$/);
    writeFileSync(join(folder, 'code', 'other.js'), 'export const other = 2;\n');
    writeFileSync(join(folder, 'packages', 'stranger', 'package.json'), '{"version":"2.0.0"}');
    mkdirSync(join(folder, 'code', 'new'));
    t.equal(hash(), first);
    const seen = new Set([first]);
    for (const [path, text] of [
      ['code/deep.js', "import './make.js';\nexport const deep = 2;\n"],
      ['code/parts/part.js', "export { deep } from '../deep.js';\nconst library = require('library'); //\n"],
      ['packages/library/package.json', '{"version":"1.0.1"}'],
    ] as const) {
      writeFileSync(join(folder, path), text);
      seen.add(hash());
    }
    t.equal(seen.size, 4);
  },
);

t.test('a missing file is an error', async (t) => {
  const folder = t.testdir({ 'make.js': "import './gone.js';\n" });
  t.throws(() => codeHash([join(folder, 'make.js')], folder), /gone/);
});
