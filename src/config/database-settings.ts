/**
 * The databases that Data Sources may be read from: a file of the operator's, checked at startup. A business names a
 * connection and a table; their addresses and permissions are configured only here.
 */
import { X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { AllowedDatabase, AllowedDatabases, DatabaseKind } from '../../providers/databases/database.js';
import { PackageMissing, requirePackages } from '../../providers/optional-package.js';
import { UUID_PATTERN } from '../../schemas/ids.js';
import { ConfigError } from './error.js';
import type { Env } from './settings/setting.js';

const SETTING = 'PARLEY_DATABASES';
/** Permission bits of users who are neither the owner nor in the group. */
const OTHERS_READ_WRITE = 0o006;
const closed = { additionalProperties: false } as const;

/** Without a dot, which separates schema and table. */
const PART = '[^.\\u0000-\\u001f"`\\\\]{1,63}';
const Database = Type.Object(
  {
    url: Type.String(),
    businesses: Type.Array(Type.String({ pattern: UUID_PATTERN }), { minItems: 1, maxItems: 10_000 }),
    tables: Type.Array(Type.String({ pattern: `^${PART}(?:\\.${PART})?$` }), {
      minItems: 1,
      maxItems: 1_000,
    }),
    tls: Type.Optional(Type.Union([Type.Literal('verify'), Type.Literal('none')])),
    ca: Type.Optional(Type.String({ minLength: 1 })),
  },
  closed,
);
const NAME = /^[a-z0-9][a-z0-9_-]{0,62}$/;

const KINDS: Readonly<Record<string, { readonly kind: DatabaseKind; readonly port: number }>> = {
  'postgresql:': { kind: 'postgresql', port: 5432 },
  'postgres:': { kind: 'postgresql', port: 5432 },
  'mysql:': { kind: 'mysql', port: 3306 },
  'mariadb:': { kind: 'mysql', port: 3306 },
};

/** Empty without the setting. @throws ConfigError; its message contains no secret */
export const databaseSettings = (env: Env): AllowedDatabases => {
  const path = env[SETTING];
  if (path === undefined) return new Map();
  const found = Object.entries(objectIn(path));
  const databases = new Map(found.map(([name, value]) => [name, databaseOf(path, name, value)]));
  requireDrivers(databases);
  return databases;
};

const DRIVERS: Readonly<Record<DatabaseKind, readonly string[]>> = {
  postgresql: ['pg', 'pg-query-stream'],
  mysql: ['mysql2'],
};

const requireDrivers = (databases: AllowedDatabases): void => {
  const kinds = new Set([...databases.values()].map(({ connection }) => connection.kind));
  try {
    requirePackages([...kinds].flatMap((kind) => DRIVERS[kind]));
  } catch (error) {
    if (!(error instanceof PackageMissing)) throw error;
    throw new ConfigError(`${SETTING} names databases of ${[...kinds].join(' and ')}: ${error.message}`);
  }
};

const objectIn = (path: string): object => {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
    refuseReadable(path);
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    // A parser's message quotes the file, which contains passwords.
    const isThere = !(error instanceof Error && 'code' in error);
    throw new ConfigError(
      `${SETTING} is "${path}"; ${isThere ? 'the file is not valid JSON' : 'the file cannot be read'}: write the path of a JSON file`,
    );
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw new ConfigError(
    `${SETTING} is "${path}"; it must contain an object with a connection under each name`,
  );
};

/** The file contains passwords, which every user of the machine could read. A group may read it if an operator allows that. */
const refuseReadable = (path: string): void => {
  if ((statSync(path).mode & OTHERS_READ_WRITE) === 0) return;
  throw new ConfigError(
    `${SETTING} is "${path}", which other users of this machine can access, and it contains passwords; run chmod 640 (or 600) on it`,
  );
};

const databaseOf = (path: string, name: string, value: unknown): AllowedDatabase => {
  const connectionError = (message: string): ConfigError =>
    new ConfigError(`${SETTING} is "${path}"; connection "${name}": ${message}`);
  if (!NAME.test(name))
    throw connectionError('use lower-case letters, digits, "_" and "-" in its name, 63 characters at most');
  if (!Value.Check(Database, value)) {
    const [first] = Value.Errors(Database, value);
    throw connectionError(
      `${first?.instancePath === '' ? 'it' : (first?.instancePath ?? 'it')} ${first?.message ?? 'is invalid'}`,
    );
  }
  const { url: text, businesses, tables, tls = 'verify', ca } = value;
  const url = URL.canParse(text) ? new URL(text) : null;
  const defaults = url === null ? undefined : KINDS[url.protocol];
  if (url === null || defaults === undefined || url.hostname === '' || url.username === '')
    throw connectionError('use a url like postgresql://user:password@host:5432/database or mysql://…');
  const database = decoded(url.pathname.slice(1));
  const user = decoded(url.username);
  const password = decoded(url.password);
  if (database === null || database === '' || database.includes('/') || user === null || password === null)
    throw connectionError(
      'url must name one database, and escape characters like / and % in user and password',
    );
  if (url.search !== '' || url.hash !== '')
    throw connectionError('url has parameters; remove them, and set "tls" and "ca" next to it');
  if (tls === 'none' && ca !== undefined)
    throw connectionError('"ca" has no effect if "tls" is none; remove one of them');
  return {
    connection: {
      kind: defaults.kind,
      host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
      port: url.port === '' ? defaults.port : Number(url.port),
      user,
      password,
      database,
      tls:
        tls === 'none'
          ? null
          : { ca: ca === undefined ? null : certificateIn(resolve(dirname(path), ca), connectionError) },
    },
    businesses: new Set(businesses.map((id) => id.toLowerCase())),
    tables,
  };
};

/** Null if an escape is invalid. */
const decoded = (text: string): string | null => {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
};

const certificateIn = (path: string, connectionError: (message: string) => ConfigError): string => {
  try {
    const text = readFileSync(path, 'utf8');
    new X509Certificate(text);
    return text;
  } catch {
    throw connectionError(
      `ca is "${path}"; use the path of a PEM certificate, relative to the directory of the file`,
    );
  }
};
