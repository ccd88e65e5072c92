/**
 * The steps of every API request before its handler runs, in this order: key or session, rate limit, size of the body, business,
 * scopes, Idempotency-Key, then the content: content type, JSON, schema (docs/reference/api.md "Validation order"). The scopes that
 * only some bodies need and the idempotency claim follow.
 *
 * It guarantees:
 * P1. A request that is refused on the way has changed nothing and claimed nothing.
 * P2. Nothing is awaited before the body's reader is attached, or its first pieces are held (see `BodyPieces`).
 * P3. An answer is sent after its commit is visible here (read your writes), and under an Idempotency-Key after it is stored. A
 *     repeated request reaches the same actors, but their state may have advanced, so only the stored answer is the original one.
 * P4. A body is checked against its schema only if the caller is allowed to make the request. The body must be parsed to know
 *     which business it names. A body that cannot be parsed is refused after every check that does not need it.
 * P5. No body larger than `INLINE_BODY_BYTES` is parsed on this thread.
 * P6. A request runs in its turn (loop-turns.ts).
 * P7. Access is decided by views that are fresh enough (views/kernel/store/freshness.ts). A key or session missing from the views is
 *     looked up again once they have reached the end of the journal. A waiting request of either kind causes no journal read of
 *     its own.
 */
import type { Logger } from 'pino';
import type { KeyUsage } from '../../operations/accounts/key-usage.js';
import { shortUserAgent } from '../../operations/audit/user-agent.js';
import type { Quotas } from '../../operations/quotas/quotas.js';
import { DomainError, statusOf } from '../../schemas/errors.js';
import type { ViewStore } from '../../views/views.js';
import {
  authenticate,
  checkAccess,
  checkScopes,
  isUnseen,
  type Principal,
  sessionOfCookie,
} from '../access/authentication.js';
import type { Allowance } from '../access/rate-limit.js';
import { browserTokenIn } from '../access/session-cookie.js';
import type { HeldBody } from '../http/body-pieces.js';
import { NO_STORE } from '../http/conditional.js';
import { ClientGone } from '../http/connection.js';
import { failure, type Reply, success } from '../http/envelope.js';
import type { RequestHead } from '../http/request-head.js';
import type { BodyThread } from '../intake/body-thread.js';
import { type BodyRules, isForeign } from '../intake/body-work.js';
import { accepted, bodyRules, emptyBody, receiveBody } from '../intake/intake.js';
import { compileHeadCheck, type HeadCheck } from '../intake/validation.js';
import {
  fileBytesOf,
  isConditional,
  quotaOf,
  type Route,
  type RouteAnswer,
  type RouteInput,
} from '../route.js';
import type { UploadRequest, Uploads } from '../uploads/index.js';
import type { AuditedRequest } from './audit-entries.js';
import type { Auditing } from './auditing.js';
import type { IdempotencyStore } from './idempotency.js';
import type { LoopTurns } from './loop-turns.js';
import { parseQuery } from './query.js';
import { type Handled, isKeyed, readIdempotencyKey, runOnce } from './run-once.js';

/** UTF-8 by the standard. */
const LIVE_TYPE = 'text/event-stream';

export interface PipelineDeps {
  readonly views: ViewStore;
  /** Whether clients reach the service by https. */
  readonly secureCookies: () => boolean;
  readonly idempotency: IdempotencyStore;
  /** Each key and each session has its own allowance. */
  readonly rateLimit: (callerId: string) => Allowance;
  readonly keyUsage: KeyUsage;
  readonly quotas: Pick<Quotas, 'require'>;
  readonly auditing: Auditing;
  readonly uploads: Uploads;
  readonly bodyThread: BodyThread;
  readonly turns: LoopTurns;
  readonly now: () => number;
  readonly logger: Logger;
}

