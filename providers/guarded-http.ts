/**
 * Requests to addresses that a client of ours wrote down: never to where they must not go.
 *
 * It guarantees:
 * G1. A connection is only made to an address that was checked: names are resolved once an attempt, and the
 *     addresses that pass are the only ones connected to.
 * G2. Redirects are not followed; neither cookies nor credentials are sent.
 * G3. Each owner has connections of its own: one whose server hangs holds up nobody else.
 */
import { createHmac } from 'node:crypto';
import { type LookupAddress, lookup as resolve } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent } from 'undici';
import { isPublicAddress } from './allowed-address.js';

const KEEP_ALIVE_MS = 30_000;

/** Why there was no answer: stable names; nothing of the machine that was asked. */
export type HttpProblem =
  | 'address_not_allowed'
  | 'name_not_resolved'
  | 'timeout'
  | 'connection_refused'
  | 'tls_failed'
  | 'connection_failed';

export interface GuardedHttpOptions {
  /** In development: http, and addresses of this machine and its network. */
  readonly anywhere: boolean;
  /** Connections of one owner. */
  readonly connections: number;
  /** So long a connection may take to be made, and then each part of an answer, ms. */
  readonly timeoutMs: number;
  /** Resolves names; the system's resolver when absent. */
  readonly lookup?: LookupFunction | undefined;
}

export interface GuardedHttp {
  /** Why requests cannot go there; null when they may, as far as the text tells. */
  refusalOf(url: string): string | null;
  /** As {@link refusalOf}, and whether its name leads to an address that is not allowed. Never throws. */
  refusalNow(url: string): Promise<string | null>;
  /** The owner's connections, for `undici.request`. */
  agentOf(owner: string): Agent;
  /** Ends the connections of an owner that is no more. */
  forget(owner: string): void;
  close(): Promise<void>;
}

/** Lower-case hex HMAC-SHA256 over timestamp (Unix seconds), a period, and the body (spec section 6). */
export const signBody = (secret: string, timestamp: number, body: string): string =>
  createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');

class NotAllowed extends Error {
  readonly code = 'ADDRESS_NOT_ALLOWED';
}

/** G1: what a connection is made with is what was checked. `anywhere`: nothing is refused. */
export const checkedLookup =
  (look: LookupFunction, anywhere: boolean): LookupFunction =>
  (hostname, wanted, callback) => {
    look(hostname, { ...wanted, all: true }, (error, found) => {
      const addresses: readonly LookupAddress[] = Array.isArray(found) ? found : [];
      if (error !== null) return callback(error, []);
      const allowed = anywhere ? addresses : addresses.filter(({ address }) => isPublicAddress(address));
      const [first] = allowed;
      if (first === undefined) return callback(new NotAllowed('no public address'), []);
      if (wanted.all === true) callback(null, [...allowed]);
      else callback(null, first.address, first.family);
    });
  };

/** Why requests must not go there, as far as the text tells; null: they may. `anywhere`: as {@link GuardedHttpOptions}. */
export const refusalOfUrl = (text: string, anywhere: boolean): string | null => {
  if (!URL.canParse(text)) return 'must be an address like https://example.org/hooks';
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(anywhere && url.protocol === 'http:')) return 'must begin with https://';
  if (url.username !== '' || url.password !== '') return 'must not hold a user name or password';
  if (url.hostname === '') return 'must name a host';
  if (anywhere) return null;
  // Decimal, octal and short spellings are ordinary addresses by now: the URL parser writes them out.
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !isPublicAddress(host)) return 'must be reachable from the internet';
  if (host === 'localhost' || host.endsWith('.localhost')) return 'must be reachable from the internet';
  return null;
};

/** One for all owners; each has connections of its own (G3). */
export const createGuardedHttp = (options: GuardedHttpOptions): GuardedHttp => {
  const { anywhere, connections, timeoutMs } = options;
  const lookup = checkedLookup(options.lookup ?? resolve, anywhere);
  const agents = new Map<string, Agent>();
  return {
    refusalOf: (url) => refusalOfUrl(url, anywhere),
    refusalNow: async (url) => {
      const refusal = refusalOfUrl(url, anywhere);
      if (refusal !== null) return refusal;
      const { hostname } = new URL(url);
      return new Promise((answer) => {
        // A name that is not known yet may be by the time of the first request.
        lookup(hostname.replace(/^\[|\]$/g, ''), { all: true }, (error) =>
          answer(error instanceof NotAllowed ? 'must be reachable from the internet' : null),
        );
      });
    },
    agentOf: (owner) => {
      const present = agents.get(owner);
      if (present !== undefined) return present;
      const made = new Agent({
        connections,
        keepAliveTimeout: KEEP_ALIVE_MS,
        connect: { lookup, timeout: timeoutMs },
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
      });
      agents.set(owner, made);
      return made;
    },
    forget: (owner) => {
      void agents.get(owner)?.destroy();
      agents.delete(owner);
    },
    close: async () => {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
      agents.clear();
    },
  };
};

/** The beginning of an answer, at most so many bytes; what is longer is not waited for. */
export const beginningOf = async (
  body: AsyncIterable<Buffer> & { destroy(): unknown },
  mostBytes: number,
): Promise<{ readonly text: string; readonly isWhole: boolean }> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    // Leaving the loop ends the connection of an answer that goes on and on.
    if (size >= mostBytes) break;
  }
  const text = Buffer.concat(chunks).subarray(0, mostBytes).toString('utf8');
  return { text, isWhole: size < mostBytes };
};

const PROBLEMS: Readonly<Record<string, HttpProblem>> = {
  ADDRESS_NOT_ALLOWED: 'address_not_allowed',
  ENOTFOUND: 'name_not_resolved',
  EAI_AGAIN: 'name_not_resolved',
  ECONNREFUSED: 'connection_refused',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  TimeoutError: 'timeout',
};

/** What the error of a request comes to. */
export const problemOf = (error: unknown): HttpProblem => {
  if (!(error instanceof Error)) return 'connection_failed';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  if (/CERT|TLS|SSL/.test(code)) return 'tls_failed';
  return PROBLEMS[code] ?? PROBLEMS[error.name] ?? 'connection_failed';
};
