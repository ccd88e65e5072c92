/**
 * What every API request goes through, in this order, before its handler may do anything: key or session, rate
 * limit, content type, size, JSON, schema, Idempotency-Key, business, scopes, idempotency claim.
 *
 * It guarantees:
 * P1. A request that is refused on the way has changed nothing and claimed nothing.
 * P2. Nothing is awaited before the body's reader is attached (see `readBody`).
 * P3. An answer leaves after its commit is visible here (read your writes), and under an Idempotency-Key after it
 *     is stored: running a request again reaches the same actors but may find them further on, so only the stored
 *     answer is the original one.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { KeyUsage } from '../operations/key-usage.js';
import { DomainError, statusOf } from '../schemas/errors.js';
import { parseJson } from '../schemas/json-limits.js';
import type { ViewStore } from '../views/views.js';
import { authenticate, checkScopes, type Principal } from './authentication.js';
import { failure, JSON_TYPE, type Reply, success } from './envelope.js';
import { ClientGone, type RequestHead } from './http.js';
import { hashRequest, type IdempotencyStore } from './idempotency.js';
import type { Allowance } from './rate-limit.js';
import { JSON_BODY_BYTES, type Route, type RouteAnswer } from './route.js';
import type { Uploads } from './uploads.js';
import { compileChecks } from './validation.js';

/** Spec section 8. */
const IDEMPOTENCY_KEY = /^[\x21-\x7E]{1,512}$/;
/**
 * The steps of a larger body let others have a turn in between: parsing, checking and hashing 1 MiB takes some
 * 5 ms in all, and audio is paced on this thread.
 */
const LARGE_BODY_BYTES = 64 * 1024;

export interface PipelineDeps {
  readonly views: ViewStore;
  readonly idempotency: IdempotencyStore;
  /** A key or a session has an allowance of its own. */
  readonly rateLimit: (callerId: string) => Allowance;
  readonly keyUsage: KeyUsage;
  readonly uploads: Uploads;
  readonly now: () => number;
  readonly logger: Logger;
}

export interface Incoming {
  readonly head: RequestHead;
  readonly params: Readonly<Record<string, string>>;
  readonly requestId: string;
  /** Reads the body; not called for routes without one. */
  readonly body: (maxBytes: number) => Promise<Buffer>;
}

/** A route, ready to be called: schemas compiled once. @throws ClientGone, and nothing else */
export type Endpoint = (incoming: Incoming) => Promise<Reply>;

export const endpoint = (route: Route, deps: PipelineDeps): Endpoint => {
  const problemsOf = compileChecks({ params: route.params, query: route.query, body: route.body });

  return async ({ head, params: rawParams, requestId, body: readBody }) => {
    let extra: Readonly<Record<string, string>> = {};
    let leave = (): void => undefined;
    const operation = route.operationId;
    const refuse = (error: DomainError): Reply => {
      if (statusOf(error.code) >= 500)
        deps.logger.warn({ event: 'request.unavailable', operation, requestId, code: error.code });
      return failure(error, requestId, extra);
    };
    try {
      const receivedAt = deps.now();
      const principal = route.public === true ? null : authenticate(deps.views, head, receivedAt);
      if (principal !== null) {
        const { by, businessId } = principal;
        const allowance = deps.rateLimit(by.is === 'key' ? by.keyId : by.session.sessionId);
        extra = allowance.headers;
        if (!allowance.allowed) throw new DomainError('rate_limited');
        if (by.is === 'key') deps.keyUsage.note(businessId, by.keyId, receivedAt);
        if (by.is === 'key' && route.sessionOnly === true) throw new DomainError('session_required');
      }
      let body: unknown;
      let upload: Uint8Array = NOTHING;
      let large = false;
      if (route.upload === true) {
        const contentType = uploadType(head);
        leave = deps.uploads.enter();
        const bytes = await readBody(route.maxBodyBytes ?? JSON_BODY_BYTES);
        const parsed = await deps.uploads.parse(contentType, bytes);
        body = parsed.body;
        upload = parsed.content ?? NOTHING;
      } else if (route.body !== null) {
        checkContentType(head);
        const bytes = await readBody(route.maxBodyBytes ?? JSON_BODY_BYTES);
        large = bytes.length > LARGE_BODY_BYTES;
        body = parseJson(bytes);
      }
      if (large) await nextTurn();
      const params: Record<string, unknown> = { ...rawParams };
      const query: Record<string, unknown> = parseQuery(head.query);
      const problems = problemsOf({ params, query, body });
      if (problems.length > 0) throw new DomainError('validation_failed', undefined, problems);
      const idempotencyKey = route.idempotent ? readIdempotencyKey(head) : '';
      if (principal !== null) {
        checkBusiness(route, principal, body, query);
        checkScopes(principal, neededScopes(route, body, query));
      }
      if (large) await nextTurn();

      const businessId = principal?.businessId ?? '';
      const caller = { businessId, operationId: route.operationId, idempotencyKey, at: receivedAt };
      const run = async (): Promise<Reply> => {
        // Each value has passed the schema that its type comes from; `route()` ties the two together.
        const input = {
          params: params as never,
          query: query as never,
          body: body as never,
          upload,
          businessId,
          session: sessionOf(principal),
          caller,
        };
        const answer = await route.handler(input);
        if ('data' in answer && answer.written !== undefined)
          await deps.views.waitFor(answer.written.shard, answer.written.seq);
        return replyOf(route, answer, requestId);
      };
      const reply = route.idempotent
        ? await once(deps.idempotency, {
            businessId,
            key: idempotencyKey,
            hash: hashRequest(head.method, head.path, body),
            run,
            refuse,
          })
        : await run();
      return { ...reply, headers: { ...reply.headers, ...extra } };
    } catch (error) {
      if (error instanceof ClientGone) throw error;
      if (error instanceof DomainError) return refuse(error);
      deps.logger.error({ event: 'request.failed', operation, requestId, error });
      return failure(new DomainError('internal'), requestId, extra);
    } finally {
      leave();
    }
  };
};

