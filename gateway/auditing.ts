/**
 * What requests leave in the audit log. Routes say what they audit (`audit` of route.ts); the pipeline reports each request
 * that was done or refused.
 *
 * It guarantees:
 * A1. The answer to a request that did something audited leaves after its entry is in the journal, as do the first bytes of
 *     an export. When the entry cannot be written the request fails with `journal_unavailable`.
 * A2. A refusal never waits for its entry, and takes as long with an entry as without.
 * A3. An entry has ids of its own business alone, and nothing of what a request said beside them.
 */
import type { AuditEntry } from '../actors/audit/events.js';
import { consoleUserId } from '../actors/console-user/index.js';
import type { AuditTrail } from '../operations/audit/audit-trail.js';
import { shortUserAgent } from '../operations/audit/user-agent.js';
import { MAX_AUDIT_NAME } from '../schemas/audit.js';
import { type DomainError, statusOf } from '../schemas/errors.js';
import { isRecord } from '../schemas/json.js';
import type { Views } from '../views/views.js';
import type { AuditMetrics } from './audit-metrics.js';
import { judgeKey, type Principal } from './authentication.js';
import type { RequestHead } from './request-head.js';
import type { AuditedBy, Route, RouteAudit } from './route.js';

/** A request, as far as it got. */
export interface AuditedRequest {
  readonly route: Pick<Route, 'method' | 'operationId' | 'public' | 'audit'>;
  readonly head: Pick<RequestHead, 'headers'>;
  readonly requestId: string;
  readonly client: string;
  /** When it arrived, ms since the epoch. */
  readonly at: number;
  /** Null: it is not known who sent it. */
  readonly principal: Principal | null;
  /** What it asks for; null: it was not read, or is not valid. */
  readonly input: { readonly params: unknown; readonly query: unknown; readonly body: unknown } | null;
}

export interface Auditing {
  /** Resolves once the entry is written; null where the route has none. @throws DomainError journal_unavailable */
  done(request: AuditedRequest, data: unknown): Promise<void> | null;
  /** Never throws. */
  refused(request: AuditedRequest, error: DomainError): void;
}

export interface AuditingDeps {
  readonly trail: Pick<AuditTrail, 'write' | 'refuse'>;
  readonly views: Pick<Views, 'key' | 'business' | 'membershipsOfAddress'>;
  readonly metrics: AuditMetrics;
}

const FORBIDDEN = 403;
const TOO_MANY = 429;
/** The request itself is wrong, which says nothing about access. */
const MISTAKES: readonly number[] = [400, 413, 415, 422];

/** An id, and nothing that somebody may have written. */
const ID = /^[\w.:@-]+$/;

