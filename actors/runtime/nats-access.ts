/**
 * How a NATS server is reached, and who we are to it. Secrets stay in their files: threads are handed paths, and a file
 * is read at each connection, so one that was replaced (a rotated key) holds from the next connection on.
 */
import { readFileSync } from 'node:fs';
import {
  credsAuthenticator,
  type NodeConnectionOptions,
  nkeyAuthenticator,
  usernamePasswordAuthenticator,
} from '@nats-io/transport-node';
import { assertNever } from '../../schemas/assert.js';
import { LIVENESS, serversOf } from './connection.js';

/** What a server is shown. */
export type NatsCredentials =
  /** A file with the seed of a user's nkey (https://docs.nats.io, "NKeys"). */
  | { readonly kind: 'nkey'; readonly seedFile: string }
  /** A file with a user's JWT and seed, as `nsc` writes it. */
  | { readonly kind: 'creds'; readonly file: string }
  | { readonly kind: 'user'; readonly user: string; readonly password: string };

/** PEM files; what is left out is the machine's own (the CAs), or not shown (our certificate). */
export interface NatsTls {
  readonly caFile?: string;
  readonly certFile?: string;
  readonly keyFile?: string;
}

/** Plain data: it may be sent to a thread. */
export interface NatsAccess {
  /** Like `nats://host:4222`; of a cluster all servers, separated by commas. */
  readonly url: string;
  /** Absent: the server asks for none. */
  readonly credentials?: NatsCredentials;
  /** Absent: in the clear, unless the server insists; present: never in the clear. */
  readonly tls?: NatsTls;
}

/** Only what an access says, of something that may be more than one. */
export const accessOf = ({ url, credentials, tls }: NatsAccess): NatsAccess => ({
  url,
  ...(credentials === undefined ? {} : { credentials }),
  ...(tls === undefined ? {} : { tls }),
});

/**
 * For the client. A server that refuses us once we were in (its keys are being replaced, its resolver is not there yet)
 * is asked again for as long as it takes; by itself the client would give the connection up at the second refusal.
 */
export const natsOptions = ({ url, credentials, tls }: NatsAccess): NodeConnectionOptions => ({
  servers: serversOf(url),
  ...LIVENESS,
  ignoreAuthErrorAbort: true,
  // The client would build two errors, with their stacks, for each question that is answered.
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

/** The file as it is now; while it is being replaced, as it was: an error here would end the connection for good. */
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
