/**
 * Compares media streams of talking calls on Parley with bare servers on the libraries below it: what a stream costs,
 * and how late its audio reaches the client. `node dist/bench/compare/media.js --help`.
 */
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import Table from 'cli-table3';
import { note, print, run, wholeNumber } from '../command-line.js';
import { type Machine, machine, machineLine } from '../gauges/machine.js';
import { median } from '../gauges/quantiles.js';
import { type MediaComparison, runRounds, type Turn } from './media/rounds.js';
import type { SubjectName } from './media/subjects.js';

const HELP = `Compares media servers: streams of 50 frames a second both ways in Twilio's protocol, with marks. The caller
speaks for 2.3 of every 3 seconds, the agent always. Bare servers parse, decode, encode and send, and do nothing else;
Parley has real calls, with detection, recognition and recording.

  node dist/bench/compare/media.js [options]

  --streams <n>      concurrent streams (50; at most 1000)
  --rounds <n>       turns of each server, one server after the other (3; at most 20)
  --seconds <n>      measured time of each turn (10; 2 to 60)
  --subjects <list>  some of uws, ws and parley (all three)
  --pin              servers on processor 0, everything else on processor 1, with taskset
  --output <file>    where the results are written, as JSON
  --json             the same JSON as the last line
  --help             this text

"serving" are the threads that read and send frames; "process" is all threads, including recognition and garbage
collection. Lateness is measured at the client, in ms: audio of a stream, compared with the earliest audio of that stream.
Exits with 1 if a turn did not count (and says why), with 2 if the arguments are invalid.
`;

const SUBJECTS: readonly SubjectName[] = ['uws', 'ws', 'parley'];

const isSubject = (name: string): name is SubjectName => SUBJECTS.some((subject) => subject === name);

const readOptions = (args: readonly string[]) => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      streams: { type: 'string', default: '50' },
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '10' },
      subjects: { type: 'string', default: SUBJECTS.join(',') },
      pin: { type: 'boolean', default: false },
      output: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const subjects = values.subjects.split(',').filter(isSubject);
  if (subjects.length === 0 || subjects.length < values.subjects.split(',').length)
    throw new RangeError(`--subjects is "${values.subjects}"; write some of ${SUBJECTS.join(',')}`);
  return {
    subjects,
    streams: wholeNumber('streams', values.streams, 1, 1_000),
    rounds: wholeNumber('rounds', values.rounds, 1, 20),
    seconds: wholeNumber('seconds', values.seconds, 2, 60),
    pin: values.pin,
    output: values.output ?? null,
    json: values.json,
    help: values.help,
  };
};

/** Figures of a subject: for each the median over its turns, and the least and the greatest. */
interface Row {
  readonly subject: string;
  readonly serving: Figure;
  readonly process: Figure;
  readonly p50: Figure;
  readonly p99: Figure;
  readonly p999: Figure;
  readonly leastAheadMs: Figure;
  readonly underruns: number;
  readonly turns: number;
}

/** The results file. */
export interface MediaResults {
  /** ISO 8601 */
  readonly at: string;
  readonly machine: Machine;
  readonly options: Omit<MediaComparison, 'log'>;
  readonly rows: readonly Row[];
  readonly turns: readonly Turn[];
}

interface Figure {
  readonly median: number;
  readonly least: number;
  readonly greatest: number;
}

const figure = (values: readonly number[]): Figure => ({
  median: median(values),
  least: Math.min(...values),
  greatest: Math.max(...values),
});

const rowOf = (subject: string, turns: readonly Turn[]): Row => {
  const own = turns.filter((turn) => turn.subject === subject && turn.invalid === null);
  const figureOf = (pick: (turn: Turn) => number): Figure => figure(own.map(pick));
  return {
    subject,
    serving: figureOf(({ share }) => share.serving * 100),
    process: figureOf(({ share }) => share.process * 100),
    p50: figureOf(({ met }) => met.lateness.p50),
    p99: figureOf(({ met }) => met.lateness.p99),
    p999: figureOf(({ met }) => met.lateness.p999),
    leastAheadMs: figureOf(({ met }) => met.leastAheadMs),
    underruns: own.reduce((sum, { met }) => sum + met.underruns, 0),
    turns: own.length,
  };
};

