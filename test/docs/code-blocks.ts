/** Fenced code blocks of the documents. Each names its language; a block of `sh` runs unless it says why not. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

export interface CodeBlock {
  /** Line of its opening fence. */
  readonly line: number;
  /** Empty if the fence names none. */
  readonly language: string;
  /** Why a block of `sh` cannot run in a test; null if it runs. */
  readonly notRun: string | null;
  /** Without the indent of its fence. */
  readonly text: string;
}

/** Paths of the documents, from the root of the repository. */
export const documents = (): readonly string[] =>
  execFileSync('git', ['ls-files', '*.md', 'docs/**/*.md'], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((path) => path.startsWith('docs/') || ['README.md', 'CONTRIBUTING.md'].includes(path));

const FENCED = /^( *)```(.*)\n((?:.*\n)*?)\1```$/gm;

export const codeBlocksIn = (text: string): readonly CodeBlock[] =>
  [...text.matchAll(FENCED)].map(({ index, 1: indent = '', 2: info = '', 3: body = '' }) => ({
    line: text.slice(0, index).split('\n').length,
    language: info.split(' ')[0] ?? '',
    notRun: /not-run="([^"]*)"/.exec(info)?.[1] ?? null,
    text: body.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  }));

export const codeBlocksOf = (path: string): readonly CodeBlock[] =>
  codeBlocksIn(readFileSync(`${ROOT}${path}`, 'utf8'));
