/**
 * Requests to addresses that a business configured, restricted to allowed addresses.
 *
 * It guarantees:
 * G1. Connections go only to allowed addresses. The check happens at the connection itself (checked-connection.ts) and does
 *     not rely on earlier checks by the caller.
 * G2. Redirects are not followed; neither cookies nor credentials are sent.
 * G3. Each owner has its own connections: a hanging server does not delay other owners.
 * G4. Name look-ups use no libuv pool thread and run in slots of the business (names/tenant-names.ts).
 */
import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import { Agent } from 'undici';
import { DomainError } from '../../schemas/errors.js';
import { isThisMachine, plainName } from '../names/local-names.js';
import { NameNotResolved } from '../names/name-answer.js';
import type { NameUse, TenantNames } from '../names/tenant-names.js';
import { isPublicAddress, isRefusedPort } from './allowed-address.js';
import { checkedConnector } from './checked-connection.js';

const KEEP_ALIVE_MS = 30_000;
/** Time until look-up slots are likely to be free again, s: a hanging look-up holds a slot for 4 s. */
const RETRY_AFTER_S = 5;

export interface GuardedHttpOptions {
  /** For development: also allows http, and addresses of this machine and its network. */
  readonly anywhere: boolean;
  /** Maximum connections per owner. */
  readonly connections: number;
  /** Time limit for connecting, and then for each part of a response, ms. */
  readonly timeoutMs: number;
  /** Resolves names. */
  readonly names: TenantNames;
  /** The purpose that look-ups count against. */
  readonly use: NameUse;
}

/** The owner of a request. */
interface RequestOwner {
  readonly businessId: string;
  /** Identifies the connection pool within the business; unique across all businesses. */
  readonly id: string;
}

export interface GuardedHttp {
  /** Why the URL is refused, judged by its text alone; null if it is acceptable. */
  refusalOf(url: string): string | null;
  /**
   * As {@link refusalOf}, and also refuses a name without any allowed address. A name that does not resolve, or whose name
   * server does not answer within 4 s, is not refused: it may resolve by the time of the first request.
   * @throws DomainError name_lookups_limited
   */
  refusalNow(url: string, businessId: string): Promise<string | null>;
  /** The owner's connections, for `undici.request`. */
  agentOf(owner: RequestOwner): Agent;
  /** Closes the connections of a removed owner. */
  forget(id: string): void;
  close(): Promise<void>;
}

/** Lower-case hex HMAC-SHA256 over timestamp (Unix seconds), a period, and the body (spec section 6). */
export const signBody = (secret: string, timestamp: number, body: string): string =>
  createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');

const NOT_PUBLIC = 'must be reachable from the internet';
const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'https:': 443, 'http:': 80 };

const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

/** Why the URL is refused, judged by its text alone; null if it is acceptable. `anywhere`: as {@link GuardedHttpOptions}. */
export const refusalOfUrl = (text: string, anywhere: boolean): string | null => {
  if (!URL.canParse(text)) return 'must be an address like https://example.org/hooks';
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(anywhere && url.protocol === 'http:')) return 'must begin with https://';
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  if (url.hostname === '') return 'must name a host';
  if (anywhere) return null;
  // The URL parser has already normalised decimal, octal and short spellings of addresses.
  const host = hostOf(url);
  if (isIP(host) !== 0 && !isPublicAddress(host)) return NOT_PUBLIC;
  if (isThisMachine(plainName(host))) return NOT_PUBLIC;
  const port = url.port === '' ? DEFAULT_PORTS[url.protocol] : Number(url.port);
  return isRefusedPort(port ?? 0) ? 'must not use a port of a protocol other than HTTP' : null;
};

/** Why the URL's name is refused: none of its addresses is allowed; null otherwise. @throws DomainError name_lookups_limited */
export const refusalOfName = async (
  text: string,
  anywhere: boolean,
  names: TenantNames,
  businessId: string,
): Promise<string | null> => {
  try {
    const found = await names.resolve({ businessId, use: 'check' }, hostOf(new URL(text)));
    return anywhere || found.some(({ address }) => isPublicAddress(address)) ? null : NOT_PUBLIC;
  } catch (error) {
    if (!(error instanceof NameNotResolved)) throw error;
    if (error.failure === 'limited')
      throw new DomainError('name_lookups_limited', undefined, [], RETRY_AFTER_S);
    return null;
  }
};

/** One instance serves all owners; each has its own connections (G3). */
export const createGuardedHttp = (options: GuardedHttpOptions): GuardedHttp => {
  const { anywhere, connections, names, timeoutMs, use } = options;
  const agents = new Map<string, Agent>();
  return {
    refusalOf: (url) => refusalOfUrl(url, anywhere),
    refusalNow: async (url, businessId) =>
      refusalOfUrl(url, anywhere) ?? (await refusalOfName(url, anywhere, names, businessId)),
    agentOf: ({ businessId, id }) => {
      const existing = agents.get(id);
      if (existing !== undefined) return existing;
      const agent = new Agent({
        connections,
        keepAliveTimeout: KEEP_ALIVE_MS,
        connect: checkedConnector({ anywhere, lookup: names.lookupOf({ businessId, use }) }, timeoutMs),
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
      });
      agents.set(id, agent);
      return agent;
    },
    forget: (id) => {
      void agents.get(id)?.destroy();
      agents.delete(id);
    },
    close: async () => {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
      agents.clear();
    },
  };
};

/** The first bytes of a response, at most `maxBytes`; does not wait for the rest. */
export const readBeginning = async (
  body: AsyncIterable<Buffer> & { destroy(): unknown },
  maxBytes: number,
): Promise<{ readonly text: string; readonly isWhole: boolean }> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    // Leaving the loop closes the connection, which bounds an endless response.
    if (size >= maxBytes) break;
  }
  const text = Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8');
  return { text, isWhole: size < maxBytes };
};
