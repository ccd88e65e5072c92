/** The settings of browser legs. */
import t from 'tap';
import { ConfigError } from '../../../src/config/index.js';
import { browserLegsSetting } from '../../../src/config/legs-setting.js';

t.test('the defaults follow the address that the service listens on', async (t) => {
  const usual = { mode: 'auto', port: 0, worker: null };
  t.same(browserLegsSetting({}, '127.0.0.1'), { ...usual, ip: '127.0.0.1', announcedAddress: null });
  t.same(browserLegsSetting({}, '192.0.2.7'), { ...usual, ip: '192.0.2.7', announcedAddress: null });
  t.match(browserLegsSetting({}, '0.0.0.0'), { ip: '0.0.0.0', announcedAddress: /^[\d.]+$/ });
});

t.test('reads all settings', async (t) => {
  const env = {
    PARLEY_BROWSER_LEGS: 'on',
    PARLEY_BROWSER_LEGS_PORT: '40000',
    PARLEY_BROWSER_LEGS_ADDRESS: '203.0.113.7',
    PARLEY_MEDIASOUP_WORKER: '/opt/worker',
  };
  t.same(browserLegsSetting(env, '127.0.0.1'), {
    mode: 'on',
    port: 40_000,
    ip: '0.0.0.0',
    announcedAddress: '203.0.113.7',
    worker: '/opt/worker',
  });
  t.match(browserLegsSetting({ PARLEY_BROWSER_LEGS_ADDRESS: '2001:db8::1' }, '::'), { ip: '::' });
  t.match(browserLegsSetting({ PARLEY_BROWSER_LEGS_ADDRESS: '127.0.0.1' }, '0.0.0.0'), { ip: '127.0.0.1' });
});

t.test('invalid settings are refused', async (t) => {
  for (const env of [
    { PARLEY_BROWSER_LEGS: 'yes' },
    { PARLEY_BROWSER_LEGS_PORT: '70000' },
    { PARLEY_BROWSER_LEGS_PORT: '' },
    { PARLEY_BROWSER_LEGS_ADDRESS: 'voice.example.org' },
  ])
    t.throws(() => browserLegsSetting(env, '127.0.0.1'), ConfigError, JSON.stringify(env));
});
