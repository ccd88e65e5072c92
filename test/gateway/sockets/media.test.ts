/** Media sockets of carriers: admission, limits, and that no socket harms another. */
import { once } from 'node:events';
import { connect } from 'node:net';
import t from 'tap';
import { WebSocket } from 'ws';
import type { MediaHost, MediaSocket } from '../../../media/media-host.js';
import { DomainError } from '../../../schemas/errors.js';
import type { Lifetime } from '../../../testkit/lifetime.js';
import { rawConnection } from '../../../testkit/sockets/raw-connection.js';
import { until } from '../../../testkit/until.js';
import { BUSINESS, CALL } from '../fakes/ids.js';
import { type GatewayUnderTest, startGateway } from '../gateway-under-test.js';

/** Admits every token but `bad`, `taken` and `broken`; echoes text; refuses binary, as the real host does. */
interface FakeHost extends MediaHost {
  readonly sockets: MediaSocket[];
  readonly texts: string[];
  readonly closes: number[];
  binaries: number;
  /** For each socket, whether it was opened before anything else could run after its admission. */
  readonly openedAtOnce: boolean[];
}

const createFakeHost = (): FakeHost => {
  let atOnce = false;
  const host: FakeHost = {
    sockets: [],
    texts: [],
    closes: [],
    binaries: 0,
    openedAtOnce: [],
    admit: (carrier, token) => {
      if (token === 'bad') throw new DomainError('media_token_invalid');
      if (token === 'taken') throw new DomainError('media_token_in_use');
      if (token === 'broken') throw new Error('unexpected');
      atOnce = true;
      queueMicrotask(() => {
        atOnce = false;
      });
      return { carrier, businessId: BUSINESS, callId: CALL };
    },
    open: (_, socket) => {
      host.sockets.push(socket);
      host.openedAtOnce.push(atOnce);
      return {
        onText: (message) => {
          const text = Buffer.from(message).toString();
          if (text === 'fail') throw new Error('an unexpected message');
          host.texts.push(text);
          socket.send(text);
        },
        onBinary: () => {
          host.binaries += 1;
          socket.close(1003, 'text messages only');
        },
        onClose: (code) => {
          host.closes.push(code);
        },
      };
    },
    sessions: () => 0,
    handOver: async () => undefined,
    drain: async () => undefined,
  };
  return host;
};

const start = async (t: Lifetime): Promise<GatewayUnderTest & { readonly host: FakeHost }> => {
  const host = createFakeHost();
  return { ...(await startGateway(t, { mediaHost: host })), host };
};

const dial = ({ url }: GatewayUnderTest, token: string): WebSocket =>
  new WebSocket(`${url.replace('http', 'ws')}/media/twilio/${token}`, { perMessageDeflate: true });

const opened = async (under: GatewayUnderTest, token = 'good'): Promise<WebSocket> => {
  const socket = dial(under, token);
  await once(socket, 'open');
  return socket;
};

const closeCode = async (socket: WebSocket): Promise<number> => {
  socket.on('error', () => undefined);
  const [code]: unknown[] = await once(socket, 'close');
  return Number(code);
};

const echoes = async (socket: WebSocket, text: string): Promise<boolean> => {
  const answer = once(socket, 'message');
  socket.send(text);
  const [data]: unknown[] = await answer;
  return String(data) === text;
};

t.test('invalid tokens and paths are refused at the upgrade', async (t) => {
  const under = await start(t);
  const refusal = (token: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const socket = dial(under, token);
      socket.on('unexpected-response', (_, response) => resolve(response.statusCode ?? 0));
      socket.on('open', () => reject(new Error('the socket was admitted')));
      socket.on('error', () => undefined);
    });
  t.equal(await refusal('bad'), 401);
  t.equal(await refusal('taken'), 409);
  t.equal(await refusal('broken'), 500);
  t.equal(await refusal('good/more'), 404);
  t.match(under.logged.join(''), '"event":"media.socket.refused"');
  t.equal((await fetch(`${under.url}/media/twilio/good`)).status, 404, 'no media without a WebSocket');
  t.same(under.host.sockets, []);
});

t.test('text goes both ways, uncompressed', async (t) => {
  const under = await start(t);
  const socket = await opened(under);
  t.equal(socket.extensions, '');
  t.ok(await echoes(socket, '{"event":"start","who":"José"}'));
  socket.close(1000);
  await until('the close is reported', () => under.host.closes.length === 1);
  t.same(under.host.closes, [1000]);
  const [kept] = under.host.sockets;
  t.equal(kept?.send('too late'), false, 'a closed socket accepts nothing');
  t.equal(kept?.bufferedBytes(), 0);
  kept?.close(1000, 'twice');
});

