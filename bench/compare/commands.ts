/**
 * Measures what durability costs: commands to Parley's actors compared with raw JetStream publishes of the same size
 * under the same conditions on the same server, and with Restate's virtual objects if it is installed.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { build } from 'hdr-histogram-js';
import { pino } from 'pino';
import { startEngine } from '../../src/engine/index.js';
import { createLifetime, type OwnLifetime } from '../../testkit/lifetime.js';
import { note, print } from '../command-line.js';
import { startJetStream } from './commands/jetstream.js';
import { startParleyActors } from './commands/parley.js';
import { installLine, restateVersions, startRestate } from './commands/restate.js';
import { type CommandSubject, LANES } from './commands/subject.js';
import { report, TURN_HELP, TURN_OPTIONS, turnOptions } from './options.js';
import { type ComparedWork, clockOf, inTurns, type Turn } from './turns.js';
import { versionsOf } from './versions.js';

/** Cache of downloaded nats-servers, and of Restate. */
const CACHE_DIR = process.env.PARLEY_CACHE_DIR ?? join(homedir(), '.cache/parley');

const HELP = `Compares commands to Parley's actors with raw JetStream publishes that have a message id and the subject's last
sequence: one by one, with ${LANES} in flight over many keys, with ${LANES} in flight to one key.

  npm run bench:compare -- commands [options]

  --fsync            the nats-server waits for the disk at each write; by default, a power loss may cost two seconds of
                     writes
  --restate          also compares Restate: a virtual object's handler that writes one key of its state, called over
                     HTTP. It always waits for the disk, so the nats-server then does as well
${TURN_HELP}

Restate is installed by
  ${installLine(CACHE_DIR)}
Processor time is per command, of all processes that serve a subject and of the client.
`;

/** What is sent, and how many commands at a time. */
interface Work {
  readonly work: string;
  readonly lanes: number;
  /** The most commands in a turn. */
  readonly maxCommands: number;
  readonly send: (subject: CommandSubject, lane: number) => Promise<unknown>;
}

/**
 * Limits the commands to one actor: if it can no longer remember all commands of the last two minutes, it writes each
 * commit alone (actors/runtime/activation/remembered.ts).
 */
const MAX_TO_ONE_KEY = 150_000;

const WORKS: readonly Work[] = [
  { work: 'one by one', lanes: 1, maxCommands: MAX_TO_ONE_KEY, send: (subject) => subject.toOneKey() },
  {
    work: `${LANES} in flight, many keys`,
    lanes: LANES,
    maxCommands: Number.POSITIVE_INFINITY,
    send: (subject, lane) => subject.toManyKeys(lane),
  },
  {
    work: `${LANES} in flight, one key`,
    lanes: LANES,
    maxCommands: MAX_TO_ONE_KEY,
    send: (subject) => subject.toOneKey(),
  },
];

/** One subject's turn at a work, with a fresh key; the first third warms up. */
const takeTurn = async (
  subject: CommandSubject,
  { lanes, maxCommands, send }: Work,
  ms: number,
): Promise<Turn> => {
  await subject.nextKey();
  const histogram = build();
  const until = performance.now() + ms * 1.5;
  let counting: { readonly from: number; readonly used: () => number } | null = null;
  let count = 0;
  let started = 0;
  const lane = async (_: unknown, index: number): Promise<void> => {
    for (let sent = performance.now(); sent < until && started < maxCommands; sent = performance.now()) {
      started += 1;
      await send(subject, index);
      if (counting === null || sent < counting.from) continue;
      count += 1;
      histogram.recordValue(Math.max(1, Math.round((performance.now() - sent) * 1_000)));
    }
  };
  const all = Promise.all(Array.from({ length: lanes }, lane));
  await Promise.race([all, delay(ms / 2)]);
  counting = { from: performance.now(), used: clockOf([process.pid, ...subject.pids]) };
  await all;
  const seconds = (performance.now() - counting.from) / 1_000;
  return {
    perSecond: count / seconds,
    p50: histogram.getValueAtPercentile(50),
    p99: histogram.getValueAtPercentile(99),
    cost: counting.used() / count,
  };
};

/** How commands are compared. */
interface CommandOptions {
  readonly rounds: number;
  readonly ms: number;
  /** Filters works by name. */
  readonly only: string;
  /** Whether the nats-server waits for the disk. */
  readonly fsync: boolean;
  /** Whether Restate, which must then be installed, is compared, too. */
  readonly withRestate: boolean;
}

/** Uses its own server, which is stopped afterwards. @throws EngineError when there is no nats-server */
export const measureCommands = async (options: CommandOptions): Promise<readonly ComparedWork[]> => {
  const dir = mkdtempSync(join(tmpdir(), 'parley-compare-'));
  const lifetime = createLifetime();
  try {
    const subjects = await startSubjects(lifetime, dir, options);
    const compared: ComparedWork[] = [];
    for (const work of WORKS.filter((candidate) => candidate.work.includes(options.only))) {
      const turns = await inTurns(subjects, options.rounds, async (subject) => {
        const turn = await takeTurn(subject, work, options.ms);
        note(`${work.work}: ${subject.name} ${turn.perSecond.toFixed(0)}/s`);
        return turn;
      });
      compared.push({ work: work.work, turns });
    }
    return compared;
  } finally {
    await lifetime.end();
    rmSync(dir, { recursive: true, force: true });
  }
};

const startSubjects = async (
  lifetime: OwnLifetime,
  dir: string,
  { fsync, withRestate }: CommandOptions,
): Promise<readonly CommandSubject[]> => {
  const engine = await startEngine({
    dataDir: mkdtempSync(join(dir, 'nats-')),
    cacheDir: CACHE_DIR,
    syncInterval: fsync ? 'always' : undefined,
    logger: pino({ level: 'silent' }),
  });
  lifetime.teardown(() => engine.stop());
  return [
    await startJetStream(lifetime, engine, engine.pid),
    await startParleyActors(lifetime, engine, engine.pid),
    ...(withRestate ? [await startRestate(lifetime, CACHE_DIR, dir)] : []),
  ];
};

/** Runs the comparison and prints medians and ratios. @throws RangeError when the arguments are invalid */
export const compareCommands = async (args: readonly string[]): Promise<void> => {
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...TURN_OPTIONS,
      fsync: { type: 'boolean', default: false },
      restate: { type: 'boolean', default: false },
    },
  });
  const options = turnOptions(values);
  if (options.help) return print(HELP.trimEnd());
  const installed = values.restate ? restateVersions(CACHE_DIR) : null;
  if (values.restate && installed === null)
    throw new RangeError(`Restate is not installed here: ${installLine(CACHE_DIR)}`);
  const fsync = values.fsync || values.restate;
  const works = await measureCommands({ ...options, fsync, withRestate: values.restate });
  const pairs: readonly (readonly [string, string])[] = [
    ['parley', 'JetStream'],
    ['parley', 'Restate'],
  ];
  report(
    {
      name: fsync ? 'commands, fsync' : 'commands',
      title: `Durable commands compared with raw JetStream${values.restate ? ' and Restate' : ''}${fsync ? ', each on disk before its answer' : ''}`,
      versions: { ...versionsOf([]), ...installed },
      pairs: pairs.slice(0, values.restate ? 2 : 1),
      works,
    },
    options,
  );
};
