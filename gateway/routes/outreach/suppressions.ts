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
import { BusinessId } from '../../../schemas/fields.js';
import { SUPPRESSION_ID_PATTERN } from '../../../schemas/patterns.js';
import { closed, described } from '../../../schemas/shapes.js';
import type { ViewStore } from '../../../views/views.js';
import { JSON_BODY_BYTES, type Route, route } from '../../route.js';
import { BusinessQuery, NextCursor, pageQuery, pageRequest } from '../common.js';

const SUPPRESSION_ID = '6f1c1d0a5a3e4a6e9c1b6b8f3f0f7c11-service-api';

const SuppressionParams = Type.Object(
  {
    suppressionId: Type.String({
      pattern: SUPPRESSION_ID_PATTERN,
      description: 'The suppression, from the list.',
      examples: [SUPPRESSION_ID],
    }),
  },
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
    description:
      'A suppression keeps the business from contacting a number or an identity. There is one for each purpose and source.',
    scopes: ['contacts:read'],
    query: Type.Object(
      {
        businessId: BusinessId,
        purpose: Type.Optional(SuppressionPurpose),
        source: Type.Optional(SuppressionSource),
        search: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 64,
            description: 'The beginning of an E.164 number or an identity.',
            examples: ['+1415'],
          }),
        ),
        ...pageQuery,
      },
      closed,
    ),
    response: Type.Object({
      suppressions: Type.Array(SuppressionResource, { description: 'The suppressions, newest first.' }),
      nextCursor: NextCursor,
    }),
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
    description:
      'A number covers calls and WhatsApp. Calls that a carrier has already are listed in `callsAtCarrier` and continue, unless `hangUp` is true. While a carrier keeps a request open, the response takes up to 28 seconds, then is 503 `not_ready`; the suppression continues by itself.',
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
    description: 'Contact is allowed again once no suppression covers it.',
    scopes: ['contacts:write'],
    idempotent: true,
    params: SuppressionParams,
    body: SuppressionRemove,
    response: Type.Object(
      {
        id: described(Type.String(), 'The suppression.', SUPPRESSION_ID),
        removed: Type.Boolean({ description: 'Always true.' }),
      },
      closed,
    ),
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
    description:
      'Send JSON with `contentBase64`, or `multipart/form-data` with the part `file`. `channel` is `phone` and `purpose` is `service` where the column is empty. Rows that cannot be read are skipped and listed in `issues`; the others are suppressed like those of `POST /api/v1/suppressions`.',
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
    description: 'The file can be imported again, here or in another business.',
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
