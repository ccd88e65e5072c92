/** Requests about suppressions: for each operation a good, a different and an invalid one. */
import { BUSINESS, SUPPRESSION } from '../fakes/ids.js';
import { type Cases, invalidPage, q } from './case.js';

const suppressions = [{ address: '+14155552671', purpose: 'service', reason: 'By letter' }];

export const SUPPRESSION_CASES: Cases = {
  listSuppressions: {
    path: `/api/v1/suppressions?${q}&purpose=service&source=api&search=%2B1415`,
    status: 200,
    invalid: { query: `${q}&${invalidPage}&purpose=all&source=me&search=` },
    problems: ['limit', 'cursor', 'purpose', 'source', 'search'],
  },
  addSuppressions: {
    path: '/api/v1/suppressions',
    status: 201,
    body: { businessId: BUSINESS, suppressions },
    other: { body: { businessId: BUSINESS, suppressions, hangUp: true } },
    invalid: { body: { businessId: BUSINESS, suppressions: [{ address: '', purpose: 'all' }], hangUp: 7 } },
    problems: ['/suppressions/0/address', '/suppressions/0/purpose', '/hangUp'],
  },
  removeSuppression: {
    path: `/api/v1/suppressions/${SUPPRESSION}`,
    status: 200,
    body: { businessId: BUSINESS },
    other: { path: `/api/v1/suppressions/${'1'.repeat(32)}-service-api` },
    invalid: { body: { businessId: 7 } },
    problems: ['/businessId'],
  },
  importSuppressions: {
    path: '/api/v1/suppressions/imports',
    status: 201,
    body: { businessId: BUSINESS, fileName: 'list.csv', contentBase64: 'YSxiCg==' },
    other: { body: { businessId: BUSINESS, fileName: 'list.csv', contentBase64: 'YSxjCg==' } },
    invalid: { body: { businessId: BUSINESS, fileName: 7, contentBase64: '' } },
    problems: ['/fileName'],
  },
  exportSuppressions: {
    path: `/api/v1/suppressions/export?${q}`,
    status: 200,
    invalid: { query: 'businessId=' },
    problems: ['businessId'],
  },
};