const replyOf = (route: Route, answer: RouteAnswer, requestId: string): Reply => {
  if (!('data' in answer)) {
    return {
      status: route.status,
      headers: {
        'Content-Type': `${route.fileType ?? 'text/plain'}; charset=utf-8`,
        'Content-Disposition': `attachment; filename="${answer.filename}"`,
      },
      ...('text' in answer ? { body: answer.text } : { body: '', stream: answer.stream }),
    };
  }
  if (answer.refused !== undefined) return failure(answer.refused, requestId, {}, answer.data);
  const status = answer.status ?? route.status;
  const reply = success(status, answer.data, requestId);
  return {
    ...reply,
    headers: { ...reply.headers, ...answer.headers },
    ...(answer.repeated === undefined
      ? {}
      : { repeatedBody: success(status, answer.repeated, requestId).body }),
  };
};

const sessionOf = (principal: Principal | null) =>
  principal?.by.is === 'session' ? { record: principal.by.session, token: principal.by.token } : null;

interface OnceRequest {
  readonly businessId: string;
  readonly key: string;
  readonly hash: string;
  readonly run: () => Promise<Reply>;
  readonly refuse: (error: DomainError) => Reply;
}

/** Runs the handler once for a key; answers that a retry could change are not kept (contract.md "Idempotency"). */
const once = async (store: IdempotencyStore, request: OnceRequest): Promise<Reply> => {
  const claim = await store.claim(request.businessId, request.key, request.hash);
  if (claim.is === 'replay') {
    return {
      status: claim.answer.status,
      headers: { 'Content-Type': JSON_TYPE, 'Idempotency-Replayed': 'true' },
      body: claim.answer.body,
    };
  }
  let reply: Reply;
  try {
    reply = await request.run();
  } catch (error) {
    if (!(error instanceof DomainError)) {
      await claim.release();
      throw error;
    }
    reply = request.refuse(error);
  }
  if (reply.status >= 500 || reply.status === 429) await claim.release();
  else await claim.complete({ status: reply.status, body: reply.repeatedBody ?? reply.body });
  return reply;
};

/** RFC 8259 section 8.1: JSON is UTF-8. */
const checkContentType = (head: RequestHead): void => {
  const [type = '', ...parameters] = (head.headers['content-type'] ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='))?.slice('charset='.length);
  if (type === 'application/json' && (charset === undefined || /^"?utf-8"?$/.test(charset))) return;
  throw new DomainError('content_type_unsupported');
};

const NOTHING = new Uint8Array();

/** JSON as everywhere, or `multipart/form-data`. */
const uploadType = (head: RequestHead): string => {
  const type = head.headers['content-type'] ?? '';
  if (/^multipart\/form-data\s*(;|$)/i.test(type)) return type;
  checkContentType(head);
  return type;
};

/** A name that is given twice is refused by the schema, which wants one value. */
const parseQuery = (query: string): Record<string, unknown> => {
  const values = new Map<string, unknown>();
  for (const [name, value] of new URLSearchParams(query))
    values.set(name, values.has(name) ? [values.get(name), value].flat() : value);
  return Object.fromEntries(values);
};

const readIdempotencyKey = (head: RequestHead): string => {
  const key = head.headers['idempotency-key'];
  if (key === undefined) throw new DomainError('idempotency_key_missing');
  if (!IDEMPOTENCY_KEY.test(key)) throw new DomainError('idempotency_key_invalid');
  return key;
};

const neededScopes = (route: Route, body: unknown, query: unknown): Route['scopes'] => [
  ...route.scopes,
  // As above: both have passed the route's schemas.
  ...(route.scopesIf ?? [])
    .filter(({ applies }) => applies(body as never, query as never))
    .flatMap(({ scopes }) => scopes),
];

const checkBusiness = (
  route: Route,
  principal: Principal,
  body: unknown,
  query: Record<string, unknown>,
): void => {
  const named =
    typeof body === 'object' && body !== null && 'businessId' in body ? body.businessId : query.businessId;
  if (named === undefined && route.sessionOnly === true) return;
  if (typeof named !== 'string' || named.toLowerCase() !== principal.businessId)
    throw new DomainError('business_mismatch');
};
