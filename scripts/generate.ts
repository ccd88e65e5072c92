/** `npm run generate`: writes the files that are generated from the code and kept in git. */
import { writeFileSync } from 'node:fs';
import { generatedFiles, isCurrent, pathOf } from './generated/files.js';

for (const file of generatedFiles()) {
  if (isCurrent(file)) continue;
  writeFileSync(pathOf(file), file.text);
  process.stdout.write(`wrote ${file.path}\n`);
}
