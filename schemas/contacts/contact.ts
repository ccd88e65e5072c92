/** Contacts and their categories on the wire (spec section 4.6, docs/reference/api.md "Contacts and data sources"). */
import { type Static, Type } from 'typebox';
import { AccountChannel } from '../channels/channel.js';
import { FIELD_KEY_PATTERN } from '../patterns.js';
import { Count, closed, DateTime, exactlyOneOf, nullable, Uuid } from '../shapes.js';

export const ChannelRollup = Type.Object(
  {
    count: Count,
    lastAt: nullable(DateTime),
    lastOutcome: nullable(Type.String()),
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

const Name = Type.String({ minLength: 1, maxLength: MAX_NAME_CHARACTERS });
const Mobile = Type.String({ maxLength: 40, description: 'E.164' });
const TimeZone = Type.String({
  minLength: 1,
  maxLength: 64,
  description:
    "IANA name, for example Europe/Berlin. Takes precedence over the time zones of the number's area.",
});
const FieldKey = Type.String({ pattern: FIELD_KEY_PATTERN });
const FieldValue = Type.String({ maxLength: MAX_FIELD_CHARACTERS });
// Without `closed`, keys that do not fit the pattern would pass with values of any type.
const fieldOptions = { ...closed, maxProperties: MAX_FIELDS } as const;

export const CategoryIds = Type.Array(Uuid, { minItems: 1, maxItems: MAX_CATEGORIES, uniqueItems: true });

export const ContactCreate = Type.Object(
  {
    businessId: Uuid,
    name: Name,
    mobile: Mobile,
    categoryIds: CategoryIds,
    fields: Type.Optional(Type.Record(FieldKey, FieldValue, fieldOptions)),
    timeZone: Type.Optional(TimeZone),
  },
  closed,
);
export type ContactCreate = Static<typeof ContactCreate>;

/** Omitted fields stay unchanged; a field or a time zone that is null is removed. */
export const ContactUpdate = Type.Object(
  {
    businessId: Uuid,
    name: Type.Optional(Name),
    mobile: Type.Optional(Mobile),
    categoryIds: Type.Optional(CategoryIds),
    fields: Type.Optional(Type.Record(FieldKey, nullable(FieldValue), fieldOptions)),
    communicationBlocked: Type.Optional(Type.Boolean()),
    timeZone: Type.Optional(nullable(TimeZone)),
    otherMobiles: Type.Optional(
      Type.Array(Mobile, {
        maxItems: MAX_OTHER_MOBILES,
        uniqueItems: true,
        description:
          'All further numbers after the change, each of which the contact has already. The others become free.',
      }),
    ),
  },
  { ...closed, minProperties: 2 },
);
export type ContactUpdate = Static<typeof ContactUpdate>;

/** The contact that is taken over by the one in the path. */
export const ContactMerge = Type.Object({ businessId: Uuid, otherContactId: Uuid }, closed);
export type ContactMerge = Static<typeof ContactMerge>;

/** Selected contacts, or every contact of a category: exactly one of the two. */
export const ContactsDelete = Type.Object(
  {
    businessId: Uuid,
    contactIds: Type.Optional(
      Type.Array(Uuid, { minItems: 1, maxItems: MAX_DELETED_IDS, uniqueItems: true }),
    ),
    categoryId: Type.Optional(Uuid),
  },
  { ...closed, minProperties: 2, maxProperties: 2, ...exactlyOneOf(['contactIds', 'categoryId']) },
);
export type ContactsDelete = Static<typeof ContactsDelete>;

/** `confirmName` must be the category's name, letter for letter. */
export const CategoryDelete = Type.Object(
  { businessId: Uuid, categoryId: Uuid, confirmName: Type.String({ minLength: 1, maxLength: 120 }) },
  closed,
);
export type CategoryDelete = Static<typeof CategoryDelete>;

/** Links the contact with this mobile, or a new one, which needs `categoryIds`, and `name` if the participant has none. */
export const LinkContact = Type.Object(
  {
    businessId: Uuid,
    mobile: Mobile,
    name: Type.Optional(Name),
    categoryIds: Type.Optional(CategoryIds),
  },
  closed,
);
export type LinkContact = Static<typeof LinkContact>;

/** A person's identity on a channel, before and after the contact is known. */
export const ParticipantResource = Type.Object(
  {
    id: Uuid,
    channel: AccountChannel,
    displayName: nullable(Type.String()),
    contactId: nullable(Uuid),
  },
  closed,
);
export type ParticipantResource = Static<typeof ParticipantResource>;

export const ContactResource = Type.Object(
  {
    id: Uuid,
    name: Type.String(),
    mobile: Type.String(),
    fields: Type.Record(Type.String(), Type.String()),
    categories: Type.Array(Type.Object({ id: Uuid, name: Type.String() }, closed)),
    communicationBlocked: Type.Boolean(),
    timeZone: nullable(Type.String(), { description: "Null: the time zones of the number's area apply." }),
    otherMobiles: Type.Optional(
      Type.Array(Type.String(), {
        minItems: 1,
        description:
          'Further numbers of the person, E.164, which came with merged contacts. Absent: none. Campaigns use `mobile` only.',
      }),
    ),
    mobileUnconfirmed: Type.Optional(
      Type.Literal(true, {
        description:
          'A customer gave the number to an agent: campaigns skip the contact until it is confirmed with link-contact, or set.',
      }),
    ),
    rollups: Type.Object({ voice: ChannelRollup, whatsapp: ChannelRollup, instagram: ChannelRollup }, closed),
    createdAt: DateTime,
    updatedAt: DateTime,
  },
  closed,
);
export type ContactResource = Static<typeof ContactResource>;

export const CategoryCreate = Type.Object(
  { businessId: Uuid, name: Type.String({ minLength: 1, maxLength: 120 }) },
  closed,
);
export type CategoryCreate = Static<typeof CategoryCreate>;

export const CategoryResource = Type.Object({ id: Uuid, name: Type.String(), contactCount: Count }, closed);
export type CategoryResource = Static<typeof CategoryResource>;
