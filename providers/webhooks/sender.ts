/**
 * Sends webhooks, and never to where they must not go.
 *
 * It guarantees:
 * W1. A connection is only made to an address that was checked: names are resolved once an attempt, and the
 *     addresses that pass are the only ones connected to.
 * W2. Redirects are not followed; neither cookies nor credentials are sent.
 * W3. An attempt ends within {@link TIMEOUT_MS}, whatever the other side does, and takes bounded memory.
 * W4. Subscribers have connections of their own: one that hangs holds up nobody else.
 */
import { createHmac } from 'node:crypto';
import { type LookupAddress, lookup as resolve } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, request } from 'undici';
import { isPublicAddress } from './allowed-address.js';

/** docs/contract.md "Channels, messages, conversations". */
const TIMEOUT_MS = 10_000;
const EXCERPT_BYTES = 512;
const KEEP_ALIVE_MS = 30_000;

export interface WebhookRequest {
  /** Whose connections are used. */
  readonly subscriptionId: string;
  readonly url: string;
  readonly secret: string;
  readonly eventId: string;
  readonly contractVersion: string;
  readonly body: string;
  /** Unix seconds. */
  readonly timestamp: number;
}

export type WebhookAnswer =
  | { readonly type: 'answered'; readonly status: number; readonly excerpt: string }
  /** `problem`: stable names; nothing of the machine that was asked. */
  | { readonly type: 'unanswered'; readonly problem: WebhookProblem };

type WebhookProblem =
  | 'address_not_allowed'
  | 'name_not_resolved'
  | 'timeout'
  | 'connection_refused'
  | 'tls_failed'
  | 'connection_failed';

export interface WebhookSender {
  /** Why webhooks cannot go there; null when they may, as far as the text tells. */
  refusalOf(url: string): string | null;
  /** As {@link refusalOf}, and whether its name leads to an address that is not allowed. Never throws. */
  refusalNow(url: string): Promise<string | null>;
  /** Never throws. */
  send(webhook: WebhookRequest, signal: AbortSignal): Promise<WebhookAnswer>;
  /** Ends the connections of a subscription that is no more. */
  forget(subscriptionId: string): void;
  close(): Promise<void>;
}

export interface WebhookSenderOptions {
  /** In development: http, and addresses of this machine and its network. */
  readonly anywhere: boolean;
  /** Connections of one subscription. */
  readonly connections: number;
  /** Default: {@link TIMEOUT_MS}. */
  readonly timeoutMs?: number;
  /** Resolves names; the system's resolver when absent. */
  readonly lookup?: LookupFunction;
}

/** Lower-case hex HMAC-SHA256 over timestamp, a period, and the body (spec section 6). */
export const signWebhook = (secret: string, timestamp: number, body: string): string =>
  createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');

class NotAllowed extends Error {
  readonly code = 'ADDRESS_NOT_ALLOWED';
}

/** W1: what a connection is made with is what was checked. */
const checkedLookup =
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

/** As WebhookSender.refusalOf. */
const refusalOf = (text: string, anywhere: boolean): string | null => {
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

/** One for all subscribers; each has connections of its own (W4). */
export const createWebhookSender = (options: WebhookSenderOptions): WebhookSender => {
  const { anywhere, connections, timeoutMs = TIMEOUT_MS } = options;
  const lookup = checkedLookup(options.lookup ?? resolve, anywhere);
  const agents = new Map<string, Agent>();

  const agentOf = (subscriptionId: string): Agent => {
    const present = agents.get(subscriptionId);
    if (present !== undefined) return present;
    const made = new Agent({
      connections,
      keepAliveTimeout: KEEP_ALIVE_MS,
      connect: { lookup, timeout: timeoutMs },
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
    agents.set(subscriptionId, made);
    return made;
  };

  return {
    refusalOf: (url) => refusalOf(url, anywhere),
    refusalNow: async (url) => {
      const refusal = refusalOf(url, anywhere);
      if (refusal !== null) return refusal;
      const { hostname } = new URL(url);
      return new Promise((answer) => {
        // A name that is not known yet may be by the time of the first webhook.
        lookup(hostname.replace(/^\[|\]$/g, ''), { all: true }, (error) =>
          answer(error instanceof NotAllowed ? 'must be reachable from the internet' : null),
        );
      });
    },
    send: async (webhook, signal) => {
      const { url, body, timestamp, secret } = webhook;
      if (refusalOf(url, anywhere) !== null) return { type: 'unanswered', problem: 'address_not_allowed' };
      try {
        const answer = await request(url, {
          dispatcher: agentOf(webhook.subscriptionId),
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'user-agent': 'Parley-Webhooks/1.1',
            'x-service-timestamp': String(timestamp),
            'x-service-signature': signWebhook(secret, timestamp, body),
            'x-service-event-id': webhook.eventId,
            'x-service-contract-version': webhook.contractVersion,
          },
          body,
          signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
        });
        return { type: 'answered', status: answer.statusCode, excerpt: await excerptOf(answer.body) };
      } catch (error) {
        return { type: 'unanswered', problem: problemOf(error) };
      }
    },
    forget: (subscriptionId) => {
      void agents.get(subscriptionId)?.destroy();
      agents.delete(subscriptionId);
    },
    close: async () => {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()));
      agents.clear();
    },
  };
};

/** W3: its beginning; what is longer is not waited for. */
const excerptOf = async (body: AsyncIterable<Buffer> & { destroy(): unknown }): Promise<string> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    // Leaving the loop ends the connection of an answer that goes on and on.
    if (size >= EXCERPT_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, EXCERPT_BYTES).toString('utf8');
};

const PROBLEMS: Readonly<Record<string, WebhookProblem>> = {
  ADDRESS_NOT_ALLOWED: 'address_not_allowed',
  ENOTFOUND: 'name_not_resolved',
  EAI_AGAIN: 'name_not_resolved',
  ECONNREFUSED: 'connection_refused',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  TimeoutError: 'timeout',
};

const problemOf = (error: unknown): WebhookProblem => {
  if (!(error instanceof Error)) return 'connection_failed';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  if (/CERT|TLS|SSL/.test(code)) return 'tls_failed';
  return PROBLEMS[code] ?? PROBLEMS[error.name] ?? 'connection_failed';
};
