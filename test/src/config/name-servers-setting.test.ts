/** The operator's setting of the name servers for host names of businesses. */
import t from 'tap';
import { SERVICE } from '../../../src/config/settings/service.js';
import { type Env, read as readSetting } from '../../../src/config/settings/setting.js';

const tenantNameServersSetting = (env: Env): readonly string[] | null =>
  readSetting(SERVICE.tenantNameServers, env);

const read = (text: string): readonly string[] | null =>
  tenantNameServersSetting({ PARLEY_TENANT_NAME_SERVERS: text });

t.test('addresses with and without a port are accepted', async (t) => {
  t.equal(tenantNameServersSetting({}), null, 'the name servers of the system');
  t.same(read('1.1.1.1'), ['1.1.1.1']);
  t.same(read('1.1.1.1:5353, 2606:4700::1111,[2606:4700::1111]:53'), [
    '1.1.1.1:5353',
    '2606:4700::1111',
    '[2606:4700::1111]:53',
  ]);
});

t.test('an invalid address is refused, with what to write', async (t) => {
  for (const text of [
    '',
    'dns.example.org',
    '1.1.1.1:',
    '1.1.1.1:0',
    '1.1.1.1:65536',
    '[1.1.1.1]:53',
    '1.1.1.1,',
  ])
    t.throws(() => read(text), { message: /write addresses of name servers/ }, text);
  t.throws(() => read(Array.from({ length: 9 }, (_, n) => `10.0.0.${n}`).join(',')), {
    message: /names 9 name servers/,
  });
});
