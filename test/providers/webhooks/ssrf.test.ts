/** Addresses that webhooks must not reach, however they are spelled, resolved or redirected. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import t from 'tap';
import { isPublicAddress } from '../../../providers/egress/allowed-address.js';
import { createWebhookSender, type WebhookRequest } from '../../../providers/webhooks/sender.js';
import { UNUSED_PORT } from '../../../testkit/sockets/free-port.js';
import { everyNameAt, namesFor, unknownNames } from '../../support/names.js';

const FORBIDDEN = [
  // IPv4: this machine, its networks, link-local with the metadata of clouds, and reserved ranges.
  ...['0.0.0.0', '0.1.2.3', '127.0.0.1', '127.255.255.254', '10.0.0.1', '172.16.0.1', '172.31.255.255'],
  ...['192.168.1.1', '169.254.169.254', '169.254.0.1', '100.64.0.1', '100.127.255.255', '192.0.0.8'],
  ...['192.0.2.1', '198.51.100.7', '203.0.113.9', '198.18.0.1', '192.88.99.1', '224.0.0.1', '240.0.0.1'],
  '255.255.255.255',
  // IPv6, and IPv4 inside it.
  ...['::', '::1', 'fe80::1', 'fe80::1%eth0', 'fc00::1', 'fd12:3456::1', 'ff02::1', '2001:db8::1', '3fff::1'],
  ...['100::1', '64:ff9b::7f00:1', '64:ff9b:1::1', '2002:7f00:1::', '2001:0:4136:e378::1', '5f00::1'],
  ...['::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:a9fe:a9fe', '::127.0.0.1', '[::1]'],
  // The same in hexadecimal, local NAT64, translated IPv4, and addresses for metadata and keys of clouds.
  ...['::7f00:1', '64:ff9b:1::7f00:1', '::ffff:0:127.0.0.1', '168.63.129.16', '::ffff:168.63.129.16'],
  ...['100.100.100.200', 'fd00:ec2::254', '192.0.0.192', '169.254.170.2'],
];

/** The same addresses in other spellings that URLs allow. */
const SPELLED = [
  ...['127.1', '127.0.1', '2130706433', '0x7f000001', '0x7f.1', '0177.0.0.1', '017700000001'],
  ...['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[0:0:0:0:0:0:0:1]', 'localhost', 'api.localhost'],
  ...['127.0.0.1.', '①②⑦.⓪.⓪.①', '169.254.169.254', '2852039166', '0xa9fea9fe', '[fd00:ec2::254]'],
  ...['localhost.', 'LOCALHOST', 'foo.localhost.', '[::127.0.0.1]', '[64:ff9b::127.0.0.1]', '168.63.129.16'],
];

const webhook = (url: string): WebhookRequest => ({
  businessId: 'b1',
  subscriptionId: 's1',
  url,
  secret: 'secret',
  eventId: 'e1',
  contractVersion: '1.1',
  body: '{}',
  timestamp: 1_700_000_000,
});

const signal = new AbortController().signal;

t.test('distinguishes public addresses from others', async (t) => {
  for (const address of FORBIDDEN) t.notOk(isPublicAddress(address), address);
  for (const address of [
    '8.8.8.8',
    '1.1.1.1',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700::1111',
    '::ffff:8.8.8.8',
  ])
    t.ok(isPublicAddress(address), address);
  for (const text of ['', 'example.org', '999.1.1.1']) t.notOk(isPublicAddress(text), text);
});

t.test('a server on this machine is never reached', async (t) => {
  let reached = 0;
  const server = createServer((_req, res) => {
    reached += 1;
    res.writeHead(200).end('inside');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;

  const sender = createWebhookSender({
    anywhere: false,
    connections: 2,
    timeoutMs: 2_000,
    names: await unknownNames(t),
  });
  t.teardown(() => sender.close());
  for (const host of SPELLED) {
    const url = `https://${host}:${port}/`;
    t.not(await sender.refusalNow(url, 'b1'), null, `${host} is refused when it is saved`);
    t.match(await sender.send(webhook(url), signal), {
      type: 'unanswered',
      problem: 'address_not_allowed',
    });
  }
  for (const url of [
    `http://example.org:${port}/`,
    'file:///etc/passwd',
    'https://user:pw@example.org/',
    'gopher://example.org/',
    'nonsense',
    'https://example.org:22/',
    'https://example.org:25/',
    'https://example.org:6667/',
    'https://[2606:4700::1111]:5060/',
  ])
    t.not(sender.refusalOf(url), null, url);

  await t.test('not by a name that resolves to an internal address', async (t) => {
    for (const inside of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', '::ffff:127.0.0.1']) {
      const named = createWebhookSender({
        anywhere: false,
        connections: 2,
        timeoutMs: 2_000,
        names: await everyNameAt(t, inside),
      });
      t.not(await named.refusalNow('https://innocent.example/', 'b1'), null, `${inside} when it is saved`);
      t.match(await named.send(webhook(`https://innocent.example:${port}/`), signal), {
        problem: 'address_not_allowed',
      });
      await named.close();
    }
  });

  await t.test('not by a name whose address changes between the check and the connection', async (t) => {
    let looked = 0;
    const names = await namesFor(t, (_name, type) => {
      if (type === 'AAAA') return [];
      looked += 1;
      return [looked === 1 ? '8.8.8.8' : '127.0.0.1'];
    });
    const rebinding = createWebhookSender({
      anywhere: false,
      connections: 2,
      timeoutMs: 2_000,
      names,
    });
    t.equal(
      await rebinding.refusalNow('https://rebinding.example/', 'b1'),
      null,
      'saved while the address was public',
    );
    t.match(await rebinding.send(webhook(`https://rebinding.example:${port}/`), signal), {
      problem: 'address_not_allowed',
    });
    await rebinding.close();
  });
  t.equal(reached, 0);
});

t.test('treats redirects as answers, and does not follow them', async (t) => {
  let followed = 0;
  const server = createServer((req, res) => {
    if (req.url === '/inside') followed += 1;
    res.writeHead(302, { location: '/inside' }).end('elsewhere');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.close());
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const sender = createWebhookSender({ anywhere: true, connections: 2, names: await unknownNames(t) });
  t.teardown(() => sender.close());
  t.same(await sender.send(webhook(`http://127.0.0.1:${port}/`), signal), {
    type: 'answered',
    status: 302,
    excerpt: 'elsewhere',
    retryAfterMs: null,
  });
  t.equal(followed, 0);
});

t.test('limits endless, trickling and missing answers', async (t) => {
  const server = createServer((req, res) => {
    if (req.url === '/silent') return;
    res.writeHead(200);
    const timer = setInterval(
      () => res.write(req.url === '/flood' ? 'x'.repeat(65_536) : '.'),
      req.url === '/flood' ? 1 : 100,
    );
    res.on('close', () => clearInterval(timer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const sender = createWebhookSender({
    anywhere: true,
    connections: 2,
    timeoutMs: 700,
    names: await unknownNames(t),
  });
  t.teardown(() => sender.close());
  const send = (path: string) => sender.send(webhook(`http://127.0.0.1:${port}${path}`), signal);
  t.match(await send('/flood'), { type: 'answered', status: 200, excerpt: /^x{512}$/ });
  t.same(await send('/trickle'), { type: 'unanswered', problem: 'timeout' });
  t.same(await send('/silent'), { type: 'unanswered', problem: 'timeout' });
  t.match(await sender.send(webhook(`http://127.0.0.1:${UNUSED_PORT}/`), signal), {
    type: 'unanswered',
    problem: /^connection_/,
  });
});