interface Incoming {
  readonly head: RequestHead;
  readonly params: Readonly<Record<string, string>>;
  readonly requestId: string;
  /** The client address (client-address.ts). */
  readonly client: string;
  /** Reads the body; not called for routes without one. */
  readonly body: (maxBytes: number) => Promise<Buffer>;
  /** Reads a body that carries a file, and passes it on as it arrives. */
  readonly streamBody: (maxBytes: number, ...to: Parameters<UploadRequest['streamBody']>) => Promise<void>;
  /** Holds the body until `body` or `streamBody` is called. */
  readonly hold: () => HeldBody;
}

/** A route, ready to be called: its schemas are compiled once. @throws ClientGone only */
export type Endpoint = (incoming: Incoming) => Promise<Reply>;

/** The compiled schemas of a route. */
interface Checks {
  readonly head: HeadCheck;
  /** Null for a route without body. */
  readonly body: BodyRules | null;
}

/** The state of a request in progress. */
interface RequestState {
  /** The known facts, for the audit log. */
  audited: AuditedRequest;
  /** Headers of the answer, whatever it is. */
  headers: Readonly<Record<string, string>>;
  /** Releases held resources after the request. */
  readonly cleanups: (() => Promise<void>)[];
  readonly refuse: (error: DomainError) => Reply;
}

/** Compiles a route's schemas once for all of its requests. */
export const endpoint = (route: Route, deps: PipelineDeps): Endpoint => {
  const checks: Checks = {
    head: compileHeadCheck(route),
    body: route.body === null ? null : bodyRules(route, route.body),
  };
  const operation = route.operationId;

  return async (incoming) => {
    const { requestId } = incoming;
    const { head, client } = incoming;
    const state: RequestState = {
      audited: { route, head, requestId, client, at: deps.now(), principal: null, input: null },
      headers: {},
      cleanups: [],
      refuse: (error) => {
        const { cause, code } = error;
        deps.auditing.refused(state.audited, error);
        if (statusOf(code) >= 500)
          deps.logger.warn({ event: 'request.unavailable', operation, requestId, code, err: cause });
        return failure(error, requestId, state.headers);
      },
    };
    try {
      const reply = await answerTo(route, checks, deps, incoming, state);
      return { ...reply, headers: { ...reply.headers, ...state.headers } };
    } catch (error) {
      if (error instanceof ClientGone) throw error;
      if (error instanceof DomainError) return state.refuse(error);
      deps.logger.error({ event: 'request.failed', operation, requestId, error });
      return failure(new DomainError('internal'), requestId, state.headers);
    } finally {
      for (const cleanup of state.cleanups) await cleanup();
    }
  };
};

/** Processes one request (P1, P2). @throws DomainError when it is refused */
const answerTo = async (
  route: Route,
  checks: Checks,
  deps: PipelineDeps,
  incoming: Incoming,
  state: RequestState,
): Promise<Reply> => {
  const { head, client, body: readBody, streamBody } = incoming;
  const receivedAt = state.audited.at;
  const admitted = route.public === true ? null : admit(route, deps, incoming, state);
  // A principal that is already known is not awaited: P2.
  const principal = admitted instanceof Promise ? await admitted : admitted;
  const businessId = principal?.businessId ?? '';
  const barrier = barrierOf(route, principal, head);
  const params: Record<string, unknown> = { ...incoming.params };
  const query: Record<string, unknown> = parseQuery(head.query);
  const requester = { method: head.method, path: head.path, businessId, permitted: barrier === null };
  const received =
    checks.body === null
      ? emptyBody(requester, isKeyed(route, head))
      : await receiveBody(route, checks.body, requester, head, { readBody, streamBody }, deps, (release) =>
          state.cleanups.push(release),
        );
  if (received.verdict.type === 'foreign') throw new DomainError('business_mismatch');
  if (principal !== null && isForeign(query.businessId, businessId))
    throw new DomainError('business_mismatch');
  if (barrier !== null) throw barrier;
  const { body, upload, hash } = accepted(received, checks.head(params, query));
  const idempotencyKey = isKeyed(route, head) ? readIdempotencyKey(head) : '';
  state.audited = { ...state.audited, input: { params, query, body } };
  if (principal !== null) {
    checkBusiness(route, principal, body, query);
    checkScopes(principal, conditionalScopes(route, body, query));
  }

  await deps.turns.take(businessId); // P6
  const run = (): Promise<Handled> =>
    handled(route, deps, incoming, state.audited, {
      // Each value has passed the schema that its type is derived from; `route()` ties the two together.
      params: params as never,
      query: query as never,
      body: body as never,
      upload,
      businessId,
      client,
      from: () => ({ client, userAgent: shortUserAgent(head.headers['user-agent']) }),
      session: sessionOf(principal),
      visitor: () => ({ client, browser: browserTokenIn(head.headers.cookie ?? '', deps.secureCookies()) }),
      sessionBefore: () => sessionOfCookie(deps, head, deps.now()),
      by: holderOf(principal),
      caller: {
        businessId,
        operationId: route.operationId,
        idempotencyKey,
        at: receivedAt,
        by: holderOf(principal),
      },
      access: () => accessOf(deps, head),
      lastEventId: head.headers['last-event-id'] ?? null,
    });
  if (!isKeyed(route, head)) {
    const { reply, audited, visible } = await run();
    await Promise.all([audited, visible]);
    return reply;
  }
  return runOnce(deps.idempotency, {
    businessId,
    key: idempotencyKey,
    hash,
    body,
    run,
    show: ({ shard, seq }) => deps.views.waitFor(shard, seq),
    refuse: state.refuse,
  });
};

