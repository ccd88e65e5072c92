/** Contacts and their categories on the wire (spec section 4.6, docs/reference/api.md "Contacts and data sources"). */
import { type Static, Type } from 'typebox';
import { AccountChannel } from '../channels/channel.js';
import {
  about,
  count,
  EXAMPLE,
  nullableMoment,
  nullableText,
  nullableUuid,
  text,
  uuid,
} from '../described.js';
import { BusinessId, CreatedAt, Tag, UpdatedAt } from '../fields.js';
import { FIELD_KEY_PATTERN } from '../patterns.js';
import { closed, described, exactlyOneOf, nullable, Uuid } from '../shapes.js';

export const ChannelRollup = Type.Object(
  {
    count: count('Calls, or messages of both sides, with the contact on the channel.', 3),
    lastAt: nullableMoment('The time of the latest one. Null: none yet.'),
    lastOutcome: nullableText(
      'The status of the latest call or message; `received` for one from the customer. Null: none yet.',
      'completed',
    ),
  },
  closed,
);

/** A channel on which nothing has happened yet. */
export const NO_ROLLUP: Static<typeof ChannelRollup> = { count: 0, lastAt: null, lastOutcome: null };

/** Contacts that one request may delete by id. */
const MAX_DELETED_IDS = 1_000;
export const MAX_FIELDS = 100;
export const MAX_NAME_CHARACTERS = 200;
export const MAX_FIELD_CHARACTERS = 2_000;
export const MAX_CATEGORIES = 50;
/** Further numbers of a contact, besides its mobile. */
export const MAX_OTHER_MOBILES = 10;

const Name = text('The name of the contact; kept on one line.', EXAMPLE.customer, {
  minLength: 1,
  maxLength: MAX_NAME_CHARACTERS,
});
const Mobile = text(
  'The phone number, E.164. Only one contact of the business can have it.',
  EXAMPLE.mobile,
  {
    maxLength: 40,
  },
);
const TimeZone = text(
  "IANA name. Takes precedence over the time zones of the number's area.",
  'America/Los_Angeles',
  { minLength: 1, maxLength: 64 },
);
const FieldKey = Type.String({ pattern: FIELD_KEY_PATTERN });
const FieldValue = Type.String({ maxLength: MAX_FIELD_CHARACTERS });
// Without `closed`, keys that do not fit the pattern would pass with values of any type.
const fieldOptions = { ...closed, maxProperties: MAX_FIELDS } as const;
const FIELDS = { city: 'San Francisco', plan: 'premium' };

/** The categories of a contact, or of all contacts of a request. */
export const CategoryIds = Type.Array(Uuid, {
  minItems: 1,
  maxItems: MAX_CATEGORIES,
  uniqueItems: true,
  ...about('The categories; a contact has at least one.', [EXAMPLE.categoryId]),
});
const CategoryId = uuid('The category.', EXAMPLE.categoryId);
const CategoryName = text('The name of the category, unique in the business.', 'Patients', {
  minLength: 1,
  maxLength: 120,
});

export const ContactCreate = Type.Object(
  {
    businessId: BusinessId,
    name: Name,
    mobile: Mobile,
    categoryIds: CategoryIds,
    fields: Type.Optional(
      Type.Record(FieldKey, FieldValue, {
        ...fieldOptions,
        ...about('Fields of your own, by key. Agents can be granted their values.', FIELDS),
      }),
    ),
    timeZone: Type.Optional(TimeZone),
  },
  closed,
);
export type ContactCreate = Static<typeof ContactCreate>;

/** Omitted fields stay unchanged; a field or a time zone that is null is removed. */
export const ContactUpdate = Type.Object(
  {
    businessId: BusinessId,
    name: Type.Optional(Name),
    mobile: Type.Optional(
      described(Mobile, 'The new phone number, E.164. One of `otherMobiles` changes places with the former.'),
    ),
    categoryIds: Type.Optional(described(CategoryIds, 'All categories after the change.')),
    fields: Type.Optional(
      Type.Record(FieldKey, nullable(FieldValue), {
        ...fieldOptions,
        ...about('Fields to set, by key; null removes a field. Others stay unchanged.', {
          city: 'Oakland',
          plan: null,
        }),
      }),
    ),
    communicationBlocked: Type.Optional(
      Type.Boolean(
        about('True: the contact is neither called nor written to from now on. False lifts the block.'),
      ),
    ),
    timeZone: Type.Optional(
      nullable(
        TimeZone,
        about("IANA name. Null: the time zones of the number's area apply.", 'America/Los_Angeles'),
      ),
    ),
    otherMobiles: Type.Optional(
      Type.Array(Mobile, {
        maxItems: MAX_OTHER_MOBILES,
        uniqueItems: true,
        ...about(
          'All further numbers after the change, each of which the contact has already. The others become free.',
          ['+14155550101'],
        ),
      }),
    ),
  },
  { ...closed, minProperties: 2 },
);
export type ContactUpdate = Static<typeof ContactUpdate>;

