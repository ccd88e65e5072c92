/** The operator's file of databases: what it may contain, and that no message quotes its passwords. */
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { databaseSettings } from '../../../src/config/database-settings.js';
import { createAuthority } from '../../../testkit/sockets/certificates.js';

const dir = t.testdir();
const BUSINESS = '5b6f3c1e-6a0e-4c35-9d3f-0a4f9d2b7c11';
const file = (content: unknown): NodeJS.ProcessEnv => {
  const path = join(dir, 'databases.json');
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content), {
    mode: 0o600,
  });
  return { PARLEY_DATABASES: path };
};
const good = {
  url: 'postgresql://reader:p%40ss%2Fword@db.internal/shop',
  businesses: [BUSINESS.toUpperCase()],
  tables: ['orders', 'crm.customers'],
};

t.test('reads connections by name', async (t) => {
  t.equal(databaseSettings({}).size, 0);
  const ca = join(dir, 'ca.pem');
  writeFileSync(ca, createAuthority('Test CA').certificate);
  const found = databaseSettings(
    file({
      crm: good,
      old: { ...good, url: 'mariadb://reader:x@[::1]:3307/shop', tls: 'none' },
      safe: { ...good, ca: 'ca.pem' },
    }),
  );
  t.same(found.get('crm'), {
    connection: {
      kind: 'postgresql',
      host: 'db.internal',
      port: 5432,
      user: 'reader',
      password: 'p@ss/word',
      database: 'shop',
      tls: { ca: null },
    },
    businesses: new Set([BUSINESS]),
    tables: ['orders', 'crm.customers'],
  });
  t.match(found.get('old')?.connection, { kind: 'mysql', host: '::1', port: 3307, tls: null });
  t.match(found.get('safe')?.connection.tls?.ca, /BEGIN CERTIFICATE/);
});

t.test('invalid connections are refused at the start, with no password in the message', async (t) => {
  const invalid: readonly (readonly [unknown, RegExp])[] = [
    ['{"crm": {"url": "postgresql://reader:secret@', /the file is not valid JSON/],
    [[good], /must contain an object/],
    [{ 'C R M': good }, /lower-case letters/],
    [{ crm: { ...good, url: 'https://reader:secret@db/shop' } }, /use a url like postgresql/],
    [{ crm: { ...good, url: 'postgresql://db/shop' } }, /use a url like postgresql/],
    [{ crm: { ...good, url: 'postgresql://reader:secret@db' } }, /one database/],
    [{ crm: { ...good, url: 'postgresql://reader:secret@db/a/b' } }, /one database/],
    [{ crm: { ...good, url: 'postgresql://reader:secret%@db/shop' } }, /escape characters/],
    [{ crm: { ...good, url: 'postgresql://reader:secret@db/shop?sslmode=disable' } }, /has parameters/],
    [{ crm: { ...good, businesses: [] } }, /businesses/],
    [{ crm: { ...good, businesses: ['*'] } }, /businesses\/0/],
    [{ crm: { ...good, tables: ['a.b.c'] } }, /tables\/0/],
    [{ crm: { ...good, tables: ['orders"; DROP'] } }, /tables\/0/],
    [{ crm: { ...good, password: 'secret' } }, /crm/],
    [{ crm: { ...good, tls: 'none', ca: 'ca.pem' } }, /remove one of them/],
    [{ crm: { ...good, ca: 'unknown.pem' } }, /a PEM certificate/],
  ];
  for (const [content, message] of invalid) {
    const env = file(content);
    t.throws(() => databaseSettings(env), { name: 'ConfigError', message }, String(message));
    try {
      databaseSettings(env);
    } catch (error) {
      t.notMatch(String(error), /secret/);
    }
  }
  t.throws(() => databaseSettings({ PARLEY_DATABASES: join(dir, 'nowhere') }), /cannot be read/);
});

t.test('a file that every user can read is refused, with what to do', async (t) => {
  const env = file({ crm: good });
  const path = join(dir, 'databases.json');
  for (const mode of [0o644, 0o604, 0o602, 0o666]) {
    chmodSync(path, mode);
    t.throws(() => databaseSettings(env), { name: 'ConfigError', message: /chmod 640/ }, mode.toString(8));
  }
  for (const mode of [0o640, 0o600, 0o400]) {
    chmodSync(path, mode);
    t.equal(databaseSettings(env).size, 1, mode.toString(8));
  }
});
