/** nats-servers with different kinds of authentication: a node connects with its settings, and not without them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type NatsConnection, nkeys } from '@nats-io/transport-node';
import { pino } from 'pino';
import t, { type Test } from 'tap';
import { openJournal } from '../../../actors/runtime/journal/journal.js';
import type { NatsAccess } from '../../../actors/runtime/nats/access.js';
import { watchConnection } from '../../../actors/runtime/nats/connection.js';
import { natsSettings } from '../../../src/config/nats-settings.js';
import { connectNats } from '../../../src/nats/connection.js';
import { sharedSecrets } from '../../../src/nats/secrets.js';
import { startNats } from '../../../testkit/nats/server.js';
import { createAuthority } from '../../../testkit/sockets/certificates.js';
import { until } from '../../../testkit/until.js';
import { createViewStore } from '../../../views/views.js';
import { createOperator } from '../../support/nats-jwt.js';

t.setTimeout(120_000);

const seedOf = (pair: ReturnType<typeof nkeys.createUser>): string =>
  new TextDecoder().decode(pair.getSeed());

const access = (env: Readonly<Record<string, string>>): NatsAccess => {
  const settings = natsSettings(env);
  if (settings === null) throw new Error('no server is named');
  return settings;
};

/** Checks both connections of a node: its own, and that of its views' thread. */
const serves = async (t: Test, nats: NatsAccess): Promise<NatsConnection> => {
  const nc = await connectNats(nats, 'test');
  t.teardown(() => nc.close());
  t.ok((await sharedSecrets(nc)).mediaToken.length > 30, 'JetStream answers');
  const connection = watchConnection(nc);
  await openJournal(connection, 1);
  connection.release();
  const folder = mkdtempSync(join(tmpdir(), 'parley-nats-test-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const views = await createViewStore({
    nats,
    nc,
    shards: 1,
    logger: pino({ level: 'silent' }),
    shardOf: () => 0,
    file: join(folder, 'views.sqlite'),
  });
  await until('the views are ready', () => views.ready(), 30_000);
  await views.close();
  return nc;
};

const refused = (t: Test, nats: NatsAccess, message: RegExp, what: string) =>
  t.rejects(connectNats(nats, 'test'), { name: 'ConfigError', message }, what);

t.test('connects with a user and a password', async (t) => {
  const nats = await startNats(t, 'authorization { user: parley, password: "a secret" }');
  const env = { PARLEY_NATS_URL: nats.url, PARLEY_NATS_USER: 'parley' };
  await serves(t, access({ ...env, PARLEY_NATS_PASSWORD: 'a secret' }));
  await refused(t, nats, /the server rejected the credentials .*check PARLEY_NATS_CREDS/, 'no login');
  await refused(
    t,
    access({ ...env, PARLEY_NATS_PASSWORD: 'a guess' }),
    /the server rejected the credentials/,
    'a guess',
  );
});

t.test('connects with an nkey', async (t) => {
  const user = nkeys.createUser();
  const nats = await startNats(t, `authorization { users: [{ nkey: ${user.getPublicKey()} }] }`);
  const folder = t.testdir({ right: `${seedOf(user)}\n`, wrong: seedOf(nkeys.createUser()) });
  const env = { PARLEY_NATS_URL: nats.url };
  await refused(t, nats, /the server rejected the credentials/, 'no login');
  await refused(
    t,
    access({ ...env, PARLEY_NATS_NKEY: join(folder, 'wrong') }),
    /the server rejected the credentials/,
    'an unknown key',
  );
  await serves(t, access({ ...env, PARLEY_NATS_NKEY: join(folder, 'right') }));
});

