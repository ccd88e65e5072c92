/**
 * Data Sources, their versions and ingestions, on the wire (spec section 4.5, docs/reference/api.md "Contacts and data
 * sources").
 */
import { type Static, Type } from 'typebox';
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
import { COLUMN_NAME_PATTERN, FIELD_KEY_PATTERN } from '../patterns.js';
import { closed, described, literals, nullable } from '../shapes.js';
import { DATE_ORDERS, JobIssue, upload } from './job.js';

/** Characters of an unstructured source's text. */
const MAX_TEXT_CHARACTERS = 500_000;
/** Rows that a request to create a source may contain; more are uploaded. */
const MAX_INLINE_ROWS = 5_000;

export const ColumnType = literals(
  ['text', 'integer', 'decimal', 'boolean', 'date', 'datetime', 'mobile', 'email', 'uuid'],
  about('The type of the values. A value of another type counts as missing.'),
);
export type ColumnType = Static<typeof ColumnType>;

const SourceClass = literals(
  ['structured', 'unstructured'],
  about('`structured`: rows and fields. `unstructured`: text as background knowledge.'),
);
const SourceStatus = literals(
  ['active', 'archived'],
  about('Agents use active sources. `active` restores an archived one.'),
);
const SOURCE_NAME = 'Appointments';
const SOURCE_DESCRIPTION = 'Next appointment of each patient';
const Name = text('The name of the source; kept on one line.', SOURCE_NAME, { minLength: 1, maxLength: 120 });
const Description = text('What the source contains, for people.', SOURCE_DESCRIPTION, { maxLength: 2_000 });
const Text = text(
  'The text of an unstructured source. In a change it replaces the former text.',
  'We are open on weekdays from 8 to 18.',
  { minLength: 1, maxLength: MAX_TEXT_CHARACTERS },
);
export const SourceId = uuid('The Data Source.', EXAMPLE.sourceId);
export const IngestionId = uuid('The ingestion.', EXAMPLE.versionId);
// Without `closed`, keys that do not fit the pattern would pass with values of any type.
const Row = Type.Record(
  Type.String({ pattern: COLUMN_NAME_PATTERN }),
  Type.Union([Type.String({ maxLength: 10_000 }), Type.Number(), Type.Boolean(), Type.Null()]),
  closed,
);

/** A table of a database that the operator has allowed; clients cannot specify how it is reached. */
export const SourceDatabase = Type.Object(
  {
    connection: text(
      'The name of a connection that the operator of the service has allowed the business to use.',
      'crm',
      { minLength: 1, maxLength: 63 },
    ),
    table: text('An allowed table or view of that connection.', 'crm.appointments', {
      minLength: 1,
      maxLength: 200,
    }),
  },
  { ...closed, ...about('The table that a structured source is read from.') },
);
export type SourceDatabase = Static<typeof SourceDatabase>;

/** A structured source may start with rows, an unstructured one with its text; either may wait for a file instead. */
export const DataSourceCreate = Type.Object(
  {
    businessId: BusinessId,
    class: SourceClass,
    name: Name,
    description: Type.Optional(Description),
    rows: Type.Optional(
      Type.Array(Row, {
        minItems: 1,
        maxItems: MAX_INLINE_ROWS,
        ...about('The rows of a structured source, each with its values by column. Upload more as a file.', [
          { mobile: EXAMPLE.mobile, appointment: '2026-03-06' },
        ]),
      }),
    ),
    text: Type.Optional(Text),
    database: Type.Optional(SourceDatabase),
  },
  closed,
);
export type DataSourceCreate = Static<typeof DataSourceCreate>;

/** Omitted fields stay unchanged; `status: active` restores an archived source. */
export const DataSourceUpdate = Type.Object(
  {
    businessId: BusinessId,
    sourceId: SourceId,
    name: Type.Optional(Name),
    description: Type.Optional(Description),
    status: Type.Optional(SourceStatus),
    text: Type.Optional(Text),
  },
  { ...closed, minProperties: 3 },
);
export type DataSourceUpdate = Static<typeof DataSourceUpdate>;

export const DataSourceMutation = Type.Object({ businessId: BusinessId, sourceId: SourceId }, closed);
export type DataSourceMutation = Static<typeof DataSourceMutation>;

export const DataSourceUpload = Type.Object(
  { businessId: BusinessId, sourceId: SourceId, ...upload },
  closed,
);
export type DataSourceUpload = Static<typeof DataSourceUpload>;

const KEY =
  'Whether it is the column that identifies the contact of a row: a mobile number or a contact id. At most one.';

/** The meaning of a column. Omitted fields stay as proposed. */
export const ColumnReview = Type.Object(
  {
    column: text('The name of the column in the file.', 'Appointment', { minLength: 1, maxLength: 200 }),
    fieldKey: Type.Optional(
      text('The key under which agents are granted the field.', 'appointment', {
        pattern: FIELD_KEY_PATTERN,
      }),
    ),
    type: Type.Optional(ColumnType),
    include: Type.Optional(Type.Boolean(about('Whether the column becomes a field.'))),
    key: Type.Optional(Type.Boolean(about(KEY))),
    dateOrder: Type.Optional(
      literals(
        [...DATE_ORDERS],
        about(
          'The order of day, month and year: dates are stored as ISO 8601 (`05/06/2026` in `dmy` is `2026-06-05`). Required of an included column of dates whose `reviewReason` is `ambiguous_date`.',
        ),
      ),
    ),
  },
  closed,
);
export type ColumnReview = Static<typeof ColumnReview>;

