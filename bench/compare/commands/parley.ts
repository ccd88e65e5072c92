/** Parley's actors: a command is decided, written to the journal, and answered. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from '@nats-io/transport-node';
import { pino } from 'pino';
import { business } from '../../../actors/business/index.js';
import { type NatsAccess, natsOptions } from '../../../actors/runtime/nats/access.js';
import { createActorSystem } from '../../../actors/runtime/system.js';
import { STANDARD_PRICES } from '../../../schemas/accounts/prices.js';
import type { OwnLifetime } from '../../../testkit/lifetime.js';
import { type CommandSubject, LANES } from './subject.js';

/** Time until a node knows that all others read messages of several commits (actors/runtime/cluster/node-lease.ts), ms. */
const SETTLE_MS = 3_000;

/** Businesses to which credit is granted. */
export const startParleyActors = async (
  lifetime: OwnLifetime,
  nats: NatsAccess,
  serverPid: number,
): Promise<CommandSubject> => {
  const nc = await connect(natsOptions(nats));
  lifetime.teardown(() => nc.close());
  const actors = await createActorSystem({ nc, shards: 1, now: Date.now, logger: pino({ level: 'silent' }) });
  lifetime.teardown(() => actors.drain());
  actors.register(business, { notify_line: async () => null, check_call: async () => null });
  const targets = Array.from({ length: LANES }, (_, lane) => ({ business: 'bench', id: `bench${lane}` }));
  const creation = {
    type: 'create',
    name: 'Bench',
    lines: 1,
    prices: STANDARD_PRICES,
    microcredits: 1,
  } as const;
  for (const target of targets) await actors.ask(business, target, creation);
  const grant = { type: 'grant_credit', microcredits: 1, reason: 'bench' } as const;
  await delay(SETTLE_MS);
  let current = { business: 'bench', id: 'bench0' };
  return {
    name: 'parley',
    pids: [serverPid],
    nextKey: async () => {
      current = { business: 'bench', id: randomUUID() };
      await actors.ask(business, current, creation);
    },
    toOneKey: () => actors.ask(business, current, grant),
    toManyKeys: (lane) => actors.ask(business, targets[lane] ?? current, grant),
  };
};
