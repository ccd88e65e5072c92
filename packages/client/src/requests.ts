/**
 * Sends the requests of all resources.
 *
 * It guarantees:
 * R1. A request is sent again only if that is safe: a read, or a change whose idempotency key makes the service run it once. All
 *     attempts have the same key.
 * R2. No attempt is made sooner than `Retry-After` allows. A wait of more than a minute is left to the caller: the error has it.
 * R3. Every attempt has a deadline, which includes its body.
 */
import { OPERATIONS } from './api.js';
import { errorOf, isRecord, ParleyError, recordIn } from './errors.js';
import type { OperationName, RequestOptions } from './types.js';
import { backoffMs, deadlineOf, sleep } from './waiting.js';

/** The longest wait before a retry, ms. */
const MAX_RETRY_AFTER_MS = 60_000;
/** On top of `Retry-After`, ms: clients that were refused together do not come back together. */
const RETRY_AFTER_JITTER_MS = 250;

/** The options of a client, complete. */
export interface Settings {
  readonly apiKey: string;
  /** Without a slash at the end. */
  readonly baseUrl: string;
  readonly fetch: typeof globalThis.fetch;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly businessId: string | null;
  /** 0 to 1. */
  readonly random: () => number;
}

/** The values of parameters by name, before they are sent. */
export type Values = Readonly<Record<string, unknown>>;

/** What the resources are made of. */
export interface Transport {
  /** The `data` of the answer; the response itself for files, which the caller reads. @throws ParleyError */
  send(name: OperationName, values: Values, options: RequestOptions): Promise<unknown>;
  /** A response as it is, for streams; the caller ends it by the signal. @throws ParleyError if it is refused */
  open(
    name: OperationName,
    values: Values,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<Response>;
  /** The business of the key, from the options or the service. */
  businessId(options?: RequestOptions): Promise<string>;
}

/** A request, ready to be sent several times. */
interface Prepared {
  readonly url: string;
  readonly init: {
    readonly method: string;
    readonly headers: Record<string, string>;
    readonly body?: FormData | string;
  };
  readonly isRepeatable: boolean;
  readonly isFile: boolean;
}

const isSet = ([, value]: readonly [string, unknown]): boolean => value !== undefined;

/** Values of a form: lists and objects are JSON. The file comes last. */
const formOf = (values: Values): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(values).filter(isSet))
    if (name !== 'file')
      form.append(name, isRecord(value) || Array.isArray(value) ? JSON.stringify(value) : String(value));
  if (!(values.file instanceof Blob)) return form;
  if (typeof values.fileName === 'string') form.append('file', values.file, values.fileName);
  else form.append('file', values.file);
  return form;
};

const queryOf = (values: Values): string => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values).filter(isSet))
    for (const item of Array.isArray(value) ? value : [value]) query.append(name, String(item));
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
};

const prepare = (
  settings: Settings,
  name: OperationName,
  values: Values,
  { idempotencyKey = crypto.randomUUID(), ifMatch }: RequestOptions,
): Prepared => {
  const { method, path, in: place, keyed, answer } = OPERATIONS[name];
  const rest: Record<string, unknown> = { ...values };
  const filled = path.replaceAll(/\{(\w+)\}/g, (_match, parameter: string) => {
    const value = rest[parameter];
    delete rest[parameter];
    // An empty or missing id would name another operation.
    if (value === undefined || value === '') throw new TypeError(`${name} needs ${parameter}`);
    return encodeURIComponent(String(value));
  });
  const headers: Record<string, string> = { authorization: `Bearer ${settings.apiKey}` };
  if (keyed) headers['idempotency-key'] = idempotencyKey;
  if (ifMatch !== undefined) headers['if-match'] = `"${ifMatch}"`;
  const body =
    place === 'query' ? undefined : rest.file instanceof Blob ? formOf(rest) : JSON.stringify(rest);
  if (typeof body === 'string') headers['content-type'] = 'application/json';
  return {
    url: `${settings.baseUrl}${filled}${place === 'query' ? queryOf(rest) : ''}`,
    init: { method, headers, ...(body === undefined ? {} : { body }) },
    isRepeatable: method === 'GET' || keyed,
    isFile: answer === 'file',
  };
};

