/** API requests that need not be well formed. */
import { randomUUID } from 'node:crypto';
import type { World } from '../../../testkit/service/world.js';

/** An answer, and the code and details of a refusal. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly code: string;
  readonly details: readonly { readonly path: string; readonly message: string }[];
}

/** Omitted fields are as a good client sends them; null: not sent at all. */
export interface Request {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly rawBody?: string;
  readonly key?: string | null;
  readonly idempotencyKey?: string | null;
  readonly contentType?: string;
}

/** Sends a request with the key of the world's business, unless it names another one. */
export const send = async (world: World, request: Request): Promise<Answer> => {
  const { method, path, body, rawBody } = request;
  const key = request.key === undefined ? world.apiKey : request.key;
  const idempotencyKey = request.idempotencyKey === undefined ? randomUUID() : request.idempotencyKey;
  const content = rawBody ?? (body === undefined ? undefined : JSON.stringify(body));
  const response = await fetch(`${world.service().url}${path}`, {
    method,
    headers: {
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(method === 'GET' || idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey }),
      ...(content === undefined ? {} : { 'content-type': request.contentType ?? 'application/json' }),
    },
    body: content ?? null,
  });
  const text = await response.text();
  const parsed: { error?: { code: string; details?: Answer['details'] } } = response.headers
    .get('content-type')
    ?.startsWith('application/json')
    ? JSON.parse(text)
    : {};
  return {
    status: response.status,
    headers: response.headers,
    text,
    code: parsed.error?.code ?? '',
    details: parsed.error?.details ?? [],
  };
};
