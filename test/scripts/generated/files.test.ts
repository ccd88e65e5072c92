/** Files that are generated from the code match it. `npm run generate` writes them. */
import t from 'tap';
import { generatedFiles, isCurrent } from '../../../scripts/generated/files.js';

for (const file of generatedFiles()) {
  t.ok(isCurrent(file), `${file.path} is current; else run \`npm run generate\``);
  t.notOk(
    isCurrent({ ...file, text: file.path.endsWith('.json') ? '{}' : `${file.text}.` }),
    'a difference is seen',
  );
}
