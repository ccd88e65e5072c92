/** A request ends with its signal, wherever it is. */
import { createServer } from 'node:net';
import t from 'tap';
import { Agent, request as unbounded } from 'undici';
import { request } from '../../providers/abortable-request.js';
import { listening } from '../../simulators/support/listening.js';

t.test('a request whose connection never becomes ready ends with its signal', async (t) => {
  // Accepts connections, and never answers the TLS handshake.
  const server = createServer((socket) => socket.on('error', () => undefined));
  const url = `https://127.0.0.1:${await listening(server)}/`;
  const dispatcher = new Agent({ connections: 1, connect: { timeout: 60_000 } });
  t.teardown(async () => {
    await dispatcher.destroy();
    server.close();
  });
  const calling = new AbortController();
  const ask = (send: typeof request): Promise<unknown> =>
    send(url, { dispatcher, signal: calling.signal }).then(
      () => 'answered',
      (error: unknown) => error,
    );
  const pending = [ask(request), ask(request)];
  const control = ask(unbounded);
  calling.abort(new Error('too late'));
  for (const outcome of await Promise.all(pending)) t.match(outcome, { message: 'too late' });
  t.equal(await Promise.race([control, 'pending']), 'pending', 'undici itself waits for the connection');
  await t.rejects(request(url, { dispatcher, signal: calling.signal }), { message: 'too late' });
});
