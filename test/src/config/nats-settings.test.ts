import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nkeys } from '@nats-io/transport-node';
import t from 'tap';
import { natsSettings } from '../../../src/config/nats-settings.js';
import { createAuthority } from '../../../testkit/sockets/certificates.js';
import { createOperator } from '../../support/nats-jwt.js';

const url = 'nats://nats.example.org:4222';
const seed = new TextDecoder().decode(nkeys.createUser().getSeed());
const account = new TextDecoder().decode(nkeys.createAccount().getSeed());
const authority = createAuthority('ca');
const [own, another] = [authority.issue('parley'), authority.issue('parley')];

t.test('settings of an external NATS server', async (t) => {
  const folder = t.testdir();
  const file = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };
  const creds = file('user.creds', createOperator().credentials());
  const nkey = file('user.nk', `${seed}\n`);
  const [ca, cert, key] = [
    file('ca.pem', authority.certificate),
    file('cert.pem', own.certificate),
    file('key.pem', own.key),
  ];

  await t.test('reads the address, credentials and TLS files', async (t) => {
    t.equal(natsSettings({}), null, 'the embedded server');
    t.same(natsSettings({ PARLEY_NATS_URL: url }), { url });
    t.same(natsSettings({ PARLEY_NATS_URL: 'nats.example.org:4222' }), { url });
    t.same(natsSettings({ PARLEY_NATS_URL: 'tls://nats.example.org' }), {
      url: 'tls://nats.example.org',
      tls: {},
    });
    t.same(natsSettings({ PARLEY_NATS_URL: url, PARLEY_NATS_CREDS: creds }), {
      url,
      credentials: { kind: 'creds', file: creds },
    });
    t.same(natsSettings({ PARLEY_NATS_URL: url, PARLEY_NATS_NKEY: nkey }), {
      url,
      credentials: { kind: 'nkey', seedFile: nkey },
    });
    const login = { PARLEY_NATS_USER: 'parley', PARLEY_NATS_PASSWORD: 'a secret' };
    t.same(natsSettings({ PARLEY_NATS_URL: url, ...login, PARLEY_NATS_CA: ca }), {
      url,
      credentials: { kind: 'user', user: 'parley', password: 'a secret' },
      tls: { caFile: ca },
    });
    t.same(natsSettings({ PARLEY_NATS_URL: url, PARLEY_NATS_CERT: cert, PARLEY_NATS_KEY: key }), {
      url,
      tls: { certFile: cert, keyFile: key },
    });
  });

  await t.test('invalid settings are refused at the start, with no secret in the message', async (t) => {
    const absent = join(folder, 'absent');
    const text = file('text', 'no secret of any kind');
    const ofAccount = file('account.nk', account);
    const strange = file('strange.pem', another.key);
    for (const [env, message] of [
      [{ PARLEY_NATS_URL: '' }, /PARLEY_NATS_URL is ""; use nats:/],
      [{ PARLEY_NATS_URL: 'http://nats.example.org' }, /use nats:/],
      [{ PARLEY_NATS_URL: 'nats://nats.example.org/path' }, /use nats:/],
      [
        { PARLEY_NATS_URL: 'nats://parley:hunter2@nats.example.org' },
        /move user and password to PARLEY_NATS_USER/,
      ],
      [{ PARLEY_NATS_URL: 'parley:hunter2@nats.example.org' }, /move user and password to PARLEY_NATS_USER/],
      [{ PARLEY_NATS_URL: url, PARLEY_NATS_USER: 'parley' }, /set both of PARLEY_NATS_USER/],
      [{ PARLEY_NATS_URL: url, PARLEY_NATS_PASSWORD: 'hunter2' }, /set both of PARLEY_NATS_USER/],
      [{ PARLEY_NATS_URL: url, PARLEY_NATS_CREDS: creds, PARLEY_NATS_NKEY: nkey }, /both set; remove one/],
      [
        { PARLEY_NATS_URL: url, PARLEY_NATS_CREDS: absent },
        /PARLEY_NATS_CREDS is ".*", which cannot be read/,
      ],
      [{ PARLEY_NATS_URL: url, PARLEY_NATS_CREDS: folder }, /cannot be read/],
      [{ PARLEY_NATS_URL: url, PARLEY_NATS_CREDS: text }, /no JWT with a user's seed/],
      [{ PARLEY_NATS_URL: url, PARLEY_NATS_CREDS: nkey }, /no JWT with a user's seed/],
      [{ PARLEY_NATS_URL: url, PARLEY_NATS_NKEY: text }, /no user seed/],
      [{ PARLEY_NATS_URL: url, PARLEY_NATS_NKEY: ofAccount }, /no user seed/],
      [
        { PARLEY_NATS_URL: url, PARLEY_NATS_CA: text },
        /PARLEY_NATS_CA is ".*", which contains no certificate/,
      ],
      [{ PARLEY_NATS_URL: url, PARLEY_NATS_CERT: cert }, /set both of PARLEY_NATS_CERT/],
      [{ PARLEY_NATS_URL: url, PARLEY_NATS_CERT: cert, PARLEY_NATS_KEY: text }, /not a private key/],
      [{ PARLEY_NATS_URL: url, PARLEY_NATS_CERT: cert, PARLEY_NATS_KEY: strange }, /is not the key of/],
      [{ PARLEY_NATS_CREDS: creds }, /PARLEY_NATS_URL is not; set PARLEY_NATS_URL/],
      [{ PARLEY_NATS_CA: ca }, /PARLEY_NATS_URL is not/],
    ] as const) {
      t.throws(() => natsSettings(env), { name: 'ConfigError', message }, JSON.stringify(env));
      try {
        natsSettings(env);
      } catch (error) {
        t.notMatch(String(error), new RegExp(`hunter2|${seed}|${account}`));
      }
    }
  });
});
