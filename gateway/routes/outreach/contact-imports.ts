/** Imports of contacts (spec section 4.6, docs/reference/api.md "Contacts and data sources"). */
import { Type } from 'typebox';
import type { Operations } from '../../../operations/operations.js';
import { ContactImportJob, ContactImportStart, JobId, UPLOAD_BYTES } from '../../../schemas/contacts/job.js';
import { ContactImportPreview, ContactImportPreviewRequest } from '../../../schemas/contacts/preview.js';
import { about } from '../../../schemas/described.js';
import { DomainError } from '../../../schemas/errors.js';
import { BusinessId } from '../../../schemas/fields.js';
import { closed, described } from '../../../schemas/shapes.js';
import { readThrough } from '../../../views/kernel/read-through.js';
import type { ViewStore } from '../../../views/views.js';
import { type Route, route } from '../../route.js';
import { NextCursor, pageQuery, pageRequest, writtenAs } from '../common.js';

export const contactImportRoutes = (operations: Operations, views: ViewStore): readonly Route[] => [
  route({
    method: 'POST',
    path: '/api/v1/contacts/imports',
    operationId: 'importContacts',
    audit: { action: 'contacts.imported', target: 'data.job.jobId' },
    summary:
      'Import contacts from a CSV, TSV, JSON, XLSX or XLSM file into one or more categories. Existing numbers are updated.',
    description:
      'The answer is 202 with a job: follow it with `listContactImports` or `import.progress` live events. The file is read and checked whole before a contact changes, and importing it again creates nothing twice. At most 64 MiB; as `multipart/form-data`, the file is the part `file`.',
    scopes: ['contacts:write'],
    idempotent: true,
    quota: 'contacts',
    status: 202,
    body: ContactImportStart,
    upload: true,
    maxBodyBytes: UPLOAD_BYTES,
    response: Type.Object({ job: described(ContactImportJob, 'The import.') }),
    errors: ['category_not_found'],
    handler: async ({ caller, body, upload }) =>
      writtenAs('job', await operations.contactImports.start(caller, body, upload)),
  }),
  route({
    method: 'POST',
    path: '/api/v1/contacts/imports/preview',
    operationId: 'previewContactImport',
    audit: { none: 'a preview changes nothing' },
    summary:
      'Read the beginning of a file as an import would: its encoding, the use of each column, sample values, dates and the rows that would be refused. Nothing is stored.',
    description:
      'Reads the first 1,000 rows, or 4 million characters, within 15 seconds. Use it to choose the `mapping` of `importContacts`; a file that no import could read is 400 `file_unreadable`.',
    scopes: ['contacts:write'],
    quota: 'none',
    forwardsFile: true,
    body: ContactImportPreviewRequest,
    upload: true,
    maxBodyBytes: UPLOAD_BYTES,
    response: Type.Object({ preview: described(ContactImportPreview, 'What the import would do.') }),
    errors: ['file_unreadable', 'preview_too_slow'],
    handler: async ({ caller, body, upload }) => ({
      data: { preview: await operations.contactPreviews.preview(caller, body, upload) },
    }),
  }),
  route({
    method: 'GET',
    path: '/api/v1/contacts/imports',
    operationId: 'listContactImports',
    summary: 'List imports, newest first, or read one by `jobId`.',
    description: 'Counts grow while an import runs. Rows that were refused are among the first 200 `issues`.',
    scopes: ['contacts:read'],
    query: Type.Object(
      {
        businessId: BusinessId,
        jobId: Type.Optional(described(JobId, 'Only this import.')),
        ...pageQuery,
      },
      closed,
    ),
    response: Type.Object({
      jobs: Type.Array(ContactImportJob, about('The page of imports.')),
      nextCursor: NextCursor,
    }),
    errors: ['cursor_invalid', 'job_not_found'],
    handler: async ({ businessId, query }) => {
      const { jobId } = query;
      if (jobId !== undefined) {
        const job = await readThrough(views, businessId, () => views.contactImport(businessId, jobId));
        if (job === null) throw new DomainError('job_not_found');
        return { data: { jobs: [job], nextCursor: null } };
      }
      const { items, nextCursor } = views.contactImports(businessId, pageRequest(query));
      return { data: { jobs: items, nextCursor } };
    },
  }),
];
