import uWS from 'uWebSockets.js';
import { once } from 'node:events';
import t from 'tap';
import { WebSocket } from 'ws';
import { affordableConnections, boundConnections } from '../../../gateway/server/connections.js';
import { rawConnection } from '../../../testkit/sockets/raw-connection.js';
import { until } from '../../../testkit/until.js';
import { startGateway } from '../gateway-under-test.js';

t.test('a connection beyond the limit is closed at once, and the others continue', async (t) => {
  const app = uWS.App();
  let refused = 0;
  const connections = boundConnections(app, 3, () => {
    refused += 1;
  });
  app.any('/*', (res) => void res.end('here'));
  const port = await new Promise<number>((resolve) => {
    app.listen('127.0.0.1', 0, (socket) => resolve(socket === false ? 0 : uWS.us_socket_local_port(socket)));
  });
  t.teardown(() => app.close());
  const held = await Promise.all([1, 2, 3].map(() => rawConnection(t, port)));
  await until('three connections are counted', () => connections.count() === 3);
  for (let index = 0; index < 50; index += 1) await (await rawConnection(t, port)).closed;
  t.equal(refused, 50);
  t.equal(connections.count(), 3);
  held[0]?.socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await until('an answer', () => held[0]?.heard().endsWith('here'));
  held[1]?.socket.destroy();
  await until('its place is free', () => connections.count() === 2);
  const next = await rawConnection(t, port);
  next.socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await until('the next connection is served', () => next.heard().endsWith('here'));
});

t.test('media sockets count, and free their place when they close', async (t) => {
  const under = await startGateway(t, {
    mediaHost: {
      admit: (carrier) => ({ carrier, businessId: 'b', callId: 'c' }),
      open: () => ({ onText: () => undefined, onBinary: () => undefined, onClose: () => undefined }),
      sessions: () => 0,
      handOver: async () => undefined,
      drain: async () => undefined,
    },
  });
  const count = async (): Promise<number> =>
    (await under.registry.getSingleMetric('parley_http_connections')?.get())?.values[0]?.value ?? -1;
  for (let round = 0; round < 3; round += 1) {
    const socket = new WebSocket(`${under.url.replace('http', 'ws')}/media/twilio/good`);
    await once(socket, 'open');
    t.equal(await count(), 1);
    if (round === 1) socket.terminate();
    else socket.close();
    await until('its place is free', async () => (await count()) === 0);
  }
});

t.test('the limit follows the limit of file descriptors', async (t) => {
  const limits = (soft: string): string =>
    `Limit                     Soft Limit           Hard Limit           Units\nMax open files            ${soft}                 4096                 files\n`;
  t.equal(affordableConnections(limits('1024')), 768);
  t.equal(affordableConnections(limits('1048576')), 8_192);
  t.equal(affordableConnections(limits('unlimited')), 8_192);
  t.equal(affordableConnections(''), 8_192);
});
