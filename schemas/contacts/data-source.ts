/**
 * Data Sources, their versions and ingestions, on the wire (spec section 4.5, docs/reference/api.md "Contacts and data
 * sources").
 */
import { type Static, Type } from 'typebox';
import { COLUMN_NAME_PATTERN, FIELD_KEY_PATTERN } from '../patterns.js';
import { Count, closed, DateTime, literals, nullable, Uuid } from '../shapes.js';
import { DATE_ORDERS, JobIssue, upload } from './job.js';

/** Characters of an unstructured source's text. */
const MAX_TEXT_CHARACTERS = 500_000;
/** Rows that a request to create a source may contain; more are uploaded. */
const MAX_INLINE_ROWS = 5_000;

export const ColumnType = literals([
  'text',
  'integer',
  'decimal',
  'boolean',
  'date',
  'datetime',
  'mobile',
  'email',
  'uuid',
]);
export type ColumnType = Static<typeof ColumnType>;

const SourceClass = literals(['structured', 'unstructured']);
const SourceStatus = literals(['active', 'archived']);
const Name = Type.String({ minLength: 1, maxLength: 120 });
const Description = Type.String({ maxLength: 2_000 });
const Text = Type.String({ minLength: 1, maxLength: MAX_TEXT_CHARACTERS });
// Without `closed`, keys that do not fit the pattern would pass with values of any type.
const Row = Type.Record(
  Type.String({ pattern: COLUMN_NAME_PATTERN }),
  Type.Union([Type.String({ maxLength: 10_000 }), Type.Number(), Type.Boolean(), Type.Null()]),
  closed,
);

/** A table of a database that the operator has allowed; clients cannot specify how it is reached. */
export const SourceDatabase = Type.Object(
  {
    connection: Type.String({
      minLength: 1,
      maxLength: 63,
      description: 'Name of a connection that the operator of the service has allowed the business to use.',
    }),
    table: Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'An allowed table or view of that connection, for example `customers` or `crm.customers`.',
    }),
  },
  closed,
);
export type SourceDatabase = Static<typeof SourceDatabase>;

/** A structured source may start with rows, an unstructured one with its text; either may wait for a file instead. */
export const DataSourceCreate = Type.Object(
  {
    businessId: Uuid,
    class: SourceClass,
    name: Name,
    description: Type.Optional(Description),
    rows: Type.Optional(Type.Array(Row, { minItems: 1, maxItems: MAX_INLINE_ROWS })),
    text: Type.Optional(Text),
    database: Type.Optional(SourceDatabase),
  },
  closed,
);
export type DataSourceCreate = Static<typeof DataSourceCreate>;

/** Omitted fields stay unchanged; `status: active` restores an archived source. */
export const DataSourceUpdate = Type.Object(
  {
    businessId: Uuid,
    sourceId: Uuid,
    name: Type.Optional(Name),
    description: Type.Optional(Description),
    status: Type.Optional(SourceStatus),
    text: Type.Optional(Text),
  },
  { ...closed, minProperties: 3 },
);
export type DataSourceUpdate = Static<typeof DataSourceUpdate>;

export const DataSourceMutation = Type.Object({ businessId: Uuid, sourceId: Uuid }, closed);
export type DataSourceMutation = Static<typeof DataSourceMutation>;

export const DataSourceUpload = Type.Object({ businessId: Uuid, sourceId: Uuid, ...upload }, closed);
export type DataSourceUpload = Static<typeof DataSourceUpload>;

/** The meaning of a column. Omitted fields stay as proposed. */
export const ColumnReview = Type.Object(
  {
    column: Type.String({ minLength: 1, maxLength: 200 }),
    fieldKey: Type.Optional(Type.String({ pattern: FIELD_KEY_PATTERN })),
    type: Type.Optional(ColumnType),
    include: Type.Optional(Type.Boolean()),
    /** The column that identifies the contact of a row: a mobile number or a contact id. At most one. */
    key: Type.Optional(Type.Boolean()),
    dateOrder: Type.Optional(
      literals([...DATE_ORDERS], {
        description:
          'The order of day, month and year in the column: its dates are stored as ISO 8601 (`05/06/2026` in `dmy` is `2026-06-05`). Required of an included column of dates whose `reviewReason` is `ambiguous_date`.',
      }),
    ),
  },
  closed,
);
export type ColumnReview = Static<typeof ColumnReview>;

export const IngestionReview = Type.Object(
  {
    businessId: Uuid,
    ingestionId: Uuid,
    columns: Type.Optional(Type.Array(ColumnReview, { maxItems: 500 })),
    activate: Type.Optional(Type.Boolean({ default: true })),
  },
  closed,
);
export type IngestionReview = Static<typeof IngestionReview>;

export const SourceField = Type.Object(
  { key: Type.String(), label: Type.String(), type: ColumnType },
  closed,
);
export type SourceField = Static<typeof SourceField>;

export const DataSourceResource = Type.Object(
  {
    id: Uuid,
    name: Type.String(),
    description: nullable(Type.String()),
    class: SourceClass,
    status: SourceStatus,
    builtIn: Type.Boolean({ description: 'True for the contacts of the business.' }),
    fields: Type.Array(SourceField, { description: 'Fields that can be granted to agents.' }),
    keyField: nullable(Type.String(), {
      description: 'The field that binds rows to contacts.',
    }),
    database: nullable(SourceDatabase, {
      description: 'The table that versions are read from; null: they are read from files.',
    }),
    itemCount: Count,
    activeVersionId: nullable(Uuid),
    createdAt: nullable(DateTime),
    updatedAt: nullable(DateTime),
  },
  closed,
);
export type DataSourceResource = Static<typeof DataSourceResource>;

export const IngestionStage = literals([
  'received',
  'parsing',
  'profiling',
  'needs_review',
  'validated',
  'active',
  'failed',
]);
export type IngestionStage = Static<typeof IngestionStage>;

export const VersionStatus = literals(['draft', 'validated', 'active', 'superseded']);
export type VersionStatus = Static<typeof VersionStatus>;

const IngestedColumn = Type.Object(
  {
    column: Type.String(),
    fieldKey: Type.String(),
    type: ColumnType,
    include: Type.Boolean(),
    key: Type.Boolean(),
    filled: Count,
    empty: Count,
    misfits: Type.Integer({
      minimum: 0,
      description: 'Values that do not match the type; they count as missing.',
    }),
    needsReview: Type.Boolean(),
    reviewReason: nullable(Type.String()),
    dateOrder: Type.Optional(
      literals([...DATE_ORDERS], {
        description: 'As chosen in the review; absent: dates are kept as written.',
      }),
    ),
  },
  closed,
);

export const IngestionResource = Type.Object(
  {
    ingestionId: Uuid,
    jobId: Uuid,
    sourceId: Uuid,
    versionId: Uuid,
    stage: IngestionStage,
    versionStatus: VersionStatus,
    fileName: Type.String(),
    counts: Type.Object(
      { rows: Count, failed: Count },
      {
        ...closed,
        description: 'For a document: the passages of its text.',
      },
    ),
    columns: Type.Array(IngestedColumn),
    issues: Type.Array(JobIssue),
    createdAt: DateTime,
    updatedAt: DateTime,
  },
  closed,
);
export type IngestionResource = Static<typeof IngestionResource>;
