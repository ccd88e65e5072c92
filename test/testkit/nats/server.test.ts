import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import t from 'tap';
import { startNats } from '../../../testkit/nats/server.js';

const untilReconnected = async (connection: NatsConnection): Promise<void> => {
  for await (const status of connection.status()) if (status.type === 'reconnect') return;
};

t.test('keeps its JetStream store across a SIGKILL and a restart on the same port', async (t) => {
  const nats = await startNats(t);
  const connection = await connect({ servers: nats.url, maxReconnectAttempts: -1, reconnectTimeWait: 20 });
  t.teardown(() => connection.close());
  await (await jetstreamManager(connection)).streams.add({ name: 'S', subjects: ['s.>'] });
  const { seq } = await jetstream(connection).publish('s.a', 'one');
  const first = nats.pid;
  await nats.kill('SIGKILL');
  const reconnected = untilReconnected(connection);
  await nats.restart();
  await reconnected;
  t.not(nats.pid, first);
  const { seq: next } = await jetstream(connection).publish('s.a', 'two');
  t.equal(next, seq + 1);
});