t.test('connects with a credentials file', async (t) => {
  const operator = createOperator();
  const nats = await startNats(t, operator.configuration);
  const folder = t.testdir({ right: operator.credentials(), wrong: createOperator().credentials() });
  const env = { PARLEY_NATS_URL: nats.url };
  await refused(t, nats, /the server rejected the credentials/, 'no login');
  await refused(
    t,
    access({ ...env, PARLEY_NATS_CREDS: join(folder, 'wrong') }),
    /the server rejected the credentials/,
    'unknown credentials',
  );
  await serves(t, access({ ...env, PARLEY_NATS_CREDS: join(folder, 'right') }));
});

t.test('a replaced credentials file is used from the next connection on', async (t) => {
  const user = nkeys.createUser();
  const folder = t.testdir({ seed: seedOf(user) });
  const configured = (pair: typeof user): string =>
    `authorization { users: [{ nkey: ${pair.getPublicKey()} }] }`;
  const nats = await startNats(t, configured(user));
  const seedFile = join(folder, 'seed');
  const nc = await connectNats({ url: nats.url, credentials: { kind: 'nkey', seedFile } }, 'test');
  t.teardown(() => nc.close());
  const next = nkeys.createUser();
  await nats.configure(configured(next));
  // The server refuses a few attempts before the file is replaced; the connection keeps retrying.
  const refusals: string[] = [];
  void (async () => {
    for await (const status of nc.status()) if (status.type === 'error') refusals.push(String(status.error));
  })();
  await until('the connection was refused three times', () => refusals.length >= 3, 20_000);
  t.notOk(nc.isClosed());
  writeFileSync(seedFile, seedOf(next));
  await until(
    'the connection is accepted',
    () =>
      nc.flush().then(
        () => true,
        () => null,
      ),
    20_000,
  );
});

t.test('connects over TLS with a client certificate', async (t) => {
  const [authority, stranger] = [createAuthority('ca'), createAuthority('ca')];
  const [server, client, forged] = [
    authority.issue('server'),
    authority.issue('parley'),
    stranger.issue('parley'),
  ];
  const folder = t.testdir({
    'ca.pem': authority.certificate,
    'other-ca.pem': stranger.certificate,
    'server.pem': server.certificate,
    'server.key': server.key,
    'client.pem': client.certificate,
    'client.key': client.key,
    'forged.pem': forged.certificate,
    'forged.key': forged.key,
  });
  const file = (name: string): string => join(folder, name);
  const nats = await startNats(
    t,
    `tls { cert_file: ${JSON.stringify(file('server.pem'))}, key_file: ${JSON.stringify(file('server.key'))}, ca_file: ${JSON.stringify(file('ca.pem'))}, verify: true }`,
  );
  const env = { PARLEY_NATS_URL: `tls://127.0.0.1:${nats.port}`, PARLEY_NATS_CA: file('ca.pem') };
  const shown = (name: string) => ({
    PARLEY_NATS_CERT: file(`${name}.pem`),
    PARLEY_NATS_KEY: file(`${name}.key`),
  });
  await serves(t, access({ ...env, ...shown('client') }));
  const other = { ...env, ...shown('client'), PARLEY_NATS_CA: file('other-ca.pem') };
  const { PARLEY_NATS_URL } = env;
  // In TLS 1.3 a client is not notified that its certificate is refused, and waits for its deadline.
  await Promise.all([
    refused(t, access(env), /cannot be used: .*PARLEY_NATS_CERT/, 'no certificate'),
    refused(t, access({ ...env, ...shown('forged') }), /cannot be used/, 'a forged certificate'),
    refused(t, access(other), /cannot be used: .*PARLEY_NATS_CA/, 'another authority'),
    refused(t, access({ PARLEY_NATS_URL, ...shown('client') }), /cannot be used/, 'an unknown authority'),
  ]);
});

t.test('a tls:// address is never used without TLS', async (t) => {
  const nats = await startNats(t);
  await refused(
    t,
    access({ PARLEY_NATS_URL: `tls://127.0.0.1:${nats.port}` }),
    /cannot be used/,
    'a server without TLS',
  );
});
