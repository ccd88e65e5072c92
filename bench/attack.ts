/**
 * Sends requests of every kind that the API document allows, and many that it does not, next to live calls. The service
 * must not answer with an internal error or with anything outside the document, and no call may be disturbed. `npm run
 * bench:attack -- --help`.
 */
import { parseArgs } from 'node:util';
import Table from 'cli-table3';
import { FAULT_KINDS, type FaultKind } from './attack/attackers.js';
import { MAX_ANSWER_MS } from './attack/probes.js';
import { type AttackResult, type LoopDelay, runAttack } from './attack/run.js';
import { note, print, run, wholeNumber } from './command-line.js';
import { spreadOf } from './failover/gaps.js';

/** Limits that a service under attack must keep. */
const LOOP_P999_MS = 20;
const MAX_MEMORY_RATIO = 1.2;

const HELP = `Attacks its own service on loopback while calls are live on it.

  npm run bench:attack -- [options]

  --requests <n>   requests, valid and mutated, of every operation (20000; at most 1000000)
  --clients <n>    clients that send them, each one request at a time (20; at most 200)
  --calls <n>      live calls during the attack (20; at most 200)
  --seed <n>       the same seed sends the same requests, as far as the answers allow (1)
  --json           one JSON object as the last line
  --logs           the service's warnings, on standard error
  --help           this text

Exits with 1 if a promise is broken, with 2 if the arguments are invalid.
`;

const readOptions = () => {
  const { values } = parseArgs({
    options: {
      requests: { type: 'string', default: '20000' },
      clients: { type: 'string', default: '20' },
      calls: { type: 'string', default: '20' },
      seed: { type: 'string', default: '1' },
      json: { type: 'boolean', default: false },
      logs: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  return {
    requests: wholeNumber('requests', values.requests, 1, 1_000_000),
    clients: wholeNumber('clients', values.clients, 1, 200),
    calls: wholeNumber('calls', values.calls, 1, 200),
    seed: wholeNumber('seed', values.seed, 0, 2 ** 31),
    json: values.json,
    logs: values.logs,
    help: values.help,
  };
};

interface Verdict {
  readonly promise: string;
  readonly measured: string;
  readonly kept: boolean;
}

/** The rest of the delay is time in which others held the processor: clients, network, nats-server, or the host. */
const ownOf = ({ own }: LoopDelay): string =>
  `its own p99.9 ${own.p999.toFixed(1)}, max ${own.max.toFixed(1)} ms`;

const faultKinds: readonly FaultKind[] = ['server_error', 'off_document', 'hang'];

const verdictsOf = ({ tally, loop, underruns, frames, memory, probes }: AttackResult): readonly Verdict[] => [
  ...faultKinds.map((kind) => ({
    promise: `no ${FAULT_KINDS[kind]}`,
    measured: `${tally.wrong[kind]} of ${tally.requests}`,
    kept: tally.wrong[kind] === 0,
  })),
  {
    promise: `event loop held by its own work for at most ${LOOP_P999_MS} ms at p99.9`,
    measured: `${ownOf(loop)}; late by p50 ${loop.p50.toFixed(1)}, p99 ${loop.p99.toFixed(1)}, p99.9 ${loop.p999.toFixed(1)}, max ${loop.max.toFixed(1)} ms`,
    kept: (Number.isNaN(loop.own.p999) ? loop.p999 : loop.own.p999) <= LOOP_P999_MS,
  },
  {
    promise: 'no call runs out of audio',
    measured: `${underruns} underruns, ${frames} frames`,
    kept: underruns === 0 && frames > 0,
  },
  {
    promise: 'memory returns to within a fifth of its earlier level',
    measured: `${memory.before} → ${memory.after} MiB, peak ${memory.peak}`,
    kept: memory.after <= memory.before * MAX_MEMORY_RATIO,
  },
  ...probes.map(({ name, ms, statuses, wrong }) => ({
    promise: `${name}: answered within ${MAX_ANSWER_MS} ms`,
    measured: `${statuses.join(', ')} in ${ms.toFixed(0)} ms${wrong === null ? '' : `; ${wrong}`}`,
    kept: wrong === null,
  })),
];

const main = async (): Promise<void> => {
  const { json, logs, help, ...options } = readOptions();
  if (help) return print(HELP.trimEnd());
  const result = await runAttack({ ...options, log: note, onLog: logs ? note : null });
  const { tally, neverTaken, seconds } = result;
  for (const { wrong, operationId, mutation, what, request } of tally.faults)
    note(`${wrong} ${operationId} (${mutation}): ${what}\n  ${request}`);
  const table = new Table({ head: ['promise', 'measured', ''], style: { head: [], border: [] } });
  const verdicts = verdictsOf(result);
  for (const { promise, measured, kept } of verdicts)
    table.push([promise, measured, kept ? 'kept' : 'BROKEN']);
  const took = spreadOf(tally.took);
  print(
    `${tally.requests} requests by ${options.clients} clients next to ${options.calls} calls in ${seconds.toFixed(1)} s; ` +
      `response times p50 ${took.p50} ms, p99 ${took.p99}, max ${took.max}; statuses ${JSON.stringify(tally.byStatus)}`,
  );
  if (neverTaken.length > 0) print(`never accepted: ${neverTaken.join(', ')}`);
  print(table.toString());
  const loopOfProbes = result.loopOfProbes;
  print(
    `loop delay during the probes: p99.9 ${loopOfProbes.p999.toFixed(1)}, max ${loopOfProbes.max.toFixed(1)} ms; ${ownOf(loopOfProbes)}`,
  );
  if (json)
    print(JSON.stringify({ ...result, tally: { ...tally, took, taken: [...tally.taken] }, verdicts }));
  if (verdicts.some(({ kept }) => !kept)) process.exitCode = 1;
};

run(main);
