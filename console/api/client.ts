/** Requests to the service: one function for every operation of its API, with types from the OpenAPI document. */
import { OPERATIONS, type Operations } from './operations.js';

export type OperationId = keyof Operations;
/** The operations that change something. */
export type WriteId = {
  [O in OperationId]: (typeof OPERATIONS)[O]['method'] extends 'GET' ? never : O;
}[OperationId];
/** `data` of an operation's response. */
export type Data<O extends OperationId> = Operations[O]['data'];
export type Query<O extends OperationId> = Operations[O]['query'];
export type Body<O extends OperationId> = Operations[O]['body'];

/** The parts of a request, besides its operation. */
export interface RequestParams<O extends OperationId> {
  readonly path?: Operations[O]['path'];
  readonly query?: Query<O>;
  readonly body?: Body<O>;
  /** The tag of what is changed, as it was read: a change by another editor since then is not overwritten. */
  readonly ifMatch?: string;
  readonly signal?: AbortSignal;
  /** Whether the request is completed even if the page is closed meanwhile. */
  readonly outlivesPage?: boolean;
  /** A response must arrive within this time, ms; default {@link DEADLINE_MS}. */
  readonly deadlineMs?: number;
}

/** A refusal in the service's words; `requestId` finds it in the service's log. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly code: string;
  readonly requestId: string | null;
  readonly details: readonly { readonly path: string; readonly message: string }[];
  /** The request may succeed after this time, s; null if the service does not say. */
  readonly retryAfterSeconds: number | null;

  constructor(message: string, code: string, requestId: string | null, more: ProblemFacts = {}) {
    super(message);
    this.code = code;
    this.requestId = requestId;
    this.details = more.details ?? [];
    this.retryAfterSeconds = more.retryAfterSeconds ?? null;
  }
}

interface ProblemFacts {
  readonly details?: ApiProblem['details'] | undefined;
  readonly retryAfterSeconds?: number | null;
}

/** A response must arrive within this time, ms. */
const DEADLINE_MS = 20_000;
/** The session is missing or has expired. */
const SESSION_EXPIRED_CODES: ReadonlySet<string> = new Set(['session_invalid', 'api_key_missing']);

let csrfToken = '';
let onExpired: () => void = () => undefined;
let onWritten: (write: WriteId) => Promise<void> = () => Promise.resolve();

/** Remembers the session's CSRF token, which everything but reads must send. */
export const rememberCsrfToken = (token: string): void => {
  csrfToken = token;
};

/** Sets the function to call after each write; the write's promise waits for it. */
export const setWrittenHandler = (handler: (write: WriteId) => Promise<void>): void => {
  onWritten = handler;
};

const isWrite = (operation: OperationId): operation is WriteId => OPERATIONS[operation].method !== 'GET';

/** Announces a write: its operation has succeeded, or may have. */
export const notifyWritten = async (operation: OperationId): Promise<void> => {
  if (isWrite(operation)) await onWritten(operation);
};

/** Proves to the service that a request comes from this page. */
export const csrfHeader = (): Readonly<Record<string, string>> => ({ 'X-CSRF-Token': csrfToken });

/** Sets the function to call when a session ends while it is in use. */
export const setSessionExpiredHandler = (handler: () => void): void => {
  onExpired = handler;
};

/** Asks the user to sign in again. */
export const notifySessionExpired = (): void => onExpired();

/** A unique value. Works over plain http, too, where `crypto.randomUUID` is missing. */
export const freshKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );

/** The address of a request, relative to the root of the service. */
export const addressOf = <O extends OperationId>(operation: O, { path, query }: RequestParams<O>): string => {
  const values = new Map<string, unknown>(Object.entries(path ?? {}));
  const pathname = OPERATIONS[operation].path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(values.get(name) ?? '')),
  );
  const search = new URLSearchParams(
    Object.entries(query ?? {}).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)]],
    ),
  ).toString();
  return search === '' ? pathname : `${pathname}?${search}`;
};

/** Unanswered requests with their keys: a retry uses the same key, so that nothing is done twice. */
const unanswered = new Map<string, string>();

/** @throws ApiProblem for every refusal, and when there is no answer */
export const callApi = async <O extends OperationId>(
  operation: O,
  params: RequestParams<O> = {},
): Promise<Data<O>> => {
  const name = JSON.stringify([operation, params.path, params.query, params.body, params.ifMatch]);
  const key = unanswered.get(name) ?? freshKey();
  try {
    const data = await callOnce(operation, params, key).catch(async (error: unknown) => {
      // The user has signed in again in another tab.
      if (!(error instanceof ApiProblem && error.code === 'csrf_invalid')) throw error;
      const { csrfToken: renewed } = await callOnce('readSession', {}, key);
      rememberCsrfToken(renewed);
      return callOnce(operation, params, key);
    });
    unanswered.delete(name);
    await notifyWritten(operation);
    return data;
  } catch (error) {
    const isUnknown = error instanceof ApiProblem && error.code === 'no_answer';
    if (isUnknown && OPERATIONS[operation].keyed) unanswered.set(name, key);
    else unanswered.delete(name);
    // It may have happened.
    if (isUnknown) void notifyWritten(operation);
    throw error;
  }
};

const callOnce = async <O extends OperationId>(
  operation: O,
  params: RequestParams<O>,
  key: string,
): Promise<Data<O>> => {
  const { method, keyed } = OPERATIONS[operation];
  const timeout = AbortSignal.timeout(params.deadlineMs ?? DEADLINE_MS);
  const response = await fetch(addressOf(operation, params), {
    method,
    headers: {
      ...(method === 'GET' ? {} : { 'X-CSRF-Token': csrfToken }),
      ...(keyed ? { 'Idempotency-Key': key } : {}),
      ...(params.ifMatch === undefined ? {} : { 'If-Match': `"${params.ifMatch}"` }),
      ...(params.body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    ...(params.body === undefined ? {} : { body: JSON.stringify(params.body) }),
    credentials: 'same-origin',
    keepalive: params.outlivesPage ?? false,
    signal: params.signal === undefined ? timeout : AbortSignal.any([params.signal, timeout]),
  }).catch((error: unknown) => {
    if (params.signal?.aborted === true) throw error;
    throw new ApiProblem(
      'The service is not responding. Check your network, then try again.',
      'no_answer',
      null,
    );
  });
  const answer: ApiResponse<O> | null = await response.json().catch(() => null);
  if (answer === null)
    throw new ApiProblem(
      `The service returned status ${response.status} without a readable body. Try again.`,
      'no_answer',
      response.headers.get('x-request-id'),
    );
  if (answer.ok) return answer.data;
  const { code, message, requestId, details } = answer.error;
  if (SESSION_EXPIRED_CODES.has(code)) onExpired();
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
  const retryAfterSeconds = Number.isFinite(seconds) && seconds > 0 ? seconds : null;
  throw new ApiProblem(message, code, requestId, { details, retryAfterSeconds });
};

export type ApiResponse<O extends OperationId> =
  | { readonly ok: true; readonly data: Data<O> }
  | {
      readonly ok: false;
      readonly error: {
        readonly code: string;
        readonly message: string;
        readonly requestId: string;
        readonly details?: ApiProblem['details'];
      };
    };
