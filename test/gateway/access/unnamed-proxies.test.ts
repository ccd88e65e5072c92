/** An unnamed proxy makes all of its clients one address, so the operator is warned. */
import { pino } from 'pino';
import { Registry } from 'prom-client';
import t from 'tap';
import { parseNetworks } from '../../../gateway/access/client-address.js';
import { createUnnamedProxies, MAX_PEERS } from '../../../gateway/access/unnamed-proxies.js';
import { METRICS_TOKEN, startGateway } from '../gateway-under-test.js';

const HOUR_MS = 3_600_000;

const watched = (trusted = '') => {
  const logged: Readonly<Record<string, unknown>>[] = [];
  const registry = new Registry();
  const clock = { now: 0 };
  const proxies = createUnnamedProxies({
    trusted: parseNetworks(trusted),
    registry,
    logger: pino({ level: 'warn' }, { write: (line: string) => void logged.push(JSON.parse(line)) }),
    now: () => clock.now,
  });
  return { ...proxies, logged, registry, clock };
};

t.test('a proxy that is not named is logged once an hour, whatever it forwards', async (t) => {
  const { notice, lines, logged, registry, clock } = watched('10.0.0.0/8');
  notice('192.0.2.1', {});
  notice('10.1.2.3', { 'x-forwarded-for': '198.51.100.4' });
  t.same(logged, [], 'no header, or a named proxy');
  t.same(lines(), []);
  for (let request = 0; request < 5; request += 1)
    notice('192.0.2.1', { 'x-forwarded-for': `198.51.100.${request}` });
  notice('192.0.2.2', { forwarded: 'for=198.51.100.4' });
  t.match(logged, [
    { event: 'proxy.unnamed', peer: '192.0.2.1', header: 'X-Forwarded-For' },
    { event: 'proxy.unnamed', peer: '192.0.2.2', header: 'Forwarded' },
  ]);
  t.match(lines(), [/192\.0\.2\.1 .*PARLEY_TRUSTED_PROXIES/]);
  t.match(await registry.metrics(), /parley_unnamed_proxy_requests_total 6/);
  clock.now = HOUR_MS;
  t.same(lines(), [], 'it was an hour ago');
  notice('192.0.2.1', { 'x-forwarded-for': '198.51.100.4' });
  t.equal(logged.length, 3);
});

t.test('clients that forge the headers do not fill the log', async (t) => {
  const { notice, logged } = watched();
  for (let peer = 0; peer < 200; peer += 1) notice(`192.0.2.${peer}`, { 'x-forwarded-for': '198.51.100.4' });
  t.equal(logged.length, MAX_PEERS);
});

t.test('the log, the metrics and the probe name the setting', async (t) => {
  const under = await startGateway(t);
  const ask = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    fetch(`${under.url}${path}`, { headers });
  await (await ask('/healthz', { 'x-forwarded-for': '198.51.100.4' })).text();
  t.equal(under.logged.filter((line) => line.includes('proxy.unnamed')).length, 1);
  const operator = { authorization: `Bearer ${METRICS_TOKEN}` };
  t.match(await (await ask('/readyz', operator)).text(), /PARLEY_TRUSTED_PROXIES/);
  t.match(await under.registry.metrics(), /parley_unnamed_proxy_requests_total 1/);
});
