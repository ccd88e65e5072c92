/** The audit logs of businesses and of the installation. */
import { AUDIT_KIND } from '../../actors/audit/events.js';
import { defineView, following } from '../kernel/view.js';
import { AUDIT_TABLES, auditQueries, projectAudit } from './entries.js';

export type { AuditFilter } from './entries.js';

export const audit = defineView({
  name: 'audit',
  tables: [AUDIT_TABLES],
  projections: [following(AUDIT_KIND, projectAudit)],
  queries: auditQueries,
});
