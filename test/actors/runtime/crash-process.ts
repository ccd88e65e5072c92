/** A process that dies at a named point of an errand: `crash-process.js <nats url> <point> <action url>`. */
import { connect } from '@nats-io/transport-node';
import { pino } from 'pino';
import { watchConnection } from '../../../actors/runtime/connection.js';
import { openJournal } from '../../../actors/runtime/journal.js';
import { createActorSystem } from '../../../actors/runtime/system.js';
import { errand, FINISH } from './errand.js';

const [, , url = '', point = '', action = ''] = process.argv;
const die = (): void => {
  process.kill(process.pid, 'SIGKILL');
};
const ref = { kind: 'errand', business: 'b', id: point };
const nc = await connect({ servers: url });

if (point === 'after_arm') {
  const journal = await openJournal(watchConnection(nc), 1);
  await journal.arm(ref, 'alarm', Date.now() + 300);
  die();
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
    if (point === 'after_commit') die();
    // In the middle of it: whoever is asked kills us before it answers.
    await fetch(`${action}?kill=${point === 'in_effect' ? process.pid : ''}`, { method: 'POST' });
    die();
    return FINISH;
  },
});
await actors.ask(errand, { business: 'b', id: point }, { type: 'send' });
