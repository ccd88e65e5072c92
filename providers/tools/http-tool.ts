/**
 * Asks a business's own server to do what a tool promises, over signed HTTP; never where requests must not go
 * (../guarded-http.ts).
 *
 * It guarantees:
 * T1. An answer is there within `timeoutMs`, whatever the other side does, and takes bounded memory.
 * T2. What certainly was not begun (nobody there, or busy) is asked for again within that time, under the same use id;
 *     nothing else is.
 * T3. Whether it was done is `unknown` where the request was on its way and no answer came.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { request } from 'undici';
import { beginningOf, type GuardedHttp, problemOf, signBody } from '../guarded-http.js';
import { readRetryAfter } from '../retry-after.js';
import { MOST_ANSWER_BYTES, NOT_BEGUN, type ToolServerAnswer } from './tool-answer.js';

/** Before it is asked for again, ms. */
const WAITS_MS = [200, 1_000] as const;
/** Longer than this nobody is left alone who asks for it, ms: somebody waits. */
const MOST_WAIT_MS = 2_000;

export interface HttpToolRequest {
  /** The business whose connections are used. */
  readonly owner: string;
  readonly url: string;
  readonly secret: string;
  /** The same for every attempt: the server does the work once for it. */
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
  const deadline = AbortSignal.timeout(tool.timeoutMs);
  const endsAt = now() + tool.timeoutMs;
  for (let attempt = 0; ; attempt += 1) {
    const { answer, waitMs } = await attemptOf(http, tool, attempt, now, deadline);
    const wait = waitMs ?? WAITS_MS[attempt];
    const mayTryAgain = answer.outcome === 'failed' && answer.problem !== 'address_not_allowed';
    if (!mayTryAgain || attempt >= WAITS_MS.length || wait === undefined) return answer;
    if (wait > MOST_WAIT_MS || now() + wait >= endsAt) return answer;
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
    const said = await beginningOf(stream, MOST_ANSWER_BYTES);
    if (statusCode >= 200 && statusCode < 300) return { answer: { outcome: 'done', ...said } };
    const waitMs = readRetryAfter(headers['retry-after']?.toString(), now()) ?? undefined;
    if (statusCode === 429 || statusCode === 503)
      return { answer: { outcome: 'failed', problem: 'busy' }, waitMs };
    if (statusCode >= 500) return { answer: { outcome: 'unknown', problem: 'server_failed' } };
    return { answer: { outcome: 'refused', status: statusCode, text: said.text } };
  } catch (error) {
    const problem = problemOf(error);
    return { answer: { outcome: NOT_BEGUN.has(problem) ? 'failed' : 'unknown', problem } };
  }
};
