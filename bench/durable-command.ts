/**
 * What durability costs: commands to actors beside raw JetStream publishes of the same size under the same conditions (a
 * message id, the subject's last sequence), on the same server in the same run: one by one, 128 in flight over many
 * actors, and 128 in flight to one actor. By hand: `npm run bench:commands`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { build } from 'hdr-histogram-js';
import { pino } from 'pino';
import { business } from '../actors/business/index.js';
import { type NatsAccess, natsOptions } from '../actors/runtime/nats-access.js';
import { createActorSystem } from '../actors/runtime/system.js';
import { STANDARD_PRICES } from '../schemas/prices.js';
import { startEngine } from '../src/engine/index.js';
import { median } from './gauges/quantiles.js';

/** µs */
interface Quantiles {
  readonly p50: number;
  readonly p99: number;
}

/** So many a second, the median of the rounds. */
interface Throughput {
  readonly raw: number;
  readonly commands: number;
  /** Commands by publishes: the median of what each round gave. */
  readonly ratio: number;
}

export interface DurableResult {
  readonly rawPublish: Quantiles;
  readonly command: Quantiles;
  /** p50 of a command by p50 of a publish. */
  readonly ratio: number;
  /** With {@link IN_FLIGHT} commands under way. */
  readonly manyActors: Throughput;
  readonly oneActor: Throughput;
}

const ROUNDS = 3_000;
const WARM = 300;
const IN_FLIGHT = 128;
const FLIGHTS = 12;
/** Of a flight; the first flights only warm up. */
const COMMANDS = 2_560;
const WARM_FLIGHTS = 3;

/** How many a second, with {@link IN_FLIGHT} under way. `work` is told which of them asks. */
const flight = async (work: (lane: number) => Promise<unknown>): Promise<number> => {
  let begun = 0;
  const lane = async (_: unknown, index: number): Promise<void> => {
    while (begun < COMMANDS) {
      begun += 1;
      await work(index);
    }
  };
  const beganAt = performance.now();
  await Promise.all(Array.from({ length: IN_FLIGHT }, lane));
  return (COMMANDS * 1_000) / (performance.now() - beganAt);
};

/** Both take turns, so that whatever else the machine does meets both alike. */
const inTurns = async (
  raw: (lane: number) => Promise<unknown>,
  command: (lane: number) => Promise<unknown>,
): Promise<Throughput> => {
  const measured: { readonly raw: number; readonly commands: number }[] = [];
  for (let round = 0; round < FLIGHTS + WARM_FLIGHTS; round += 1) {
    const both = { raw: await flight(raw), commands: await flight(command) };
    if (round >= WARM_FLIGHTS) measured.push(both);
  }
  return {
    raw: Math.round(median(measured.map((each) => each.raw))),
    commands: Math.round(median(measured.map((each) => each.commands))),
    ratio: median(measured.map((each) => each.commands / each.raw)),
  };
};

/** Publishes as the journal does, to a stream that is configured as the journal's. */
const rawStream = async (nats: NatsAccess) => {
  const nc = await connect(natsOptions(nats));
  const jsm = await jetstreamManager(nc);
  await jsm.streams.add({
    name: 'BENCH',
    subjects: ['bench.>'],
    allow_direct: true,
    allow_msg_schedules: true,
    allow_msg_ttl: true,
    allow_rollup_hdrs: true,
    duplicate_window: 120_000_000_000,
  });
  const js = jetstream(nc);
  let published = 0;
  const put = async (subject: string, lastSubjectSequence: number): Promise<number> => {
    published += 1;
    const commandId = String(published).padStart(36, '0');
    const events = [{ type: 'credit.granted', microcredits: 1, reason: 'bench' }];
    const text = JSON.stringify({ commandId, at: Date.now(), events });
    const options = { msgID: `business.bench.bench.${commandId}`, expect: { lastSubjectSequence } };
    return (await js.publish(subject, text, options)).seq;
  };
  const last = new Map<number, number>();
  /** Nobody else writes to the stream: what comes next is known before it is acknowledged. */
  let next = 0;
  return {
    toOne: async (): Promise<void> => {
      const expected = next;
      next = published + 1;
      await put('bench.one', expected);
    },
    toMany: async (lane: number): Promise<void> => {
      last.set(lane, await put(`bench.many.${lane}`, last.get(lane) ?? 0));
    },
    close: async (): Promise<void> => {
      await jsm.streams.delete('BENCH');
      await nc.close();
    },
  };
};