const OTHER_CONTACT = '5b0e81d7-3c4f-8a29-b6d0-94f17e2ca358';

/** The contact that is taken over by the one in the path. */
export const ContactMerge = Type.Object(
  { businessId: BusinessId, otherContactId: uuid('The contact that ends.', OTHER_CONTACT) },
  closed,
);
export type ContactMerge = Static<typeof ContactMerge>;

/** Selected contacts, or every contact of a category: exactly one of the two. */
export const ContactsDelete = Type.Object(
  {
    businessId: BusinessId,
    contactIds: Type.Optional(
      Type.Array(Uuid, {
        minItems: 1,
        maxItems: MAX_DELETED_IDS,
        uniqueItems: true,
        ...about('The contacts to delete. Exactly one of this and `categoryId`.', [EXAMPLE.contactId]),
      }),
    ),
    categoryId: Type.Optional(
      uuid(
        'Deletes every contact of the category. Exactly one of this and `contactIds`.',
        EXAMPLE.categoryId,
      ),
    ),
  },
  { ...closed, minProperties: 2, maxProperties: 2, ...exactlyOneOf(['contactIds', 'categoryId']) },
);
export type ContactsDelete = Static<typeof ContactsDelete>;

/** `confirmName` must be the category's name, letter for letter. */
export const CategoryDelete = Type.Object(
  {
    businessId: BusinessId,
    categoryId: CategoryId,
    confirmName: text('The name of the category, letter for letter.', 'Patients', {
      minLength: 1,
      maxLength: 120,
    }),
  },
  closed,
);
export type CategoryDelete = Static<typeof CategoryDelete>;

/** Links the contact with this mobile, or a new one, which needs `categoryIds`, and `name` if the participant has none. */
export const LinkContact = Type.Object(
  {
    businessId: BusinessId,
    mobile: described(Mobile, 'The phone number of the person, E.164. It is not verified with a code.'),
    name: Type.Optional(
      described(Name, 'The name of a new contact. Default: the name on the channel, if there is one.'),
    ),
    categoryIds: Type.Optional(described(CategoryIds, 'The categories of a new contact, which needs them.')),
  },
  closed,
);
export type LinkContact = Static<typeof LinkContact>;

/** A person's identity on a channel, before and after the contact is known. */
export const ParticipantResource = Type.Object(
  {
    id: uuid('The participant.', EXAMPLE.conversationId),
    channel: AccountChannel,
    displayName: nullableText('The name on the channel. Null: not reported.', 'Sam'),
    contactId: nullableUuid('The linked contact. Null: none.', EXAMPLE.contactId),
  },
  closed,
);
export type ParticipantResource = Static<typeof ParticipantResource>;

export const ContactResource = Type.Object(
  {
    id: uuid('The contact.', EXAMPLE.contactId),
    name: text('The name of the contact.', EXAMPLE.customer),
    mobile: text('The phone number, E.164.', EXAMPLE.mobile),
    fields: Type.Record(Type.String(), Type.String(), about('Fields of your own, by key.', FIELDS)),
    categories: Type.Array(
      Type.Object({ id: CategoryId, name: text('The name of the category.', 'Patients') }, closed),
      about('The categories of the contact, at least one.'),
    ),
    communicationBlocked: Type.Boolean(about('Whether the contact is neither called nor written to.')),
    timeZone: nullableText(
      "IANA name. Null: the time zones of the number's area apply.",
      'America/Los_Angeles',
    ),
    otherMobiles: Type.Optional(
      Type.Array(Type.String(), {
        minItems: 1,
        ...about(
          'Further numbers of the person, E.164, which came with merged contacts. Absent: none. Campaigns use `mobile` only.',
          ['+14155550101'],
        ),
      }),
    ),
    mobileUnconfirmed: Type.Optional(
      Type.Literal(
        true,
        about(
          'A customer gave the number to an agent: campaigns skip the contact until it is confirmed with link-contact, or set.',
        ),
      ),
    ),
    rollups: Type.Object(
      {
        voice: described(ChannelRollup, 'Calls.'),
        whatsapp: described(ChannelRollup, 'WhatsApp messages.'),
        instagram: described(ChannelRollup, 'Instagram messages.'),
      },
      { ...closed, ...about('The communication with the contact, by channel.') },
    ),
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
    tag: Type.Optional(
      described(Tag, 'Changes with each edit. For `If-Match`, in double quotes. Absent in lists.'),
    ),
  },
  closed,
);
export type ContactResource = Static<typeof ContactResource>;

export const CategoryCreate = Type.Object({ businessId: BusinessId, name: CategoryName }, closed);
export type CategoryCreate = Static<typeof CategoryCreate>;

export const CategoryResource = Type.Object(
  {
    id: CategoryId,
    name: text('The name of the category.', 'Patients'),
    contactCount: count('Contacts in the category.', 240),
  },
  closed,
);
export type CategoryResource = Static<typeof CategoryResource>;