/**
 * Returns the principal, within its rate limit; a promise where the views must catch up first (P7).
 * @throws DomainError as {@link authenticate}, and rate_limited, session_required, not_ready, journal_unavailable
 */
const admit = (
  route: Route,
  deps: PipelineDeps,
  incoming: Incoming,
  state: RequestState,
): Principal | Promise<Principal> => {
  const { head } = incoming;
  const receivedAt = state.audited.at;
  const { freshness } = deps.views;
  const use = route.method === 'GET' ? 'read' : 'change';
  const admitLater = async (caughtUp: Promise<void>): Promise<Principal> => {
    const body = route.body === null ? null : incoming.hold(); // P2
    if (body !== null) state.cleanups.push(async () => body.release());
    await caughtUp;
    if (body?.isWhole() === false) throw new DomainError('not_ready');
    return authenticate(deps, head, receivedAt);
  };
  const known = unlessUnseen(deps, head, () => authenticate(deps, head, receivedAt));
  if (known === null)
    return admitLater(freshness.current()).then((principal) => registerUse(route, deps, principal, state));
  const principal = registerUse(route, deps, known, state);
  if (freshness.isFresh(use)) return principal;
  return admitLater(freshness.freshen(use)).then((fresh) => {
    state.audited = { ...state.audited, principal: fresh };
    return fresh;
  });
};

/** Null where the key or session is refused because it is missing from the views. */
const unlessUnseen = (deps: PipelineDeps, head: RequestHead, attempt: () => Principal): Principal | null => {
  try {
    return attempt();
  } catch (error) {
    if (error instanceof DomainError && isUnseen(deps, head)) return null;
    // The views may have received it between the two lookups; their present state decides.
    return attempt();
  }
};

/** Counts the request against the caller's rate limit. @throws DomainError rate_limited, session_required */
const registerUse = (
  route: Route,
  deps: PipelineDeps,
  principal: Principal,
  state: RequestState,
): Principal => {
  state.audited = { ...state.audited, principal };
  const { by, businessId } = principal;
  const allowance = deps.rateLimit(by.type === 'key' ? by.keyId : by.session.sessionId);
  state.headers = allowance.headers;
  if (!allowance.allowed) throw new DomainError('rate_limited');
  if (by.type === 'key') deps.keyUsage.note(businessId, by.keyId, state.audited.at);
  if (by.type === 'key' && route.sessionOnly === true) throw new DomainError('session_required');
  return principal;
};

/**
 * The current scopes of the caller with this head; null when its key or session has ended since.
 * @throws DomainError not_ready where the views are too old to decide
 */
