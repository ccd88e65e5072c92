/** Selections of contacts: the filters and the order of a list, and the jobs that change many contacts at once. */
import { type Static, Type } from 'typebox';
import { FIELD_FILTER_PATTERN, FIELD_KEY_PATTERN } from '../patterns.js';
import { Count, closed, DateTime, exactlyOneOf, literals, nullable, Uuid } from '../shapes.js';
import { CategoryIds, MAX_FIELD_CHARACTERS } from './contact.js';

/** Contacts that a job may name by their ids; a filter selects any number. */
const MAX_NAMED_CONTACTS = 1_000;
/** Fields that one filter compares. */
const MAX_FILTERED_FIELDS = 5;

/** The filters that lists, exports and jobs have in common. */
const filters = {
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Beginnings of words of the name, the mobile number and the field values.',
    }),
  ),
  categoryId: Type.Optional(Type.String({ format: 'uuid', description: 'Only contacts of this category.' })),
  communicationBlocked: Type.Optional(
    Type.Boolean({ description: 'Only contacts that may not be contacted, or only those that may.' }),
  ),
  contacted: Type.Optional(
    Type.Boolean({ description: 'Only contacts with at least one call or message, or only those without.' }),
  ),
  contactedSince: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'Only contacts whose latest call or message was at this time or later.',
    }),
  ),
  notContactedSince: Type.Optional(
    Type.String({
      format: 'date-time',
      description: 'Only contacts without a call or a message at this time or later.',
    }),
  ),
};

/** The filters of a list or an export, as query parameters. */
export const contactFilterQuery = {
  ...filters,
  field: Type.Optional(
    Type.String({
      pattern: FIELD_FILTER_PATTERN,
      maxLength: 65 + MAX_FIELD_CHARACTERS,
      description:
        'A field and its exact value, like `city:Berlin`; upper and lower case of ASCII letters are the same. `city:` finds contacts without the field.',
    }),
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
          description: 'Fields and their exact values. An empty value finds contacts without the field.',
        },
      ),
    ),
  },
  { ...closed, minProperties: 1 },
);
export type ContactFilter = Static<typeof ContactFilter>;

const ContactJobAction = literals(['delete', 'add_categories', 'remove_categories', 'block', 'unblock'], {
  description:
    '`remove_categories` skips contacts that would be left without a category. `block` and `unblock` set `communicationBlocked`.',
});
export type ContactJobAction = Static<typeof ContactJobAction>;

/** Exactly one of `contactIds`, `filter` and `all` selects the contacts. */
export const ContactJobStart = Type.Object(
  {
    businessId: Uuid,
    action: ContactJobAction,
    categoryIds: Type.Optional(CategoryIds),
    contactIds: Type.Optional(
      Type.Array(Uuid, { minItems: 1, maxItems: MAX_NAMED_CONTACTS, uniqueItems: true }),
    ),
    filter: Type.Optional(ContactFilter),
    all: Type.Optional(Type.Literal(true, { description: 'Selects every contact of the business.' })),
    dryRun: Type.Optional(
      Type.Boolean({ default: false, description: 'Only count the contacts; nothing is changed.' }),
    ),
  },
  { ...closed, ...exactlyOneOf(['contactIds', 'filter', 'all']) },
);
export type ContactJobStart = Static<typeof ContactJobStart>;

export const ContactJobCounts = Type.Object(
  {
    matched: Type.Integer({ minimum: 0, description: 'Selected contacts so far.' }),
    changed: Count,
    skipped: Type.Integer({
      minimum: 0,
      description: 'Contacts that were already as requested, or could not be changed.',
    }),
  },
  closed,
);
export type ContactJobCounts = Static<typeof ContactJobCounts>;

export const ContactJobStatus = literals(['queued', 'running', 'completed', 'cancelled', 'failed']);
export type ContactJobStatus = Static<typeof ContactJobStatus>;

export const ContactJob = Type.Object(
  {
    jobId: Uuid,
    action: ContactJobAction,
    dryRun: Type.Boolean(),
    status: ContactJobStatus,
    progressPercent: Type.Integer({ minimum: 0, maximum: 100 }),
    counts: ContactJobCounts,
    createdAt: DateTime,
    finishedAt: nullable(DateTime),
  },
  closed,
);
export type ContactJob = Static<typeof ContactJob>;
