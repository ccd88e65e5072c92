/** Requests to the service of a simulation, and to its simulators. */
import { randomUUID } from 'node:crypto';
import { timeoutSignal } from '../../actors/runtime/timeout-signal.js';
import { isRecord } from '../../schemas/json.js';
import { controlHeaders } from '../../simulators/support/control-token.js';
import { ConfigError } from '../config/error.js';

const TIMEOUT_MS = 30_000;

interface Caller {
  readonly url: string;
  readonly businessId: string;
  readonly apiKey: string;
}

/** Sends a request to the API and returns `data`. @throws ConfigError with the API's error */
export const askApi = async (
  { url, businessId, apiKey }: Caller,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<unknown> => {
  const response = await fetch(
    method === 'GET' ? `${url}${path}?businessId=${businessId}` : `${url}${path}`,
    {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(method === 'GET' ? {} : { 'idempotency-key': randomUUID(), 'content-type': 'application/json' }),
      },
      body: method === 'GET' ? null : JSON.stringify({ businessId, ...body }),
      signal: timeoutSignal(TIMEOUT_MS),
    },
  );
  const answer: unknown = JSON.parse(await response.text());
  if (!isRecord(answer)) throw new Error('the API returned no object');
  if (answer.ok === true) return answer.data;
  const { message, details } = isRecord(answer.error) ? answer.error : { message: '', details: [] };
  const fieldErrors = Array.isArray(details) ? details.filter(isRecord) : [];
  const problems = fieldErrors.map((each) => `${String(each.path)} ${String(each.message)}`).join('; ');
  throw new ConfigError(problems === '' ? String(message) : `${String(message)} (${problems})`);
};

/** Sends a command to a simulator. @throws Error if the simulator rejects it */
export const askControl = async (
  { url, token }: { readonly url: string; readonly token: string },
  method: string,
  path: string,
  body?: unknown,
): Promise<unknown> => {
  const response = await fetch(`${url}/control/${path}`, {
    method,
    headers: controlHeaders(token),
    body: body === undefined ? null : JSON.stringify(body),
    signal: timeoutSignal(TIMEOUT_MS),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`the simulator refused ${path}: ${text}`);
  return JSON.parse(text);
};

/** Hangs up all calls on the simulated network. @throws Error if the network rejects it */
export const hangUpAll = async (network: { readonly url: string; readonly token: string }): Promise<void> => {
  const response = await askControl(network, 'GET', 'calls');
  const calls = isRecord(response) && Array.isArray(response.calls) ? response.calls.filter(isRecord) : [];
  const live = calls.filter(({ status }) => status === 'in-progress');
  await Promise.all(
    live.map(({ sid }) =>
      askControl(network, 'POST', `calls/${String(sid)}/steps`, [{ do: { type: 'hang_up' } }]),
    ),
  );
};
