/**
 * A durable consumer that is ahead of its stream: a power cut lost the last messages, but not the record of their
 * delivery. The server sets the consumer back by itself; wakes, reactions and webhooks depend on that.
 */
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { AckPolicy, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import t from 'tap';
import { startNats } from '../../../../testkit/nats/server.js';
import { until } from '../../../../testkit/until.js';

t.setTimeout(60_000);

const MESSAGES = 'jetstream/$G/streams/S/msgs';

t.test('a consumer that is ahead of its stream receives the next messages', async (t) => {
  const nats = await startNats(t);
  const nc = await connect({ servers: nats.url, maxReconnectAttempts: -1, reconnectTimeWait: 50 });
  t.teardown(() => nc.close());
  const jsm = await jetstreamManager(nc);
  const js = jetstream(nc, { timeout: 500 });
  await jsm.streams.add({ name: 'S', subjects: ['s'] });
  await jsm.consumers.add('S', { durable_name: 'd', ack_policy: AckPolicy.Explicit });
  const consumer = await js.consumers.get('S', 'd');
  const messages = await consumer.consume({ expires: 2_000 });
  const seen: string[] = [];
  void (async () => {
    for await (const message of messages) {
      seen.push(message.string());
      message.ack();
    }
  })();
  const put = (text: string): Promise<true> =>
    until('the message is stored', () =>
      js.publish('s', text, { msgID: text }).then(
        () => true as const,
        () => false,
      ),
    );
  const putAll = async (name: string, count: number): Promise<void> => {
    for (let n = 0; n < count; n += 1) await put(`${name}${n}`);
  };
  await putAll('kept', 5);
  const early = await nats.backUp();
  await putAll('lost', 20);
  await until('all messages are read', () => seen.includes('lost19'));
  await until('all are acknowledged', async () => (await jsm.consumers.info('S', 'd')).num_ack_pending === 0);
  const late = await nats.backUp();
  await rm(join(late, MESSAGES), { recursive: true });
  await cp(join(early, MESSAGES), join(late, MESSAGES), { recursive: true });
  await nats.restore(late);
  await putAll('new', 3);
  t.equal((await jsm.streams.info('S')).state.last_seq, 8, 'the stream has lost messages');
  await until('the new messages are read', () => seen.includes('new2'));
  t.same(seen.slice(-3), ['new0', 'new1', 'new2']);
  messages.stop();
});
