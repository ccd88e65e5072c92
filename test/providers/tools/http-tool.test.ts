/** A business's own server as a tool: signatures, retries, and unknown outcomes. */
import t, { type Test } from 'tap';
import { createGuardedHttp, type GuardedHttp } from '../../../providers/egress/guarded-http.js';
import type { Bearer } from '../../../providers/tools/access-tokens.js';
import { type HttpToolRequest, useHttpTool } from '../../../providers/tools/http-tool.js';
import { TokenFailure } from '../../../providers/tools/token-request.js';
import { type Receiver, startReceiver } from '../../../testkit/servers/receiver.js';
import { UNUSED_PORT } from '../../../testkit/sockets/free-port.js';
import { everyNameAt, unknownNames } from '../../support/names.js';

const SECRET = 'a-signing-secret';

const anywhere = async (t: Test): Promise<GuardedHttp> => {
  const http = createGuardedHttp({
    anywhere: true,
    connections: 2,
    timeoutMs: 5_000,
    names: await unknownNames(t),
    use: 'tool',
  });
  t.teardown(http.close);
  return http;
};

const toolAt = (url: string, change: Partial<HttpToolRequest> = {}): HttpToolRequest => ({
  owner: 'b1',
  url,
  secret: SECRET,
  bearer: null,
  useId: 'use-1',
  body: { tool: 'look_up', arguments: { order: 'A1' } },
  timeoutMs: 2_000,
  ...change,
});

/** A tool's server whose path `/tool` has this behaviour. */
const serverOf = async (
  t: Test,
  behaviour?: Parameters<Receiver['behave']>[1],
): Promise<{ readonly receiver: Receiver; readonly url: string }> => {
  const receiver = await startReceiver(t);
  receiver.secret('/tool', SECRET);
  if (behaviour !== undefined) receiver.behave('/tool', behaviour);
  return { receiver, url: `${receiver.url}/tool` };
};

t.test('signs the request, which names the use', async (t) => {
  const { receiver, url } = await serverOf(t, (_req, res) => res.end('{"status":"on its way"}'));
  t.same(await useHttpTool(await anywhere(t), toolAt(url), Date.now), {
    outcome: 'done',
    text: '{"status":"on its way"}',
    isWhole: true,
  });
  const [seen] = receiver.on('/tool');
  t.ok(seen?.signed, 'signed like webhooks');
  t.same(seen?.body, { tool: 'look_up', arguments: { order: 'A1' }, useId: 'use-1', attempt: 0 });
  t.match(seen?.headers, { 'idempotency-key': 'use-1', 'content-type': 'application/json' });
});

t.test('passes a refusal to the model, and does not retry', async (t) => {
  const { receiver, url } = await serverOf(t, (_req, res) => res.writeHead(422).end('There is no order A1.'));
  t.same(await useHttpTool(await anywhere(t), toolAt(url), Date.now), {
    outcome: 'refused',
    status: 422,
    text: 'There is no order A1.',
  });
  t.equal(receiver.on('/tool').length, 1);
});

t.test('retries a busy tool under the same id', async (t) => {
  const { receiver, url } = await serverOf(t, (_req, res, index) => {
    if (index === 0) res.writeHead(429, { 'retry-after': '0' }).end();
    else if (index === 1) res.writeHead(503).end();
    else res.end('Booked.');
  });
  t.match(await useHttpTool(await anywhere(t), toolAt(url, { timeoutMs: 5_000 }), Date.now), {
    text: 'Booked.',
  });
  t.match(
    receiver.on('/tool').map(({ headers, body }) => [headers['idempotency-key'], body.attempt]),
    [
      ['use-1', 0],
      ['use-1', 1],
      ['use-1', 2],
    ],
  );
});

t.test('gives up without a retry if Retry-After is too long', async (t) => {
  const { receiver, url } = await serverOf(t, (_req, res) =>
    res.writeHead(503, { 'retry-after': '30' }).end(),
  );
  t.same(await useHttpTool(await anywhere(t), toolAt(url), Date.now), { outcome: 'failed', problem: 'busy' });
  t.equal(receiver.on('/tool').length, 1);
});

t.test('does not retry after a server error, whose outcome is unknown', async (t) => {
  const { receiver, url } = await serverOf(t, (_req, res) => res.writeHead(500).end('a stack trace'));
  t.same(await useHttpTool(await anywhere(t), toolAt(url), Date.now), {
    outcome: 'unknown',
    problem: 'server_failed',
  });
  t.equal(receiver.on('/tool').length, 1);
});

for (const [what, behaviour] of [
  ['does not answer', () => undefined],
  ['stops in the middle', (_req, res) => void res.writeHead(200).write('{"status":')],
] as const satisfies readonly (readonly [string, Parameters<Receiver['behave']>[1]])[])
  t.test(`gives up a tool that ${what} in time, with an unknown outcome`, async (t) => {
    const { receiver, url } = await serverOf(t, behaviour);
    t.same(await useHttpTool(await anywhere(t), toolAt(url, { timeoutMs: 300 }), Date.now), {
      outcome: 'unknown',
      problem: 'timeout',
    });
    t.equal(receiver.on('/tool').length, 1);
  });

