/** `parley tune`: how other silences at the end of a turn would have changed recorded calls. */
import { type Command, InvalidArgumentError } from 'commander';
import { forReaders, whole } from '../admin/answering.js';
import { candidatesOf, type Grid, onOrOff, silences } from './grid.js';
import { readLogs } from './logs.js';
import { reportOf, type TuneReport } from './report.js';

interface TuneOptions extends Grid {
  readonly within: number;
  readonly json?: boolean;
}

/** Customers seldom answer sooner than this after their agent has begun. */
const WITHIN_MS = 1_000;

/** Adds the command. */
export const addTuneCommand = (program: Command): void => {
  program
    .command('tune <path...>')
    .description('Say what other silences at the end of a turn would have done to recorded calls.')
    .option('--least <ms,…>', 'silences to try after a whole question', taken(silences))
    .option('--sentence <ms,…>', 'after a whole sentence', taken(silences))
    .option('--usual <ms,…>', 'after words that tell nothing of their end', taken(silences))
    .option(
      '--most <ms,…>',
      'after words that leave a sentence open, and the longest of any',
      taken(silences),
    )
    .option('--preemptive <on,off>', 'whether models are asked before a turn is over', taken(onOrOff))
    .option('--within <ms>', 'who goes on so soon after a turn was over was cut off', whole(0), WITHIN_MS)
    .option('--json', 'print one JSON object; what it does anyway where the output is no terminal')
    .addHelpText(
      'after',
      `
Reads logs that parley serve writes to PARLEY_SESSION_LOG_DIR: files, or directories of them (docs/tuning.md). No service need run, and
nothing is asked of a provider. The first row is what was recorded; each other row is a combination of what is given, and what is not given
is as recorded. Without any, a few values around the usual ones are tried.`,
    )
    .action((paths: readonly string[], { within, json = false, ...grid }: TuneOptions) => {
      const candidates = candidatesOf(grid);
      const report = reportOf(readLogs(paths), candidates, within);
      process.stdout.write(json || !process.stdout.isTTY ? `${JSON.stringify(report)}\n` : readable(report));
    });
};

/** An argument parser for commander. */
const taken =
  <T>(parse: (text: string) => T) =>
  (text: string): T => {
    try {
      return parse(text);
    } catch (error) {
      throw new InvalidArgumentError(error instanceof Error ? error.message : 'not understood');
    }
  };

const readable = ({ limits, remarks, ...report }: TuneReport): string =>
  [
    forReaders(remarks.length === 0 ? report : { ...report, remarks }),
    'What this cannot know:\n',
    ...limits.map((limit) => `  ${limit}\n`),
  ].join('');
