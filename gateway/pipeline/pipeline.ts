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
 * P7. Access is decided (admission.ts) by views that are fresh enough (views/kernel/store/freshness.ts). A key or session missing
 *     from the views is looked up again once they have reached the end of the journal. A waiting request of either kind causes no
 *     journal read of its own.
 */
import type { Logger } from 'pino';
import { shortUserAgent } from '../../operations/audit/user-agent.js';
import { DomainError, statusOf } from '../../schemas/errors.js';
import { type Principal, sessionOfCookie, sessionWithToken } from '../access/authentication.js';
import { browserTokenIn } from '../access/session-cookie.js';
import { expectedTags } from '../http/conditional.js';
import { ClientGone } from '../http/connection.js';
import { failure, type Reply } from '../http/envelope.js';
import type { BodyThread } from '../intake/body-thread.js';
import { type BodyRules, isForeign } from '../intake/body-work.js';
import { accepted, bodyRules, emptyBody, receiveBody } from '../intake/intake.js';
import { compileHeadCheck, type HeadCheck } from '../intake/validation.js';
import type { Route, RouteInput } from '../route.js';
import type { Uploads } from '../uploads/index.js';
import { type AdmissionDeps, accessOf, admit, barrierOf, checkContent } from './admission.js';
import type { CommitPlace, IdempotencyStore } from './idempotency.js';
import type { LoopTurns } from './loop-turns.js';
import { parseQuery } from './query.js';
import type { Incoming, RequestState } from './request.js';
import { type HandlerDeps, runHandler } from './run-handler.js';
import { type Handled, isKeyed, readIdempotencyKey, runOnce } from './run-once.js';

export interface PipelineDeps extends AdmissionDeps, HandlerDeps {
  readonly idempotency: IdempotencyStore;
  readonly uploads: Uploads;
  readonly bodyThread: BodyThread;
  readonly turns: LoopTurns;
  readonly logger: Logger;
}

/** A route, ready to be called: its schemas are compiled once. @throws ClientGone only */
export type Endpoint = (incoming: Incoming) => Promise<Reply>;

/** The compiled schemas of a route. */
interface Checks {
  readonly head: HeadCheck;
  /** Null for a route without body. */
  readonly body: BodyRules | null;
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
      deps.logger.error({ event: 'request.failed', operation, requestId, err: error });
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
  if (principal !== null) checkContent(route, principal, body, query);

  await deps.turns.take(businessId); // P6
  const show = ({ shard, seq }: CommitPlace): Promise<unknown> => deps.views.waitFor(shard, seq);
  const run = (): Promise<Handled> =>
    runHandler(route, deps, incoming, state.audited, {
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
      sessionNow: () => sessionWithToken(deps, head, deps.now(), () => deps.views.catchUp(null)),
      by: holderOf(principal),
      caller: {
        businessId,
        operationId: route.operationId,
        idempotencyKey,
        at: receivedAt,
        by: holderOf(principal),
      },
      access: () => accessOf(deps, head),
      expectedTags: route.tagged === true ? expectedTags(head.headers['if-match']) : null,
      lastEventId: head.headers['last-event-id'] ?? null,
    });
  if (!isKeyed(route, head)) {
    const { reply, audited, written } = await run();
    await Promise.all([audited, written === null ? null : show(written)]); // P3
    return reply;
  }
  return runOnce(deps.idempotency, {
    businessId,
    key: idempotencyKey,
    hash,
    body,
    run,
    show,
    refuse: state.refuse,
  });
};

const sessionOf = (principal: Principal | null) =>
  principal?.by.type === 'session' ? { record: principal.by.session, token: principal.by.token } : null;

const holderOf = (principal: Principal | null): RouteInput<never, never, never>['by'] => {
  if (principal === null) return null;
  const { by } = principal;
  if (by.type === 'key') return by;
  return { type: 'session', sessionId: by.session.sessionId, userId: by.session.userId };
};
