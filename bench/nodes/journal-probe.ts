/**
 * Measures what the actor runtime costs compared with the server below it: raw publishes, durable commands to an actor
 * in memory, and to one that is not. `node dist/bench/nodes/journal-probe.js <nats url> [rounds]` prints one line of JSON.
 * Credentials for the server come from the variables that the service uses (PARLEY_NATS_NKEY and so on).
 */
import { fileURLToPath } from 'node:url';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { build } from 'hdr-histogram-js';
import { pino } from 'pino';
import type { Actor, NoReplies } from '../../actors/runtime/actor.js';
import { type NatsAccess, natsOptions } from '../../actors/runtime/nats/access.js';
import { createActorSystem } from '../../actors/runtime/system.js';
import { natsSettings } from '../../src/config/nats-settings.js';

/** µs */
export interface Quantiles {
  readonly p50: number;
  readonly p99: number;
}

export interface JournalProbe {
  readonly rounds: number;
  /** A JetStream publish with an expected sequence and a message id, the size of a commit. */
  readonly rawPublish: Quantiles;
  /** A command to an actor in memory. */
  readonly command: Quantiles;
  /** The first command to an actor that is not in memory anywhere. */
  readonly firstCommand: Quantiles;
  /** A query answered from memory. */
  readonly question: Quantiles;
  /** p50 of a command divided by p50 of a publish. */
  readonly ratio: number;
}

type Command = { readonly type: 'count' };
type Queries = { get(): number };
type Event = { readonly type: 'counted'; readonly note: string };

const NOTE = 'n'.repeat(64);

const counter: Actor<number, Command, Event, never, NoReplies, Queries> = {
  events: { counted: 1 },
  kind: 'probe',
  initial: () => 0,
  decide: (_state, { command }): readonly Event[] =>
    command.type === 'count' ? [{ type: 'counted', note: NOTE }] : [],
  evolve: (state) => state + 1,
  timers: () => ({}),
  effects: () => ({}),
  replies: {},
  queries: (state) => ({ get: () => state }),
};

const WARM_UP = 500;

/** All measurements take turns, so that background load on the machine affects all alike. Leaves nothing on the server. */
export const probeJournal = async (nats: NatsAccess, rounds = 3_000): Promise<JournalProbe> => {
  const nc = await connect(natsOptions(nats));
  const jsm = await jetstreamManager(nc);
  await jsm.streams.add({
    name: 'PROBE',
    subjects: ['probe.>'],
    duplicate_window: 120_000_000_000,
    allow_direct: true,
  });
  const js = jetstream(nc);
  const actors = await createActorSystem({ nc, shards: 1, now: Date.now, logger: pino({ level: 'silent' }) });
  actors.register(counter, {});
  const measured = { raw: build(), command: build(), first: build(), question: build() };
  const run = `${process.pid}-${Date.now()}`;
  const warm = { business: 'probe', id: run };
  let last = 0;

  const work = {
    raw: async (round: number) => {
      const body = JSON.stringify({
        commandId: `${run}-${round}`,
        at: 1,
        events: [{ type: 'counted', note: NOTE }],
      });
      const { seq } = await js.publish('probe.one', body, {
        msgID: `probe.probe.${run}.${run}-${round}`,
        expect: { lastSubjectSequence: last },
      });
      last = seq;
    },
    command: () => actors.ask(counter, warm, { type: 'count' }),
    first: (round: number) =>
      actors.ask(counter, { business: 'probe', id: `${run}-${round}` }, { type: 'count' }),
    question: () => actors.query(counter, warm, 'get'),
  };
  for (let round = 0; round < rounds + WARM_UP; round += 1) {
    for (const name of ['raw', 'command', 'first', 'question'] as const) {
      const began = performance.now();
      await work[name](round);
      const tookUs = Math.max(1, Math.round((performance.now() - began) * 1_000));
      if (round >= WARM_UP) measured[name].recordValue(tookUs);
    }
  }
  await actors.drain();
  await jsm.streams.delete('PROBE');
  await jsm.streams.purge('JOURNAL_0', { filter: 'evt.0.probe.>' });
  await nc.close();

  const quantiles = (histogram: typeof measured.raw): Quantiles => ({
    p50: histogram.getValueAtPercentile(50),
    p99: histogram.getValueAtPercentile(99),
  });
  const [rawPublish, command] = [quantiles(measured.raw), quantiles(measured.command)];
  return {
    rounds,
    rawPublish,
    command,
    firstCommand: quantiles(measured.first),
    question: quantiles(measured.question),
    ratio: command.p50 / rawPublish.p50,
  };
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , url = 'nats://127.0.0.1:4222', rounds = '3000'] = process.argv;
  const nats = natsSettings({ ...process.env, PARLEY_NATS_URL: url }) ?? { url };
  process.stdout.write(`${JSON.stringify(await probeJournal(nats, Number(rounds)))}\n`);
}
