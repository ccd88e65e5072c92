/**
 * How to reach a NATS server, and how to authenticate to it. Secrets stay in their files: threads receive paths, and a
 * file is read at each connection, so a replaced file (a rotated key) takes effect from the next connection on.
 */
import { readFileSync } from 'node:fs';
import {
  credsAuthenticator,
  type NodeConnectionOptions,
  nkeyAuthenticator,
  usernamePasswordAuthenticator,
} from '@nats-io/transport-node';
import { assertNever } from '../../../schemas/assert.js';
import { LIVENESS, serversOf } from './connection.js';

/** The credentials that a server is shown. */
export type NatsCredentials =
  /** A file with the seed of a user's nkey (https://docs.nats.io, "NKeys"). */
  | { readonly kind: 'nkey'; readonly seedFile: string }
  /** A file with a user's JWT and seed, as `nsc` writes it. */
  | { readonly kind: 'creds'; readonly file: string }
  | { readonly kind: 'user'; readonly user: string; readonly password: string };

/** PEM files; without them the CAs are the machine's own, and no certificate of ours is shown. */
export interface NatsTls {
  readonly caFile?: string;
  readonly certFile?: string;
  readonly keyFile?: string;
}

/** Plain data: it may be sent to a thread. */
export interface NatsAccess {
  /** Like `nats://host:4222`; for a cluster all servers, separated by commas. */
  readonly url: string;
  /** Absent: the server asks for none. */
  readonly credentials?: NatsCredentials;
  /** Absent: unencrypted, unless the server insists; present: always encrypted. */
  readonly tls?: NatsTls;
}

/** Only the access, taken from a value that may hold more. */
export const accessOf = ({ url, credentials, tls }: NatsAccess): NatsAccess => ({
  url,
  ...(credentials === undefined ? {} : { credentials }),
  ...(tls === undefined ? {} : { tls }),
});

/**
 * Options for the client. A server that refuses us after an earlier connection (its keys are being replaced, its
 * resolver is not there yet) is retried for as long as it takes; by default the client would give up the connection at
 * the second refusal.
 */
export const natsOptions = ({ url, credentials, tls }: NatsAccess): NodeConnectionOptions => ({
  servers: serversOf(url),
  ...LIVENESS,
  ignoreAuthErrorAbort: true,
  // Without this the client would build two errors, with their stacks, for each request that is answered.
  noAsyncTraces: true,
  ...(credentials === undefined ? {} : { authenticator: authenticatorFor(credentials) }),
  ...(tls === undefined ? {} : { tls: { ...tls } }),
});

const authenticatorFor = (credentials: NatsCredentials) => {
  switch (credentials.kind) {
    case 'nkey':
      return nkeyAuthenticator(latestOf(credentials.seedFile));
    case 'creds':
      return credsAuthenticator(latestOf(credentials.file, '\n'));
    case 'user':
      return usernamePasswordAuthenticator(credentials.user, credentials.password);
    default:
      return assertNever(credentials);
  }
};

/** The file as it is now, or as it was while it is being replaced: an error here would end the connection for good. */
const latestOf = (file: string, end = ''): (() => Uint8Array) => {
  let latest: Uint8Array | null = null;
  return () => {
    try {
      const text = readFileSync(file, 'utf8').trim();
      if (text !== '' || latest === null) latest = Buffer.from(`${text}${end}`);
    } catch (error) {
      if (latest === null) throw error;
    }
    return latest;
  };
};
