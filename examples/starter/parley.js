/** What this project uses of Parley's API: requests, a call to its end, and webhooks that are verified. */
import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

const REQUEST_MS = 30_000;
const POLL_MS = 500;
/** How far the time of a delivery may be from now, seconds. */
const TOLERANCE_S = 300;

/** Prints a line. */
export const print = (line) => void process.stdout.write(`${line}\n`);

/** The value of a variable of .env. */
export const setting = (name) => {
  const value = process.env[name];
  if (value === undefined || value === '')
    throw new Error(`${name} is not set; README.md says where it comes from`);
  return value;
};

/** Sends a request, and returns the `data` of its answer. */
export const request = async (method, path, body) => {
  const url = new URL(path, setting('PARLEY_URL'));
  const businessId = setting('PARLEY_BUSINESS_ID');
  if (body === undefined) url.searchParams.set('businessId', businessId);
  const response = await fetch(url, {
    method,
    headers: {
      Authorization: `Bearer ${setting('PARLEY_API_KEY')}`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() }),
    },
    body: body === undefined ? undefined : JSON.stringify({ businessId, ...body }),
    signal: AbortSignal.timeout(REQUEST_MS),
  });
  const answer = await response.json();
  if (!answer.ok) throw new Error(`${answer.error.code}: ${answer.error.message}`);
  return answer.data;
};

/** The active agent of this name. */
export const agentNamed = async (name) => {
  let cursor = '';
  do {
    const page = await request(
      'GET',
      `/api/v1/agents${cursor === '' ? '' : `?cursor=${encodeURIComponent(cursor)}`}`,
    );
    const found = page.agents.find((agent) => agent.name === name && agent.status === 'active');
    if (found !== undefined) return found;
    cursor = page.nextCursor ?? '';
  } while (cursor !== '');
  throw new Error(`there is no agent ${name}; run npm run apply`);
};

const ENDED = new Set(['completed', 'no_answer', 'busy', 'failed', 'cancelled']);

/** Starts a call, waits for its end, and returns it with its transcript. */
export const callAndWait = async (agentId, toNumber, timeoutMs = 600_000) => {
  const { callId } = await request('POST', '/api/v1/voice/calls', { agentId, toNumber });
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await delay(POLL_MS)) {
    const detail = await request('GET', `/api/v1/voice/calls/${callId}`);
    if (ENDED.has(detail.call.status)) return detail;
  }
  throw new Error(`call ${callId} has not ended in ${timeoutMs / 1_000} s`);
};

/**
 * The event of a delivery if it is from Parley; null otherwise. `body`: the bytes as they arrived, `headers`: by lower-case
 * names.
 */
export const verifiedEvent = (secret, headers, body) => {
  const timestamp = String(headers['x-service-timestamp'] ?? '');
  const signature = String(headers['x-service-signature'] ?? '');
  if (!/^\d{1,12}$/.test(timestamp) || !/^[0-9a-f]{64}$/.test(signature)) return null;
  if (Math.abs(Date.now() / 1_000 - Number(timestamp)) > TOLERANCE_S) return null;
  const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest();
  return timingSafeEqual(expected, Buffer.from(signature, 'hex')) ? JSON.parse(body.toString('utf8')) : null;
};
