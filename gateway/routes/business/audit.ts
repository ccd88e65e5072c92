/** The audit log of a business (docs/reference/api.md "Audit log"). */
import { type Static, Type } from 'typebox';
import { AUDIT_FORMATS, type AuditFormat, exportAudit } from '../../../operations/audit/audit-export.js';
import { AUDIT_OUTCOMES, AuditEntryResource, MAX_AUDIT_NAME } from '../../../schemas/accounts/audit.js';
import { about, EXAMPLE, moment, text } from '../../../schemas/described.js';
import { BusinessId } from '../../../schemas/fields.js';
import { closed } from '../../../schemas/shapes.js';
import type { AuditFilter } from '../../../views/audit/index.js';
import type { ViewStore } from '../../../views/views.js';
import { type Route, route } from '../../route.js';
import { epochMs, NextCursor, pageQuery, pageRequest } from '../common.js';

const name = { minLength: 1, maxLength: MAX_AUDIT_NAME } as const;

const filters = {
  businessId: BusinessId,
  actor: Type.Optional(text('Only entries of the user or key with this id.', EXAMPLE.userId, name)),
  action: Type.Optional(text('Only entries with this action.', 'key.created', name)),
  outcome: Type.Optional(
    Type.Enum([...AUDIT_OUTCOMES], about('Only what was done, or only what was refused.')),
  ),
  target: Type.Optional(text('Only entries about the object with this id.', EXAMPLE.agentId, name)),
  from: Type.Optional(moment('Only entries from this time on.')),
  to: Type.Optional(moment('Only entries before this time.', '2026-03-03T09:30:00.000Z')),
};
const AuditQuery = Type.Object({ ...filters, ...pageQuery }, closed);
const ExportQuery = Type.Object(filters, closed);

const filterOf = (query: Static<typeof ExportQuery>): AuditFilter => ({
  actor: query.actor ?? null,
  action: query.action ?? null,
  outcome: query.outcome ?? null,
  target: query.target ?? null,
  from: query.from === undefined ? 0 : epochMs('from', query.from),
  to: query.to === undefined ? Number.MAX_SAFE_INTEGER : epochMs('to', query.to),
});

export const auditRoutes = (views: Pick<ViewStore, 'auditEntries' | 'catchUp'>): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/console/audit',
    operationId: 'listAuditEntries',
    summary:
      'The audit log, newest first: by actor (the id of a user or key), action, outcome and target, from one time up to, but not including, another.',
    description:
      'Changes to access, money, agents and suppressions, calls, and reads of recordings and exports, done or refused. Entries are kept for ever, and contain ids but no names, numbers or texts of customers.',
    sessionOnly: true,
    role: 'owner',
    query: AuditQuery,
    response: Type.Object(
      { entries: Type.Array(AuditEntryResource, about('The page of entries.')), nextCursor: NextCursor },
      closed,
    ),
    errors: ['cursor_invalid'],
    handler: async ({ businessId, query }) => {
      await views.catchUp(businessId);
      const { items, nextCursor } = views.auditEntries(businessId, filterOf(query), pageRequest(query));
      return { data: { entries: items, nextCursor } };
    },
  }),
  ...AUDIT_FORMATS.map((format) => exportRoute(views, format)),
];

const FILES = {
  csv: { operationId: 'exportAuditCsv', fileType: 'text/csv', name: 'CSV' },
  ndjson: { operationId: 'exportAuditNdjson', fileType: 'application/x-ndjson', name: 'NDJSON' },
} as const;

const exportRoute = (views: Pick<ViewStore, 'auditEntries' | 'catchUp'>, format: AuditFormat): Route => {
  const { operationId, fileType, name } = FILES[format];
  return route({
    method: 'GET',
    path: `/api/v1/console/audit/exports/${format}`,
    operationId,
    audit: { action: 'audit.exported' },
    summary: `Download the audit log as ${name}, newest first, with the filters of the list.`,
    description: 'Contains ids alone, no names. The export is an entry of the log itself.',
    sessionOnly: true,
    role: 'owner',
    query: ExportQuery,
    fileType,
    response: null,
    handler: async ({ businessId, query }) => {
      const filter = filterOf(query);
      await views.catchUp(businessId);
      return { stream: exportAudit(views, businessId, filter, format), filename: `audit-log.${format}` };
    },
  });
};
