/** Real database servers for tests: Debian's, on loopback, each with its own directory; they end with the test. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mysql from 'mysql2/promise';
import pg from 'pg';
import type { DatabaseConnection } from '../../providers/databases/database.js';
import type { Lifetime } from '../lifetime.js';
import { createAuthority } from '../sockets/certificates.js';
import { freePort } from '../sockets/free-port.js';
import { until } from '../until.js';

/** A running server with a database `shop`. */
export interface TestDatabase {
  readonly connection: DatabaseConnection;
  /** PEM of the authority that signed its certificate. */
  readonly ca: string;
  /** Runs statements as its superuser. */
  run(...statements: readonly string[]): Promise<void>;
  /** Freezes, resumes or kills the server. */
  signal(signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void;
}

/** Both servers refuse to run as root: these are the ids of `nobody` on Debian. */
const UNPRIVILEGED = { uid: 65_534, gid: 65_534 };
const isRoot = process.getuid?.() === 0;
const as = isRoot ? UNPRIVILEGED : {};
const STARTING_MS = 90_000;

/** Directory of the newest PostgreSQL; null if there is none. */
const postgresBin = (): string | null => {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).map(Number).filter(Number.isFinite) : [];
  const found = versions.sort((a, b) => b - a).map((version) => join(root, String(version), 'bin'));
  return found.find((bin) => existsSync(join(bin, 'initdb'))) ?? null;
};

const MARIADB = '/usr/sbin/mariadbd';
const INSTALL = '/usr/bin/mariadb-install-db';
const DEFAULTS = '/usr/bin/my_print_defaults';

/** Why tests with PostgreSQL are skipped; false if they are not. */
export const noPostgres: string | false =
  postgresBin() === null ? 'PostgreSQL is not installed (apt-get install postgresql)' : false;
/** As {@link noPostgres}. */
export const noMariaDb: string | false = [MARIADB, INSTALL, DEFAULTS].every((path) => existsSync(path))
  ? false
  : 'MariaDB is not installed (apt-get install mariadb-server-core mariadb-client-core)';

const directory = (t: Lifetime, name: string): string => {
  const dir = mkdtempSync(join(tmpdir(), `parley-${name}-`));
  if (isRoot) chownSync(dir, UNPRIVILEGED.uid, UNPRIVILEGED.gid);
  t.teardown(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
};

/** Writes a file that only the server can read. */
const keep = (path: string, content: string): string => {
  writeFileSync(path, content, { mode: 0o600 });
  if (isRoot) chownSync(path, UNPRIVILEGED.uid, UNPRIVILEGED.gid);
  return path;
};

const createCertificates = (dir: string) => {
  const authority = createAuthority('Databases');
  const { certificate, key } = authority.issue('127.0.0.1');
  return {
    ca: authority.certificate,
    cert: keep(join(dir, 'certificate'), certificate),
    key: keep(join(dir, 'key'), key),
  };
};

/** The environment of the servers. */
const env = { PATH: `/usr/sbin:/usr/bin:/sbin:/bin`, HOME: '/nonexistent', LC_ALL: 'C' };

const startServer = async (
  t: Lifetime,
  command: string,
  args: readonly string[],
  cwd: string,
): Promise<ChildProcess> => {
  // The server also ends if this process is killed.
  const server = spawn('setpriv', ['--pdeathsig', 'KILL', command, ...args], {
    ...as,
    env,
    cwd,
    stdio: 'ignore',
  });
  const exited = once(server, 'exit');
  t.teardown(async () => {
    server.kill('SIGCONT');
    server.kill('SIGKILL');
    await exited;
  });
  await once(server, 'spawn');
  return server;
};

const isListening = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection({ host: '127.0.0.1', port });
    const finish = (open: boolean) => (): void => {
      socket.destroy();
      resolve(open);
    };
    socket.once('connect', finish(true)).once('error', finish(false));
  });

const PASSWORD = 'p@ss/word';

