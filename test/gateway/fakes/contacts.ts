/** One contact in one category, and an import. */
import type { Operations } from '../../../operations/operations.js';
import type { CategoryResource, ContactResource } from '../../../schemas/contacts/contact.js';
import type { ContactImportJob } from '../../../schemas/contacts/job.js';
import type { ContactImportPreview, PreviewColumn } from '../../../schemas/contacts/preview.js';
import type { ContactJob } from '../../../schemas/contacts/selection.js';
import type { Views } from '../../../views/views.js';
import { AT, CALL, CATEGORY, CONTACT, JOB, requireTag, TAG } from './ids.js';
import type { OperationLog } from './operation-log.js';
import { pageOf, writtenPageOf } from './pages.js';

const category: CategoryResource = { id: CATEGORY, name: 'Leads', contactCount: 1 };

const rollup = { count: 0, lastAt: null, lastOutcome: null };
const contact: ContactResource = {
  id: CONTACT,
  name: 'José',
  mobile: '+14155552671',
  fields: { city: 'Lima' },
  categories: [{ id: CATEGORY, name: 'Leads' }],
  communicationBlocked: false,
  timeZone: null,
  rollups: { voice: rollup, whatsapp: rollup, instagram: rollup },
  createdAt: AT,
  updatedAt: AT,
  tag: TAG,
};

const job: ContactImportJob = {
  jobId: JOB,
  status: 'completed',
  fileName: 'people.csv',
  counts: { rows: 2, created: 1, updated: 0, skipped: 0, failed: 1 },
  issues: [{ row: 2, column: 'mobile', code: 'mobile_invalid', message: 'not a valid number' }],
  createdAt: AT,
  finishedAt: AT,
};

const contactJob: ContactJob = {
  jobId: JOB,
  action: 'delete',
  dryRun: false,
  status: 'completed',
  progressPercent: 100,
  counts: { matched: 3, changed: 2, skipped: 1 },
  createdAt: AT,
  finishedAt: AT,
};

const column: PreviewColumn = {
  column: 'Due',
  use: 'field',
  key: 'Due',
  label: null,
  samples: ['05/06/2026'],
  dates: {
    order: 'ambiguous',
    misfits: 0,
    readings: [{ value: '05/06/2026', dmy: '2026-06-05', mdy: '2026-05-06', ymd: null }],
  },
};

const preview: ContactImportPreview = {
  format: 'csv',
  encoding: 'windows-1252',
  encodingDetected: true,
  delimiter: ';',
  sheet: null,
  headerRow: 2,
  rows: 1,
  complete: true,
  failed: 1,
  withoutCountry: 1,
  usable: true,
  columns: [column],
  issues: [
    { row: 1, column: 'mobile', code: 'mobile_invalid', message: 'a number without its country code' },
  ],
};

/** Views of the contacts with these ids. */
export const contactViews = (
  contactIds: ReadonlySet<string>,
): Pick<
  Views,
  | 'contacts'
  | 'contactTotal'
  | 'contact'
  | 'contactJson'
  | 'contactOfMobile'
  | 'currentContact'
  | 'currentContactId'
  | 'partitionsOfCategory'
  | 'onlyInCategory'
  | 'timeline'
  | 'categories'
  | 'category'
  | 'contactImports'
  | 'contactImport'
  | 'contactJobs'
  | 'contactJob'
  | 'contactsInPartition'
> => ({
  contacts: (_, page) => writtenPageOf(contact, page),
  contactTotal: () => 3,
  contact: (_, id) => (contactIds.has(id) ? { ...contact, id } : null),
  contactJson: (_, id) =>
    contactIds.has(id) ? { json: JSON.stringify({ ...contact, id }), tag: TAG } : null,
  contactOfMobile: () => null,
  currentContact: (_, id) => (contactIds.has(id) ? { ...contact, id } : null),
  currentContactId: (id) => id,
  partitionsOfCategory: () => [],
  onlyInCategory: () => 0,
  timeline: (_, contactId, page) =>
    pageOf(
      {
        id: '1',
        at: AT,
        type: 'transcript',
        channel: 'voice',
        campaignId: null,
        callId: CALL,
        speaker: 'customer',
        text: contactId,
      },
      page,
    ),
  categories: (_, page) => pageOf(category, page),
  category: (_, id) => (id === CATEGORY ? category : null),
  contactImports: (_, page) => pageOf(job, page),
  contactImport: (_, id) => (id === JOB ? job : null),
  contactJobs: (_, page) => pageOf(contactJob, page),
  contactJob: (_, id) => (id === JOB ? contactJob : null),
  contactsInPartition: () => [],
});

/** Operations that change nothing. */
export const contactOperations = ({
  record,
}: OperationLog): Pick<
  Operations,
  'categories' | 'contacts' | 'contactImports' | 'contactJobs' | 'contactMerges' | 'contactPreviews'
> => ({
  categories: {
    create: (caller, body) => record(caller, { ...category, name: body.name }),
    delete: (caller) => record(caller, category),
  },
  contacts: {
    create: (caller, body) => record(caller, { ...contact, name: body.name }),
    update: async (caller, id, body, expected) => {
      requireTag(expected);
      return record(caller, { ...contact, id, name: body.name ?? contact.name });
    },
    delete: (caller, body) => record(caller, { deleted: body.contactIds?.length ?? 7 }),
    link: (caller, id) =>
      record(caller, {
        participant: { id, channel: 'whatsapp' as const, displayName: 'José', contactId: CONTACT },
        contact,
      }),
  },
  contactJobs: {
    start: (caller, { action, dryRun = false }) => record(caller, { ...contactJob, action, dryRun }),
    cancel: (caller, jobId) => record(caller, { ...contactJob, jobId }),
  },
  contactPreviews: {
    preview: async (_caller, body) => ({ ...preview, columns: [{ ...column, column: body.fileName }] }),
  },
  contactMerges: {
    merge: (caller, id, { otherContactId }) =>
      record(caller, { ...contact, id, fields: { merged: otherContactId }, otherMobiles: ['+14155550199'] }),
  },
  contactImports: {
    start: (caller, body, content) =>
      record(caller, { ...job, fileName: `${body.fileName} of ${content.length} bytes` }),
  },
});
