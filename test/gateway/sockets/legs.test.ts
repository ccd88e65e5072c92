/** WebSockets of browser legs: which pages may open one, and what they may send. */
import t from 'tap';
import { WebSocket } from 'ws';
import { LEG_PATH, originProblem } from '../../../gateway/sockets/legs.js';
import type { LegSocket } from '../../../media/legs/leg.js';
import { until } from '../../../testkit/until.js';
import { startGateway } from '../gateway-under-test.js';

t.test('only pages of the service may open a socket', async (t) => {
  const problem = (origin: string | undefined, host: string, publicUrl: string | null) =>
    originProblem({ headers: origin === undefined ? { host } : { origin, host } }, publicUrl)?.code ?? null;
  const PUBLIC = 'https://voice.example.org';
  t.equal(problem(PUBLIC, 'voice.example.org', PUBLIC), null);
  t.equal(problem(PUBLIC, '10.0.0.7:8080', `${PUBLIC}/under/a/path`), null, 'behind a proxy');
  t.equal(problem(undefined, 'voice.example.org', PUBLIC), null, 'not a browser');
  t.equal(problem('http://localhost:8080', 'localhost:8080', PUBLIC), null, 'this machine');
  t.equal(problem('http://10.0.0.7:8080', '10.0.0.7:8080', null), null, 'no public address is configured');
  const foreign = 'origin_not_allowed';
  t.equal(problem('https://evil.example.org', 'voice.example.org', PUBLIC), foreign);
  t.equal(problem('http://voice.example.org', 'voice.example.org', PUBLIC), foreign, 'another scheme');
  t.equal(problem('https://voice.example.org.evil.org', 'voice.example.org', PUBLIC), foreign);
  t.equal(problem('https://evil.example.org', 'evil.example.org', PUBLIC), foreign, 'a foreign name for it');
  t.equal(
    problem('http://127.0.0.1:9999', '127.0.0.1:8080', PUBLIC),
    foreign,
    'another service on this machine',
  );
  t.equal(problem('null', 'voice.example.org', null), foreign, 'a page without an origin');
});

t.test('a socket carries messages from its opening to its close', async (t) => {
  const heard: string[] = [];
  const opened: LegSocket[] = [];
  const { gateway } = await startGateway(t, {
    legs: {
      accept: (socket) => {
        opened.push(socket);
        return {
          onText: (text) => void heard.push(text),
          onBinary: () => void heard.push('binary'),
          onClose: () => void heard.push('closed'),
        };
      },
    },
  });
  const address = `${gateway.url.replace('http', 'ws')}${LEG_PATH}`;
  const open = (headers: Readonly<Record<string, string>> = {}): WebSocket => {
    const socket = new WebSocket(address, { headers });
    socket.on('error', () => undefined);
    t.teardown(() => socket.terminate());
    return socket;
  };

  const refused = open({ origin: 'https://evil.example.org' });
  const status = await new Promise<number | undefined>((resolve) =>
    refused.once('unexpected-response', (_, { statusCode }) => resolve(statusCode)),
  );
  t.equal(status, 403);
  t.equal(opened.length, 0);

  const socket = open({ origin: gateway.url });
  const received: string[] = [];
  socket.on('message', (message) => void received.push(String(message)));
  await new Promise<void>((resolve) => socket.once('open', () => resolve()));
  socket.send('hello');
  socket.send(Buffer.of(1));
  await until('both messages', () => (heard.length >= 2 ? heard : null), 5_000);
  t.same(heard, ['hello', 'binary']);
  t.ok(opened[0]?.send('there'));
  await until('an answer', () => (received.length > 0 ? received : null), 5_000);
  t.same(received, ['there']);
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  opened[0]?.close(1008, 'refused');
  t.equal(await closed, 1008);
  await until('the close is reported', () => (heard.includes('closed') ? heard : null), 5_000);
  t.notOk(opened[0]?.send('late'), 'a closed socket accepts nothing, and does not throw');

  const large = open();
  await new Promise<void>((resolve) => large.once('open', () => resolve()));
  const ended = new Promise<number>((resolve) => large.once('close', resolve));
  large.send('x'.repeat(40_000));
  t.equal(await ended, 1006, 'larger than a message may be');
});
