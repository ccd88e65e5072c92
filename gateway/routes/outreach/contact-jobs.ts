/** Jobs that change or delete many contacts (docs/reference/api.md "Contacts and data sources"). */
import { Type } from 'typebox';
import type { Operations } from '../../../operations/operations.js';
import { JobId } from '../../../schemas/contacts/job.js';
import { ContactJob, ContactJobStart } from '../../../schemas/contacts/selection.js';
import { about } from '../../../schemas/described.js';
import { DomainError } from '../../../schemas/errors.js';
import { BusinessId } from '../../../schemas/fields.js';
import { closed, described } from '../../../schemas/shapes.js';
import { readThrough } from '../../../views/kernel/read-through.js';
import type { ViewStore } from '../../../views/views.js';
import { type Route, route } from '../../route.js';
import { NextCursor, pageQuery, pageRequest, writtenAs } from '../common.js';

export const contactJobRoutes = (operations: Operations, views: ViewStore): readonly Route[] => [
  route({
    method: 'POST',
    path: '/api/v1/contacts/jobs',
    operationId: 'startContactJob',
    audit: { action: 'contacts.edited', target: 'data.job.jobId' },
    summary:
      'Delete, block or categorise any number of contacts in the background: named ones, those that match a filter, or all.',
    description:
      'The answer is 202 with a job: follow it with `listContactJobs` or `contact_job.progress` live events. Contacts that are created later are not selected. With `dryRun` nothing changes.',
    scopes: ['contacts:write'],
    idempotent: true,
    status: 202,
    body: ContactJobStart,
    response: Type.Object({ job: described(ContactJob, 'The job.') }),
    errors: ['category_not_found'],
    handler: async ({ caller, body }) => writtenAs('job', await operations.contactJobs.start(caller, body)),
  }),
  route({
    method: 'GET',
    path: '/api/v1/contacts/jobs',
    operationId: 'listContactJobs',
    summary: 'List jobs on contacts, newest first, or read one by `jobId`.',
    description: 'Counts grow while a job runs.',
    scopes: ['contacts:read'],
    query: Type.Object(
      { businessId: BusinessId, jobId: Type.Optional(described(JobId, 'Only this job.')), ...pageQuery },
      closed,
    ),
    response: Type.Object({
      jobs: Type.Array(ContactJob, about('The page of jobs.')),
      nextCursor: NextCursor,
    }),
    errors: ['cursor_invalid', 'job_not_found'],
    handler: async ({ businessId, query }) => {
      const { jobId } = query;
      if (jobId !== undefined) {
        const job = await readThrough(views, businessId, () => views.contactJob(businessId, jobId));
        if (job === null) throw new DomainError('job_not_found');
        return { data: { jobs: [job], nextCursor: null } };
      }
      const { items, nextCursor } = views.contactJobs(businessId, pageRequest(query));
      return { data: { jobs: items, nextCursor } };
    },
  }),
  route({
    method: 'POST',
    path: '/api/v1/contacts/jobs/{jobId}/cancel',
    operationId: 'cancelContactJob',
    audit: { none: 'the job itself is in the audit log' },
    summary: 'Stop a job on contacts. What it has changed stays changed.',
    description: 'The job ends after the contacts that it is at. A job that has ended stays as it is.',
    scopes: ['contacts:write'],
    idempotent: true,
    params: Type.Object({ jobId: JobId }, closed),
    body: Type.Object({ businessId: BusinessId }, closed),
    response: Type.Object({ job: described(ContactJob, 'The job.') }),
    errors: ['job_not_found'],
    handler: async ({ caller, params: { jobId } }) =>
      writtenAs('job', await operations.contactJobs.cancel(caller, jobId)),
  }),
];
