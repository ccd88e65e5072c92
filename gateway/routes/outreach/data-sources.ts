/** Data Sources (spec section 4.5). */
import { Type } from 'typebox';
import type { Operations } from '../../../operations/operations.js';
import {
  DataSourceCreate,
  DataSourceMutation,
  DataSourceResource,
  DataSourceUpdate,
  DataSourceUpload,
  IngestionId,
  IngestionResource,
  IngestionReview,
  SourceId,
} from '../../../schemas/contacts/data-source.js';
import { UPLOAD_BYTES } from '../../../schemas/contacts/job.js';
import { about } from '../../../schemas/described.js';
import type { ErrorCode } from '../../../schemas/error-table.js';
import { DomainError } from '../../../schemas/errors.js';
import { BusinessId } from '../../../schemas/fields.js';
import { closed, described, nullable } from '../../../schemas/shapes.js';
import { readThrough } from '../../../views/kernel/read-through.js';
import type { ViewStore } from '../../../views/views.js';
import { JSON_BODY_BYTES, type Route, route, UPLOADED_TYPE } from '../../route.js';
import { BusinessQuery, ListQuery, NextCursor, pageQuery, pageRequest, writtenAs } from '../common.js';

const Source = described(DataSourceResource, 'The Data Source.');
const SourceResponse = Type.Object({ dataSource: Source });
const IngestionResponse = Type.Object({ ingestion: described(IngestionResource, 'The ingestion.') });
const SOURCE_ERRORS: readonly ErrorCode[] = ['data_source_not_found', 'data_source_built_in'];

/** The routes of Data Sources. */
export const dataSourceRoutes = (operations: Operations, views: ViewStore): readonly Route[] => [
  ...collectionRoutes(operations, views),
  ...changeRoutes(operations),
  ...versionRoutes(operations),
  ...ingestionRoutes(operations, views),
];

const collectionRoutes = (operations: Operations, views: ViewStore): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/data-sources',
    operationId: 'listDataSources',
    summary: 'List Data Sources with their declared fields and item counts, newest first, the contacts last.',
    description: 'Values of contacts are never listed. Fields can be granted to agents as variables.',
    scopes: ['data_sources:read'],
    query: ListQuery,
    response: Type.Object({
      dataSources: Type.Array(DataSourceResource, about('The page of Data Sources.')),
      nextCursor: NextCursor,
    }),
    errors: ['cursor_invalid'],
    handler: async ({ businessId, query }) => {
      const { items, nextCursor } = views.dataSources(businessId, pageRequest(query));
      return { data: { dataSources: items, nextCursor } };
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/data-sources',
    operationId: 'createDataSource',
    audit: { action: 'data_source.created', target: 'data.dataSource.id' },
    summary:
      'Create a structured source from rows, from a database table that the operator has allowed, or empty; or an unstructured one from text, or empty. Upload files separately.',
    description:
      'Rows and tables become a version that is profiled, reviewed if needed (`reviewIngestion`) and activated; follow it with `listIngestions` or `ingestion.progress` live events. A source takes `rows` or `database`, or `text`.',
    scopes: ['data_sources:write'],
    idempotent: true,
    quota: 'data_sources',
    status: 201,
    body: DataSourceCreate,
    maxBodyBytes: JSON_BODY_BYTES,
    detached: 'rows',
    response: Type.Object({
      dataSource: Source,
      ingestion: nullable(
        IngestionResource,
        about('The ingestion of the rows or of the table. Null: neither was sent.'),
      ),
    }),
    errors: ['database_not_allowed'],
    handler: async ({ caller, body, upload }) => {
      const rows = upload.length === 0 ? null : upload;
      return operations.dataSources.create(caller, body, rows);
    },
  }),
];

const changeRoutes = (operations: Operations): readonly Route[] => [
  route({
    method: 'PATCH',
    path: '/api/v1/data-sources',
    operationId: 'updateDataSource',
    audit: { action: 'data_source.changed', target: 'data.dataSource.id' },
    summary: 'Change the name, description, status or text. Omitted fields stay unchanged.',
    description: 'A new text replaces the former one. The built-in contacts cannot be changed here.',
    scopes: ['data_sources:write'],
    idempotent: true,
    tagged: true,
    body: DataSourceUpdate,
    maxBodyBytes: JSON_BODY_BYTES,
    response: SourceResponse,
    errors: [...SOURCE_ERRORS, 'data_source_not_unstructured', 'resource_changed'],
    handler: async ({ caller, body, expectedTags }) =>
      writtenAs('dataSource', await operations.dataSources.update(caller, body, expectedTags)),
  }),
  route({
    method: 'DELETE',
    path: '/api/v1/data-sources',
    operationId: 'archiveDataSource',
    audit: { action: 'data_source.archived', target: 'data.dataSource.id' },
    summary: 'Archive a Data Source. Agents no longer resolve values from it.',
    description: 'Its versions are kept: `updateDataSource` with `status: active` restores it.',
    scopes: ['data_sources:write'],
    idempotent: true,
    body: DataSourceMutation,
    response: SourceResponse,
    errors: SOURCE_ERRORS,
    handler: async ({ caller, body }) =>
      writtenAs('dataSource', await operations.dataSources.archive(caller, body)),
  }),
];