const accessOf = (deps: PipelineDeps, head: RequestHead): Principal['scopes'] | null => {
  if (!deps.views.freshness.isTrusted()) throw new DomainError('not_ready');
  try {
    return authenticate(deps, head, deps.now()).scopes;
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
};

const handled = async (
  route: Route,
  deps: PipelineDeps,
  { requestId, head }: Pick<Incoming, 'requestId' | 'head'>,
  audited: AuditedRequest,
  input: RouteInput<never, never, never>,
): Promise<Handled> => {
  const quota = quotaOf(route);
  if (quota !== null) deps.quotas.require(input.businessId, quota, fileBytesOf(route, input.upload));
  const answer = await route.handler(input);
  const reply = replyOf(route, answer, requestId, head);
  const data = 'data' in answer ? answer : null;
  if (data?.refused !== undefined) deps.auditing.refused(audited, data.refused);
  return {
    reply,
    ...(data?.written === undefined ? {} : { written: data.written }),
    audited: data?.refused === undefined ? deps.auditing.completed(audited, data?.data) : null,
    visible: data?.written === undefined ? null : deps.views.waitFor(data.written.shard, data.written.seq),
  };
};

/** The first reason to refuse a request that is known without its body; null when there is none. */
const barrierOf = (route: Route, principal: Principal | null, head: RequestHead): DomainError | null => {
  try {
    if (principal !== null) checkAccess(principal, route);
    if (isKeyed(route, head)) readIdempotencyKey(head);
    return null;
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
};

const replyOf = (route: Route, answer: RouteAnswer, requestId: string, head: RequestHead): Reply => {
  if ('json' in answer) return readReply(route, answer.json, requestId, head);
  if ('live' in answer)
    return {
      status: route.status,
      headers: {
        'Cache-Control': NO_STORE,
        'Content-Type': LIVE_TYPE,
        // Keeps buffering proxies (nginx) from holding the stream back.
        'X-Accel-Buffering': 'no',
      },
      body: '',
      stream: answer.live,
      isLongLived: true,
    };
  if (!('data' in answer)) {
    return {
      status: route.status,
      headers: {
        'Cache-Control': NO_STORE,
        'Content-Type': `${route.fileType ?? 'text/plain'}; charset=utf-8`,
        'Content-Disposition': `attachment; filename="${answer.filename}"`,
      },
      ...('text' in answer ? { body: answer.text } : { body: '', stream: answer.stream }),
    };
  }
  if (answer.refused !== undefined) return failure(answer.refused, requestId, {}, answer.data);
  const status = answer.status ?? route.status;
  if (isConditional(route)) return readReply(route, [JSON.stringify(answer.data)], requestId, head);
  const reply = success(status, answer.data, requestId);
  return {
    ...reply,
    ...(answer.cookies === undefined ? {} : { cookies: answer.cookies }),
    ...(answer.repeated === undefined
      ? {}
      : { repeatedBody: success(status, answer.repeated, requestId).body }),
  };
};

const readReply = (
  { status }: Route,
  json: readonly string[],
  requestId: string,
  { headers }: RequestHead,
): Reply => ({
  status,
  headers: {},
  body: '',
  read: { json, requestId, ifNoneMatch: headers['if-none-match'] },
});

const sessionOf = (principal: Principal | null) =>
  principal?.by.type === 'session' ? { record: principal.by.session, token: principal.by.token } : null;

const holderOf = (principal: Principal | null): RouteInput<never, never, never>['by'] => {
  if (principal === null) return null;
  const { by } = principal;
  if (by.type === 'key') return by;
  return { type: 'session', sessionId: by.session.sessionId, userId: by.session.userId };
};

const conditionalScopes = (route: Route, body: unknown, query: unknown): Route['scopes'] =>
  // As above: both have passed the route's schemas.
  (route.scopesIf ?? [])
    .filter(({ applies }) => applies(body as never, query as never))
    .flatMap(({ scopes }) => scopes);

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
