/** Listening: a port belongs to one service. */

import uWS from 'uWebSockets.js';
import { createServer } from 'node:net';
import t from 'tap';
import { freePort, ListenFailure, listenOn, refuseTaken } from '../../gateway/listening.js';
import { listening } from '../../testkit/listening.js';

const HOST = '127.0.0.1';

t.test('a port in use is refused, whatever program uses it', async (t) => {
  const port = await freePort(HOST);
  await refuseTaken({ host: HOST, port });
  const app = uWS.App();
  t.teardown(() => app.close());
  await listenOn(app, { host: HOST, port });
  await t.rejects(refuseTaken({ host: HOST, port }), {
    name: 'ListenFailure',
    message: /another program uses the port/,
  });

  const other = createServer();
  t.teardown(() => other.close());
  const taken = await listening(other);
  await t.rejects(refuseTaken({ host: HOST, port: taken }), ListenFailure);
});

t.test('a free port is accepted', async () => {
  await refuseTaken({ host: HOST, port: 0 });
});

t.test('an address that this machine does not have is reported as such', async (t) => {
  await t.rejects(refuseTaken({ host: '192.0.2.1', port: 18_080 }), { message: /no such address/ });
});
