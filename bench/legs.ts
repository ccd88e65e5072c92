/**
 * Browsers on calls: measures how long their audio takes compared with the carrier's, and whether listeners delay
 * calls. `npm run bench:legs -- --help`.
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import Table from 'cli-table3';
import { createLifetime, type Lifetime } from '../testkit/lifetime.js';
import { readBudgets } from './calls/measures.js';
import { note, print, run, wholeNumber } from './command-line.js';
import { machine, machineLine } from './gauges/machine.js';
import { quantilesOf } from './gauges/quantiles.js';
import { type ListenedTurn, startListenedCalls } from './legs/listened-calls.js';
import { type MouthToEar, measureMouthToEar } from './legs/mouth-to-ear.js';

const HELP = `Measures the audio of browsers on calls, with Chromium and mediasoup's worker.

  npm run bench:legs -- [options]

  --seconds <n>    how long a browser and this process exchange sounds (30; at most 300)
  --calls <n>      concurrent calls (100; at most 500)
  --listeners <n>  browser legs, each of which listens to a call of its own (20, the maximum for a business)
  --rounds <n>     turns without and with listeners (1; at most 5)
  --help           this text

Exits with 1 if a direction takes 60 ms longer than the carrier's, not counting the browser's jitter buffer, if a call did not
complete or a listener heard nothing, or if pacing with listeners exceeds both its budget at p99 and 1.5 times the p99 without.
`;
const MAX_ADDED_MS = 60;
/** On a busy machine either measurement varies by this factor. */
const NOISE = 1.5;

const readOptions = () => {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '30' },
      calls: { type: 'string', default: '100' },
      listeners: { type: 'string', default: '20' },
      rounds: { type: 'string', default: '1' },
      help: { type: 'boolean', default: false },
    },
  });
  return {
    seconds: wholeNumber('seconds', values.seconds, 5, 300),
    calls: wholeNumber('calls', values.calls, 1, 500),
    listeners: wholeNumber('listeners', values.listeners, 1, 20),
    rounds: wholeNumber('rounds', values.rounds, 1, 5),
    help: values.help,
  };
};

const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

const withLifetime = async <T>(work: (lifetime: Lifetime) => Promise<T>): Promise<T> => {
  const lifetime = createLifetime();
  try {
    return await work(lifetime);
  } finally {
    await lifetime.end();
  }
};

const directionTable = ({ toAgent, toBrowser, jitterBufferMs }: MouthToEar): string => {
  const table = new Table({
    head: ['ms more than the carrier', 'sounds', 'mean', 'p50', 'p99', 'of which jitter buffer'],
  });
  for (const { name, values, buffer } of [
    { name: 'browser to agent', values: toAgent, buffer: '' },
    { name: 'agent to browser', values: toBrowser, buffer: jitterBufferMs.toFixed(1) },
  ]) {
    const { count, p50, p99 } = quantilesOf(values);
    table.push([name, count, meanOf(values).toFixed(1), p50.toFixed(1), p99.toFixed(1), buffer]);
  }
  return table.toString();
};

const turnTable = (turns: readonly ListenedTurn[]): string => {
  const table = new Table({
    head: ['listeners', 'pacing p50 ms', 'p99', 'p99.9', 'main thread, %', 'fewest packets per listener'],
  });
  for (const { listeners, pacing, mainThread, packets } of turns)
    table.push([
      listeners,
      ...[pacing?.p50, pacing?.p99, pacing?.p999].map((ms) => (ms ?? Number.NaN).toFixed(2)),
      (mainThread * 100).toFixed(1),
      packets.length === 0 ? '' : Math.min(...packets),
    ]);
  return table.toString();
};

const pacingOf = (turns: readonly ListenedTurn[], quantile: 'p50' | 'p99'): number =>
  meanOf(turns.map(({ pacing }) => pacing?.[quantile] ?? Number.NaN));

const directionProblems = ({ toAgent, toBrowser, jitterBufferMs }: MouthToEar): readonly string[] => [
  // NaN, which means that nothing was heard, counts as too late.
  ...(meanOf(toAgent) < MAX_ADDED_MS ? [] : ['audio takes too long to the agent']),
  ...(meanOf(toBrowser) - jitterBufferMs < MAX_ADDED_MS ? [] : ['audio takes too long to the browser']),
];

const turnProblems = (
  calls: number,
  withoutListeners: readonly ListenedTurn[],
  withListeners: readonly ListenedTurn[],
): readonly string[] => {
  const maxMs = Math.max(
    readBudgets()['pacing.lateness']?.p99 ?? 0,
    pacingOf(withoutListeners, 'p99') * NOISE,
  );
  return [
    ...(pacingOf(withListeners, 'p99') <= maxMs ? [] : ['pacing is later with listeners']),
    ...[...withoutListeners, ...withListeners].flatMap(({ completed, packets }) => [
      ...(completed === calls ? [] : [`${completed} of ${calls} calls were completed`]),
      ...(packets.every((count) => count > 0) ? [] : ['a listener heard nothing']),
    ]),
  ];
};

run(async () => {
  const { seconds, calls, listeners, rounds, help } = readOptions();
  if (help) return print(HELP.trimEnd());
  const load = loadavg()[0] ?? 0;
  note('exchanging sounds between a browser and this process ...');
  const directions = await withLifetime((lifetime) => measureMouthToEar(lifetime, seconds));
  const turns = await withLifetime(async (lifetime) => {
    const stage = await startListenedCalls(lifetime);
    const played: ListenedTurn[] = [];
    for (let round = 1; round <= rounds; round += 1)
      // The order alternates, so that background load on the machine affects both.
      for (const count of round % 2 === 1 ? [0, listeners] : [listeners, 0]) {
        note(`${calls} calls, ${count} listeners, round ${round} of ${rounds} ...`);
        played.push(await stage.play(calls, count));
      }
    return played;
  });
  const withoutListeners = turns.filter((turn) => turn.listeners === 0);
  const withListeners = turns.filter((turn) => turn.listeners > 0);
  print(`${machineLine(machine())}; load ${load.toFixed(1)} before; ${calls} concurrent calls`);
  print(directionTable(directions));
  print(turnTable(turns));
  const ratio = (quantile: 'p50' | 'p99'): string =>
    (pacingOf(withListeners, quantile) / pacingOf(withoutListeners, quantile)).toFixed(2);
  print(`pacing with listeners relative to without: p50 ${ratio('p50')}, p99 ${ratio('p99')}`);
  const problems = [
    ...directionProblems(directions),
    ...turnProblems(calls, withoutListeners, withListeners),
  ];
  for (const problem of problems) print(problem);
  if (problems.length > 0) process.exitCode = 1;
});