t.test('an admitted socket is opened before anything else runs', async (t) => {
  const under = await start(t);
  await Promise.all(Array.from({ length: 20 }, () => opened(under)));
  t.same(under.host.openedAtOnce, Array(20).fill(true));
});

t.test('a client that disconnects right after its request leaves nothing behind', async (t) => {
  const under = await start(t);
  const socket = connect(under.gateway.port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.end(
    'GET /media/twilio/good HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
  await until('the client has come and gone', () => under.host.closes.length === 1);
  t.equal(under.host.sockets.length, 1);
  t.ok(await echoes(await opened(under), 'x'));
});

t.test('a flood of binary frames closes its own socket only', async (t) => {
  const under = await start(t);
  const good = await opened(under);
  const flooder = await opened(under);
  const code = closeCode(flooder);
  for (let index = 0; index < 10_000; index += 1) flooder.send(Buffer.alloc(1_024));
  t.ok(await echoes(good, 'during'));
  t.equal(await code, 1003);
  t.equal(under.host.binaries, 1, 'no frame is read after the first');
  t.ok(await echoes(good, 'after'));
});

t.test('a message that is too long closes its own socket only', async (t) => {
  const under = await start(t);
  const good = await opened(under);
  const talker = await opened(under);
  const code = closeCode(talker);
  t.ok(await echoes(talker, 'x'.repeat(60_000)), 'a long message is accepted');
  talker.send('x'.repeat(65 * 1024));
  t.match(String(await code), /^(1006|1009)$/);
  t.ok(await echoes(good, 'after'));
});

t.test('an unexpected error on a message closes its own socket only', async (t) => {
  const under = await start(t);
  const good = await opened(under);
  const bad = await opened(under);
  const code = closeCode(bad);
  bad.send('fail');
  t.equal(await code, 1011);
  t.match(under.logged.join(''), '"event":"media.socket.failed"');
  t.ok(await echoes(good, 'after'));
});

t.test('text that is not UTF-8 closes its socket', async (t) => {
  const under = await start(t);
  const socket = await opened(under);
  const code = closeCode(socket);
  socket.send(Buffer.from([0xff, 0xfe]), { binary: false });
  t.match(String(await code), /^(1006|1007)$/);
  t.same(under.host.texts, []);
});

t.test('a carrier that does not read is dropped before it takes much memory', async (t) => {
  const under = await start(t);
  const stalled = connect(under.gateway.port, '127.0.0.1');
  t.teardown(() => stalled.destroy());
  stalled.on('error', () => undefined);
  stalled.write(
    'GET /media/twilio/good HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  );
  stalled.pause();
  const [socket] = await until('the socket is open', () =>
    under.host.sockets.length === 1 ? under.host.sockets : null,
  );
  const frame = 'x'.repeat(4 * 1024);
  let most = 0;
  await until('the socket is dropped', () => {
    for (let index = 0; index < 64; index += 1) socket?.send(frame);
    most = Math.max(most, socket?.bufferedBytes() ?? 0);
    return under.host.closes.length === 1;
  });
  t.ok(most <= 512 * 1024, `at most ${most} bytes were buffered`);
});

t.test('closing the gateway closes every socket', async (t) => {
  const under = await start(t);
  const socket = await opened(under);
  const code = closeCode(socket);
  await under.gateway.close();
  t.ok(await code);
  t.equal(under.host.closes.length, 1);
});

t.test('an invalid upgrade is refused with a clear answer', async (t) => {
  const under = await start(t);
  const upgrade = async (more: string, version = 'Sec-WebSocket-Version: 13\r\n'): Promise<string> => {
    const { socket, heard } = await rawConnection(t, under.gateway.port);
    socket.write(
      'GET /media/twilio/good HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
        `Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n${version}${more}\r\n`,
    );
    await until('an answer', () => heard() !== '');
    return heard().slice(9, 12);
  };
  t.equal(await upgrade(''), '101');
  t.equal(await upgrade('Content-Length: 0\r\n'), '101');
  t.equal(await upgrade('Content-Length: 5\r\n'), '400', 'a body');
  t.equal(await upgrade('Transfer-Encoding: chunked\r\n'), '400', 'a chunked body');
  t.equal(await upgrade('Host: b\r\n'), '400', 'two hosts');
  t.equal(await upgrade('', ''), '400', 'no version');
  t.equal(await upgrade('', 'Sec-WebSocket-Version: 8\r\n'), '400', 'an old version');
  t.equal(await upgrade(`X: ${'y'.repeat(17_000)}\r\n`), '431', 'large headers');
});
