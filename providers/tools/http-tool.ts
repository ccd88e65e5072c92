/**
 * Calls a tool on a business's own server over signed HTTP, and only at addresses where requests may go
 * (../guarded-http.ts).
 *
 * It guarantees:
 * T1. An answer is available within `timeoutMs`, whatever the server does, and takes bounded memory.
 * T2. A request that was certainly not processed (server unreachable, or busy) is retried within that time, under the
 *     same use id; no other request is.
 * T3. The outcome is `unknown` if the request was on its way and no answer arrived.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { timeoutSignal } from '../../actors/runtime/timeout-signal.js';
import { request } from '../abortable-request.js';
import { type GuardedHttp, readBeginning, signBody } from '../egress/guarded-http.js';
import { NOT_SENT, problemOf } from '../egress/http-problem.js';
import { readRetryAfter } from '../retry-after.js';
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
  for (let attempt = 0; ; attempt += 1) {
    const { answer, waitMs } = await attemptOf(http, tool, attempt, now, deadline);
    const wait = waitMs ?? WAITS_MS[attempt];
    const canRetry = answer.outcome === 'failed' && answer.problem !== 'address_not_allowed';
    if (!canRetry || attempt >= WAITS_MS.length || wait === undefined) return answer;
    if (wait > MAX_WAIT_MS || now() + wait >= endsAt) return answer;
    await delay(wait);
  }
};

const attemptOf = async (
  http: GuardedHttp,
  { owner, url, secret, useId, body }: HttpToolRequest,
  attempt: number,
  now: () => number,
  signal: AbortSignal,
): Promise<{ readonly answer: ToolServerAnswer; readonly waitMs?: number | undefined }> => {
  const text = JSON.stringify({ ...body, useId, attempt });
  const timestamp = Math.floor(now() / 1_000);
  try {
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
    return { answer: { outcome: 'refused', status: statusCode, text: content.text } };
  } catch (error) {
    const problem = problemOf(error);
    return { answer: { outcome: NOT_SENT.has(problem) ? 'failed' : 'unknown', problem } };
  }
};
