import { type Cases, invalidPage, q } from './case.js';

const invalidFilter = 'actor=&action=&outcome=maybe&target=&from=today&to=2026-02-30T00:00:00Z';
const filterProblems = ['actor', 'action', 'outcome', 'target', 'from', 'to'] as const;

export const AUDIT_CASES: Cases = {
  listAuditEntries: {
    path: `/api/v1/console/audit?${q}`,
    status: 200,
    invalid: { query: `${invalidFilter}&${invalidPage}` },
    problems: ['businessId', ...filterProblems, 'limit', 'cursor'],
  },
  exportAuditCsv: {
    path: `/api/v1/console/audit/exports/csv?${q}`,
    status: 200,
    invalid: { query: invalidFilter },
    problems: ['businessId', ...filterProblems],
  },
  exportAuditNdjson: {
    path: `/api/v1/console/audit/exports/ndjson?${q}`,
    status: 200,
    invalid: { query: invalidFilter },
    problems: ['businessId', ...filterProblems],
  },
};
