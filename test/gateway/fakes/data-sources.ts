/** One Data Source, and its ingestion. */
import type { DataSourceOperations } from '../../../operations/data-sources/data-sources.js';
import type { DataSourceResource, IngestionResource } from '../../../schemas/contacts/data-source.js';
import type { Views } from '../../../views/views.js';
import { AT, JOB, requireTag, SOURCE, TAG } from './ids.js';
import type { OperationLog } from './operation-log.js';
import { pageOf } from './pages.js';

const source: DataSourceResource = {
  id: SOURCE,
  name: 'Orders',
  description: null,
  class: 'structured',
  status: 'active',
  builtIn: false,
  fields: [{ key: 'order', label: 'Order', type: 'integer' }],
  keyField: 'mobile',
  database: null,
  itemCount: 7,
  activeVersionId: JOB,
  createdAt: AT,
  updatedAt: AT,
  tag: TAG,
};

const ingestion: IngestionResource = {
  ingestionId: JOB,
  jobId: JOB,
  sourceId: SOURCE,
  versionId: JOB,
  stage: 'active',
  versionStatus: 'active',
  fileName: 'orders.csv',
  counts: { rows: 7, failed: 0 },
  columns: [
    {
      column: 'Order',
      fieldKey: 'order',
      type: 'integer',
      include: true,
      key: false,
      filled: 7,
      empty: 0,
      misfits: 0,
      needsReview: false,
      reviewReason: null,
    },
  ],
  issues: [],
  createdAt: AT,
  updatedAt: AT,
};

/** Views of both. */
export const sourceViews = (): Pick<
  Views,
  | 'dataSources'
  | 'dataSource'
  | 'ingestions'
  | 'ingestion'
  | 'sourceValues'
  | 'knowledge'
  | 'unembeddedTexts'
  | 'passagesToEmbed'
> => ({
  dataSources: (_, page) => pageOf(source, page),
  dataSource: (_, id) => (id === SOURCE ? source : null),
  ingestions: (_, page) => pageOf(ingestion, page),
  ingestion: (_, id) => (id === JOB ? ingestion : null),
  sourceValues: () => null,
  knowledge: () => [],
  unembeddedTexts: () => [],
  passagesToEmbed: () => null,
});

async function* one(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}

/** Operations that change nothing. */
export const sourceOperations = ({ record }: OperationLog): DataSourceOperations => ({
  create: (caller, body) => record(caller, { dataSource: { ...source, name: body.name }, ingestion: null }),
  update: async (caller, body, expected) => {
    requireTag(expected);
    return record(caller, { ...source, name: body.name ?? source.name });
  },
  archive: (caller) => record(caller, { ...source, status: 'archived' as const }),
  upload: (caller, body, content) =>
    record(caller, { ...ingestion, fileName: `${body.fileName} of ${content.length} bytes` }),
  refresh: (caller) => record(caller, { ...ingestion, stage: 'received' as const }),
  reviewIngestion: (caller) => record(caller, ingestion),
  file: async () => one(Buffer.from('order\n7\n')),
});