t.test('a broken connection has an unknown outcome', async (t) => {
  const { url } = await serverOf(t, (req) => req.socket.destroy());
  t.same(await useHttpTool(await anywhere(t), toolAt(url), Date.now), {
    outcome: 'unknown',
    problem: 'connection_failed',
  });
});

t.test('reads only the beginning of a long answer', async (t) => {
  const { url } = await serverOf(t, (_req, res) => {
    res.writeHead(200);
    const more = (): void => {
      while (res.write('x'.repeat(16_384)));
      res.once('drain', more);
    };
    more();
  });
  const answer = await useHttpTool(await anywhere(t), toolAt(url), Date.now);
  t.match(answer, { outcome: 'done', isWhole: false });
  t.equal(answer.outcome === 'done' && answer.text.length, 4_096);
});

t.test('a refused connection means that nothing was done', async (t) => {
  t.same(await useHttpTool(await anywhere(t), toolAt(`http://127.0.0.1:${UNUSED_PORT}/`), Date.now), {
    outcome: 'failed',
    problem: 'connection_refused',
  });
});

t.test('refuses addresses that are refused for webhooks', async (t) => {
  const { receiver, url } = await serverOf(t);
  const names = await everyNameAt(t, '127.0.0.1');
  const http = createGuardedHttp({ anywhere: false, connections: 2, timeoutMs: 5_000, names, use: 'tool' });
  t.teardown(http.close);
  const { port } = new URL(url);
  for (const address of [url, `https://tools.example:${port}/tool`, 'ftp://tools.example/', 'nonsense'])
    t.same(
      await useHttpTool(http, toolAt(address), Date.now),
      { outcome: 'failed', problem: 'address_not_allowed' },
      address,
    );
  t.same(receiver.received, []);
});

t.test('does not follow redirects', async (t) => {
  const { receiver, url } = await serverOf(t, (_req, res) =>
    res.writeHead(307, { location: '/elsewhere' }).end(),
  );
  t.match(await useHttpTool(await anywhere(t), toolAt(url), Date.now), { outcome: 'refused', status: 307 });
  t.same(receiver.on('/elsewhere'), []);
});

/** Tokens t1, t2 and so on, each until it is refused. */
const bearerOf = (): { readonly bearer: Bearer; readonly refused: readonly string[] } => {
  const refused: string[] = [];
  return {
    refused,
    bearer: { token: async () => `t${refused.length + 1}`, refused: (token) => void refused.push(token) },
  };
};

t.test('a request whose access token is refused is repeated once, with another', async (t) => {
  const { receiver, url } = await serverOf(t, ({ headers }, res) =>
    headers.authorization === 'Bearer t2' ? res.end('Booked.') : res.writeHead(401).end('Expired.'),
  );
  const { bearer, refused } = bearerOf();
  t.match(await useHttpTool(await anywhere(t), toolAt(url, { bearer }), Date.now), { text: 'Booked.' });
  t.same(refused, ['t1']);
  t.match(receiver.on('/tool'), [
    { signed: true, headers: { authorization: 'Bearer t1' }, body: { useId: 'use-1', attempt: 0 } },
    { signed: true, headers: { authorization: 'Bearer t2' }, body: { useId: 'use-1', attempt: 1 } },
  ]);
});

t.test('a second refusal of a token is the answer', async (t) => {
  const { receiver, url } = await serverOf(t, (_req, res) => res.writeHead(401).end('Not for you.'));
  const { bearer, refused } = bearerOf();
  t.same(await useHttpTool(await anywhere(t), toolAt(url, { bearer }), Date.now), {
    outcome: 'refused',
    status: 401,
    text: 'Not for you.',
  });
  t.same(refused, ['t1', 't2']);
  t.equal(receiver.on('/tool').length, 2);
});

t.test('without an access token no request is sent, and waiting for it is part of the time', async (t) => {
  const { receiver, url } = await serverOf(t);
  const http = await anywhere(t);
  const refused = (): void => undefined;
  const failing: Bearer = { token: () => Promise.reject(new TokenFailure('invalid_client')), refused };
  t.same(await useHttpTool(http, toolAt(url, { bearer: failing }), Date.now), {
    outcome: 'unauthorised',
    problem: 'invalid_client',
  });
  const waiting: Bearer = {
    token: (signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new TokenFailure('timeout')));
      }),
    refused,
  };
  t.same(await useHttpTool(http, toolAt(url, { bearer: waiting, timeoutMs: 200 }), Date.now), {
    outcome: 'unauthorised',
    problem: 'timeout',
  });
  t.same(receiver.received, []);
});
