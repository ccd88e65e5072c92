/** Listening: a port belongs to one service. */

import uWS from 'uWebSockets.js';
import { createServer } from 'node:net';
import t from 'tap';
import { checkPortIsFree, freePort, ListenFailure, listenOn } from '../../../gateway/server/listening.js';
import { listening } from '../../../simulators/support/listening.js';

const HOST = '127.0.0.1';

t.test('a port in use is refused, whatever program uses it', async (t) => {
  const port = await freePort(HOST);
  await checkPortIsFree({ host: HOST, port });
  const app = uWS.App();
  t.teardown(() => app.close());
  await listenOn(app, { host: HOST, port });
  await t.rejects(checkPortIsFree({ host: HOST, port }), {
    name: 'ListenFailure',
    message: /the port is in use/,
  });

  const other = createServer();
  t.teardown(() => other.close());
  const taken = await listening(other);
  await t.rejects(checkPortIsFree({ host: HOST, port: taken }), ListenFailure);
});

t.test('a free port is accepted', async () => {
  await checkPortIsFree({ host: HOST, port: 0 });
});

t.test('an address that this machine does not have is reported as such', async (t) => {
  await t.rejects(checkPortIsFree({ host: '192.0.2.1', port: 18_080 }), {
    message: /does not have that address/,
  });
});
