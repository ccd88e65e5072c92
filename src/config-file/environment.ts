/** The environment of a process, with what a configuration file adds to it. */
import { ConfigError } from '../config-error.js';
import { type ConfigFile, type Environment, readConfigFile } from './read.js';

/** What is configured, and by what. */
export interface Configured {
  readonly env: Environment;
  /** Null: the environment alone. */
  readonly file: ConfigFile | null;
}

/**
 * The environment wins over the file: what somebody says for one start holds for that start. The file is `named`, or
 * PARLEY_CONFIG, or lies in `directory` (read.ts). @throws ConfigError
 */
export const configured = (named: string | undefined, env: Environment, directory: string): Configured => {
  const file = readConfigFile(named ?? env.PARLEY_CONFIG, directory);
  if (file === null) return { env, file };
  const said = Object.fromEntries(file.lines.map(({ variable, value }) => [variable, value]));
  const own = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined));
  return { env: { ...said, ...own }, file };
};

/** Does what reads settings; where one from the file is refused, the error says in which line it stands. @throws ConfigError */
export const explained = async <T>({ env, file }: Configured, read: () => T | Promise<T>): Promise<T> => {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof ConfigError) || file === null) throw error;
    const lines = file.lines.filter(
      ({ variable, value }) => env[variable] === value && new RegExp(`\\b${variable}\\b`).test(error.message),
    );
    if (lines.length === 0) throw error;
    const places = lines.map(({ line, variable }) => `${variable} is ${line}`).join(', ');
    throw new ConfigError(`${error.message} (${places} in ${file.path})`);
  }
};
