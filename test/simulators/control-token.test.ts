/** Access to the control interface of simulators: with their token, or for everybody if they have none. */
import t from 'tap';
import { startMeta } from '../../simulators/meta/meta.js';
import { startMetaProcess } from '../../simulators/meta/process.js';
import { startNetwork } from '../../simulators/phone-network/network.js';
import { startNetworkProcess } from '../../simulators/phone-network/process.js';
import { subscribeAtMeta } from '../../src/simulators/meta.js';
import { createMetaClient } from '../../testkit/simulators/meta-client.js';
import { createNetworkClient } from '../../testkit/simulators/network-client.js';

const TOKEN = 'token-of-a-test';
const ACCOUNT = 'ACtest';
const ROUTES = {
  network: [
    'GET calls',
    'DELETE calls',
    'GET load',
    'GET tally',
    'PUT mix',
    'PUT callees/1',
    'GET calls/1/played',
  ],
  meta: ['GET sent', 'PUT app', 'PUT faults', 'POST messages', 'GET nothing'],
} as const;

const statusOf = async (url: string, route: string, authorization?: string): Promise<number> => {
  const [method = '', path = ''] = route.split(' ');
  const answer = await fetch(`${url}/control/${path}`, {
    method,
    headers: authorization === undefined ? {} : { authorization },
    ...(method === 'PUT' || method === 'POST' ? { body: '{}' } : {}),
  });
  await answer.text();
  return answer.status;
};

t.test('a simulator with a token refuses control requests without it', async (t) => {
  const [network, meta] = await Promise.all([
    startNetworkProcess({ accountSid: ACCOUNT, authToken: 'auth' }, { controlToken: TOKEN }),
    startMetaProcess({ controlToken: TOKEN }),
  ]);
  t.teardown(() => Promise.all([network.stop(), meta.stop()]));
  for (const [url, routes] of [
    [network.url, ROUTES.network],
    [meta.url, ROUTES.meta],
  ] as const)
    for (const route of routes) {
      for (const authorization of [
        undefined,
        '',
        'Bearer',
        'Bearer ',
        `Bearer ${TOKEN}x`,
        TOKEN,
        `Basic ${TOKEN}`,
      ])
        t.equal(await statusOf(url, route, authorization), 401, `${route} with ${authorization}`);
      t.not(await statusOf(url, route, `Bearer ${TOKEN}`), 401, route);
    }
  t.match(await createNetworkClient(network.url, TOKEN).load(), { up: 0 });
  t.match(await createMetaClient(meta.url, TOKEN).sent(), { sent: [] });
  const settings = { callbackUrl: '', instagramUrl: '', appSecret: '', verifyToken: '' };
  await t.rejects(subscribeAtMeta(meta.url, settings, 'another'), /set it in PARLEY_SIMULATOR_TOKEN/);
});

t.test('a standalone simulator without a token asks for none', async (t) => {
  const network = await startNetwork({ port: 0, accountSid: ACCOUNT, authToken: 'auth' });
  const meta = await startMeta({ port: 0, seed: 1 });
  t.teardown(() => {
    network.close();
    meta.close();
  });
  t.equal(await statusOf(network.url, 'GET calls'), 200);
  t.equal(await statusOf(meta.url, 'GET sent'), 200);
});

t.test(
  'the simulated network authenticates the account before it reads a body, and bounds the body',
  async (t) => {
    const network = await startNetwork({ port: 0, accountSid: ACCOUNT, authToken: 'auth' });
    t.teardown(() => network.close());
    const calls = `${network.url}/2010-04-01/Accounts/${ACCOUNT}/Calls.json`;
    const post = async (authToken: string, body: string): Promise<number> => {
      const authorization = `Basic ${Buffer.from(`${ACCOUNT}:${authToken}`).toString('base64')}`;
      return (await fetch(calls, { method: 'POST', headers: { authorization }, body })).status;
    };
    t.equal(await post('a guess', 'To=1'), 401);
    t.equal(await post('auth', 'To=1'), 400);
    t.equal(
      await post('auth', 'x'.repeat(32 * 1024 * 1024 + 1)),
      413,
      'a body beyond its limit is not accepted',
    );
  },
);
