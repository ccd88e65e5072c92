/** Contacts and their categories on the wire (spec section 4.6, contract.md "Contacts and data sources"). */
import { type Static, Type } from 'typebox';
import { FIELD_KEY_PATTERN } from './agent.js';

const closed = { additionalProperties: false } as const;
const Uuid = Type.String({ format: 'uuid' });
const DateTime = Type.String({ format: 'date-time' });

const ChannelRollup = Type.Object(
  {
    count: Type.Integer({ minimum: 0 }),
    lastAt: Type.Union([DateTime, Type.Null()]),
    lastOutcome: Type.Union([Type.String(), Type.Null()]),
  },
  closed,
);

export const ContactCreate = Type.Object(
  {
    businessId: Uuid,
    name: Type.String({ minLength: 1, maxLength: 200 }),
    mobile: Type.String({ description: 'E.164' }),
    categoryIds: Type.Array(Uuid, { minItems: 1, maxItems: 50, uniqueItems: true }),
    fields: Type.Optional(
      // Without `closed`, keys that do not fit the pattern would pass with values of any type.
      Type.Record(Type.String({ pattern: FIELD_KEY_PATTERN }), Type.String({ maxLength: 2000 }), closed),
    ),
  },
  closed,
);
export type ContactCreate = Static<typeof ContactCreate>;

export const ContactResource = Type.Object(
  {
    id: Uuid,
    name: Type.String(),
    mobile: Type.String(),
    fields: Type.Record(Type.String(), Type.String()),
    categories: Type.Array(Type.Object({ id: Uuid, name: Type.String() }, closed)),
    communicationBlocked: Type.Boolean(),
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

export const CategoryResource = Type.Object(
  { id: Uuid, name: Type.String(), contactCount: Type.Integer({ minimum: 0 }) },
  closed,
);
export type CategoryResource = Static<typeof CategoryResource>;
