/** The foreign tools of witnesses/, and how they are run. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Packages of the witnesses. */
export const WITNESSES = `${ROOT}witnesses/node_modules`;

/** The built client, as it is published. */
export const CLIENT = `${ROOT}packages/client/dist`;

/** A file of the witnesses. @throws Error if it is missing: these tests never skip */
export const witness = (path: string): string => {
  const found = `${WITNESSES}/${path}`;
  if (!existsSync(found)) throw new Error(`${found} is missing: run \`npm run witnesses\`.`);
  return found;
};

/** Programs that run JavaScript. */
export const NODE_22 = witness('node22/bin/node');
export const NODE_24 = witness('node24/bin/node');
export const DENO = witness('@deno/linux-x64-glibc/deno');
export const BUN = witness('@oven/bun-linux-x64/bin/bun');

const TOOL_MS = 300_000;

/** Runs a tool in the directory, and resolves with what it prints. @throws Error with its output if it fails */
export const runTool = (
  command: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<string> =>
  new Promise((resolve, reject) => {
    // Options of the test's own Node are none of the tool's.
    const { NODE_OPTIONS: _options, ...inherited } = process.env;
    execFile(
      command,
      [...args],
      { cwd, timeout: TOOL_MS, maxBuffer: 64 * 1024 * 1024, env: { ...inherited, ...env } },
      (error, stdout, stderr) => {
        if (error === null) resolve(stdout);
        else reject(new Error(`${command} ${args.join(' ')}\n${error.message}\n${stdout}\n${stderr}`));
      },
    );
  });

/** Checks the TypeScript project in the directory with TypeScript 5. @throws Error with what it reports */
export const typeCheck = (cwd: string): Promise<string> =>
  runTool(process.execPath, [witness('typescript/bin/tsc'), '-p', '.'], cwd);
