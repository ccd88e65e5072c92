/** Builds the audit entries of requests and selects the businesses whose logs receive them. Guarantees: auditing.ts. */
import type { AuditEntry } from '../../actors/audit/events.js';
import { consoleUserId } from '../../actors/console-user/index.js';
import { shortUserAgent } from '../../operations/audit/user-agent.js';
import { MAX_AUDIT_NAME } from '../../schemas/accounts/audit.js';
import { isRecord } from '../../schemas/json.js';
import type { Views } from '../../views/views.js';
import type { Principal } from '../access/authentication.js';
import type { RequestHead } from '../http/request-head.js';
import type { AuditedBy, Route, RouteAudit } from '../route.js';

/** A request, as far as it was processed. */
export interface AuditedRequest {
  readonly route: Pick<Route, 'method' | 'operationId' | 'public' | 'audit'>;
  readonly head: Pick<RequestHead, 'headers'>;
  readonly requestId: string;
  readonly client: string;
  /** When it arrived, ms since the epoch. */
  readonly at: number;
  /** Null: the sender is unknown. */
  readonly principal: Principal | null;
  /** The validated input; null: the request was not read, or is invalid. */
  readonly input: { readonly params: unknown; readonly query: unknown; readonly body: unknown } | null;
}

type AuditedAction = Extract<RouteAudit, { readonly action: string }>;

/** An id without free text. */
const ID = /^[\w.:@-]+$/;

/**
 * The known businesses that the body of a refused request names, each with the target of the attempt. Their logs record the
 * refusal.
 */
export const refusalTargets = (
  views: Pick<Views, 'business' | 'membershipsOfAddress'>,
  by: AuditedBy | undefined,
  body: unknown,
): readonly { readonly businessId: string; readonly target: string }[] => {
  if (by === undefined || !isRecord(body)) return [];
  const text = body[by.field];
  if (typeof text !== 'string') return [];
  switch (by.is) {
    case 'email':
      // Each business with the user that the address belongs to there (A3).
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

/** The entries of a request that succeeded, each with the business whose log receives it. `data`: the data of its answer. */
export const completedEntries = (
  views: Pick<Views, 'membershipsOf'>,
  request: AuditedRequest,
  audit: AuditedAction,
  data: unknown,
): readonly { readonly businessId: string; readonly entry: AuditEntry }[] => {
  const base = entryOf(request, { action: audit.action, outcome: 'done', code: null });
  const entry = { ...base, target: targetOf(request, data) };
  const { principal } = request;
  if (principal !== null && audit.leaves === undefined) {
    const { by, businessId } = principal;
    const memberships =
      audit.everywhere === true && by.type !== 'key' ? views.membershipsOf(by.session.userId) : [];
    const businesses = new Set([businessId, ...memberships.map((membership) => membership.businessId)]);
    return [...businesses].map((id) => ({ businessId: id, entry }));
  }
  // The answer to a public route or to a change of business names the signed-in user and the business.
  const businessId = idIn(valueAt(data, ['business', 'id']));
  const userId = idIn(valueAt(data, ['user', 'id']));
  if (businessId === null || userId === null) return [];
  const signInEntry = { businessId, entry: { ...entry, actor: { type: 'user', id: userId } } } as const;
  if (principal === null || audit.leaves === undefined || businessId === principal.businessId)
    return [signInEntry];
  return [signInEntry, { businessId: principal.businessId, entry: { ...entry, action: audit.leaves } }];
};

/** The audited action of a route; null: none. */
export const actionIn = (audit: RouteAudit | undefined): AuditedAction | null =>
  audit === undefined || 'none' in audit ? null : audit;

/** The actor of entries about a principal; null: anonymous. */
export const actorOf = (principal: Principal | null): AuditEntry['actor'] => {
  if (principal === null) return { type: 'anonymous', id: null };
  const { by } = principal;
  return by.type === 'key' ? { type: 'key', id: by.keyId } : { type: 'user', id: by.session.userId };
};

/** The entry of a request, without a target. */
export const entryOf = (
  { head, requestId, client, at, principal }: AuditedRequest,
  details: Pick<AuditEntry, 'action' | 'outcome' | 'code'>,
): AuditEntry => ({
  at,
  actor: actorOf(principal),
  ...details,
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

/** The target of the entry (A3). Null where the route names no target, or the request or its answer has none. */
export const targetOf = ({ route, input }: AuditedRequest, data: unknown): string | null => {
  const audit = actionIn(route.audit);
  if (audit?.target === undefined) return null;
  return idIn(valueAt({ ...input, data }, audit.target.split('.')));
};
