/** Suppressed numbers and identities (docs/reference/api.md "Suppression"). */
import { Type } from 'typebox';
import type { Operations } from '../../../operations/operations.js';
import { exportSuppressions } from '../../../operations/outreach/suppression-list.js';
import {
  SUPPRESSION_FILE_BYTES,
  SuppressionPurpose,
  SuppressionRemove,
  SuppressionResource,
  SuppressionSource,
  SuppressionsAdd,
  SuppressionsAdded,
  SuppressionsImport,
  SuppressionsImported,
} from '../../../schemas/campaigns/suppression.js';
import { SUPPRESSION_ID_PATTERN } from '../../../schemas/patterns.js';
import { closed, Uuid } from '../../../schemas/shapes.js';
import type { ViewStore } from '../../../views/views.js';
import { JSON_BODY_BYTES, type Route, route } from '../../route.js';
import { BusinessQuery, NextCursor, pageQuery, pageRequest } from '../common.js';

const SuppressionParams = Type.Object(
  { suppressionId: Type.String({ pattern: SUPPRESSION_ID_PATTERN }) },
  closed,
);

/** The routes of suppressions. */
export const suppressionRoutes = (operations: Operations, views: ViewStore): readonly Route[] => [
  ...listRoutes(operations, views),
  ...fileRoutes(operations, views),
];

const listRoutes = (operations: Operations, views: ViewStore): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/suppressions',
    operationId: 'listSuppressions',
    summary: 'List suppressed numbers and identities, newest first.',
    scopes: ['contacts:read'],
    query: Type.Object(
      {
        businessId: Uuid,
        purpose: Type.Optional(SuppressionPurpose),
        source: Type.Optional(SuppressionSource),
        search: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 64,
            description: 'The beginning of an E.164 number or an identity.',
          }),
        ),
        ...pageQuery,
      },
      closed,
    ),
    response: Type.Object({ suppressions: Type.Array(SuppressionResource), nextCursor: NextCursor }),
    errors: ['cursor_invalid'],
    handler: async ({ businessId, query }) => {
      const { purpose = null, source = null, search = null } = query;
      const filter = { purpose, source, search };
      const { items, nextCursor } = views.suppressions(businessId, filter, pageRequest(query));
      return { data: { suppressions: items, nextCursor } };
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/suppressions',
    operationId: 'addSuppressions',
    audit: { action: 'suppression.added' },
    quota: 'none',
    summary:
      'Suppress up to 1,000 numbers or identities. Responds once no further call to them can be placed.',
    scopes: ['contacts:write'],
    idempotent: true,
    status: 201,
    body: SuppressionsAdd,
    maxBodyBytes: JSON_BODY_BYTES,
    response: SuppressionsAdded,
    handler: async ({ caller, body }) => operations.suppressions.add(caller, body),
  }),
  route({
    method: 'DELETE',
    path: '/api/v1/suppressions/{suppressionId}',
    operationId: 'removeSuppression',
    audit: { action: 'suppression.removed', target: 'params.suppressionId' },
    summary:
      'Remove one suppression. Other suppressions of the same number, and the block of a contact, stay.',
    scopes: ['contacts:write'],
    idempotent: true,
    params: SuppressionParams,
    body: SuppressionRemove,
    response: Type.Object({ id: Type.String(), removed: Type.Boolean() }, closed),
    errors: ['suppression_not_found'],
    handler: async ({ caller, params: { suppressionId } }) =>
      operations.suppressions.remove(caller, suppressionId),
  }),
];

const fileRoutes = (operations: Operations, views: ViewStore): readonly Route[] => [
  route({
    method: 'POST',
    path: '/api/v1/suppressions/imports',
    operationId: 'importSuppressions',
    audit: { action: 'suppressions.imported' },
    quota: 'none',
    summary:
      'Suppress the numbers and identities of a CSV file of up to 50,000 rows with the columns address, channel, purpose and reason.',
    scopes: ['contacts:write'],
    idempotent: true,
    status: 201,
    body: SuppressionsImport,
    upload: true,
    maxBodyBytes: SUPPRESSION_FILE_BYTES,
    response: SuppressionsImported,
    errors: ['suppression_file_invalid'],
    handler: async ({ caller, body, upload }) => operations.suppressions.importFile(caller, body, upload),
  }),
  route({
    method: 'GET',
    path: '/api/v1/suppressions/export',
    operationId: 'exportSuppressions',
    audit: { action: 'suppressions.exported' },
    summary: 'Download all suppressions as CSV, with the columns that the import reads.',
    scopes: ['contacts:read'],
    query: BusinessQuery,
    fileType: 'text/csv',
    response: null,
    handler: async ({ businessId }) => ({
      stream: exportSuppressions(views, businessId),
      filename: 'suppressions.csv',
    }),
  }),
];
