/**
 * Writes the audit entries of requests. Routes declare what they audit (`audit` of route.ts); the pipeline reports each request
 * that succeeded or was refused.
 *
 * It guarantees:
 * A1. The answer to an audited request is sent after its entry is in the journal, and so are the first bytes of an export. When
 *     the entry cannot be written, the request fails with `journal_unavailable`.
 * A2. A refusal never waits for its entry, and takes as long with an entry as without one.
 * A3. An entry contains ids of its own business only, and no other content of the request.
 */
import type { AuditTrail } from '../../operations/audit/audit-trail.js';
import { type DomainError, statusOf } from '../../schemas/errors.js';
import type { Views } from '../../views/views.js';
import { checkKey, type Principal } from '../access/authentication.js';
import {
  type AuditedRequest,
  actionIn,
  actorOf,
  completedEntries,
  entryOf,
  refusalTargets,
  targetOf,
} from './audit-entries.js';
import type { AuditMetrics } from './audit-metrics.js';

export interface Auditing {
  /** Resolves once the entry is written; null where the route has no entry. @throws DomainError journal_unavailable */
  completed(request: AuditedRequest, data: unknown): Promise<void> | null;
  /** Records a refusal. Never throws. */
  refused(request: AuditedRequest, error: DomainError): void;
}

export interface AuditingDeps {
  readonly trail: Pick<AuditTrail, 'write' | 'refuse'>;
  readonly views: Pick<Views, 'key' | 'business' | 'membershipsOf' | 'membershipsOfAddress'>;
  readonly metrics: AuditMetrics;
}

const FORBIDDEN = 403;
const TOO_MANY = 429;
/** Statuses of malformed requests, which reveal nothing about access. */
const MALFORMED_STATUSES: readonly number[] = [400, 413, 415, 422];

export const createAuditing = ({ trail, views, metrics }: AuditingDeps): Auditing => {
  const refusedKey = (request: AuditedRequest, code: string): void => {
    const keyCheck = checkKey(views, request.head.headers.authorization ?? '');
    if (keyCheck.type === 'valid') return;
    metrics.keyRefused(keyCheck.reason);
    const { revoked } = keyCheck;
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
    const isChange = audit !== null && request.route.method !== 'GET' && !MALFORMED_STATUSES.includes(status);
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
    if (audit === null || MALFORMED_STATUSES.includes(statusOf(error.code))) return;
    const entry = entryOf(request, { action: audit.action, outcome: 'refused', code: error.code });
    const targets = refusalTargets(views, audit.refusedOf, request.input?.body);
    if (targets.length === 0) trail.refuse(null, request.client, entry);
    for (const { businessId, target } of targets)
      trail.refuse(businessId, request.client, { ...entry, target });
  };

  /**
   * Records the refusal of a session that tried to enter another business. In that business's log it looks like a request without
   * a session (A3). Returns whether that log has the entry.
   */
  const refusedElsewhere = (request: AuditedRequest, error: DomainError): boolean => {
    const audit = actionIn(request.route.audit);
    const isElsewhere =
      audit?.leaves !== undefined && refusalTargets(views, audit.refusedOf, request.input?.body).length > 0;
    if (isElsewhere) refusedPublic({ ...request, principal: null }, error);
    return isElsewhere;
  };

  return {
    completed: (request, data) => {
      const audit = actionIn(request.route.audit);
      if (audit === null) return null;
      if (audit.action === 'sign_in') metrics.signIn('succeeded');
      const written = completedEntries(views, request, audit, data).map(({ businessId, entry }) =>
        trail.write(businessId, entry),
      );
      return written.length === 0 ? null : Promise.all(written).then(() => undefined);
    },
    refused: (request, error) => {
      const status = statusOf(error.code);
      if (status >= 500) return;
      const audit = actionIn(request.route.audit);
      if (audit?.action === 'sign_in' && !MALFORMED_STATUSES.includes(status)) metrics.signIn(error.code);
      if (status === 401 || status === FORBIDDEN || status === TOO_MANY) metrics.refused(error.code);
      if (error.code === 'api_key_invalid') refusedKey(request, error.code);
      else if (request.principal !== null) {
        if (!refusedElsewhere(request, error)) refusedPrincipal(request, request.principal, error);
      } else if (request.route.public === true) refusedPublic(request, error);
    },
  };
};
