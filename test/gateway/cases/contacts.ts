/** Requests about contacts, categories and imports: for each operation a good, a different and an invalid one. */

import { BUSINESS, CATEGORY, CONTACT, JOB, PARTICIPANT, UNKNOWN_ID } from '../fakes/ids.js';
import { MEMORY_ENTRY } from '../fakes/memory.js';
import { type Cases, invalidPage, q } from './case.js';

export const CONTACT_CASES: Cases = {
  listContacts: {
    path: `/api/v1/contacts?${q}&search=jos%C3%A9&categoryId=${CATEGORY}&communicationBlocked=false&field=city%3ALima&hasMemory=true&createdSince=2026-01-01T00:00:00Z&createdBefore=2026-02-01T00:00:00Z&limit=200`,
    status: 200,
    invalid: {
      query: `${q}&${invalidPage}&search=&categoryId=7&communicationBlocked=7&hasMemory=7&createdSince=1&createdBefore=x&contacted=no&contactedSince=x&notContactedSince=1&field=city&sort=age`,
    },
    problems: [
      ...['limit', 'cursor', 'search', 'categoryId', 'communicationBlocked'],
      ...['hasMemory', 'createdSince', 'createdBefore', 'contacted', 'contactedSince'],
      ...['notContactedSince', 'field', 'sort'],
    ],
  },
  exportContacts: {
    path: `/api/v1/contacts/export?${q}&contacted=true&notContactedSince=2026-01-01T00:00:00Z`,
    status: 200,
    invalid: { query: `${q}&field=1st%3Ax` },
    problems: ['field'],
  },
  startContactJob: {
    path: '/api/v1/contacts/jobs',
    status: 202,
    body: { businessId: BUSINESS, action: 'add_categories', categoryIds: [CATEGORY], all: true },
    other: { body: { businessId: BUSINESS, action: 'delete', filter: { fields: { city: 'Lima' } } } },
    invalid: {
      body: {
        businessId: BUSINESS,
        action: 'rename',
        categoryIds: [],
        contactIds: [],
        filter: {},
        all: false,
        dryRun: 'no',
      },
    },
    problems: ['/action', '/categoryIds', '/contactIds', '/filter', '/all', '/dryRun'],
  },
  listContactJobs: {
    path: `/api/v1/contacts/jobs?${q}`,
    status: 200,
    invalid: { query: `${q}&${invalidPage}&jobId=7` },
    problems: ['limit', 'cursor', 'jobId'],
  },
  cancelContactJob: {
    path: `/api/v1/contacts/jobs/${JOB}/cancel`,
    status: 200,
    body: { businessId: BUSINESS },
    other: { path: `/api/v1/contacts/jobs/${UNKNOWN_ID}/cancel` },
    invalid: { body: { businessId: 7 } },
    problems: ['/businessId'],
  },
  createContact: {
    path: '/api/v1/contacts',
    status: 201,
    body: { businessId: BUSINESS, name: 'Ada', mobile: '+14155552672', categoryIds: [CATEGORY] },
    other: { body: { businessId: BUSINESS, name: 'Bea', mobile: '+14155552672', categoryIds: [CATEGORY] } },
    invalid: {
      body: {
        businessId: `urn:uuid:${BUSINESS}`,
        name: '',
        mobile: 14,
        categoryIds: [],
        fields: { '1st': {}, city: 7 },
      },
    },
    problems: ['/businessId', '/name', '/mobile', '/categoryIds', '/fields/1st', '/fields/city'],
  },
  readContact: {
    path: `/api/v1/contacts/${CONTACT}?${q}`,
    status: 200,
    conditional: [
      { path: `/api/v1/contacts/${CONTACT}?${q}&campaignId=${UNKNOWN_ID}`, scope: 'communications:read' },
    ],
    invalid: { query: 'businessId=' },
    problems: ['businessId'],
  },
  updateContact: {
    path: `/api/v1/contacts/${CONTACT}`,
    status: 200,
    body: {
      businessId: BUSINESS,
      name: 'Ada',
      fields: { city: null },
      communicationBlocked: true,
      timeZone: null,
    },
    other: { body: { businessId: BUSINESS, name: 'Bea' } },
    invalid: {
      body: {
        businessId: BUSINESS,
        mobile: null,
        categoryIds: ['x'],
        fields: { city: 7 },
        communicationBlocked: 1,
        timeZone: '',
      },
    },
    problems: ['/mobile', '/categoryIds/0', '/fields/city', '/communicationBlocked', '/timeZone'],
  },
  mergeContacts: {
    path: `/api/v1/contacts/${CONTACT}/merge`,
    status: 200,
    body: { businessId: BUSINESS, otherContactId: CATEGORY },
    other: { body: { businessId: BUSINESS, otherContactId: UNKNOWN_ID } },
    invalid: { body: { businessId: BUSINESS, otherContactId: 'x', keep: true } },
    problems: ['/otherContactId', '/keep'],
  },
  deleteContacts: {
    path: '/api/v1/contacts',
    status: 200,
    body: { businessId: BUSINESS, contactIds: [CONTACT] },
    other: { body: { businessId: BUSINESS, categoryId: CATEGORY } },
    invalid: { body: { businessId: BUSINESS, contactIds: [CONTACT, CONTACT] } },
    problems: ['/contactIds'],
  },
  readContactMemory: {
    path: `/api/v1/contacts/${CONTACT}/memory?${q}`,
    status: 200,
    invalid: { query: `${q}&${invalidPage}` },
    problems: ['limit', 'cursor'],
  },
  eraseContactMemory: {
    path: `/api/v1/contacts/${CONTACT}/memory`,
    status: 200,
    body: { businessId: BUSINESS },
    other: { body: { businessId: BUSINESS, entryIds: [MEMORY_ENTRY] } },
    invalid: { body: { businessId: BUSINESS, entryIds: [] } },
    problems: ['/entryIds'],
  },
  readContactTimeline: {
    path: `/api/v1/contacts/${CONTACT}/timeline?${q}`,
    status: 200,
    invalid: { query: `${q}&${invalidPage}&campaignId=7` },
    problems: ['limit', 'cursor', 'campaignId'],
  },
  listContactCategories: {
    path: `/api/v1/contacts/categories?${q}`,
    status: 200,
    invalid: { query: `${q}&limit=201&limit=1` },
    problems: ['limit'],
  },
  createContactCategory: {
    path: '/api/v1/contacts/categories',
    status: 201,
    body: { businessId: BUSINESS, name: 'Leads' },
    other: { body: { businessId: BUSINESS, name: 'Customers' } },
    invalid: { body: { name: ['Leads'] } },
    problems: ['/businessId', '/name'],
  },
  deleteContactCategory: {
    path: '/api/v1/contacts/categories',
    status: 200,
    body: { businessId: BUSINESS, categoryId: CATEGORY, confirmName: 'Leads' },
    other: { body: { businessId: BUSINESS, categoryId: CATEGORY, confirmName: 'leads' } },
    invalid: { body: { businessId: BUSINESS, categoryId: 'Leads' } },
    problems: ['/categoryId', '/confirmName'],
  },
  importContacts: {
    path: '/api/v1/contacts/imports',
    status: 202,
    body: {
      businessId: BUSINESS,
      categoryIds: [CATEGORY],
      fileName: 'people.csv',
      contentBase64: 'YSxiCg==',
    },
    other: {
      body: {
        businessId: BUSINESS,
        categoryIds: [CATEGORY],
        fileName: 'people.csv',
        contentBase64: 'YSxjCg==',
      },
    },
    invalid: {
      body: {
        businessId: BUSINESS,
        categoryIds: [],
        fileName: 7,
        contentBase64: '',
        mapping: { mobile: 7, defaultCountry: 'AUS', fields: { City: '1st' }, loud: true },
      },
    },
    problems: [
      ...['/categoryIds', '/fileName', '/mapping/mobile', '/mapping/defaultCountry'],
      ...['/mapping/fields/City', '/mapping/loud'],
    ],
  },
  previewContactImport: {
    path: '/api/v1/contacts/imports/preview',
    status: 200,
    body: { businessId: BUSINESS, fileName: 'people.csv', contentBase64: 'YSxiCg==' },
    changesNothing: true,
    invalid: {
      body: {
        businessId: BUSINESS,
        fileName: 7,
        contentBase64: '',
        mapping: { nameParts: 'Name', dates: { Due: 'ydm' }, encoding: 'ebcdic', loud: true },
      },
    },
    problems: [
      ...['/fileName', '/mapping/nameParts', '/mapping/dates/Due', '/mapping/encoding', '/mapping/loud'],
    ],
  },
  listContactImports: {
    path: `/api/v1/contacts/imports?${q}`,
    status: 200,
    invalid: { query: `${q}&${invalidPage}&jobId=7` },
    problems: ['limit', 'cursor', 'jobId'],
  },
  linkContact: {
    path: `/api/v1/channel-participants/${PARTICIPANT}/link-contact`,
    status: 200,
    body: { businessId: BUSINESS, mobile: '+14155552671', name: 'José', categoryIds: [CATEGORY] },
    other: { body: { businessId: BUSINESS, mobile: '+14155552672' } },
    invalid: { body: { businessId: BUSINESS, name: '', categoryIds: CATEGORY } },
    problems: ['/mobile', '/name', '/categoryIds'],
  },
};
