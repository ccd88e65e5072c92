/** Suppressions on the wire (docs/reference/api.md "Suppression"). */
import { type Static, Type } from 'typebox';
import { EXAMPLE } from '../described.js';
import { BusinessId } from '../fields.js';
import { SUPPRESSION_ID_PATTERN } from '../patterns.js';
import { Count, closed, DateTime, described, literals, nullable, Uuid } from '../shapes.js';

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
export const SuppressionSource = literals(SUPPRESSION_SOURCES, {
  description:
    'Where it came from. operator: a person in the console. customer_request: the agent, at the wish of the customer. keyword: the customer wrote a word like STOP.',
});

const SuppressionChannel = literals(['phone', 'instagram'], {
  description: 'phone: calls and WhatsApp messages.',
});

export const SuppressionResource = Type.Object(
  {
    id: Type.String({
      pattern: SUPPRESSION_ID_PATTERN,
      description: 'The suppression; use it to remove it.',
      examples: ['6f1c1d0a5a3e4a6e9c1b6b8f3f0f7c11-service-api'],
    }),
    channel: SuppressionChannel,
    address: Type.String({
      description: 'E.164 number for phone; otherwise the id of the person on the channel.',
      examples: ['+14155550100'],
    }),
    purpose: SuppressionPurpose,
    source: SuppressionSource,
    reason: described(
      Type.String(),
      'Why, in the words of the request; empty: none were given.',
      'Requested by letter.',
    ),
    by: nullable(
      Type.Object(
        {
          type: literals(['user', 'key', 'agent'], { description: 'user: of the console. key: an API key.' }),
          id: Type.String({ description: 'The id of the user, key or agent.', examples: [EXAMPLE.userId] }),
        },
        closed,
      ),
      { description: 'The author; null: the customer, or the command line.' },
    ),
    status: literals(['suppressing', 'suppressed'], {
      description: 'suppressing: calls that are about to be placed are still being checked against it.',
    }),
    createdAt: described(DateTime, 'When it was added.'),
  },
  closed,
);
export type SuppressionResource = Static<typeof SuppressionResource>;

const NewSuppression = Type.Object(
  {
    channel: Type.Optional(described(SuppressionChannel, 'Default: phone.')),
    address: Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'A number in E.164, or for `instagram` the id of the person there.',
      examples: ['+14155550100'],
    }),
    purpose: SuppressionPurpose,
    reason: Type.Optional(
      Type.String({
        maxLength: 500,
        description: 'Why; shown in the list.',
        examples: ['Requested by letter.'],
      }),
    ),
  },
  closed,
);

export const SuppressionsAdd = Type.Object(
  {
    businessId: BusinessId,
    suppressions: Type.Array(NewSuppression, {
      minItems: 1,
      maxItems: MAX_ADDED_SUPPRESSIONS,
      description: 'What to suppress.',
    }),
    hangUp: Type.Optional(
      Type.Boolean({ description: 'Hang up calls that are already placed. Default: they continue.' }),
    ),
  },
  closed,
);
export type SuppressionsAdd = Static<typeof SuppressionsAdd>;

export const SuppressionsAdded = Type.Object(
  {
    suppressions: Type.Array(SuppressionResource, {
      description: 'The suppressions, in the order of the request.',
    }),
    callsAtCarrier: Type.Array(Uuid, {
      description: 'Calls that were already placed and may still be connected.',
      examples: [['f391176b-ae89-52ee-9f80-cdf6a5ce69da']],
    }),
  },
  closed,
);
export type SuppressionsAdded = Static<typeof SuppressionsAdded>;

export const SuppressionRemove = Type.Object({ businessId: BusinessId }, closed);

export const SuppressionsImport = Type.Object(
  {
    businessId: BusinessId,
    fileName: Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'The name of the file, for the audit log and messages.',
      examples: ['suppressions.csv'],
    }),
    contentBase64: Type.String({
      contentEncoding: 'base64',
      description: 'The CSV file, at most 8 MiB. In multipart requests it is the part `file`.',
      examples: ['YWRkcmVzcworMTQxNTU1NTAxMDAK'], // cspell:disable-line
    }),
  },
  closed,
);
export type SuppressionsImport = Static<typeof SuppressionsImport>;

export const SuppressionsImported = Type.Object(
  {
    rows: described(Count, 'Rows of the file without its header.', 120),
    suppressed: described(Count, 'Rows that were added.', 118),
    failed: described(Count, 'Rows that were skipped.', 2),
    issues: Type.Array(
      Type.Object(
        {
          row: described(Type.Integer(), 'The number of the row in the file.', 14),
          code: described(Type.String(), 'Why it was skipped; a stable name.', 'address_invalid'),
          message: described(Type.String(), 'What is wrong with it.', 'The address is no number in E.164.'),
        },
        closed,
      ),
      { description: 'The first 200 skipped rows, with the reason.' },
    ),
  },
  closed,
);
export type SuppressionsImported = Static<typeof SuppressionsImported>;
