/** Work on an uploaded file, on the wire (docs/reference/api.md "Contacts and data sources"). */
import { type Static, Type } from 'typebox';
import { FIELD_KEY_PATTERN, FILE_NAME_PATTERN } from '../patterns.js';
import { Count, closed, DateTime, literals, nullable, Uuid } from '../shapes.js';
import { CategoryIds } from './contact.js';

/** Issues that a job keeps; the counts include all failed rows. */
export const MAX_ISSUES = 200;
/** Largest upload as it is received, bytes (docs/reference/api.md "Limits"). */
export const UPLOAD_BYTES = 64 * 1024 * 1024;

export const JobIssue = Type.Object(
  {
    row: nullable(Type.Integer(), { description: '1 is the first row after the header row.' }),
    column: nullable(Type.String()),
    code: Type.String(),
    message: Type.String(),
  },
  closed,
);
export type JobIssue = Static<typeof JobIssue>;

export const ContactImportCounts = Type.Object(
  { rows: Count, created: Count, updated: Count, skipped: Count, failed: Count },
  closed,
);
export type ContactImportCounts = Static<typeof ContactImportCounts>;

export const JobStatus = literals(['queued', 'running', 'completed', 'failed']);
export type JobStatus = Static<typeof JobStatus>;

/** The content of a file in a JSON body; in `multipart/form-data` it is the part named `file`. */
export const upload = {
  fileName: Type.String({ minLength: 1, maxLength: 255, pattern: FILE_NAME_PATTERN }),
  contentBase64: Type.String({ contentEncoding: 'base64' }),
};

/** Encodings of text files that are read, by their names in the WHATWG Encoding Standard. */
const TEXT_ENCODINGS = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'koi8-r',
  'macintosh',
  'shift_jis',
  'euc-jp',
  'euc-kr',
  'gb18030',
  'big5',
] as const;
export type TextEncoding = (typeof TEXT_ENCODINGS)[number];
export const TextEncodingName = literals([...TEXT_ENCODINGS]);

/** Orders of day, month and year in a date of figures. */
export const DATE_ORDERS = ['dmy', 'mdy', 'ymd'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

const ColumnName = Type.String({ minLength: 1, maxLength: 200 });

/** The meaning of columns; whatever is omitted is inferred from the column names. */
export const ContactMapping = Type.Object(
  {
    mobile: Type.Optional(ColumnName),
    name: Type.Optional(ColumnName),
    nameParts: Type.Optional(
      Type.Array(ColumnName, {
        maxItems: 8,
        uniqueItems: true,
        description:
          'Columns that form the name, joined by spaces in this order, if `name` is omitted; an empty list: contacts are named by their numbers.',
      }),
    ),
    /** Column name to field key; columns that are not named here become fields under their own names. */
    fields: Type.Optional(
      Type.Record(ColumnName, Type.String({ pattern: FIELD_KEY_PATTERN }), {
        ...closed,
        maxProperties: 100,
      }),
    ),
    timeZone: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'Column with IANA time zone names; an empty cell keeps the existing value.',
      }),
    ),
    /** Columns to leave out. */
    ignore: Type.Optional(Type.Array(ColumnName, { maxItems: 500 })),
    dates: Type.Optional(
      Type.Record(ColumnName, literals([...DATE_ORDERS]), {
        ...closed,
        maxProperties: 100,
        description:
          'Columns of dates, and the order of day, month and year in them: their values are stored as ISO 8601 (`05/06/2026` in `dmy` is `2026-06-05`). A value that is no date in this order is stored as it is, and reported with `date_invalid`. Other columns are stored as they are.',
      }),
    ),
    /** ISO 3166-1 alpha-2: the country of numbers without a plus sign. If omitted, those are refused, row by row. */
    defaultCountry: Type.Optional(Type.String({ minLength: 2, maxLength: 2 })),
    encoding: Type.Optional(
      literals([...TEXT_ENCODINGS], {
        description:
          'The encoding of a text file. If omitted, it is detected; a byte order mark counts in any case.',
      }),
    ),
  },
  closed,
);
export type ContactMapping = Static<typeof ContactMapping>;

export const ContactImportStart = Type.Object(
  { businessId: Uuid, categoryIds: CategoryIds, mapping: Type.Optional(ContactMapping), ...upload },
  closed,
);
export type ContactImportStart = Static<typeof ContactImportStart>;

export const ContactImportJob = Type.Object(
  {
    jobId: Uuid,
    status: JobStatus,
    fileName: Type.String(),
    counts: ContactImportCounts,
    issues: Type.Array(JobIssue, { description: `The first ${MAX_ISSUES} issues.` }),
    createdAt: DateTime,
    finishedAt: nullable(DateTime),
  },
  closed,
);
export type ContactImportJob = Static<typeof ContactImportJob>;
