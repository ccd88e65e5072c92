/**
 * A reader of letters that can be killed or frozen in the middle of a letter: `reader-process.js <nats url>`. It
 * notifies its parent of each letter that it begins, and never finishes a letter whose text begins with `slow`.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from '@nats-io/transport-node';
import { pino } from 'pino';
import { consumeInOrder } from '../../../../actors/runtime/consumers/in-order.js';
import { LETTERS } from './letters.js';

const [, , url = ''] = process.argv;
const nc = await connect({ servers: url, maxReconnectAttempts: -1, reconnectTimeWait: 50 });
await consumeInOrder({
  nc,
  ...LETTERS,
  logger: pino({ level: 'silent' }),
  random: () => 0,
  onGone: () => undefined,
  handle: async (message, signal) => {
    process.send?.(message.string());
    if (message.string().startsWith('slow')) await delay(3_600_000, null, { signal }).catch(() => undefined);
    return signal.aborted ? { type: 'put_off', afterMs: 0 } : { type: 'done' };
  },
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
