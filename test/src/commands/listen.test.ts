import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { signBody } from '../../../providers/egress/guarded-http.js';
import { signatureHeaders, standardSecret } from '../../../providers/webhooks/signature.js';
import { listen } from '../../../src/commands/listen.js';

t.test('prints each delivery, and whether its signature is valid', async (t) => {
  const printed: object[] = [];
  const listener = await listen({ port: 0, host: '127.0.0.1', secret: 'secret' }, (line) => {
    printed.push(line);
  });
  t.teardown(() => listener.close());
  const send = async (body: string, secret: string, timestamp = Math.floor(Date.now() / 1_000)) => {
    const answer = await fetch(listener.url, {
      method: 'POST',
      headers: {
        'x-service-timestamp': String(timestamp),
        'x-service-signature': signBody(secret, timestamp, body),
        'x-service-event-id': 'e1',
      },
      body,
    });
    return answer.status;
  };
  t.equal(await send('{"eventId":"e1"}', 'secret'), 204);
  t.equal(await send('{"eventId":"e1"}', 'secret'), 204);
  t.equal(await send('{"eventId":"e1"}', 'other'), 401);
  t.equal(await send('{"eventId":"e1"}', 'secret', 1), 401);
  t.equal(await send('no JSON', 'secret'), 400);
  t.match(printed, [
    { verified: true, duplicate: false, event: { eventId: 'e1' } },
    { verified: true, duplicate: true },
    { verified: false, problem: /does not match/ },
    { verified: false, problem: /5 minutes/ },
    { verified: false },
  ]);
});

t.test(
  'accepts either form of the secret, a former secret in an overlap, and marks test events',
  async (t) => {
    const printed: object[] = [];
    const secret = standardSecret('secret');
    const listener = await listen({ port: 0, host: '127.0.0.1', secret }, (line) => {
      printed.push(line);
    });
    t.teardown(() => listener.close());
    const body = '{"eventId":"e1"}';
    const timestamp = Math.floor(Date.now() / 1_000);
    const send = async (eventId: string, signedBy: string, previousSecrets: readonly string[], more = {}) => {
      const signed = signatureHeaders({ eventId, timestamp, body, secret: signedBy, previousSecrets });
      const headers = { ...signed, 'x-service-event-id': eventId, ...more };
      return (await fetch(listener.url, { method: 'POST', headers, body })).status;
    };
    t.equal(await send('e1', 'secret', []), 204);
    t.equal(await send('e2', 'new', ['lost', 'secret']), 204);
    t.equal(await send('e3', 'new', ['lost']), 401);
    t.equal(await send('test:1', 'secret', [], { 'x-service-test': 'true' }), 204);
    const event = { eventId: 'e1' };
    t.strictSame(printed, [
      { verified: true, duplicate: false, event },
      { verified: true, duplicate: false, event },
      { verified: false, problem: 'X-Service-Signature does not match this body and secret' },
      { verified: true, duplicate: false, test: true, event },
    ]);
  },
);

t.test('reads its secret from standard input or a file, never from the command line', async (t) => {
  const cli = fileURLToPath(new URL('../../../bundle/cli.js', import.meta.url));
  const listener = spawn(process.execPath, [cli, 'listen', '--port', '0', '--secret-file', '-'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  t.teardown(() => listener.kill('SIGKILL'));
  listener.stdin.end('a signing secret\n');
  const [line] = await once(createInterface(listener.stdout), 'line');
  const { url }: { url: string } = JSON.parse(String(line));
  const now = Math.floor(Date.now() / 1_000);
  const headers = {
    'x-service-timestamp': String(now),
    'x-service-signature': signBody('a signing secret', now, '{}'),
  };
  t.equal((await fetch(url, { method: 'POST', headers, body: '{}' })).status, 204);
  for (const invalid of [[], ['--secret', 'x', '--secret-file', '-'], ['--secret-file', '/absent']])
    t.match(spawnSync(process.execPath, [cli, 'listen', ...invalid], { encoding: 'utf8', input: '' }), {
      status: 1,
      stderr: /--secret-file/,
    });
});