/** Starts PostgreSQL with a database `shop`. Its reader is not its owner: `reader` can do what a test grants. */
export const startPostgres = async (t: Lifetime): Promise<TestDatabase> => {
  const bin = postgresBin();
  if (bin === null) throw new Error(String(noPostgres));
  const dir = directory(t, 'postgres');
  const data = join(dir, 'data');
  const secret = keep(join(dir, 'secret'), PASSWORD);
  const { ca, cert, key } = createCertificates(dir);
  const init = [
    '-D',
    data,
    '-U',
    'owner',
    '-A',
    'scram-sha-256',
    '--pwfile',
    secret,
    '-E',
    'UTF8',
    '--no-sync',
    '--locale=C',
  ];
  execFileSync(join(bin, 'initdb'), init, { ...as, env, cwd: dir, stdio: 'ignore' });
  const port = await freePort();
  const options = [
    ...['listen_addresses=127.0.0.1', `unix_socket_directories=${dir}`, 'fsync=off'],
    ...['ssl=on', `ssl_cert_file=${cert}`, `ssl_key_file=${key}`],
  ];
  const server = await startServer(
    t,
    join(bin, 'postgres'),
    ['-D', data, '-p', String(port), ...options.flatMap((option) => ['-c', option])],
    dir,
  );
  const client = (user: string, database: string) =>
    new pg.Client({ host: '127.0.0.1', port, user, password: PASSWORD, database, ssl: false });
  const inDatabase = async (database: string, statements: readonly string[]): Promise<void> => {
    const session = client('owner', database);
    session.on('error', () => undefined);
    await session.connect();
    try {
      for (const statement of statements) await session.query(statement);
    } finally {
      await session.end();
    }
  };
  await until(
    'PostgreSQL answers',
    () =>
      inDatabase('postgres', []).then(
        () => true,
        () => false,
      ),
    STARTING_MS,
  );
  await inDatabase('postgres', [`CREATE ROLE reader LOGIN PASSWORD '${PASSWORD}'`, 'CREATE DATABASE shop']);
  return {
    connection: {
      kind: 'postgresql',
      host: '127.0.0.1',
      port,
      user: 'reader',
      password: PASSWORD,
      database: 'shop',
      tls: null,
    },
    ca,
    run: (...statements) => inDatabase('shop', statements),
    signal: (signal) => void server.kill(signal),
  };
};

/** Starts MariaDB with a database `shop`; `reader` can do what a test grants. */
export const startMariaDb = async (t: Lifetime): Promise<TestDatabase> => {
  const dir = directory(t, 'mariadb');
  const data = join(dir, 'data');
  mkdirSync(data);
  chmodSync(data, 0o700);
  if (isRoot) chownSync(data, UNPRIVILEGED.uid, UNPRIVILEGED.gid);
  const init = [
    '--no-defaults',
    `--datadir=${data}`,
    '--skip-test-db',
    '--auth-root-authentication-method=normal',
  ];
  execFileSync(INSTALL, init, { ...as, env, cwd: dir, stdio: 'ignore' });
  const port = await freePort();
  const { ca, cert, key } = createCertificates(dir);
  const server = await startServer(
    t,
    MARIADB,
    [
      ...['--no-defaults', `--datadir=${data}`, `--socket=${join(dir, 'socket')}`, `--port=${port}`],
      ...['--bind-address=127.0.0.1', '--skip-log-bin', '--innodb-flush-log-at-trx-commit=0'],
      ...[`--ssl-cert=${cert}`, `--ssl-key=${key}`],
      ...['--innodb-buffer-pool-size=32M', `--pid-file=${join(dir, 'pid')}`, '--skip-name-resolve'],
    ],
    dir,
  );
  const run = async (database: string | undefined, statements: readonly string[]): Promise<void> => {
    const connection = await mysql.createConnection({
      host: '127.0.0.1',
      port,
      user: 'root',
      password: '',
      ...(database === undefined ? {} : { database }),
    });
    try {
      for (const statement of statements) await connection.query(statement);
    } finally {
      connection.destroy();
    }
  };
  await until('MariaDB listens', () => isListening(port), STARTING_MS);
  await until(
    'MariaDB answers',
    () =>
      run(undefined, []).then(
        () => true,
        () => false,
      ),
    STARTING_MS,
  );
  await run(undefined, [
    'CREATE DATABASE shop CHARACTER SET utf8mb4',
    `CREATE USER 'reader'@'127.0.0.1' IDENTIFIED BY '${PASSWORD}'`,
  ]);
  return {
    connection: {
      kind: 'mysql',
      host: '127.0.0.1',
      port,
      user: 'reader',
      password: PASSWORD,
      database: 'shop',
      tls: null,
    },
    ca,
    run: (...statements) => run('shop', statements),
    signal: (signal) => void server.kill(signal),
  };
};
