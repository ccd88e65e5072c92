/** Webhooks and callbacks: their sender is unknown until the last byte has arrived, and they cost little until then. */
import { pino } from 'pino';
import t from 'tap';
import { statusPath } from '../../../gateway/webhooks/carrier-callbacks.js';
import { createTwilioCarrier } from '../../../providers/carriers/twilio/index.js';
import { signMeta } from '../../../providers/channels/meta.js';
import { createWhatsApp } from '../../../providers/channels/whatsapp/index.js';
import type { Lifetime } from '../../../testkit/lifetime.js';
import { type RawConnection, rawConnection } from '../../../testkit/sockets/raw-connection.js';
import { until } from '../../../testkit/until.js';
import { BUSINESS, CALL } from '../fakes/ids.js';
import { type GatewayUnderTest, startGateway } from '../gateway-under-test.js';

const silent = pino({ level: 'silent' });
const APP_SECRET = 'secret-of-an-app';
const NOWHERE = 'http://127.0.0.1:9';
const MIB = 1024 * 1024;

const start = (t: Lifetime, limit = 1_000_000): Promise<GatewayUnderTest> => {
  const carrier = createTwilioCarrier(
    { accountSid: 'AC1', authToken: 'token', from: '+15005550006', apiBaseUrl: NOWHERE },
    silent,
  );
  const whatsApp = createWhatsApp(
    { apiBaseUrl: NOWHERE, appSecret: APP_SECRET, verifyToken: 'verify' },
    silent,
  );
  return startGateway(t, {
    carriers: new Map([[carrier.name, carrier]]),
    channels: new Map([['whatsapp', whatsApp]]),
    addressLimit: { perSecond: limit, burst: limit },
  });
};

const deliver = (under: GatewayUnderTest, body: string, signature: string): Promise<Response> =>
  fetch(`${under.url}/channels/whatsapp/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': signature },
    body,
  });

const NOTHING_NEW = JSON.stringify({ object: 'whatsapp_business_account', entry: [] });

t.test('a body without a valid signature is not parsed', async (t) => {
  const under = await start(t);
  t.equal((await deliver(under, '{', signMeta('another', '{'))).status, 403);
  t.equal((await deliver(under, '{', signMeta(APP_SECRET, '{'))).status, 400);
  t.equal((await deliver(under, NOTHING_NEW, signMeta(APP_SECRET, NOTHING_NEW))).status, 200);
});

t.test(
  'endless bodies of unknown senders take no more memory than the budget for unverified bodies',
  async (t) => {
    const under = await start(t);
    const half = Buffer.alloc(3 * MIB, 0x20);
    const held: RawConnection[] = [];
    for (let index = 0; index < 12; index += 1) {
      const connection = await rawConnection(t, under.gateway.port);
      connection.socket.write(
        `POST /channels/whatsapp/webhook HTTP/1.1\r\nHost: a\r\nContent-Length: ${4 * MIB}\r\n\r\n`,
      );
      connection.socket.write(half);
      held.push(connection);
    }
    const refused = (): readonly RawConnection[] =>
      held.filter(({ heard }) => heard().includes('webhooks_busy'));
    await until('bodies beyond 16 MiB are refused', () => refused().length >= 6);
    t.ok(refused().length <= 7, `${refused().length} of 12`);
    for (const { heard } of refused()) t.match(heard(), /HTTP\/1\.1 503 [\s\S]*Retry-After: 1\r\n/);
    for (const { socket } of held) socket.destroy();
    await until(
      'there is room again',
      async () => (await deliver(under, NOTHING_NEW, signMeta(APP_SECRET, NOTHING_NEW))).status === 200,
    );
  },
);

t.test('a form with thousands of parameters is refused before it is sorted', async (t) => {
  const under = await start(t);
  const body = Array.from({ length: 13_000 }, (_, index) => index.toString(36)).join('&');
  const began = performance.now();
  for (let index = 0; index < 20; index += 1) {
    const response = await fetch(`${under.url}${statusPath('twilio', BUSINESS, CALL)}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-twilio-signature': `${'A'.repeat(27)}=`,
      },
      body,
    });
    t.equal(response.status, 403);
  }
  t.ok(performance.now() - began < 2_000, `${performance.now() - began} ms for twenty`);
});

t.test(
  'guesses at signatures and media tokens are limited for each address, and do not fill the log',
  async (t) => {
    const under = await start(t, 4);
    const guess = async (): Promise<number> => (await deliver(under, '{}', 'sha256=guess')).status;
    const seen: number[] = [];
    for (let index = 0; index < 30; index += 1) seen.push(await guess());
    t.equal(seen[0], 403);
    t.ok(seen.includes(429));
    t.equal(
      (await deliver(under, NOTHING_NEW, signMeta(APP_SECRET, NOTHING_NEW))).status,
      200,
      'a signed body is accepted from the same address',
    );
    const upgrade = async (): Promise<string> => {
      const { socket, heard } = await rawConnection(t, under.gateway.port);
      socket.write(
        'GET /media/twilio/guess HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
          'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n',
      );
      await until('an answer', () => heard() !== '');
      return heard().slice(9, 12);
    };
    for (let index = 0; index < 30; index += 1) t.match(await upgrade(), /^(401|429)$/);
    const lines = under.logged.filter((line) => line.includes('media.socket.refused'));
    t.ok(lines.length < 25, `${lines.length} lines for 30 guesses`);
  },
);
