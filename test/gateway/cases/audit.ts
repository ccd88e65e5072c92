import { type Cases, q, wrongPage } from './case.js';

const wrongFilter = 'actor=&action=&outcome=maybe&target=&from=today&to=2026-02-30T00:00:00Z';
const filterProblems = ['actor', 'action', 'outcome', 'target', 'from', 'to'] as const;

export const AUDIT_CASES: Cases = {
  listAuditEntries: {
    path: `/api/v1/console/audit?${q}`,
    status: 200,
    wrong: { query: `${wrongFilter}&${wrongPage}` },
    problems: ['businessId', ...filterProblems, 'limit', 'cursor'],
  },
  exportAuditCsv: {
    path: `/api/v1/console/audit/exports/csv?${q}`,
    status: 200,
    wrong: { query: wrongFilter },
    problems: ['businessId', ...filterProblems],
  },
  exportAuditNdjson: {
    path: `/api/v1/console/audit/exports/ndjson?${q}`,
    status: 200,
    wrong: { query: wrongFilter },
    problems: ['businessId', ...filterProblems],
  },
};
