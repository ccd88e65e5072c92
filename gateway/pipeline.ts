/**
 * What every API request goes through, in this order, before its handler may do anything: key, rate limit,
 * content type, size, JSON, schema, Idempotency-Key, business, scopes, idempotency claim. A request that is
 * refused on the way has changed nothing.
 */

import type { Logger } from 'pino';
import { DomainError, statusOf } from '../schemas/errors.js';
import type { KeyRecord, ViewStore } from '../views/views.js';
import { authenticate, checkScopes } from './authentication.js';
import { failure, type Reply, success } from './envelope.js';
import type { RequestHead } from './http.js';
import { hashRequest, type IdempotencyStore } from './idempotency.js';
import type { Allowance } from './rate-limit.js';
import type { Route, RouteAnswer } from './route.js';
import { compileCheck } from './validation.js';

/** Spec section 8. */
const IDEMPOTENCY_KEY = /^[\x21-\x7E]{1,512}$/;

export interface PipelineDeps {
  readonly views: ViewStore;
  readonly idempotency: IdempotencyStore;
  readonly rateLimit: (keyId: string) => Allowance;
  readonly now: () => number;
  readonly logger: Logger;
}

export interface Incoming {
  readonly head: RequestHead;
  readonly params: Readonly<Record<string, string>>;
  readonly requestId: string;
  /** Reads the body; not called for routes without one. */
  readonly body: () => Promise<Buffer>;
}

/** A route, ready to be called: schemas compiled once. Never throws. */
export type Endpoint = (incoming: Incoming) => Promise<Reply>;

export const endpoint = (route: Route, deps: PipelineDeps): Endpoint => {
  const checkParams = compileCheck(route.params, 'params');
  const checkQuery = compileCheck(route.query, 'query');
  const checkBody = route.body === null ? null : compileCheck(route.body, 'body');

  return async ({ head, params: rawParams, requestId, body: readBody }) => {
    let extra: Readonly<Record<string, string>> = {};
    try {
      const receivedAt = deps.now();
      const key = route.public === true ? null : authenticate(deps.views, head.headers.authorization ?? '');
      if (key !== null) {
        const allowance = deps.rateLimit(key.keyId);
        extra = allowance.headers;
        if (!allowance.allowed) throw new DomainError('rate_limited');
      }
      const body = checkBody === null ? undefined : parseJson(head, await readBody());
      const params: Record<string, unknown> = { ...rawParams };
      const query: Record<string, unknown> = parseQuery(head.query);
      checkParams(params);
      checkQuery(query);
      checkBody?.(body);
      const idempotencyKey = route.idempotent ? readIdempotencyKey(head) : '';
      if (key !== null) {
        checkBusiness(key, body, query);
        checkScopes(key, route.scopes);
      }

      const businessId = key?.businessId ?? '';
      const caller = { businessId, operationId: route.operationId, idempotencyKey, at: receivedAt };
      const run = async (): Promise<Reply> => {
        // Each value has passed the schema that its type comes from; `route()` ties the two together.
        const input = {
          params: params as never,
          query: query as never,
          body: body as never,
          businessId,
          caller,
        };
        const answer = await route.handler(input);
        if ('data' in answer && answer.written !== undefined)
          await deps.views.waitFor(answer.written.shard, answer.written.seq);
        return replyOf(route, answer, requestId);
      };
      const refuse = (error: DomainError): Reply => failure(error, requestId);
      const reply = route.idempotent
        ? await once(
            deps.idempotency,
            businessId,
            idempotencyKey,
            hashRequest(head.method, head.path, body),
            run,
            refuse,
          )
        : await run();
      return { ...reply, headers: { ...reply.headers, ...extra } };
    } catch (error) {
      if (error instanceof DomainError) return failure(error, requestId, extra);
      deps.logger.error({ event: 'request.failed', operation: route.operationId, requestId, error });
      return failure(new DomainError('internal'), requestId, extra);
    }
  };
};

const replyOf = (route: Route, answer: RouteAnswer, requestId: string): Reply => {
  if ('data' in answer) return success(answer.status ?? route.status, answer.data, requestId);
  return {
    status: route.status,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Disposition': `attachment; filename="${answer.filename}"`,
    },
    body: answer.text,
  };
};

/** Runs the handler once for a key; answers that a retry could change are not kept (contract.md "Idempotency"). */
const once = async (
  store: IdempotencyStore,
  businessId: string,
  key: string,
  hash: string,
  run: () => Promise<Reply>,
  refuse: (error: DomainError) => Reply,
): Promise<Reply> => {
  const claim = await store.claim(businessId, key, hash);
  if (claim.is === 'replay') {
    return {
      status: claim.answer.status,
      headers: { 'Content-Type': 'application/json; charset=utf-8', 'Idempotency-Replayed': 'true' },
      body: claim.answer.body,
    };
  }
  try {
    const reply = await run();
    await claim.complete({ status: reply.status, body: reply.body });
    return reply;
  } catch (error) {
    if (!(error instanceof DomainError) || statusOf(error.code) >= 500 || statusOf(error.code) === 429) {
      await claim.release();
      throw error;
    }
    const reply = refuse(error);
    await claim.complete({ status: reply.status, body: reply.body });
    return reply;
  }
};

const parseJson = (head: RequestHead, body: Buffer): unknown => {
  const type = (head.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new DomainError('content_type_unsupported');
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new DomainError('json_malformed');
  }
};

/** A name that is given twice is refused by the schema, which wants one value. */
const parseQuery = (query: string): Record<string, unknown> => {
  const values: Record<string, unknown> = {};
  for (const [name, value] of new URLSearchParams(query))
    values[name] = name in values ? [values[name], value] : value;
  return values;
};

const readIdempotencyKey = (head: RequestHead): string => {
  const key = head.headers['idempotency-key'];
  if (key === undefined || key === '') throw new DomainError('idempotency_key_missing');
  if (!IDEMPOTENCY_KEY.test(key)) throw new DomainError('idempotency_key_invalid');
  return key;
};

const checkBusiness = (key: KeyRecord, body: unknown, query: Record<string, unknown>): void => {
  const named =
    typeof body === 'object' && body !== null && 'businessId' in body ? body.businessId : query.businessId;
  if (named !== key.businessId) throw new DomainError('business_mismatch');
};
