/** A business to apply files to, and the commands as a shell runs them. */
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ApiClient, createApiClient } from '../../../testkit/api/client.js';
import { CLI } from '../../../testkit/service/parley-process.js';
import { createTenant } from '../../../testkit/service/tenant.js';

interface Ran {
  readonly code: number;
  /** Lines of JSON that it printed. */
  readonly lines: readonly Record<string, unknown>[];
  readonly output: string;
  readonly errors: string;
}

export interface Place {
  readonly api: ApiClient;
  readonly folder: string;
  write(name: string, text: string): string;
  /** Runs `parley` with these arguments in the folder. */
  parley(...args: readonly string[]): Promise<Ran>;
}

/** A new business of the service at `url`. */
export const openPlace = async (
  url: string,
  dataDir: string,
  folder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Place> => {
  const { businessId, apiKey } = await createTenant(dataDir);
  const environment = {
    ...process.env,
    PARLEY_URL: url,
    PARLEY_BUSINESS_ID: businessId,
    PARLEY_API_KEY: apiKey,
    ...env,
  };
  return {
    api: createApiClient(url, businessId, apiKey),
    folder,
    write: (name, text) => {
      writeFileSync(join(folder, name), text);
      return join(folder, name);
    },
    parley: (...args) =>
      new Promise((resolve) => {
        execFile(
          process.execPath,
          [CLI, ...args],
          { cwd: folder, env: environment, timeout: 120_000 },
          (error, stdout, stderr) =>
            resolve({
              code: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1,
              lines: stdout
                .split('\n')
                .filter((line) => line.startsWith('{'))
                .map((line): Record<string, unknown> => JSON.parse(line)),
              output: stdout,
              errors: stderr,
            }),
        );
      }),
  };
};
