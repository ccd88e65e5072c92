/** The service, as far as the console's requests see it. */
import { vi } from 'vitest';

export interface ServiceRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  /** Parsed; null if the request has no body. */
  readonly body: unknown;
}

/** The data of the response, or the code of its refusal with its details. */
export type ServiceAnswer =
  | { readonly data: unknown }
  | {
      readonly code: string;
      readonly details?: readonly { readonly path: string; readonly message: string }[];
    };

/**
 * Replaces the global `fetch`: `answer` answers each request, and the network fails if it throws. Returns the
 * requests so far, including those without an answer yet.
 */
export const stubService = (
  answer: (request: ServiceRequest) => ServiceAnswer | Promise<ServiceAnswer>,
): readonly ServiceRequest[] => {
  const requests: ServiceRequest[] = [];
  vi.stubGlobal('fetch', async (address: string, { method, headers, body }: RequestInit) => {
    const { pathname, searchParams } = new URL(address, 'http://parley.test');
    const request: ServiceRequest = {
      method: method ?? 'GET',
      path: pathname,
      query: searchParams,
      headers: new Headers(headers),
      body: typeof body === 'string' ? JSON.parse(body) : null,
    };
    requests.push(request);
    return responseOf(await answer(request));
  });
  return requests;
};

/** The part of a response that the console uses. */
const responseOf = (answer: ServiceAnswer) => ({
  status: 'data' in answer ? 200 : 409,
  headers: new Headers(),
  json: () =>
    Promise.resolve(
      'data' in answer
        ? { ok: true, data: answer.data }
        : {
            ok: false,
            error: {
              code: answer.code,
              message: `refused: ${answer.code}`,
              requestId: 'request-1',
              details: answer.details ?? [],
            },
          },
    ),
});
