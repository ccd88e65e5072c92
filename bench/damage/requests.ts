/** Requests of a client that compares answers. */

export interface Request {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly body?: object;
  /** Idempotency-Key. */
  readonly key?: string;
}

export interface Answer {
  readonly status: number;
  /** Its data as JSON text. */
  readonly text: string;
  /** The data of its envelope. */
  readonly data: Readonly<Record<string, { readonly id?: string } | undefined>>;
  /** The code of its error; null if it has none. */
  readonly code: string | null;
}

interface Envelope {
  readonly data?: Answer['data'];
  readonly error?: { readonly code: string };
}

const TIMEOUT_MS = 15_000;

/** Sends requests of one business. @throws Error when there is no answer */
export const sender =
  (url: string, businessId: string, apiKey: string) =>
  async ({ method, path, body, key }: Request): Promise<Answer> => {
    const query = method === 'GET' ? `${path.includes('?') ? '&' : '?'}businessId=${businessId}` : '';
    const response = await fetch(`${url}${path}${query}`, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify({ businessId, ...body }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const { data = {}, error }: Envelope = JSON.parse(await response.text());
    return { status: response.status, text: JSON.stringify(data), data, code: error?.code ?? null };
  };