const formatFigure = ({ median: middle, least, greatest }: Figure, digits: number): string =>
  Number.isNaN(middle)
    ? '-'
    : `${middle.toFixed(digits)} (${least.toFixed(digits)}–${greatest.toFixed(digits)})`;

const tableOf = (rows: readonly Row[]): string => {
  const table = new Table({
    head: [
      '',
      'serving, % of a core per stream',
      'process, %',
      '× first',
      'p50',
      'p99',
      'p99.9',
      'least ahead',
      'underruns',
    ],
    style: { head: [], border: [] },
  });
  const base = rows[0]?.serving.median ?? Number.NaN;
  for (const row of rows)
    table.push([
      `${row.subject}, ${row.turns} turns`,
      formatFigure(row.serving, 3),
      formatFigure(row.process, 3),
      (row.serving.median / base).toFixed(2),
      formatFigure(row.p50, 1),
      formatFigure(row.p99, 1),
      formatFigure(row.p999, 1),
      formatFigure(row.leastAheadMs, 0),
      row.underruns,
    ]);
  return table.toString();
};

/** Where the time of a service went, % of a core for all its streams. */
const threadsLine = (turns: readonly Turn[]): string => {
  const names = [...new Set(turns.flatMap(({ threads }) => Object.keys(threads)))];
  const shares = names
    .map((name) => ({ name, core: median(turns.map(({ threads }) => threads[name] ?? 0)) * 100 }))
    .filter(({ core }) => core >= 0.05)
    .sort((a, b) => b.core - a.core);
  return shares.map(({ name, core }) => `${name} ${core.toFixed(1)}`).join(', ');
};

/** Runs the comparison with the arguments that follow its name on the command line. */
export const compareMedia = async (args: readonly string[]): Promise<void> => {
  const { json, output, help, ...options } = readOptions(args);
  if (help) return print(HELP.trimEnd());
  const comparison: MediaComparison = { ...options, log: note };
  const turns = await runRounds(comparison);
  const names = [...new Set(turns.map(({ subject }) => subject))];
  const rows = names.map((name) => rowOf(name, turns));
  print(machineLine(machine()));
  print(
    `${options.streams} streams, ${options.rounds} rounds of ${options.seconds} s${options.pin ? ', servers on their own processor' : ''}; medians (least–greatest)`,
  );
  print(tableOf(rows));
  const formatMedian = (pick: (turn: Turn) => number): string => formatFigure(figure(turns.map(pick)), 1);
  print(
    `a process that only sleeps was late by p50 ${formatMedian((turn) => turn.machine.p50)}, p99 ${formatMedian((turn) => turn.machine.p99)}, p99.9 ${formatMedian((turn) => turn.machine.p999)} ms; ` +
      `the callers by p99 ${formatMedian(({ met }) => met.own.p99)} ms, with ${formatMedian(({ met }) => met.core * 100)} % of a core; ` +
      `the machine was idle for ${formatMedian(({ idle }) => idle * 100)} %, its host took ${formatMedian(({ stolen }) => stolen * 100)} %`,
  );
  for (const name of names) {
    const own = turns.filter(({ subject }) => subject === name);
    print(`${name}, % of a core by thread: ${threadsLine(own)}`);
  }
  const results: MediaResults = { at: new Date().toISOString(), machine: machine(), options, rows, turns };
  if (output !== null) writeFileSync(output, `${JSON.stringify(results, null, 2)}\n`);
  if (json) print(JSON.stringify(results));
  if (turns.some(({ invalid }) => invalid !== null)) process.exitCode = 1;
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  run(() => compareMedia(process.argv.slice(2)));
