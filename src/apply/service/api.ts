/** Requests of `parley apply` to the API of a service. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { timeoutSignal } from '../../../actors/runtime/timeout-signal.js';
import { jsonIn } from '../../../schemas/parse.js';
import { ConfigError } from '../../config/error.js';
import { asJson, type Json, listOf } from '../json.js';

const TIMEOUT_MS = 60_000;
/** Attempts of a request that the service cannot take now. */
const ATTEMPTS = 6;
const MAX_WAIT_S = 30;
const PAGE = 200;
/** Pages of one list: more than a business may have of any of these. */
const MAX_PAGES = 500;

/** A service, the business in it, and the key. */
export interface Service {
  readonly url: string;
  readonly businessId: string;
  readonly apiKey: string;
}

/** The service refused a request. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly code: string;
  /** Whether it repeats the answer to an earlier request with the Idempotency-Key. */
  readonly isReplayed: boolean;

  constructor(code: string, message: string, isReplayed = false) {
    super(message);
    this.code = code;
    this.isReplayed = isReplayed;
  }
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

interface Request {
  /** Of a change; the id of the business is added. */
  readonly body?: Json;
  readonly query?: Readonly<Record<string, string>>;
  /** Default: a new one. */
  readonly idempotencyKey?: string;
  readonly ifMatch?: string | null;
}

interface Answer {
  readonly data: Json;
  /** The tag for `If-Match`; null: there is none. */
  readonly tag: string | null;
}

export interface Api {
  readonly businessId: string;
  /** @throws Refusal; ConfigError if the service does not answer */
  send(method: Method, path: string, request?: Request): Promise<Answer>;
  /** The bytes of a file. @throws as `send` */
  download(path: string): Promise<Uint8Array>;
  /** All items of a list, from all of its pages. @throws as `send` */
  list(path: string, name: string, query?: Readonly<Record<string, string>>): Promise<readonly Json[]>;
}

export const createApi = (service: Service): Api => {
  const send: Api['send'] = (method, path, request = {}) => ask(service, method, path, request);
  return {
    businessId: service.businessId,
    send,
    download: async (path) => {
      const response = await responseOf(service, 'GET', path, {});
      if (response.ok) return new Uint8Array(await response.arrayBuffer());
      throw refusalOf(response, asJson(jsonIn(await response.text())));
    },
    list: async (path, name, query = {}) => {
      const items: Json[] = [];
      let cursor: string | null = null;
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const { data }: Answer = await send('GET', path, {
          query: { ...query, limit: String(PAGE), ...(cursor === null ? {} : { cursor }) },
        });
        items.push(...listOf(data[name]));
        if (typeof data.nextCursor !== 'string') return items;
        cursor = data.nextCursor;
      }
      throw new ConfigError(`${path} has more than ${MAX_PAGES * PAGE} items; too many for parley apply`);
    },
  };
};

const ask = async (service: Service, method: Method, path: string, request: Request): Promise<Answer> => {
  // One key for all attempts: the change is made once.
  const idempotencyKey = request.idempotencyKey ?? randomUUID();
  for (let attempt = 1; ; attempt += 1) {
    const response = await responseOf(service, method, path, { ...request, idempotencyKey });
    const text = await response.text().catch(() => '');
    const answer = asJson(jsonIn(text));
    if (answer.ok === true) return { data: asJson(answer.data), tag: response.headers.get('etag') };
    const isTemporary = response.status === 429 || response.status === 503;
    if (!isTemporary || attempt >= ATTEMPTS) throw refusalOf(response, answer);
    const seconds = Number(response.headers.get('retry-after') ?? '1');
    await delay(Math.min(Number.isFinite(seconds) ? Math.max(seconds, 0.2) : 1, MAX_WAIT_S) * 1_000);
  }
};

const refusalOf = ({ status, headers }: Response, answer: Json): Refusal => {
  const { code, message, details } = asJson(answer.error);
  const places = listOf(details).map((each) => `${String(each.path)} ${String(each.message)}`.trim());
  const said = typeof message === 'string' ? message : `the service answered ${status}`;
  return new Refusal(
    typeof code === 'string' ? code : `status_${status}`,
    places.length === 0 ? said : `${said} (${places.join('; ')})`,
    headers.get('idempotency-replayed') === 'true',
  );
};

const responseOf = async (
  { url, businessId, apiKey }: Service,
  method: Method,
  path: string,
  { body, query = {}, idempotencyKey = '', ifMatch = null }: Request,
): Promise<Response> => {
  const address = new URL(`${url.replace(/\/$/, '')}${path}`);
  const isInQuery = method === 'GET' || body === undefined;
  for (const [name, value] of Object.entries({ ...query, ...(isInQuery ? { businessId } : {}) }))
    address.searchParams.set(name, value);
  try {
    return await fetch(address, {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        ...(method === 'GET' ? {} : { 'idempotency-key': idempotencyKey }),
        ...(isInQuery ? {} : { 'content-type': 'application/json' }),
        ...(ifMatch === null ? {} : { 'if-match': ifMatch }),
      },
      body: isInQuery ? null : JSON.stringify({ businessId, ...body }),
      redirect: 'error',
      signal: timeoutSignal(TIMEOUT_MS),
    });
  } catch {
    throw new ConfigError(`the service at ${url} does not answer; start it, or give its address with --url`);
  }
};
