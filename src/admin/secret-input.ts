/** Secrets on the command line: from a file or standard input, never as an argument that others can see. */
import { readFileSync } from 'node:fs';
import { ConfigError } from '../config/error.js';

const STDIN = 0;

/** The content without its last line break. `path`: "-" is standard input. @throws ConfigError */
export const readSecret = (option: string, path: string): string => {
  let text: string;
  try {
    text = readFileSync(path === '-' ? STDIN : path, 'utf8').replace(/\r?\n$/, '');
  } catch {
    throw new ConfigError(
      `${option} is "${path}", which cannot be read; give a file, or - for standard input`,
    );
  }
  if (text === '') throw new ConfigError(`${option} is "${path}", which is empty`);
  return text;
};
