/** Suppressions on the wire (docs/reference/api.md "Suppression"). */
import { type Static, Type } from 'typebox';
import { SUPPRESSION_ID_PATTERN } from '../patterns.js';
import { Count, closed, DateTime, literals, nullable, Uuid } from '../shapes.js';

/** Suppressions that one request may add. */
const MAX_ADDED_SUPPRESSIONS = 1_000;
/** Rows of one imported file, at most. */
export const MAX_IMPORTED_SUPPRESSIONS = 50_000;
/** Largest imported file, bytes. */
export const SUPPRESSION_FILE_BYTES = 8 * 1024 * 1024;

export const SUPPRESSION_PURPOSES = ['service', 'marketing'] as const;
const SUPPRESSION_SOURCES = [
  'operator',
  'api',
  'contact_block',
  'customer_request',
  'keyword',
  'import',
] as const;

export const SuppressionPurpose = literals(SUPPRESSION_PURPOSES, {
  description: 'service: all contact that the business initiates. marketing: campaigns and offers only.',
});
export const SuppressionSource = literals(SUPPRESSION_SOURCES);

const SuppressionChannel = literals(['phone', 'instagram'], {
  description: 'phone: calls and WhatsApp messages.',
});

export const SuppressionResource = Type.Object(
  {
    id: Type.String({ pattern: SUPPRESSION_ID_PATTERN }),
    channel: SuppressionChannel,
    address: Type.String({
      description: 'E.164 number for phone; otherwise the id of the person on the channel.',
    }),
    purpose: SuppressionPurpose,
    source: SuppressionSource,
    reason: Type.String(),
    by: nullable(Type.Object({ type: literals(['user', 'key', 'agent']), id: Type.String() }, closed), {
      description: 'null: the customer, or the command line.',
    }),
    status: literals(['suppressing', 'suppressed'], {
      description: 'suppressing: calls that are about to be placed are still being checked against it.',
    }),
    createdAt: DateTime,
  },
  closed,
);
export type SuppressionResource = Static<typeof SuppressionResource>;

const NewSuppression = Type.Object(
  {
    channel: Type.Optional(SuppressionChannel),
    address: Type.String({ minLength: 1, maxLength: 64 }),
    purpose: SuppressionPurpose,
    reason: Type.Optional(Type.String({ maxLength: 500 })),
  },
  closed,
);

export const SuppressionsAdd = Type.Object(
  {
    businessId: Uuid,
    suppressions: Type.Array(NewSuppression, { minItems: 1, maxItems: MAX_ADDED_SUPPRESSIONS }),
    hangUp: Type.Optional(
      Type.Boolean({ description: 'Hang up calls that are already placed. Default: they continue.' }),
    ),
  },
  closed,
);
export type SuppressionsAdd = Static<typeof SuppressionsAdd>;

export const SuppressionsAdded = Type.Object(
  {
    suppressions: Type.Array(SuppressionResource),
    callsAtCarrier: Type.Array(Uuid, {
      description: 'Calls that were already placed and may still be connected.',
    }),
  },
  closed,
);
export type SuppressionsAdded = Static<typeof SuppressionsAdded>;

export const SuppressionRemove = Type.Object({ businessId: Uuid }, closed);

export const SuppressionsImport = Type.Object(
  {
    businessId: Uuid,
    fileName: Type.String({ minLength: 1, maxLength: 255 }),
    contentBase64: Type.String({ contentEncoding: 'base64' }),
  },
  closed,
);
export type SuppressionsImport = Static<typeof SuppressionsImport>;

export const SuppressionsImported = Type.Object(
  {
    rows: Count,
    suppressed: Count,
    failed: Count,
    issues: Type.Array(
      Type.Object({ row: Type.Integer(), code: Type.String(), message: Type.String() }, closed),
      { description: 'The first 200 skipped rows, with the reason.' },
    ),
  },
  closed,
);
export type SuppressionsImported = Static<typeof SuppressionsImported>;