export const IngestionReview = Type.Object(
  {
    businessId: BusinessId,
    ingestionId: IngestionId,
    columns: Type.Optional(
      Type.Array(ColumnReview, {
        maxItems: 500,
        ...about('The columns to interpret otherwise than proposed. What is omitted stays as proposed.'),
      }),
    ),
    activate: Type.Optional(
      Type.Boolean({ default: true, ...about('False: only review; the version stays `validated`.') }),
    ),
  },
  closed,
);
export type IngestionReview = Static<typeof IngestionReview>;

export const SourceField = Type.Object(
  {
    key: text('The key under which agents are granted the field.', 'appointment'),
    label: text('The name of the column in the file.', 'Appointment'),
    type: ColumnType,
  },
  closed,
);
export type SourceField = Static<typeof SourceField>;

export const DataSourceResource = Type.Object(
  {
    id: SourceId,
    name: text('The name of the source.', SOURCE_NAME),
    description: nullableText('What the source contains. Null: not stated.', SOURCE_DESCRIPTION),
    class: SourceClass,
    status: SourceStatus,
    builtIn: Type.Boolean(about('True for the contacts of the business.')),
    fields: Type.Array(SourceField, about('Fields that can be granted to agents.')),
    keyField: nullableText('The field that binds rows to contacts. Null: none.', 'mobile'),
    database: nullable(
      SourceDatabase,
      about('The table that versions are read from. Null: they are read from files.'),
    ),
    itemCount: count('Rows of the active version, passages of a text, or contacts.', 240),
    activeVersionId: nullableUuid('The version that agents use. Null: none yet.', EXAMPLE.versionId),
    createdAt: nullableMoment('When it was created. Null for the contacts.'),
    updatedAt: nullableMoment('When it was last changed. Null for the contacts.', EXAMPLE.later),
    tag: Type.Optional(
      described(Tag, 'Changes with each edit. For `If-Match`, in double quotes. Absent for the contacts.'),
    ),
  },
  closed,
);
export type DataSourceResource = Static<typeof DataSourceResource>;

export const IngestionStage = literals(
  ['received', 'parsing', 'profiling', 'needs_review', 'validated', 'active', 'failed'],
  about(
    '`parsing`: rows are read again under another key. `profiling`: columns are examined. `needs_review`: some columns need a decision. `validated`: can be activated. `failed`: see `issues`.',
  ),
);
export type IngestionStage = Static<typeof IngestionStage>;

export const VersionStatus = literals(
  ['draft', 'validated', 'active', 'superseded'],
  about('The state of the version; agents use the `active` one.'),
);
export type VersionStatus = Static<typeof VersionStatus>;

const IngestedColumn = Type.Object(
  {
    column: text('The name of the column in the file.', 'Appointment'),
    fieldKey: text('The key of the field, as proposed or reviewed.', 'appointment'),
    type: described(ColumnType, 'The type, as proposed or reviewed.'),
    include: Type.Boolean(about('Whether the column becomes a field.')),
    key: Type.Boolean(about(KEY)),
    filled: count('Rows with a value.', 238),
    empty: count('Rows without a value.', 2),
    misfits: count('Values that do not match the type; they count as missing.', 0),
    needsReview: Type.Boolean(about('Whether the column needs a decision before the version is activated.')),
    reviewReason: nullableText(
      '`mixed_types`: values of several types. `ambiguous_date`: day or month may be first. Null: no review is needed.',
      'ambiguous_date',
    ),
    dateOrder: Type.Optional(
      literals([...DATE_ORDERS], about('As chosen in the review. Absent: dates are kept as written.')),
    ),
  },
  closed,
);

export const IngestionResource = Type.Object(
  {
    ingestionId: IngestionId,
    jobId: uuid('The job that reads the file.', EXAMPLE.versionId),
    sourceId: SourceId,
    versionId: uuid('The version that the ingestion creates.', EXAMPLE.versionId),
    stage: IngestionStage,
    versionStatus: VersionStatus,
    fileName: text('The name of the file, or of the database table.', 'appointments.csv'),
    counts: Type.Object(
      { rows: count('Rows that were read.', 240), failed: count('Rows that cannot be used.', 0) },
      { ...closed, ...about('What was read; for a document, the passages of its text.') },
    ),
    columns: Type.Array(
      IngestedColumn,
      about('The columns, in the order of the file; empty for a document.'),
    ),
    issues: Type.Array(JobIssue, about('Problems of the file and its rows, at most 200.')),
    createdAt: CreatedAt,
    updatedAt: UpdatedAt,
  },
  closed,
);
export type IngestionResource = Static<typeof IngestionResource>;
