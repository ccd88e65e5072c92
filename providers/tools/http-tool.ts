/**
 * Calls a tool on a business's own server over signed HTTP, and only at addresses where requests may go
 * (../guarded-http.ts).
 *
 * It guarantees:
 * T1. An answer is available within `timeoutMs`, whatever the servers do, and takes bounded memory. Waiting for an access token is
 *     part of that time.
 * T2. A request that was certainly not processed (server unreachable, or busy) is retried within that time, under the
 *     same use id, and so is one whose access token was refused, once; no other request is.
 * T3. The outcome is `unknown` if the request was on its way and no answer arrived.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { timeoutSignal } from '../../actors/runtime/timeout-signal.js';
import { request } from '../abortable-request.js';
import { type GuardedHttp, readBeginning, signBody } from '../egress/guarded-http.js';
import { NOT_SENT, problemOf } from '../egress/http-problem.js';
import { readRetryAfter } from '../retry-after.js';
import type { Bearer } from './access-tokens.js';
import { TokenFailure } from './token-request.js';
import { MAX_ANSWER_BYTES, type ToolServerAnswer } from './tool-answer.js';

/** Backoff before each retry, ms. */
const WAITS_MS = [200, 1_000] as const;
/** A server that requests a longer wait is not retried, ms: a customer is waiting. */
const MAX_WAIT_MS = 2_000;

export interface HttpToolRequest {
  /** The business whose connections are used. */
  readonly owner: string;
  readonly url: string;
  readonly secret: string;
  /** Null: requests carry no access token. */
  readonly bearer: Bearer | null;
  /** The same for every attempt: the idempotency key with which the server does the work once. */
  readonly useId: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly timeoutMs: number;
}

/** Never throws. `now`: ms since the epoch. */
export const useHttpTool = async (
  http: GuardedHttp,
  tool: HttpToolRequest,
  now: () => number,
): Promise<ToolServerAnswer> => {
  if (http.refusalOf(tool.url) !== null) return { outcome: 'failed', problem: 'address_not_allowed' };
  const deadline = timeoutSignal(tool.timeoutMs);
  const endsAt = now() + tool.timeoutMs;
  let isRenewed = false;
  for (let attempt = 0, retries = 0; ; attempt += 1) {
    const { answer, refusedToken, waitMs } = await attemptOf(http, tool, attempt, now, deadline);
    if (refusedToken !== undefined) {
      tool.bearer?.refused(refusedToken);
      if (isRenewed) return answer;
      isRenewed = true;
      continue;
    }
    const wait = waitMs ?? WAITS_MS[retries];
    const canRetry = answer.outcome === 'failed' && answer.problem !== 'address_not_allowed';
    if (!canRetry || retries >= WAITS_MS.length || wait === undefined) return answer;
    if (wait > MAX_WAIT_MS || now() + wait >= endsAt) return answer;
    retries += 1;
    await delay(wait);
  }
};

interface Attempt {
  readonly answer: ToolServerAnswer;
  readonly waitMs?: number | undefined;
  /** The access token that the server refused. */
  readonly refusedToken?: string;
}

const attemptOf = async (
  http: GuardedHttp,
  { owner, url, secret, bearer, useId, body }: HttpToolRequest,
  attempt: number,
  now: () => number,
  signal: AbortSignal,
): Promise<Attempt> => {
  const text = JSON.stringify({ ...body, useId, attempt });
  try {
    const token = bearer === null ? null : await bearer.token(signal);
    const timestamp = Math.floor(now() / 1_000);
    const {
      statusCode,
      headers,
      body: stream,
    } = await request(url, {
      dispatcher: http.agentOf({ businessId: owner, id: owner }),
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/plain',
        'user-agent': 'Parley-Tools/1.0',
        'idempotency-key': useId,
        'x-service-timestamp': String(timestamp),
        'x-service-signature': signBody(secret, timestamp, text),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      body: text,
      signal,
    });
    const content = await readBeginning(stream, MAX_ANSWER_BYTES);
    if (statusCode >= 200 && statusCode < 300) return { answer: { outcome: 'done', ...content } };
    const waitMs = readRetryAfter(headers['retry-after']?.toString(), now()) ?? undefined;
    if (statusCode === 429 || statusCode === 503)
      return { answer: { outcome: 'failed', problem: 'busy' }, waitMs };
    if (statusCode >= 500) return { answer: { outcome: 'unknown', problem: 'server_failed' } };
    const answer = { outcome: 'refused', status: statusCode, text: content.text } as const;
    return token !== null && statusCode === 401 ? { answer, refusedToken: token } : { answer };
  } catch (error) {
    if (error instanceof TokenFailure) return { answer: { outcome: 'unauthorised', problem: error.problem } };
    const problem = problemOf(error);
    return { answer: { outcome: NOT_SENT.has(problem) ? 'failed' : 'unknown', problem } };
  }
};
