/** A file of `NAME=value` lines that signing secrets are saved to: the API shows each of them once. */
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { ConfigError } from '../config/error.js';

const OWNER_ONLY = 0o600;

export interface SecretsFile {
  /** Adds the line, or replaces the one of this name. @throws ConfigError */
  save(name: string, secret: string): void;
}

/** @throws ConfigError if the file cannot be written */
export const openSecretsFile = (path: string): SecretsFile => {
  const write = (text: string): void => {
    try {
      writeFileSync(path, text, { mode: OWNER_ONLY });
      chmodSync(path, OWNER_ONLY);
    } catch {
      throw new ConfigError(`--secrets is "${path}", which cannot be written; give a file of this user`);
    }
  };
  const lines = (): readonly string[] =>
    existsSync(path) ? readFileSync(path, 'utf8').replace(/\n$/, '').split('\n') : [];
  write(lines().map(ended).join(''));
  const saved = new Set<string>();
  return {
    save: (name, secret) => {
      // Several of one name in one run are numbered.
      let variable = name;
      for (let number = 2; saved.has(variable); number += 1) variable = `${name}_${number}`;
      saved.add(variable);
      const others = lines().filter((line) => line !== '' && !line.startsWith(`${variable}=`));
      write([...others, `${variable}=${secret}`].map(ended).join(''));
    },
  };
};

const ended = (line: string): string => `${line}\n`;