export const createAuditing = ({ trail, views, metrics }: AuditingDeps): Auditing => {
  /** The businesses whose logs have a refusal by what its body names, with what was tried; those that are known. */
  const blamed = (
    by: AuditedBy | undefined,
    body: unknown,
  ): readonly { readonly businessId: string; readonly target: string }[] => {
    if (by === undefined || !isRecord(body)) return [];
    const text = body[by.field];
    if (typeof text !== 'string') return [];
    switch (by.is) {
      case 'email':
        // Each business with the user that the address has there (A3).
        return views
          .membershipsOfAddress(consoleUserId(text))
          .map(({ businessId, userId }) => ({ businessId, target: userId }));
      case 'invitation': {
        const [businessId = '', invitationId = ''] = text.split('.');
        if (views.business(businessId) === null) return [];
        return [{ businessId, target: idIn(invitationId) ?? businessId }];
      }
    }
  };

  const refusedKey = (request: AuditedRequest, code: string): void => {
    const judged = judgeKey(views, request.head.headers.authorization ?? '');
    if (judged.type === 'valid') return;
    metrics.keyRefused(judged.reason);
    const { revoked } = judged;
    const entry = entryOf(request, { action: 'key.refused', outcome: 'refused', code });
    if (revoked === null) trail.refuse(null, request.client, entry);
    else
      trail.refuse(revoked.businessId, revoked.keyId, {
        ...entry,
        actor: { type: 'key', id: revoked.keyId },
        target: revoked.keyId,
      });
  };

  const refusedPrincipal = (request: AuditedRequest, principal: Principal, error: DomainError): void => {
    const audit = actionIn(request.route.audit);
    const status = statusOf(error.code);
    const isAccess = status === FORBIDDEN || status === TOO_MANY;
    const isChange = audit !== null && request.route.method !== 'GET' && !MISTAKES.includes(status);
    if (!isAccess && !isChange) return;
    const entry = entryOf(request, {
      action: audit?.action ?? 'request.refused',
      outcome: 'refused',
      code: error.code,
    });
    const target = audit === null ? request.route.operationId : targetOf(request, null);
    trail.refuse(principal.businessId, actorOf(principal).id ?? '', { ...entry, target });
  };

  const refusedPublic = (request: AuditedRequest, error: DomainError): void => {
    const audit = actionIn(request.route.audit);
    if (audit === null || MISTAKES.includes(statusOf(error.code))) return;
    const entry = entryOf(request, { action: audit.action, outcome: 'refused', code: error.code });
    const found = blamed(audit.refusedOf, request.input?.body);
    if (found.length === 0) trail.refuse(null, request.client, entry);
    for (const { businessId, target } of found)
      trail.refuse(businessId, request.client, { ...entry, target });
  };

  /**
   * Of a session that asked to get into another business. To that one it is the same as a request without a session (A3);
   * true: it has the entry.
   */
  const refusedElsewhere = (request: AuditedRequest, error: DomainError): boolean => {
    const audit = actionIn(request.route.audit);
    const isElsewhere =
      audit?.leaves !== undefined && blamed(audit.refusedOf, request.input?.body).length > 0;
    if (isElsewhere) refusedPublic({ ...request, principal: null }, error);
    return isElsewhere;
  };

  return {
    done: (request, data) => {
      const audit = actionIn(request.route.audit);
      if (audit === null) return null;
      if (audit.action === 'sign_in') metrics.signIn('succeeded');
      const entry = entryOf(request, { action: audit.action, outcome: 'done', code: null });
      const target = targetOf(request, data);
      const { principal } = request;
      if (principal !== null && audit.leaves === undefined)
        return trail.write(principal.businessId, { ...entry, target });
      // A public route or a change of business: its answer says which user it has let in, and where.
      const businessId = idIn(valueAt(data, ['business', 'id']));
      const userId = idIn(valueAt(data, ['user', 'id']));
      if (businessId === null || userId === null) return null;
      const entered = trail.write(businessId, { ...entry, actor: { type: 'user', id: userId }, target });
      if (principal === null || audit.leaves === undefined || businessId === principal.businessId)
        return entered;
      const left = trail.write(principal.businessId, { ...entry, action: audit.leaves, target });
      return Promise.all([entered, left]).then(() => undefined);
    },
    refused: (request, error) => {
      const status = statusOf(error.code);
      if (status >= 500) return;
      const audit = actionIn(request.route.audit);
      if (audit?.action === 'sign_in' && !MISTAKES.includes(status)) metrics.signIn(error.code);
      if (status === 401 || status === FORBIDDEN || status === TOO_MANY) metrics.refused(error.code);
      if (error.code === 'api_key_invalid') refusedKey(request, error.code);
      else if (request.principal !== null) {
        if (!refusedElsewhere(request, error)) refusedPrincipal(request, request.principal, error);
      } else if (request.route.public === true) refusedPublic(request, error);
    },
  };
};

const actionIn = (audit: RouteAudit | undefined): Extract<RouteAudit, { readonly action: string }> | null =>
  audit === undefined || 'none' in audit ? null : audit;

const actorOf = (principal: Principal | null): AuditEntry['actor'] => {
  if (principal === null) return { type: 'anonymous', id: null };
  const { by } = principal;
  return by.type === 'key' ? { type: 'key', id: by.keyId } : { type: 'user', id: by.session.userId };
};

const entryOf = (
  { head, requestId, client, at, principal }: AuditedRequest,
  what: Pick<AuditEntry, 'action' | 'outcome' | 'code'>,
): AuditEntry => ({
  at,
  actor: actorOf(principal),
  ...what,
  target: null,
  client,
  userAgent: shortUserAgent(head.headers['user-agent']),
  requestId,
  omitted: 0,
});

const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((at, name) => (isRecord(at) && Object.hasOwn(at, name) ? at[name] : undefined), value);

const idIn = (value: unknown): string | null =>
  typeof value === 'string' && value.length <= MAX_AUDIT_NAME && ID.test(value) ? value : null;

/** A3. Null where the route names no target, or the request or its answer has none. */
const targetOf = ({ route, input }: AuditedRequest, data: unknown): string | null => {
  const audit = actionIn(route.audit);
  if (audit?.target === undefined) return null;
  return idIn(valueAt({ ...input, data }, audit.target.split('.')));
};
