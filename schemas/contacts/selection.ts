/** Selections of contacts: the filters and the order of a list, and the jobs that change many contacts at once. */
import { type Static, Type } from 'typebox';
import { about, count, EXAMPLE, moment, text, uuid } from '../described.js';
import { BusinessId, CreatedAt } from '../fields.js';
import { FIELD_FILTER_PATTERN, FIELD_KEY_PATTERN } from '../patterns.js';
import { closed, described, exactlyOneOf, literals, Uuid } from '../shapes.js';
import { CategoryIds, MAX_FIELD_CHARACTERS } from './contact.js';
import { FinishedAt, JobId } from './job.js';

/** Contacts that a job may name by their ids; a filter selects any number. */
const MAX_NAMED_CONTACTS = 1_000;
/** Fields that one filter compares. */
const MAX_FILTERED_FIELDS = 5;

/** The filters that lists, exports and jobs have in common. */
const filters = {
  search: Type.Optional(
    text('Beginnings of words of the name, the mobile number and the field values.', 'riv', {
      minLength: 1,
      maxLength: 200,
    }),
  ),
  categoryId: Type.Optional(uuid('Only contacts of this category.', EXAMPLE.categoryId)),
  communicationBlocked: Type.Optional(
    Type.Boolean(about('Only contacts that may not be contacted, or only those that may.')),
  ),
  hasMemory: Type.Optional(
    Type.Boolean(about('Only contacts of which agents remember something, or only the others.')),
  ),
  createdSince: Type.Optional(moment('Only contacts that were created at this time or later.')),
  createdBefore: Type.Optional(
    moment('Only contacts that were created before this time.', '2026-03-09T00:00:00.000Z'),
  ),
  contacted: Type.Optional(
    Type.Boolean(about('Only contacts with at least one call or message, or only those without.')),
  ),
  contactedSince: Type.Optional(
    moment('Only contacts whose latest call or message was at this time or later.'),
  ),
  notContactedSince: Type.Optional(
    moment('Only contacts without a call or a message at this time or later.'),
  ),
};

/** The filters of a list or an export, as query parameters. */
export const contactFilterQuery = {
  ...filters,
  field: Type.Optional(
    text(
      'A field and its exact value; upper and lower case of ASCII letters are the same. `city:` finds contacts without the field.',
      'city:Oakland',
      { pattern: FIELD_FILTER_PATTERN, maxLength: 65 + MAX_FIELD_CHARACTERS },
    ),
  ),
};

export const ContactSort = literals(['created', 'name', 'lastContact'], {
  description:
    '`created` (default): newest first. `name`: A to Z, ignoring case and accents. `lastContact`: the latest call or message first, contacts without any at the end, newest first.',
});
export type ContactSort = Static<typeof ContactSort>;

/** The same filters in the body of a job. */
const ContactFilter = Type.Object(
  {
    ...filters,
    fields: Type.Optional(
      Type.Record(
        Type.String({ pattern: FIELD_KEY_PATTERN }),
        Type.String({ maxLength: MAX_FIELD_CHARACTERS }),
        {
          ...closed,
          maxProperties: MAX_FILTERED_FIELDS,
          ...about('Fields and their exact values. An empty value finds contacts without the field.', {
            city: 'Oakland',
          }),
        },
      ),
    ),
  },
  {
    ...closed,
    minProperties: 1,
    ...about('Selects the contacts that match all filters. Exactly one of this, `contactIds` and `all`.'),
  },
);
export type ContactFilter = Static<typeof ContactFilter>;

const ContactJobAction = literals(
  ['delete', 'add_categories', 'remove_categories', 'block', 'unblock'],
  about(
    'The change. `remove_categories` skips contacts that would be left without a category. `block` and `unblock` set `communicationBlocked`.',
  ),
);
export type ContactJobAction = Static<typeof ContactJobAction>;

/** Exactly one of `contactIds`, `filter` and `all` selects the contacts. */
export const ContactJobStart = Type.Object(
  {
    businessId: BusinessId,
    action: ContactJobAction,
    categoryIds: Type.Optional(
      described(CategoryIds, 'The categories to add or remove; only with these actions, which need them.'),
    ),
    contactIds: Type.Optional(
      Type.Array(Uuid, {
        minItems: 1,
        maxItems: MAX_NAMED_CONTACTS,
        uniqueItems: true,
        ...about('Selects these contacts. Exactly one of this, `filter` and `all`.', [EXAMPLE.contactId]),
      }),
    ),
    filter: Type.Optional(ContactFilter),
    all: Type.Optional(
      Type.Literal(
        true,
        about('Selects every contact of the business. Exactly one of this, `contactIds` and `filter`.'),
      ),
    ),
    dryRun: Type.Optional(
      Type.Boolean({ default: false, ...about('Only count the contacts; nothing is changed.') }),
    ),
  },
  { ...closed, ...exactlyOneOf(['contactIds', 'filter', 'all']) },
);
export type ContactJobStart = Static<typeof ContactJobStart>;

export const ContactJobCounts = Type.Object(
  {
    matched: count('Selected contacts so far.', 120),
    changed: count('Contacts that were changed or deleted; 0 for a dry run.', 117),
    skipped: count('Contacts that were already as requested, or could not be changed.', 3),
  },
  { ...closed, ...about('The contacts that the job has gone through.') },
);
export type ContactJobCounts = Static<typeof ContactJobCounts>;

export const ContactJobStatus = literals(
  ['queued', 'running', 'completed', 'cancelled', 'failed'],
  about('The state of the job. What a `cancelled` or `failed` job has changed stays changed.'),
);
export type ContactJobStatus = Static<typeof ContactJobStatus>;

export const ContactJob = Type.Object(
  {
    jobId: JobId,
    action: ContactJobAction,
    dryRun: Type.Boolean(about('Whether it only counts the contacts.')),
    status: ContactJobStatus,
    progressPercent: Type.Integer({
      minimum: 0,
      maximum: 100,
      ...about('The share of the contacts of the business that the job has gone through.', 100),
    }),
    counts: ContactJobCounts,
    createdAt: CreatedAt,
    finishedAt: FinishedAt,
  },
  closed,
);
export type ContactJob = Static<typeof ContactJob>;
