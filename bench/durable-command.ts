/** What durability costs: a command to an actor beside a raw JetStream publish, on the same server in the same run. */
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { build } from 'hdr-histogram-js';
import { pino } from 'pino';
import { business } from '../actors/business/index.js';
import { type NatsAccess, natsOptions } from '../actors/runtime/nats-access.js';
import { createActorSystem } from '../actors/runtime/system.js';
import { STANDARD_PRICES } from '../schemas/prices.js';

export interface DurableResult {
  /** µs */
  readonly rawPublish: { readonly p50: number; readonly p99: number };
  readonly command: { readonly p50: number; readonly p99: number };
  /** p50 of a command by p50 of a publish. */
  readonly ratio: number;
}

const ROUNDS = 3_000;
const WARM = 300;

/** Both take turns, so that whatever else the machine does meets both alike. */
export const measureDurableCommand = async (nats: NatsAccess): Promise<DurableResult> => {
  const nc = await connect(natsOptions(nats));
  const jsm = await jetstreamManager(nc);
  await jsm.streams.add({ name: 'BENCH', subjects: ['bench.>'] });
  const js = jetstream(nc);
  const actors = await createActorSystem({ nc, shards: 1, now: Date.now, logger: pino({ level: 'silent' }) });
  actors.register(business, { notify_line: async () => null, check_call: async () => null });
  const target = { business: 'bench', id: 'bench' };
  await actors.ask(business, target, {
    type: 'create',
    name: 'Bench',
    lines: 1,
    prices: STANDARD_PRICES,
    microcredits: 1,
  });
  const raw = build();
  const command = build();
  const payload = JSON.stringify({
    commandId: '0'.repeat(36),
    at: 0,
    events: [{ type: 'credit.granted', microcredits: 1, reason: 'bench' }],
  });
  const timed = async (histogram: typeof raw, work: () => Promise<unknown>, round: number): Promise<void> => {
    const began = performance.now();
    await work();
    if (round >= WARM) histogram.recordValue(Math.max(1, Math.round((performance.now() - began) * 1_000)));
  };
  for (let round = 0; round < ROUNDS + WARM; round += 1) {
    await timed(raw, () => js.publish('bench.raw', payload), round);
    await timed(
      command,
      () => actors.ask(business, target, { type: 'grant_credit', microcredits: 1, reason: 'bench' }),
      round,
    );
  }
  await actors.drain();
  await jsm.streams.delete('BENCH');
  await nc.close();
  const at = (histogram: typeof raw) => ({
    p50: histogram.getValueAtPercentile(50),
    p99: histogram.getValueAtPercentile(99),
  });
  return { rawPublish: at(raw), command: at(command), ratio: at(command).p50 / at(raw).p50 };
};