const versionRoutes = (operations: Operations): readonly Route[] => [
  route({
    method: 'POST',
    path: '/api/v1/data-sources/upload',
    operationId: 'uploadDataSource',
    audit: { action: 'data_source.uploaded', target: 'data.ingestion.sourceId' },
    summary:
      'Upload a file as an immutable version: CSV, TSV, JSON, XLSX or XLSM for a structured source; PDF, DOCX, HTML, Markdown or text for an unstructured one. Activating the version replaces the text of an unstructured source.',
    description:
      'The answer is 202; follow the ingestion with `listIngestions` or `ingestion.progress` live events, and activate the version with `reviewIngestion`. At most 64 MiB; as `multipart/form-data`, the file is the part `file`.',
    scopes: ['data_sources:write'],
    idempotent: true,
    status: 202,
    body: DataSourceUpload,
    upload: true,
    maxBodyBytes: UPLOAD_BYTES,
    response: IngestionResponse,
    errors: [...SOURCE_ERRORS, 'data_source_archived'],
    handler: async ({ caller, body, upload }) =>
      writtenAs('ingestion', await operations.dataSources.upload(caller, body, upload)),
  }),
  route({
    method: 'POST',
    path: '/api/v1/data-sources/refresh',
    operationId: 'refreshDataSource',
    audit: { action: 'data_source.refreshed', target: 'data.ingestion.sourceId' },
    summary:
      'Read the database table of a source again, as a new immutable version that is reviewed and activated like that of a file.',
    description:
      'The former version stays active until the new one is activated. While a reading is under way, another is 409 `data_source_refreshing`.',
    scopes: ['data_sources:write'],
    idempotent: true,
    status: 202,
    body: DataSourceMutation,
    response: IngestionResponse,
    errors: [
      ...SOURCE_ERRORS,
      ...(['data_source_archived', 'data_source_not_structured', 'data_source_without_database'] as const),
      ...(['data_source_refreshing', 'database_not_allowed'] as const),
    ],
    handler: async ({ caller, body }) =>
      writtenAs('ingestion', await operations.dataSources.refresh(caller, body)),
  }),
];

const ingestionRoutes = (operations: Operations, views: ViewStore): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/data-sources/ingestions',
    operationId: 'listIngestions',
    summary: 'List ingestions with their stage, version status, issues and columns to review, newest first.',
    description: 'In the stage `needs_review` or `validated`, `reviewIngestion` activates the version.',
    scopes: ['data_sources:read'],
    query: Type.Object(
      {
        businessId: BusinessId,
        sourceId: Type.Optional(described(SourceId, 'Only ingestions of this source.')),
        ingestionId: Type.Optional(described(IngestionId, 'Only this ingestion.')),
        ...pageQuery,
      },
      closed,
    ),
    response: Type.Object({
      ingestions: Type.Array(IngestionResource, about('The page of ingestions.')),
      nextCursor: NextCursor,
    }),
    errors: ['cursor_invalid', 'ingestion_not_found'],
    handler: async ({ businessId, query }) => {
      const { ingestionId } = query;
      if (ingestionId !== undefined) {
        const found = await readThrough(views, businessId, () => views.ingestion(businessId, ingestionId));
        if (found === null) throw new DomainError('ingestion_not_found');
        return { data: { ingestions: [found], nextCursor: null } };
      }
      const { items, nextCursor } = views.ingestions(businessId, pageRequest(query), query.sourceId ?? null);
      return { data: { ingestions: items, nextCursor } };
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/data-sources/ingestions/{ingestionId}/file',
    operationId: 'downloadIngestedFile',
    audit: { action: 'data_source.read', target: 'params.ingestionId' },
    summary: 'Download the file of an ingestion as it was uploaded; of a database, its rows as JSON.',
    description:
      'The bytes that were stored, with the media type `application/octet-stream`. An ingestion that was not stored yet is refused.',
    scopes: ['data_sources:read'],
    params: Type.Object({ ingestionId: described(IngestionId, 'The ingestion.') }, closed),
    query: BusinessQuery,
    fileType: UPLOADED_TYPE,
    response: null,
    errors: ['ingestion_not_found', 'ingestion_not_ready'],
    handler: async ({ businessId, params: { ingestionId } }) => ({
      stream: await operations.dataSources.file(businessId, ingestionId),
      filename: `${ingestionId}.bin`,
    }),
  }),
  route({
    method: 'PATCH',
    path: '/api/v1/data-sources/ingestions',
    operationId: 'reviewIngestion',
    audit: { action: 'data_source.reviewed', target: 'data.ingestion.sourceId' },
    summary:
      'Review the columns and activate the version atomically. If the key column changes, the rows are read again first.',
    description:
      'Agents see the former version or the new one, never a mixture; the former becomes `superseded`. A column of dates that can be read in two orders needs its `dateOrder`, or the type `text`.',
    scopes: ['data_sources:write'],
    idempotent: true,
    body: IngestionReview,
    maxBodyBytes: JSON_BODY_BYTES,
    response: IngestionResponse,
    errors: ['ingestion_not_found', 'ingestion_not_ready', 'ingestion_closed', 'data_source_archived'],
    handler: async ({ caller, body }) =>
      writtenAs('ingestion', await operations.dataSources.reviewIngestion(caller, body)),
  }),
];
