/**
 * Judges conversations: runs the corpora through media sessions in virtual time, and prints for each part its figures with
 * their goals, for the open and the held-out half side by side. `npm run bench:conversation -- --help`; exits with 1 when
 * a goal is missed.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import Table from 'cli-table3';
import { note, print, run } from '../command-line.js';
import { type Failure, type Figure, type Goal, isMet, type PartResult } from './figures.js';
import { PARTS } from './parts.js';

const HELP = `npm run bench:conversation -- [options]

Runs the corpora of conversations through media sessions in virtual time, a few minutes of processor time, and prints each
figure with its goal, of the open and of the held-out half. Exits with 1 when a goal is missed.

  --part NAME       only this part; may be repeated: ${PARTS.map(({ name }) => name).join(', ')}
  --json FILE       writes the figures to FILE as well
  --cases           prints the cases of the open half that failed
  --held-out-cases  prints those of the held-out half as well: never while rules are written (corpora/README.md)
  --help            this text`;

const goalText = (goal: Goal, unit: Figure['unit']): string => {
  if (goal === null) return '';
  const [sign, value] = 'atMost' in goal ? (['≤', goal.atMost] as const) : (['≥', goal.atLeast] as const);
  return `${sign} ${value}${unit === '' ? '' : ` ${unit}`}`;
};

const valueText = (value: number | null, unit: Figure['unit']): string => {
  if (value === null) return '–';
  return unit === '%' ? `${value.toFixed(1)} %` : `${Math.round(value)}${unit === '' ? '' : ` ${unit}`}`;
};

const tableOf = (figures: readonly Figure[]): string => {
  const table = new Table({
    head: ['measure', 'open', 'held out', 'goal', 'met', 'cases'],
    style: { head: [], border: [] },
  });
  for (const entry of figures) {
    const { measure, unit, goal, open, heldOut, cases } = entry;
    table.push([
      measure,
      valueText(open, unit),
      valueText(heldOut, unit),
      goalText(goal, unit),
      goal === null ? '' : isMet(entry) ? 'yes' : 'NO',
      `${cases.open} + ${cases.heldOut}`,
    ]);
  }
  return table.toString();
};

const printFailures = (failures: readonly Failure[], halves: readonly Failure['half'][]): void => {
  for (const { half, id, what } of failures)
    if (halves.includes(half)) print(`  ${half === 'open' ? 'open' : 'held out'}: ${id}: ${what}`);
};

run(async () => {
  const { values } = parseArgs({
    options: {
      part: { type: 'string', multiple: true },
      json: { type: 'string' },
      cases: { type: 'boolean', default: false },
      'held-out-cases': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return print(HELP);
  const names = values.part ?? PARTS.map(({ name }) => name);
  for (const name of names)
    if (!PARTS.some((part) => part.name === name))
      throw new RangeError(`--part is "${name}"; write one of ${PARTS.map((part) => part.name).join(', ')}`);
  const halves: readonly Failure['half'][] = values['held-out-cases']
    ? ['open', 'heldOut']
    : values.cases
      ? ['open']
      : [];

  const results: Record<string, Pick<PartResult, 'figures'> & { readonly seconds: number }> = {};
  for (const part of PARTS.filter(({ name }) => names.includes(name))) {
    note(`${part.name} …`);
    const began = performance.now();
    const { figures, failures } = part.run(1);
    const seconds = Math.round((performance.now() - began) / 100) / 10;
    results[part.name] = { figures, seconds };
    print(`\n${part.name}: ${part.title}`);
    print(tableOf(figures));
    printFailures(failures, halves);
  }
  const missed = Object.values(results).flatMap(({ figures }) => figures.filter((entry) => !isMet(entry)));
  print(`\n${missed.length === 0 ? 'All goals are met.' : `Goals missed: ${missed.length}`}`);
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`);
  if (missed.length > 0) process.exitCode = 1;
});