/** How long to wait before the next attempt, ms; null: there is none (R1, R2). */
const waitOf = (
  error: ParleyError,
  attempt: number,
  { isRepeatable }: Prepared,
  { maxRetries, random }: Pick<Settings, 'maxRetries' | 'random'>,
): number | null => {
  if (!isRepeatable || !error.retryable || attempt >= maxRetries) return null;
  const backoff = backoffMs(attempt, random);
  if (error.retryAfterMs === null) return backoff;
  if (error.retryAfterMs > MAX_RETRY_AFTER_MS) return null;
  return Math.max(backoff, error.retryAfterMs + random() * RETRY_AFTER_JITTER_MS);
};

/** The error of an attempt that has no complete response. @throws the reason of the caller's signal */
const failureOf = (
  error: unknown,
  hasPassed: boolean,
  timeoutMs: number,
  signal?: AbortSignal,
): ParleyError => {
  signal?.throwIfAborted();
  if (error instanceof ParleyError) return error;
  return hasPassed
    ? new ParleyError({
        code: 'timed_out',
        message: `There was no complete response within ${timeoutMs} ms.`,
        retryable: true,
        cause: error,
      })
    : new ParleyError({
        code: 'network_failed',
        message: 'The service could not be reached, or the connection broke. Check baseUrl and the network.',
        retryable: true,
        cause: error,
      });
};

/** One attempt (R3). @throws ParleyError, or the reason of the caller's signal */
const attemptOf = async (
  settings: Settings,
  request: Prepared,
  options: RequestOptions,
): Promise<unknown> => {
  const { timeoutMs = settings.timeoutMs, signal } = options;
  const deadline = deadlineOf(timeoutMs, signal);
  try {
    const response = await settings.fetch(request.url, { ...request.init, signal: deadline.signal });
    if (response.ok && request.isFile) return response;
    const text = await response.text();
    const { ok, data } = recordIn(text);
    if (response.ok && ok === true) return data;
    throw errorOf(response, text, Date.now());
  } catch (error) {
    throw failureOf(error, deadline.hasPassed(), timeoutMs, signal);
  } finally {
    deadline.clear();
  }
};

/** Sends requests with these settings. */
export const createTransport = (settings: Settings): Transport => {
  let business: Promise<string> | null =
    settings.businessId === null ? null : Promise.resolve(settings.businessId);

  const send: Transport['send'] = async (name, values, options) => {
    options.signal?.throwIfAborted();
    const known = await withBusiness(name, values, options);
    const request = prepare(settings, name, known, options);
    const { maxRetries = settings.maxRetries, signal } = options;
    for (let attempt = 0; ; attempt++)
      try {
        return await attemptOf(settings, request, options);
      } catch (error) {
        if (!(error instanceof ParleyError)) throw error;
        const wait = waitOf(error, attempt, request, { maxRetries, random: settings.random });
        if (wait === null) throw error;
        await sleep(wait, signal);
      }
  };

  const readBusiness = async ({ timeoutMs, maxRetries }: RequestOptions): Promise<string> => {
    // Without the signal: others may wait for the same answer.
    const data = await send(
      'readBusiness',
      {},
      {
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
        ...(maxRetries === undefined ? {} : { maxRetries }),
      },
    );
    if (isRecord(data) && typeof data.businessId === 'string') return data.businessId;
    throw new ParleyError({
      code: 'response_unreadable',
      message: 'The service does not say which business the key belongs to. Pass businessId.',
    });
  };

  const businessId = (options: RequestOptions = {}): Promise<string> => {
    business ??= readBusiness(options).catch((error: unknown) => {
      business = null;
      throw error;
    });
    return business;
  };

  const withBusiness = async (
    name: OperationName,
    values: Values,
    options: RequestOptions,
  ): Promise<Values> =>
    OPERATIONS[name].business && values.businessId === undefined
      ? { ...values, businessId: await businessId(options) }
      : values;

  return {
    send,
    businessId,
    open: async (name, values, headers, signal) => {
      const request = prepare(settings, name, await withBusiness(name, values, {}), {});
      try {
        const response = await settings.fetch(request.url, {
          ...request.init,
          headers: { ...request.init.headers, ...headers },
          signal,
        });
        if (response.ok && response.body !== null) return response;
        throw errorOf(response, await response.text(), Date.now());
      } catch (error) {
        throw failureOf(error, false, 0);
      }
    },
  };
};
