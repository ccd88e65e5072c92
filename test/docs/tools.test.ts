/** The example in docs/how-to/tools.md can be used as it is, and the table there documents each of its fields. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { readToolFile } from '../../src/admin/tool/file.js';
import { documentOf } from './named-tests.js';

t.test('the example is a valid tool', async (t) => {
  const [, example = ''] = /```json\n([\s\S]+?)```/.exec(documentOf('how-to/tools')) ?? [];
  const path = join(t.testdir({}), 'tool.json');
  writeFileSync(path, example);
  t.match(readToolFile(path), { name: 'order_status', timeoutSeconds: 8 });
  const fields = Object.keys(readToolFile(path));
  const table = [...documentOf('how-to/tools').matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  t.same(
    fields.filter((name) => !table.includes(name)),
    [],
    'each field is documented',
  );
});