/** @throws Error where the server does not answer */
export const measureDurableCommand = async (nats: NatsAccess): Promise<DurableResult> => {
  const nc = await connect(natsOptions(nats));
  const actors = await createActorSystem({ nc, shards: 1, now: Date.now, logger: pino({ level: 'silent' }) });
  actors.register(business, { notify_line: async () => null, check_call: async () => null });
  const targets = Array.from({ length: IN_FLIGHT }, (_, lane) => ({ business: 'bench', id: `bench${lane}` }));
  const prices = STANDARD_PRICES;
  const made = { type: 'create', name: 'Bench', lines: 1, prices, microcredits: 1 } as const;
  for (const target of targets) await actors.ask(business, target, made);
  const grant = { type: 'grant_credit', microcredits: 1, reason: 'bench' } as const;
  const [one = { business: 'bench', id: 'bench0' }] = targets;
  const raw = await rawStream(nats);

  const measured = { raw: build(), command: build() };
  const timed = async (histogram: typeof measured.raw, work: () => Promise<unknown>, round: number) => {
    const began = performance.now();
    await work();
    if (round >= WARM) histogram.recordValue(Math.max(1, Math.round((performance.now() - began) * 1_000)));
  };
  for (let round = 0; round < ROUNDS + WARM; round += 1) {
    await timed(measured.raw, raw.toOne, round);
    await timed(measured.command, () => actors.ask(business, one, grant), round);
  }
  const oneActor = await inTurns(raw.toOne, () => actors.ask(business, one, grant));
  const manyActors = await inTurns(raw.toMany, (lane) => actors.ask(business, targets[lane] ?? one, grant));
  await raw.close();
  await actors.drain();
  await nc.close();
  const quantiles = (histogram: typeof measured.raw): Quantiles => ({
    p50: histogram.getValueAtPercentile(50),
    p99: histogram.getValueAtPercentile(99),
  });
  const [rawPublish, command] = [quantiles(measured.raw), quantiles(measured.command)];
  return { rawPublish, command, ratio: command.p50 / rawPublish.p50, manyActors, oneActor };
};

/** The same on a server of its own, which is gone afterwards. @throws EngineError where there is no server */
export const measureOnOwnServer = async (): Promise<DurableResult> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  const logger = pino({ level: 'silent' });
  const engine = await startEngine({ dataDir, cacheDir: process.env.PARLEY_CACHE_DIR, logger });
  try {
    return await measureDurableCommand(engine);
  } finally {
    await engine.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
};

/** In lines to read. */
export const durableLines = ({
  rawPublish,
  command,
  ratio,
  manyActors,
  oneActor,
}: DurableResult): string[] => [
  `durable command ${command.p50} µs (p99 ${command.p99}), raw publish ${rawPublish.p50} µs (p99 ${rawPublish.p99}): ${ratio.toFixed(2)} times`,
  ...(
    [
      ['many actors', manyActors],
      ['one actor', oneActor],
    ] as const
  ).map(
    ([name, { raw, commands, ratio: share }]) =>
      `${IN_FLIGHT} in flight, ${name}: ${commands} commands/s, ${raw} raw publishes/s: ${share.toFixed(2)} of them`,
  ),
];

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.stdout.write(`${durableLines(await measureOnOwnServer()).join('\n')}\n`);
