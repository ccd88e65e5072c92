/** The settings of an existing NATS server, checked at startup together with their files. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { nkeys } from '@nats-io/transport-node';
import type { NatsAccess, NatsCredentials, NatsTls } from '../../actors/runtime/nats/access.js';
import { serversOf } from '../../actors/runtime/nats/connection.js';
import { assertNever } from '../../schemas/assert.js';
import { ConfigError } from './error.js';
import type { Env } from './settings/setting.js';

const LOGINS = ['PARLEY_NATS_CREDS', 'PARLEY_NATS_NKEY', 'PARLEY_NATS_USER'] as const;
const SETTINGS = [
  ...LOGINS,
  ...(['PARLEY_NATS_PASSWORD', 'PARLEY_NATS_CA', 'PARLEY_NATS_CERT', 'PARLEY_NATS_KEY'] as const),
];
type Setting = (typeof SETTINGS)[number];

const FORM = 'use nats://host:4222 or tls://host:4222, with commas between the servers of a cluster';

/** Null if no server is named: an embedded one is started. @throws ConfigError; its message contains no secret */
export const natsSettings = (env: Env): NatsAccess | null => {
  const text = env.PARLEY_NATS_URL;
  if (text === undefined) {
    const unused = SETTINGS.find((name) => env[name] !== undefined);
    if (unused === undefined) return null;
    throw new ConfigError(
      `${unused} is set, but PARLEY_NATS_URL is not; set PARLEY_NATS_URL to your servers, or remove ${unused}`,
    );
  }
  const { url, isTls } = addressOf(text);
  const credentials = credentialsOf(env);
  const tls = tlsOf(env, isTls);
  return {
    url,
    ...(credentials === null ? {} : { credentials }),
    ...(tls === null ? {} : { tls }),
  };
};

/** Several servers of one cluster are separated by commas. */
const addressOf = (text: string): { readonly url: string; readonly isTls: boolean } => {
  const servers = serversOf(text).map(serverOf);
  const isTls = servers.some((server) => server.isTls);
  if (servers.length === 0) throw new ConfigError(`PARLEY_NATS_URL is "${text}"; ${FORM}`);
  if (isTls && !servers.every((server) => server.isTls))
    throw new ConfigError('PARLEY_NATS_URL has servers with and without tls://; use tls:// for all of them');
  return { url: servers.map(({ url }) => url).join(','), isTls };
};

const serverOf = (text: string): { readonly url: string; readonly isTls: boolean } => {
  const withScheme = /^[a-z]+:\/\//i.test(text) ? text : `nats://${text}`;
  const url = URL.canParse(withScheme) ? new URL(withScheme) : null;
  if (url !== null && (url.username !== '' || url.password !== ''))
    throw new ConfigError(
      'PARLEY_NATS_URL contains a user; move user and password to PARLEY_NATS_USER and PARLEY_NATS_PASSWORD',
    );
  const isTls = url?.protocol === 'tls:';
  if (
    url === null ||
    !(isTls || url.protocol === 'nats:') ||
    url.hostname === '' ||
    !/^\/?$/.test(url.pathname)
  )
    throw new ConfigError(`PARLEY_NATS_URL is "${text}"; ${FORM}`);
  return { url: withScheme, isTls };
};

const credentialsOf = (env: Env): NatsCredentials | null => {
  const [login, secondLogin] = LOGINS.filter((name) => env[name] !== undefined);
  if (secondLogin !== undefined)
    throw new ConfigError(`${login} and ${secondLogin} are both set; remove one of them`);
  if ((env.PARLEY_NATS_USER === undefined) !== (env.PARLEY_NATS_PASSWORD === undefined))
    throw new ConfigError('set both of PARLEY_NATS_USER and PARLEY_NATS_PASSWORD, or none of them');
  switch (login) {
    case 'PARLEY_NATS_CREDS': {
      const { path, text } = fileOf(env, login);
      const [, seed] = [...text.matchAll(/-{3,}BEGIN[^\n]*-{3,}\r?\n\s*(\S+)\s*\r?\n\s*-{3,}END/g)].map(
        ([, block]) => block ?? '',
      );
      if (seed === undefined || !isSeed(seed))
        throw new ConfigError(
          `${login} is "${path}", which contains no JWT with a user's seed; use the file that \`nsc generate creds\` writes`,
        );
      return { kind: 'creds', file: path };
    }
    case 'PARLEY_NATS_NKEY': {
      const { path, text } = fileOf(env, login);
      if (!isSeed(text.trim()))
        throw new ConfigError(
          `${login} is "${path}", which contains no user seed; use the file that \`nk -gen user\` writes, a line that begins with SU`,
        );
      return { kind: 'nkey', seedFile: path };
    }
    case 'PARLEY_NATS_USER':
    case undefined:
      return env.PARLEY_NATS_USER === undefined || env.PARLEY_NATS_PASSWORD === undefined
        ? null
        : { kind: 'user', user: env.PARLEY_NATS_USER, password: env.PARLEY_NATS_PASSWORD };
    default:
      return assertNever(login);
  }
};

const isSeed = (text: string): boolean => {
  try {
    return text.startsWith('SU') && nkeys.fromSeed(new TextEncoder().encode(text)).getPublicKey() !== '';
  } catch {
    return false;
  }
};

/** Null: TLS only if the server requires it. */
const tlsOf = (env: Env, isTls: boolean): NatsTls | null => {
  if ((env.PARLEY_NATS_CERT === undefined) !== (env.PARLEY_NATS_KEY === undefined))
    throw new ConfigError('set both of PARLEY_NATS_CERT and PARLEY_NATS_KEY, or none of them');
  const ca = env.PARLEY_NATS_CA === undefined ? null : fileOf(env, 'PARLEY_NATS_CA');
  if (ca !== null) certificateIn('PARLEY_NATS_CA', ca);
  const client = env.PARLEY_NATS_CERT === undefined ? null : clientCertificate(env);
  if (ca === null && client === null && !isTls) return null;
  return { ...(ca === null ? {} : { caFile: ca.path }), ...client };
};

const clientCertificate = (env: Env): NatsTls => {
  const certificate = fileOf(env, 'PARLEY_NATS_CERT');
  const key = fileOf(env, 'PARLEY_NATS_KEY');
  const x509 = certificateIn('PARLEY_NATS_CERT', certificate);
  let fits: boolean;
  try {
    fits = x509.checkPrivateKey(createPrivateKey(key.text));
  } catch {
    throw new ConfigError(
      `PARLEY_NATS_KEY is "${key.path}", which is not a private key; use a PEM file without a passphrase`,
    );
  }
  if (!fits) throw new ConfigError('PARLEY_NATS_KEY is not the key of the certificate in PARLEY_NATS_CERT');
  return { certFile: certificate.path, keyFile: key.path };
};

interface TextFile {
  readonly path: string;
  readonly text: string;
}

const certificateIn = (name: Setting, { path, text }: TextFile): X509Certificate => {
  try {
    return new X509Certificate(text);
  } catch {
    throw new ConfigError(`${name} is "${path}", which contains no certificate; use a PEM file`);
  }
};

const fileOf = (env: Env, name: Setting): TextFile => {
  const path = resolve(env[name] ?? '');
  try {
    return { path, text: readFileSync(path, 'utf8') };
  } catch {
    throw new ConfigError(`${name} is "${path}", which cannot be read; use a file that this user can read`);
  }
};
