import fc from 'fast-check';
import t from 'tap';
import { clientAddress, parseNetworks } from '../../../gateway/access/client-address.js';

const NO_PROXIES = parseNetworks('');
const PROXIES = parseNetworks('10.0.0.0/8, 192.0.2.7, 2001:db8:ffff::/48');

t.test('without trusted proxies the header is ignored', async (t) => {
  t.equal(clientAddress('198.51.100.4', '203.0.113.9', NO_PROXIES), '198.51.100.4');
  t.equal(clientAddress('127.0.0.1', '203.0.113.9', NO_PROXIES), '127.0.0.1', 'even from this machine');
  fc.assert(
    fc.property(
      fc.string(),
      (header) => clientAddress('198.51.100.4', header, NO_PROXIES) === '198.51.100.4',
    ),
  );
  fc.assert(
    fc.property(fc.string(), (header) => clientAddress('198.51.100.4', header, PROXIES) === '198.51.100.4'),
  );
});

t.test(
  'addresses that trusted proxies forward count from the last one back to the first untrusted one',
  async (t) => {
    for (const [forwarded, client] of [
      ['203.0.113.9', '203.0.113.9'],
      ['1.2.3.4, 203.0.113.9', '203.0.113.9'],
      ['1.2.3.4, 203.0.113.9, 10.1.1.1', '203.0.113.9'],
      ['203.0.113.9, 192.0.2.7,10.1.1.1', '203.0.113.9'],
      ['203.0.113.9:4711', '203.0.113.9'],
      ['[2001:db8:1:2:3::9]:4711', '2001:db8:1:2::/64'],
      ['2001:db8:1:2:3::9, 2001:db8:ffff::1', '2001:db8:1:2::/64'],
      ['10.9.9.9', '10.9.9.9'],
      ['', '10.0.0.1'],
      ['unknown', '10.0.0.1'],
      ['203.0.113.9, garbage', '10.0.0.1'],
      ['203.0.113.9, garbage, 10.1.1.1', '10.1.1.1'],
      ['1, 2130706433', '10.0.0.1'],
    ] as const)
      t.equal(clientAddress('10.0.0.1', forwarded, PROXIES), client, forwarded);
    t.equal(clientAddress('10.0.0.1', undefined, PROXIES), '10.0.0.1');
  },
);

t.test('an IPv6 /64 is one client, and an IPv4 address is the same however it is written', async (t) => {
  t.equal(clientAddress('2001:db8:1:2:aaaa::1', undefined, NO_PROXIES), '2001:db8:1:2::/64');
  t.equal(
    clientAddress('2001:0db8:0001:0002:ffff:ffff:ffff:ffff', undefined, NO_PROXIES),
    '2001:db8:1:2::/64',
  );
  t.not(clientAddress('2001:db8:1:3::1', undefined, NO_PROXIES), '2001:db8:1:2::/64');
  t.equal(clientAddress('0000:0000:0000:0000:0000:ffff:c633:6404', undefined, NO_PROXIES), '198.51.100.4');
  t.equal(clientAddress('', undefined, NO_PROXIES), 'unknown');
});

t.test('networks that cannot be parsed are named', async (t) => {
  t.same(parseNetworks(' , '), []);
  for (const invalid of ['10.0.0.0/33', 'proxy', '10.1', '1.2.3.4/', '2001:db8::/200', '10'])
    t.throws(() => parseNetworks(`10.0.0.0/8,${invalid}`), { message: invalid });
});
