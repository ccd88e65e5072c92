/** Fails on phrases that no spell checker sees. Part of `npm run check`; CONTRIBUTING.md, "Plain English". */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Pattern, and what to write instead. */
const PHRASES = [
  [/\b(?:call|turn|session|stream|test|it|that|this) is over\b(?! [\d$])/i, 'has ended'],
  [/\bgone on with\b/i, 'resumed'],
  [/\bis taken for\b/i, 'counts as'],
];
const FILES = /\.(?:ts|tsx|js|mjs|md|css)$/;
/** This file quotes the phrases; the others are generated. */
const EXEMPT = new Set(['lint/phrases.mjs', 'console/api/operations.ts', 'packages/client/src/api.ts']);

const files = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0');
let found = 0;
for (const file of files) {
  if (!FILES.test(file) || EXEMPT.has(file)) continue;
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries())
    for (const [pattern, instead] of PHRASES)
      if (pattern.test(line)) {
        process.stderr.write(`${file}:${index + 1}: write "${instead}": ${line.trim()}\n`);
        found += 1;
      }
}
if (found > 0) process.exitCode = 1;
