/**
 * Decides whether a request may run (pipeline.ts, P4 and P7): first its key or session and their rate limit, then what its head
 * must have for the route, then the business and the scopes that its content needs.
 */
import type { KeyUsage } from '../../operations/accounts/key-usage.js';
import { DomainError } from '../../schemas/errors.js';
import type { ViewStore } from '../../views/views.js';
import {
  authenticate,
  checkAccess,
  checkScopes,
  isUnseen,
  type Principal,
} from '../access/authentication.js';
import type { Allowance } from '../access/rate-limit.js';
import type { RequestHead } from '../http/request-head.js';
import type { Route } from '../route.js';
import type { Incoming, RequestState } from './request.js';
import { isKeyed, readIdempotencyKey } from './run-once.js';

export interface AdmissionDeps {
  readonly views: ViewStore;
  /** Whether clients reach the service by https. */
  readonly secureCookies: () => boolean;
  /** Each key and each session has its own allowance. */
  readonly rateLimit: (callerId: string) => Allowance;
  readonly keyUsage: KeyUsage;
  readonly now: () => number;
}

/**
 * Returns the principal, within its rate limit; a promise where the views must catch up first (P7).
 * @throws DomainError as {@link authenticate}, and rate_limited, session_required, not_ready, journal_unavailable
 */
export const admit = (
  route: Route,
  deps: AdmissionDeps,
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
const unlessUnseen = (deps: AdmissionDeps, head: RequestHead, attempt: () => Principal): Principal | null => {
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
  deps: AdmissionDeps,
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
export const accessOf = (deps: AdmissionDeps, head: RequestHead): Principal['scopes'] | null => {
  if (!deps.views.freshness.isTrusted()) throw new DomainError('not_ready');
  try {
    return authenticate(deps, head, deps.now()).scopes;
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
};

/** The first reason to refuse a request that is known without its body; null when there is none. */
export const barrierOf = (
  route: Route,
  principal: Principal | null,
  head: RequestHead,
): DomainError | null => {
  try {
    if (principal !== null) checkAccess(principal, route);
    if (isKeyed(route, head)) readIdempotencyKey(head);
    return null;
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
};

/**
 * Checks what only the content shows: the business that the request names, and the scopes that some requests of the route need.
 * @throws DomainError business_mismatch, scope_missing, role_insufficient
 */
export const checkContent = (
  route: Route,
  principal: Principal,
  body: unknown,
  query: Record<string, unknown>,
): void => {
  checkBusiness(route, principal, body, query);
  checkScopes(principal, conditionalScopes(route, body, query));
};

const conditionalScopes = (route: Route, body: unknown, query: unknown): Route['scopes'] =>
  // Both have passed the schemas that the functions' types are derived from; `route()` ties them together.
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
  if (named === undefined && (route.sessionOnly === true || route.ofCaller === true)) return;
  if (typeof named !== 'string' || named.toLowerCase() !== principal.businessId)
    throw new DomainError('business_mismatch');
};
