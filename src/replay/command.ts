/** `parley replay`: runs recorded sessions again, and says whether anything differs. */
import type { Command } from 'commander';
import { sessionBuild } from '../../media/driver/session-build.js';
import { readSecret } from '../admin/secret-input.js';
import { ConfigError } from '../config/error.js';
import { changeOf } from './changes.js';
import { exitCodeOf, reportOf, sessionInWords, summaryInWords } from './report.js';
import { replayLogs } from './run.js';
import { type Api, sourcesOf } from './sources.js';

/** The service that has the log of a call. */
export interface ApiOptions {
  readonly url?: string;
  readonly business?: string;
  readonly keyFile?: string;
}

interface ReplayOptions extends ApiOptions {
  readonly with: readonly string[];
  readonly withAgent?: string;
  readonly json?: boolean;
}

/** Exit code: something cannot be read. */
const UNREADABLE = 2;

/** Adds the command. */
export const addReplayCommand = (program: Command): void => {
  const command = program
    .command('replay <log...>')
    .description('Run recorded sessions again, and show the first difference.')
    .option(
      '--with <name=value|file>',
      'compare with other settings on this build; repeatable',
      (text: string, before: readonly string[]) => [...before, text],
      [],
    )
    .option(
      '--with-agent <file>',
      'compare with another agent, or version of it: JSON as the API returns it',
    );
  addApiOptions(command)
    .option('--json', 'print one JSON object (default if the output is not a terminal)')
    .addHelpText(
      'after',
      `
Replays session logs (docs/how-to/replay.md): files, directories of them, or calls by their ids. Without --with it compares each session
with its recording; with it, with itself without the change. No provider is used.
Exits with 0 if nothing differs, 1 if something does, and 2 if something cannot be read.`,
    )
    // A wrong option is no difference.
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : UNREADABLE))
    .action(async (logs: readonly string[], options: ReplayOptions) => {
      try {
        process.exitCode = await replayThese(logs, options);
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error;
        process.stderr.write(`parley: ${error.message}\n`);
        process.exitCode = UNREADABLE;
      }
    });
};

/** Adds {@link ApiOptions}. */
export const addApiOptions = (command: Command): Command =>
  command
    .option('--url <url>', 'address of the service, for a call by its id')
    .option('--business <id>', 'id of the business, with --url')
    .option('--key-file <path>', 'file with an API key, - for standard input (default: PARLEY_API_KEY)');

const replayThese = async (
  logs: readonly string[],
  { with: settings, withAgent, json = false, ...options }: ReplayOptions,
): Promise<number> => {
  const change = changeOf(settings, withAgent ?? null);
  const sources = sourcesOf(logs, apiOf(options));
  const isJson = json || !process.stdout.isTTY;
  const build = sessionBuild();
  const replayed = await replayLogs(sources, change, (session) => {
    if (!isJson) process.stdout.write(sessionInWords(session, build, change !== null));
  });
  const report = reportOf(replayed, change !== null);
  process.stdout.write(isJson ? `${JSON.stringify(report)}\n` : summaryInWords(report));
  return exitCodeOf(report);
};

/** The key is never an argument, which other users of the machine can see. @throws ConfigError */
export const apiOf = (
  { url, business, keyFile }: ApiOptions,
  env: NodeJS.ProcessEnv = process.env,
): Api | null => {
  if (url === undefined) return null;
  if (!URL.canParse(url)) throw new ConfigError(`--url is "${url}", which is no address`);
  if (business === undefined) throw new ConfigError('--url needs --business <id>');
  const key = keyFile === undefined ? env.PARLEY_API_KEY : readSecret('--key-file', keyFile);
  if (key === undefined || key === '')
    throw new ConfigError('--url needs an API key: set PARLEY_API_KEY, or give --key-file <path>');
  return { url, businessId: business, key };
};
