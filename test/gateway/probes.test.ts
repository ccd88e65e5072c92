/** Probes and metrics of a gateway, and the requests that it accepts while it is not ready or stopping. */
import t from 'tap';
import type { NotReady } from '../../gateway/readiness.js';
import { rawConnection } from '../../testkit/sockets/raw-connection.js';
import { until } from '../../testkit/until.js';
import { BUSINESS } from './fakes/ids.js';
import { METRICS_TOKEN, startGateway } from './gateway-under-test.js';
import { type Answer, ask, inFlight, q } from './requests.js';

t.test('probes report the state of the gateway, and metrics count its requests', async (t) => {
  let reasons: readonly NotReady[] = [
    {
      code: 'views_catching_up',
      message: 'Catching up.',
      refuses: { what: 'requests', as: 'not_ready' },
    },
  ];
  const details: string[] = [];
  const under = await startGateway(t, { notReady: () => reasons, details: () => details });
  const operator = { authorization: `Bearer ${METRICS_TOKEN}` };
  const text = async (path: string, headers: Readonly<Record<string, string>> = {}): Promise<string> => {
    const response = await fetch(`${under.url}${path}`, { headers });
    return `${response.status} ${await response.text()}`;
  };
  t.equal(await text('/healthz'), '200 ok');
  t.match(await ask(under, 'GET', '/readyz'), {
    status: 503,
    body: {
      ready: false,
      because: [{ code: 'views_catching_up', message: 'Catching up.' }],
      error: { code: 'not_ready', message: 'Catching up.' },
    },
  });
  t.match(await ask(under, 'GET', `/api/v1/agents?${q}`), {
    status: 503,
    body: { error: { code: 'not_ready' } },
  });
  reasons = [];
  t.equal(await text('/readyz'), '200 ready');
  details.push('JOURNAL_0: 3 of 3 replicas current, leader a');
  t.equal(await text('/readyz'), '200 ready', 'details are for the operator only');
  t.equal(await text('/readyz', operator), '200 ready\nJOURNAL_0: 3 of 3 replicas current, leader a');
  t.match(await ask(under, 'GET', `/api/v1/agents?${q}`), { status: 200 });
  const metrics = await text('/metrics', operator);
  t.match(metrics, 'parley_http_request_duration_seconds_count{operation="listAgents",status="200"} 1');
  t.match(metrics, 'parley_http_requests_total{operation="listAgents",status="503"} 1');
  t.match(metrics, 'parley_http_requests_in_flight 1');
});

t.test('only the operator reads metrics', async (t) => {
  const under = await startGateway(t);
  const status = async (authorization: string): Promise<number> =>
    (await fetch(`${under.url}/metrics`, { headers: { authorization } })).status;
  for (const authorization of ['', METRICS_TOKEN, `Bearer ${METRICS_TOKEN}x`, `Bearer ${under.apiKey}`])
    t.equal(await status(authorization), 401, authorization);
  t.equal(await status(`Bearer ${METRICS_TOKEN}`), 200);
  const closed = await startGateway(t, { metricsToken: null, details: () => ['one copy'] });
  t.equal(
    await (await fetch(`${closed.url}/readyz`)).text(),
    'ready',
    'without a token there is no operator, and the streams are not shown',
  );
  t.equal((await fetch(`${closed.url}/metrics`, { headers: { authorization: 'Bearer null' } })).status, 404);
});

t.test(
  'a reason that refuses changes lets reads pass, and a reason that refuses nothing is only reported',
  async (t) => {
    const full: NotReady = {
      code: 'journal_full',
      message: 'The disk is full.',
      refuses: { what: 'changes', as: 'journal_full' },
    };
    const away: NotReady = { code: 'journal_unreachable', message: 'It is away.', refuses: null };
    let reasons: readonly NotReady[] = [away, full];
    const under = await startGateway(t, { notReady: () => reasons });
    const create = (): Promise<Answer> =>
      ask(
        under,
        'POST',
        '/api/v1/contacts/categories',
        { businessId: BUSINESS, name: 'Leads' },
        { 'idempotency-key': 'k' },
      );
    const refused = await create();
    t.match(refused, { status: 503, body: { error: { code: 'journal_full', retryable: true } } });
    t.match(refused.headers.get('retry-after'), /^\d+$/);
    t.match(await ask(under, 'GET', `/api/v1/agents?${q}`), { status: 200 });
    t.match(await ask(under, 'GET', '/readyz'), {
      status: 503,
      body: { because: [{ code: 'journal_unreachable' }, { code: 'journal_full' }] },
    });
    reasons = [away];
    t.match(await create(), { status: 201 }, 'the refusal has claimed no key');
  },
);

t.test('a reason that refuses calls lets everything else pass', async (t) => {
  const reasons: readonly NotReady[] = [
    { code: 'draining', message: 'It drains.', refuses: { what: 'calls', as: 'not_ready' } },
  ];
  const under = await startGateway(t, { notReady: () => reasons, isDraining: () => true });
  const post = (path: string, body: object): Promise<Answer> =>
    ask(under, 'POST', path, { businessId: BUSINESS, ...body }, { 'idempotency-key': path });
  const refused = await post('/api/v1/voice/calls', {});
  t.match(refused, { status: 503, body: { error: { code: 'not_ready', retryable: true } } });
  t.match(refused.headers.get('retry-after'), /^\d+$/);
  t.equal(refused.headers.get('connection'), 'close', 'the next request goes elsewhere');
  t.match(await post('/api/v1/voice/calls/batch', {}), { status: 503 });
  t.match(await post('/api/v1/contacts/categories', { name: 'Leads' }), { status: 201 });
  t.match(await ask(under, 'GET', `/api/v1/agents?${q}`), { status: 200 });
  t.match(await ask(under, 'GET', '/readyz'), { status: 503, body: { because: [{ code: 'draining' }] } });
});

t.test('closing the gateway finishes running requests, and refuses new ones', async (t) => {
  const under = await startGateway(t);
  let go = (): void => undefined;
  under.operations.next({
    wait: new Promise((resolve) => {
      go = resolve;
    }),
  });
  const idle = await rawConnection(t, under.gateway.port);
  idle.socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n');
  await until('an open connection', () => idle.heard().endsWith('ok'));
  const running = ask(
    under,
    'POST',
    '/api/v1/contacts/categories',
    { businessId: BUSINESS, name: 'Leads' },
    { 'idempotency-key': 'k' },
  );
  await until('the request is in flight', async () => (await inFlight(under)) === 1);
  const closing = under.gateway.close();
  t.equal(under.gateway.close(), closing, 'a second close is the first');
  idle.socket.write('GET /readyz HTTP/1.1\r\nHost: a\r\n\r\n');
  await until('a refusal', () => idle.heard().includes('not_ready'));
  t.match(idle.heard(), 'Connection: close');
  await t.rejects(fetch(`${under.url}/healthz`, { headers: { connection: 'close' } }));
  go();
  t.match(await running, { status: 201 });
  await closing;
  await until('the open connection is closed', () => idle.socket.destroyed);
});

t.test('a gateway does not start on a taken address', async (t) => {
  const { gateway } = await startGateway(t);
  await t.rejects(startGateway(t, { port: gateway.port }), { message: /cannot listen on 127\.0\.0\.1:/ });
});
