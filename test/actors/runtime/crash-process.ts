/** A process that dies at a named point of an errand: `crash-process.js <nats url> <point> <action url>`. */
import { connect } from '@nats-io/transport-node';
import { pino } from 'pino';
import { activate } from '../../../actors/runtime/activation/activate.js';
import { type Journal, openJournal } from '../../../actors/runtime/journal/journal.js';
import { watchConnection } from '../../../actors/runtime/nats/connection.js';
import { createActorSystem } from '../../../actors/runtime/system.js';
import { RETRY_POLICY } from '../../../actors/runtime/trouble/trouble.js';
import { memoryBook } from '../../support/actors/trouble.js';
import { errand, FINISH } from './errand.js';
import { HELD } from './lease-held.js';

const [, , url = '', point = '', action = ''] = process.argv;
const crash = (): void => {
  process.kill(process.pid, 'SIGKILL');
};
const nc = await connect({ servers: url });

if (point === 'after_arm') {
  const journal = await openJournal(watchConnection(nc), 1);
  const armed: Promise<void>[] = [];
  const dying: Journal = {
    ...journal,
    arm: (...args) => {
      const arming = journal.arm(...args);
      armed.push(arming);
      return arming;
    },
    // The timers armed before the commit are in the journal; the commit is not.
    append: async () => {
      await Promise.all(armed);
      crash();
      throw new Error('dead already');
    },
  };
  const activation = activate(
    errand,
    async () => null,
    { kind: errand.kind, business: 'b', id: point },
    {
      journal: dying,
      now: Date.now,
      random: () => 0.5,
      logger: pino({ level: 'silent' }),
      watchdogMs: 1_000,
      lease: HELD,
      passOn: async () => undefined,
      trouble: memoryBook(),
      retryPolicy: RETRY_POLICY,
      count: () => undefined,
    },
  );
  const command = { type: 'send' };
  await activation.run({ commandId: 'c', at: Date.now(), command }, Number.POSITIVE_INFINITY);
}

const actors = await createActorSystem({
  nc,
  shards: 1,
  now: Date.now,
  logger: pino({ level: 'silent' }),
  watchdogMs: 1_000,
});
actors.register(errand, {
  run: async () => {
    if (point === 'after_commit') crash();
    // In the middle of the effect: the server kills this process before it answers the request.
    await fetch(`${action}?kill=${point === 'in_effect' ? process.pid : ''}`, { method: 'POST' });
    crash();
    return FINISH;
  },
});
await actors.ask(errand, { business: 'b', id: point }, { type: 'send' });
