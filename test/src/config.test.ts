import t from 'tap';
import { ConfigError, readConfig } from '../../src/config.js';

t.test('defaults need no configuration', async (t) => {
  t.match(readConfig({}, {}), {
    port: 8080,
    host: '127.0.0.1',
    natsUrl: null,
    shards: 1,
    publicUrl: null,
    twilio: null,
  });
});

t.test('options win over the environment', async (t) => {
  t.equal(readConfig({ port: '0' }, { PARLEY_PORT: '9000' }).port, 0);
  t.equal(readConfig({}, { PARLEY_PORT: '9000' }).port, 9_000);
});

t.test('what makes no sense is refused with what to write instead', async (t) => {
  for (const port of ['http', '70000', '-1', '8.5', '']) {
    t.throws(
      () => readConfig({ port }, {}),
      { name: 'ConfigError', message: /--port is ".*"; write a whole number/ },
      port,
    );
  }
  t.throws(() => readConfig({}, { PARLEY_PUBLIC_URL: 'voice.example.org' }), /like https:/);
  t.throws(() => readConfig({}, { TWILIO_ACCOUNT_SID: 'AC1' }), /all of TWILIO_ACCOUNT_SID/);
  const twilio = { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 't', TWILIO_FROM: '+15005550006' };
  t.throws(
    () => readConfig({}, twilio),
    new ConfigError('Twilio must reach this service: set PARLEY_PUBLIC_URL to its https address'),
  );
  t.match(readConfig({}, { ...twilio, PARLEY_PUBLIC_URL: 'https://voice.example.org/' }), {
    publicUrl: 'https://voice.example.org',
    twilio: { from: '+15005550006' },
  });
});
