/** Requests about Data Sources and ingestions: for each operation a good, a different and an invalid one. */
import { BUSINESS, JOB, SOURCE, UNKNOWN_ID } from '../fakes/ids.js';
import { type Cases, invalidPage, q } from './case.js';

export const DATA_SOURCE_CASES: Cases = {
  listDataSources: {
    path: `/api/v1/data-sources?${q}`,
    status: 200,
    invalid: { query: invalidPage },
    problems: ['businessId', 'limit', 'cursor'],
  },
  createDataSource: {
    path: '/api/v1/data-sources',
    status: 201,
    body: {
      businessId: BUSINESS,
      class: 'structured',
      name: 'Orders',
      rows: [{ mobile: '+14155552671' }],
      database: { connection: 'crm', table: 'orders' },
    },
    other: {
      body: { businessId: BUSINESS, class: 'unstructured', name: 'Orders', text: 'Open on Mondays.' },
    },
    invalid: {
      body: {
        businessId: BUSINESS,
        class: 'graph',
        name: '',
        rows: [{ mobile: [] }],
        description: null,
        text: '',
        database: { connection: '', url: 'postgresql://elsewhere' },
      },
    },
    problems: [
      ...['/class', '/name', '/rows/0/mobile', '/description', '/text'],
      ...['/database/connection', '/database/table', '/database/url'],
    ],
  },
  updateDataSource: {
    path: '/api/v1/data-sources',
    status: 200,
    body: { businessId: BUSINESS, sourceId: SOURCE, name: 'Orders', status: 'active' },
    other: { body: { businessId: BUSINESS, sourceId: SOURCE, name: 'Items' } },
    invalid: { body: { businessId: BUSINESS, sourceId: SOURCE, status: 'deleted', description: 7 } },
    problems: ['/status', '/description'],
  },
  archiveDataSource: {
    path: '/api/v1/data-sources',
    status: 200,
    body: { businessId: BUSINESS, sourceId: SOURCE },
    other: { body: { businessId: BUSINESS, sourceId: UNKNOWN_ID } },
    invalid: { body: { businessId: BUSINESS } },
    problems: ['/sourceId'],
  },
  uploadDataSource: {
    path: '/api/v1/data-sources/upload',
    status: 202,
    body: { businessId: BUSINESS, sourceId: SOURCE, fileName: 'orders.csv', contentBase64: 'YSxiCg==' },
    other: {
      body: { businessId: BUSINESS, sourceId: SOURCE, fileName: 'more.csv', contentBase64: 'YSxiCg==' },
    },
    invalid: { body: { businessId: BUSINESS, sourceId: 'x', fileName: '', contentBase64: 'YSxiCg==' } },
    problems: ['/sourceId', '/fileName'],
  },
  refreshDataSource: {
    path: '/api/v1/data-sources/refresh',
    status: 202,
    body: { businessId: BUSINESS, sourceId: SOURCE },
    other: { body: { businessId: BUSINESS, sourceId: UNKNOWN_ID } },
    invalid: { body: { businessId: BUSINESS, sourceId: 'x', connection: 'crm' } },
    problems: ['/sourceId', '/connection'],
  },
  listIngestions: {
    path: `/api/v1/data-sources/ingestions?${q}&sourceId=${SOURCE}`,
    status: 200,
    invalid: { query: `${q}&${invalidPage}&sourceId=1&ingestionId=1` },
    problems: ['limit', 'cursor', 'sourceId', 'ingestionId'],
  },
  downloadIngestedFile: {
    path: `/api/v1/data-sources/ingestions/${JOB}/file?${q}`,
    status: 200,
    invalid: { query: `${q}&format=csv` },
    problems: ['format'],
  },
  reviewIngestion: {
    path: '/api/v1/data-sources/ingestions',
    status: 200,
    body: {
      businessId: BUSINESS,
      ingestionId: JOB,
      columns: [{ column: 'Order', type: 'integer' }],
      activate: true,
    },
    other: { body: { businessId: BUSINESS, ingestionId: JOB, activate: false } },
    invalid: {
      body: {
        businessId: BUSINESS,
        ingestionId: JOB,
        activate: 'yes',
        columns: [{ fieldKey: '1', type: 'money', include: 1, key: null }],
      },
    },
    problems: [
      ...['/activate', '/columns/0/column', '/columns/0/fieldKey', '/columns/0/type'],
      ...['/columns/0/include', '/columns/0/key'],
    ],
  },
};
