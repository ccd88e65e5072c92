/** A fetch whose responses a test writes, and that remembers the requests. */

/** A request as the service would receive it. */
interface Received {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: unknown;
  readonly form: FormData | null;
  /** ms since the start of the process */
  readonly at: number;
}

export type Answer = (received: Received, init: RequestInit) => Response | Promise<Response>;

/** A service whose responses come from the list, one for each request; the last one is repeated. */
export interface FakeService {
  readonly fetch: typeof globalThis.fetch;
  readonly received: readonly Received[];
}

export const fakeService = (...answers: readonly Answer[]): FakeService => {
  const received: Received[] = [];
  return {
    received,
    fetch: async (input, init = {}) => {
      const { body } = init;
      const request = {
        method: init.method ?? 'GET',
        url: new URL(String(input)),
        headers: new Headers(init.headers),
        body: typeof body === 'string' ? JSON.parse(body) : null,
        form: body instanceof FormData ? body : null,
        at: performance.now(),
      };
      received.push(request);
      const answer = answers[Math.min(received.length, answers.length) - 1];
      if (answer === undefined) throw new Error('the test has no response for this');
      return answer(request, init);
    },
  };
};

const META = { requestId: '00000000-0000-4000-8000-000000000001' } as const;

/** A success of the service. */
export const success =
  (data: unknown, status = 200): Answer =>
  () =>
    Response.json({ ok: true, data, meta: META }, { status });

/** What is special about a refusal. */
interface Refusal {
  readonly code: string;
  readonly status: number;
  readonly category?: string;
  readonly retryable?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  readonly details?: readonly unknown[];
}

/** A refusal of the service. */
export const refusal =
  ({ code, status, category = 'conflict', retryable = false, headers = {}, details }: Refusal): Answer =>
  () =>
    Response.json(
      {
        ok: false,
        error: { code, message: `${code}.`, category, retryable, requestId: META.requestId, details },
        meta: META,
      },
      { status, headers },
    );

/** A refusal that is retried at once. */
export const limited = (headers: Readonly<Record<string, string>> = { 'retry-after': '0' }): Answer =>
  refusal({ code: 'rate_limited', status: 429, category: 'rate_limit', retryable: true, headers });

/** A connection that breaks before a response. */
export const broken: Answer = () => {
  throw new TypeError('fetch failed');
};

/** No response, until the request is aborted. */
export const silent: Answer = (_received, { signal }) =>
  new Promise((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
