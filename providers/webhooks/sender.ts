/**
 * Sends webhooks, only to allowed addresses (../guarded-http.ts).
 *
 * It guarantees:
 * W1. An attempt ends within {@link TIMEOUT_MS}, whatever the other side does, and uses bounded memory.
 * W2. Each subscriber has its own connections: a hanging subscriber does not delay the others.
 */
import { timeoutSignal } from '../../actors/runtime/timeout-signal.js';
import { request } from '../abortable-request.js';
import { createGuardedHttp, type GuardedHttp, readBeginning } from '../egress/guarded-http.js';
import { type HttpProblem, problemOf } from '../egress/http-problem.js';
import type { TenantNames } from '../names/tenant-names.js';
import { readRetryAfter } from '../retry-after.js';
import { SIGNATURE_HEADERS, signatureHeaders } from './signature.js';

/** docs/reference/api.md "Channels, messages, conversations". */
const TIMEOUT_MS = 10_000;
const EXCERPT_BYTES = 512;
/** Longest wait that a subscriber can request, ms: a day of maintenance, and two more days of attempts remain. */
export const MAX_RETRY_AFTER_MS = 24 * 60 * 60_000;

export interface WebhookRequest {
  /** The tenant whose slots the name look-ups use. */
  readonly businessId: string;
  /** The subscription whose connections are used. */
  readonly subscriptionId: string;
  readonly url: string;
  readonly secret: string;
  /** Secrets that a rotation has replaced and that still sign, newest first; absent: none. */
  readonly previousSecrets?: readonly string[];
  readonly eventId: string;
  readonly contractVersion: string;
  readonly body: string;
  /** Unix seconds. */
  readonly timestamp: number;
  /** An example that was requested, not an event. */
  readonly isTest?: true;
}

export type WebhookAnswer =
  | {
      readonly type: 'answered';
      readonly status: number;
      readonly excerpt: string;
      /** The wait that its Retry-After requests, ms, at most {@link MAX_RETRY_AFTER_MS}; null: none. */
      readonly retryAfterMs: number | null;
    }
  | { readonly type: 'unanswered'; readonly problem: HttpProblem };

export interface WebhookSender extends Pick<GuardedHttp, 'refusalOf' | 'refusalNow' | 'close'> {
  /** Never throws. */
  send(webhook: WebhookRequest, signal: AbortSignal): Promise<WebhookAnswer>;
  /** Closes the connections of a removed subscription. */
  forget(subscriptionId: string): void;
}

export interface WebhookSenderOptions {
  /** For development: also allows http, and addresses of this machine and its network. */
  readonly anywhere: boolean;
  /** Maximum connections per subscription. */
  readonly connections: number;
  /** Default: {@link TIMEOUT_MS}. */
  readonly timeoutMs?: number;
  /** Resolves names. */
  readonly names: TenantNames;
}

/** One instance serves all subscribers; each has its own connections (W2). */
export const createWebhookSender = ({
  anywhere,
  connections,
  timeoutMs = TIMEOUT_MS,
  names,
}: WebhookSenderOptions): WebhookSender => {
  const http = createGuardedHttp({ anywhere, connections, timeoutMs, names, use: 'webhook' });
  return {
    refusalOf: http.refusalOf,
    refusalNow: http.refusalNow,
    send: async (webhook, signal) => {
      const { url, body, timestamp, previousSecrets = [] } = webhook;
      if (http.refusalOf(url) !== null) return { type: 'unanswered', problem: 'address_not_allowed' };
      try {
        const answer = await request(url, {
          dispatcher: http.agentOf({ businessId: webhook.businessId, id: webhook.subscriptionId }),
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'user-agent': 'Parley-Webhooks/1.1',
            [SIGNATURE_HEADERS.eventId]: webhook.eventId,
            [SIGNATURE_HEADERS.contractVersion]: webhook.contractVersion,
            ...(webhook.isTest === true ? { [SIGNATURE_HEADERS.isTest]: 'true' } : {}),
            ...signatureHeaders({ ...webhook, previousSecrets }),
          },
          body,
          signal: AbortSignal.any([signal, timeoutSignal(timeoutMs)]),
        });
        const { text: excerpt } = await readBeginning(answer.body, EXCERPT_BYTES);
        return {
          type: 'answered',
          status: answer.statusCode,
          excerpt,
          retryAfterMs: retryAfterOf(answer.headers, timestamp * 1_000),
        };
      } catch (error) {
        return { type: 'unanswered', problem: problemOf(error) };
      }
    },
    forget: http.forget,
    close: http.close,
  };
};

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A date counts from the response's own Date, so that the subscriber's clock does not matter. `now`: ms since the epoch. */
const retryAfterOf = (headers: Headers, now: number): number | null => {
  const { date, 'retry-after': retryAfter } = headers;
  if (typeof retryAfter !== 'string') return null;
  const answeredAt = typeof date === 'string' ? Date.parse(date) : Number.NaN;
  return readRetryAfter(retryAfter.trim(), Number.isNaN(answeredAt) ? now : answeredAt, MAX_RETRY_AFTER_MS);
};
