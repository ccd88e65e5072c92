/** Commands that print an answer: how they are declared, and the format of their output. */
import { type Command, InvalidArgumentError } from 'commander';
import { isRecord } from '../../schemas/json.js';
import { STORAGE } from '../config/settings/storage.js';
import type { AdminOptions } from './as-admin.js';

/** Adds the options that all these commands share, and prints the result of `work`. `args`: the positional arguments. */
export const addAction = <O extends AdminOptions>(
  command: Command,
  work: (options: O, args: readonly string[]) => Promise<object>,
): Command =>
  command
    .option(
      '--data-dir <path>',
      `data directory of the service (default ${STORAGE.dataDir.default}; PARLEY_DATA_DIR)`,
    )
    .option('--json', 'print one JSON object (default if the output is not a terminal)')
    .action(async () => {
      const options = command.opts<O & { readonly json?: boolean }>();
      const answer = await work(options, command.args);
      const json = options.json === true || !process.stdout.isTTY;
      command.configureOutput().writeOut?.(json ? `${JSON.stringify(answer)}\n` : formatReport(answer));
    });

/** An argument parser for commander: accepts a whole number of at least `min`. */
export const wholeNumber =
  (min: number, max = Number.MAX_SAFE_INTEGER) =>
  (text: string): number => {
    const value = Number(text);
    if (/^\d+$/.test(text) && Number.isSafeInteger(value) && value >= min && value <= max) return value;
    const upTo = max === Number.MAX_SAFE_INTEGER ? '' : ` and at most ${max}`;
    throw new InvalidArgumentError(`write a whole number of at least ${min}${upTo}`);
  };

/** One `name: value` per line, with a table for each list of objects. */
export const formatReport = (answer: object): string =>
  Object.entries(answer)
    .map(([name, value]) =>
      Array.isArray(value) && value.every(isRecord)
        ? `${name}: ${value.length}\n${table(value)}`
        : `${name}: ${formatValue(value)}\n`,
    )
    .join('');

const formatValue = (value: unknown): string => {
  if (value === null || value === undefined) return '-';
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
};

/** A wider cell would push the rest of its row out of sight. */
const CELL_CHARACTERS = 60;

const cell = (value: unknown): string => {
  const text = formatValue(value);
  return text.length <= CELL_CHARACTERS ? text : `${text.slice(0, CELL_CHARACTERS - 1)}…`;
};

const table = (rows: readonly Readonly<Record<string, unknown>>[]): string => {
  const [first] = rows;
  if (first === undefined) return '';
  const names = Object.keys(first);
  const lines = [names, ...rows.map((row) => names.map((name) => cell(row[name])))];
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) => `  ${line.map((text, column) => text.padEnd(widths[column] ?? 0)).join('  ')}`.trimEnd())
    .map((line) => `${line}\n`)
    .join('');
};
