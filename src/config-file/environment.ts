/** The environment of a process, merged with its configuration file. */
import { ConfigError } from '../config/error.js';
import { type ConfigFile, type Environment, readConfigFile } from './read.js';

/** The settings in effect, and where they come from. */
export interface LoadedEnvironment {
  readonly env: Environment;
  /** Null if there is only the environment. */
  readonly file: ConfigFile | null;
}

/**
 * The environment takes precedence over the file: a variable set for one start applies to that start. The file is
 * `configuredPath`, or PARLEY_CONFIG, or found in `directory` (read.ts).
 * @throws ConfigError
 */
export const loadEnvironment = (
  configuredPath: string | undefined,
  env: Environment,
  directory: string,
): LoadedEnvironment => {
  const file = readConfigFile(configuredPath ?? env.PARLEY_CONFIG, directory);
  if (file === null) return { env, file };
  const fromFile = Object.fromEntries(file.lines.map(({ variable, value }) => [variable, value]));
  const fromProcess = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined));
  return { env: { ...fromFile, ...fromProcess }, file };
};

/** Runs `read`; if it rejects a setting from the file, the error names the line of that setting. @throws ConfigError */
export const explainErrors = async <T>(
  { env, file }: LoadedEnvironment,
  read: () => T | Promise<T>,
): Promise<T> => {
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
