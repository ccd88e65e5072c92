/** Asking a gateway under test. */
import { BUSINESS } from './fakes/ids.js';
import type { GatewayUnderTest } from './gateway-under-test.js';

/** The business, for a query. */
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

/** With the key of the gateway, unless `headers` has another one. */
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

/** How many requests are at work now. */
export const inFlight = async ({ registry }: GatewayUnderTest): Promise<number> => {
  const metric = await registry.getSingleMetric('parley_http_requests_in_flight')?.get();
  return metric?.values[0]?.value ?? 0;
};
