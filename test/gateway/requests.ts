/** Requests to a gateway under test. */
import { BUSINESS } from './fakes/ids.js';
import type { GatewayUnderTest } from './gateway-under-test.js';

/** The query parameter that names the business. */
export const q = `businessId=${BUSINESS}`;

/** An answer of the API. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: {
    readonly ok?: boolean;
    readonly data?: { readonly failures?: readonly unknown[]; readonly accepted?: readonly unknown[] };
    readonly error?: { readonly code: string; readonly message: string; readonly retryable: boolean };
  };
}

/** Sends a request with the gateway's API key, unless `headers` names another. */
export const ask = async (
  { url, apiKey }: GatewayUnderTest,
  method: string,
  path: string,
  body?: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> => {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${apiKey}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) };
};

/** Number of requests in flight. */
export const inFlight = async ({ registry }: GatewayUnderTest): Promise<number> => {
  const metric = await registry.getSingleMetric('parley_http_requests_in_flight')?.get();
  return metric?.values[0]?.value ?? 0;
};
