/** Shared by the command lines of the comparisons in turns: their options and the output of their results. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { print, wholeNumber } from '../command-line.js';
import { machine, machineLine } from '../gauges/machine.js';
import { type Comparison, tableOf } from './turns.js';

/** For `parseArgs`. */
export const TURN_OPTIONS = {
  rounds: { type: 'string', default: '5' },
  ms: { type: 'string', default: '2000' },
  only: { type: 'string', default: '' },
  output: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/** For the help text. */
export const TURN_HELP = `  --rounds <n>       turns of each subject with each kind of work (5; at most 100)
  --ms <n>           measured time of a turn, after a warm-up of half as long (2000; 100 to 600000)
  --only <text>      only kinds of work whose name contains this
  --output <file>    where the results are written, as JSON
  --json             the same JSON as the last line
  --help             this text`;

/** How a comparison is run. */
export interface TurnOptions {
  readonly rounds: number;
  readonly ms: number;
  readonly only: string;
  readonly output: string | null;
  readonly json: boolean;
  readonly help: boolean;
}

/** @throws RangeError with a message that says what to write instead */
export const turnOptions = (values: {
  readonly rounds: string;
  readonly ms: string;
  readonly only: string;
  readonly output?: string | undefined;
  readonly json: boolean;
  readonly help: boolean;
}): TurnOptions => ({
  rounds: wholeNumber('rounds', values.rounds, 1, 100),
  ms: wholeNumber('ms', values.ms, 100, 600_000),
  only: values.only,
  output: values.output ?? null,
  json: values.json,
  help: values.help,
});

/** Prints the results, and writes them to the requested file. */
export const report = (
  compared: Omit<Comparison, 'version' | 'at' | 'machine' | 'rounds' | 'ms'>,
  { rounds, ms, output, json }: TurnOptions,
): void => {
  const at = new Date().toISOString();
  const comparison: Comparison = { version: 1, at, machine: machine(), rounds, ms, ...compared };
  const versions = Object.entries(comparison.versions).map(([name, version]) => `${name} ${version}`);
  print(`${[machineLine(comparison.machine), ...versions].join(', ')}`);
  print(`medians of ${rounds} turns of ${ms} ms; ratios within a round, with their range in brackets`);
  print(tableOf(comparison));
  if (output !== null) {
    mkdirSync(dirname(output), { recursive: true });
    writeFileSync(output, `${JSON.stringify(comparison, null, 1)}\n`);
  }
  if (json) print(JSON.stringify(comparison));
};
