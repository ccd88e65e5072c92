/** The service that `parley apply` and `parley export` use: its options, with those of the environment as defaults. */
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import type { Command } from 'commander';
import { readSecret } from '../admin/secret-input.js';
import { ConfigError } from '../config/error.js';
import { LISTEN } from '../config/settings/listen.js';
import type { Environment } from '../config-file/read.js';
import type { Service } from './service/api.js';

const DEFAULT_URL = `http://127.0.0.1:${LISTEN.port.default}`;

export interface ConnectionOptions {
  readonly url?: string;
  readonly business?: string;
  readonly keyFile?: string;
  readonly envFile?: string;
}

export const addConnectionOptions = (command: Command): Command =>
  command
    .option('--url <url>', `address of the service (default: PARLEY_URL, or ${DEFAULT_URL})`)
    .option('--business <id>', 'id of the business (default: PARLEY_BUSINESS_ID)')
    .option('--key-file <path>', 'file with an API key, - for standard input (default: PARLEY_API_KEY)')
    .option('--env-file <path>', 'file of NAME=value lines; the environment takes precedence');

/** The environment, and what the file of `--env-file` adds. @throws ConfigError */
export const environmentOf = ({ envFile }: ConnectionOptions, env: Environment): Environment => {
  if (envFile === undefined) return env;
  try {
    return { ...parseEnv(readFileSync(envFile, 'utf8')), ...env };
  } catch {
    throw new ConfigError(
      `--env-file is "${envFile}", which cannot be read; give a file of NAME=value lines`,
    );
  }
};

/** The key is never an argument, which other users of the machine can see. @throws ConfigError */
export const serviceOf = ({ keyFile, ...options }: ConnectionOptions, env: Environment): Service => {
  const url = options.url ?? env.PARLEY_URL ?? DEFAULT_URL;
  if (!URL.canParse(url)) throw new ConfigError(`--url is "${url}", which is no address`);
  const businessId = options.business ?? env.PARLEY_BUSINESS_ID ?? '';
  if (businessId === '')
    throw new ConfigError('the business is missing: set PARLEY_BUSINESS_ID, or give --business <id>');
  const apiKey = keyFile === undefined ? (env.PARLEY_API_KEY ?? '') : readSecret('--key-file', keyFile);
  if (apiKey === '')
    throw new ConfigError('the API key is missing: set PARLEY_API_KEY, or give --key-file <path>');
  return { url, businessId, apiKey };
};
