/** `parley tune`: how other silences at the end of a turn would have changed recorded calls. */
import { type Command, InvalidArgumentError } from 'commander';
import { formatReport, wholeNumber } from '../admin/action.js';
import { applyPatience, type Target } from './apply.js';
import { candidatesOf, type Grid, onOrOff, patiences, silences } from './grid.js';
import { readLogs } from './logs.js';
import { reportOf, type TuneReport } from './report.js';

interface TuneOptions extends Grid, Target {
  readonly within: number;
  readonly json?: boolean;
  readonly apply?: true;
}

/** Customers seldom answer sooner than this after their agent has begun. */
const WITHIN_MS = 1_000;

/** Adds the command. */
export const addTuneCommand = (program: Command): void => {
  program
    .command('tune <path...>')
    .description('Show the effect of other end-of-turn silences on recorded calls.')
    .option('--least <ms,…>', 'silences to try after a whole question', parsedBy(silences))
    .option('--sentence <ms,…>', 'after a whole sentence', parsedBy(silences))
    .option(
      '--usual <ms,…>',
      'after words that do not show whether the sentence is complete',
      parsedBy(silences),
    )
    .option(
      '--most <ms,…>',
      'after an incomplete sentence, and the maximum of all silences',
      parsedBy(silences),
    )
    .option('--patience <low,…>', 'patiences of agents to try: low, normal, high', parsedBy(patiences))
    .option('--preemptive <on,off>', 'whether to request preemptive replies', parsedBy(onOrOff))
    .option(
      '--within <ms>',
      'count a turn as cut off if the customer continues within this time',
      wholeNumber(0),
      WITHIN_MS,
    )
    .option('--apply', 'save the advised patience as the setting of an agent')
    .option('--business <id>', 'id of the business, with --apply')
    .option('--agent <id>', 'id of the agent, with --apply')
    .option('--data-dir <path>', 'data directory of the service, with --apply (PARLEY_DATA_DIR)')
    .option('--json', 'print one JSON object (default if the output is not a terminal)')
    .addHelpText(
      'after',
      `
Reads session logs of calls: files, or directories of them (docs/how-to/session-logs.md). No service has to run, and
no provider is used. The first row shows the recording; each further row is a combination of the given values; values that are not given
are as recorded. Without options, every patience is tried. With --apply, the service's engine is used, or started for the moment.`,
    )
    .action(async (paths: readonly string[], options: TuneOptions) => {
      const { within, json = false, apply, business, agent, dataDir, ...grid } = options;
      const candidates = candidatesOf(grid);
      const found = reportOf(readLogs(paths), candidates, within);
      const target = { business, agent, dataDir };
      const report =
        apply === true ? { ...found, applied: await applyPatience(target, found.advised) } : found;
      process.stdout.write(
        json || !process.stdout.isTTY ? `${JSON.stringify(report)}\n` : formatTuneReport(report),
      );
    });
};

/** An argument parser for commander. */
const parsedBy =
  <T>(parse: (text: string) => T) =>
  (text: string): T => {
    try {
      return parse(text);
    } catch (error) {
      throw new InvalidArgumentError(error instanceof Error ? error.message : 'is invalid');
    }
  };

const formatTuneReport = ({ limits, remarks, ...report }: TuneReport & { applied?: object }): string =>
  [
    formatReport(remarks.length === 0 ? report : { ...report, remarks }),
    'Limitations:\n',
    ...limits.map((limit) => `  ${limit}\n`),
  ].join('');
