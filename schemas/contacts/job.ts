/** Work on an uploaded file, on the wire (docs/reference/api.md "Contacts and data sources"). */
import { type Static, Type } from 'typebox';
import { about, count, EXAMPLE, nullableMoment, nullableText, text, uuid } from '../described.js';
import { BusinessId, CreatedAt } from '../fields.js';
import { FIELD_KEY_PATTERN, FILE_NAME_PATTERN } from '../patterns.js';
import { closed, described, literals, nullable } from '../shapes.js';
import { CategoryIds } from './contact.js';

/** Issues that a job keeps; the counts include all failed rows. */
export const MAX_ISSUES = 200;
/** Largest upload as it is received, bytes (docs/reference/api.md "Limits"). */
export const UPLOAD_BYTES = 64 * 1024 * 1024;

export const JobIssue = Type.Object(
  {
    row: nullable(
      Type.Integer(),
      about('The row; 1 is the first one after the header row. Null: the whole file.', 17),
    ),
    column: nullableText('The column. Null: the whole row or file.', 'Mobile'),
    code: text('The kind of problem, a stable name.', 'mobile_invalid'),
    message: text(
      'The problem, for people; the text may change.',
      'not a valid number in E.164, for example +14155550123',
    ),
  },
  closed,
);
export type JobIssue = Static<typeof JobIssue>;

export const ContactImportCounts = Type.Object(
  {
    rows: count('Rows of the file that have been read.', 250),
    created: count('Contacts that were created.', 180),
    updated: count('Contacts whose number existed already, and that were changed.', 60),
    skipped: count(
      'Rows that change nothing, repeat a number of the file, or have a further number of a contact.',
      7,
    ),
    failed: count('Rows that were refused; `issues` says why.', 3),
  },
  { ...closed, ...about('The outcome of the rows so far.') },
);
export type ContactImportCounts = Static<typeof ContactImportCounts>;

export const JobStatus = literals(
  ['queued', 'running', 'completed', 'failed'],
  about('`completed`: all rows were read, even if some were refused. `failed`: the whole file was refused.'),
);
const FileName = text('The name of the file.', 'contacts.csv');
export type JobStatus = Static<typeof JobStatus>;

/** The content of a file in a JSON body; in `multipart/form-data` it is the part named `file`. */
export const upload = {
  fileName: text('The name of the file; its ending helps to recognise the format.', 'contacts.csv', {
    minLength: 1,
    maxLength: 255,
    pattern: FILE_NAME_PATTERN,
  }),
  contentBase64: text(
    'The file in base64. In `multipart/form-data` it is the part `file` instead.',
    'TmFtZSxNb2JpbGUKU2FtIFJpdmVyYSwrMTQxNTU1NTAxMDAK',
    { contentEncoding: 'base64' },
  ),
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

const columnName = { minLength: 1, maxLength: 200 } as const;
const ColumnName = Type.String(columnName);

/** The meaning of columns; whatever is omitted is inferred from the column names. */
export const ContactMapping = Type.Object(
  {
    mobile: Type.Optional(text('The column of the phone numbers.', 'Mobile', columnName)),
    name: Type.Optional(text('The column of the names.', 'Name', columnName)),
    nameParts: Type.Optional(
      Type.Array(ColumnName, {
        maxItems: 8,
        uniqueItems: true,
        ...about(
          'Columns that form the name, joined by spaces in this order, if `name` is omitted; an empty list: contacts are named by their numbers.',
          ['First name', 'Last name'],
        ),
      }),
    ),
    fields: Type.Optional(
      Type.Record(ColumnName, Type.String({ pattern: FIELD_KEY_PATTERN }), {
        ...closed,
        maxProperties: 100,
        ...about('Columns and the keys of their fields. Other columns become fields under their own names.', {
          'Home town': 'city',
        }),
      }),
    ),
    timeZone: Type.Optional(
      text(
        'The column of IANA time zone names; an empty cell keeps the existing value.',
        'Time zone',
        columnName,
      ),
    ),
    ignore: Type.Optional(
      Type.Array(ColumnName, { maxItems: 500, ...about('Columns to leave out.', ['Internal notes']) }),
    ),
    dates: Type.Optional(
      Type.Record(ColumnName, literals([...DATE_ORDERS]), {
        ...closed,
        maxProperties: 100,
        ...about(
          'Columns of dates with the order of day, month and year: stored as ISO 8601 (`05/06/2026` in `dmy` is `2026-06-05`). Other values are stored as they are, with the issue `date_invalid`.',
          { 'Last visit': 'mdy' },
        ),
      }),
    ),
    defaultCountry: Type.Optional(
      text(
        'The country of numbers without a plus sign, ISO 3166-1 alpha-2. Omitted: their rows are refused.',
        'US',
        { minLength: 2, maxLength: 2 },
      ),
    ),
    encoding: Type.Optional(
      literals(
        [...TEXT_ENCODINGS],
        about('The encoding of a text file. Omitted: detected. A byte order mark counts in any case.'),
      ),
    ),
  },
  { ...closed, ...about('The meaning of columns; whatever is omitted is inferred from their names.') },
);
export type ContactMapping = Static<typeof ContactMapping>;

export const ContactImportStart = Type.Object(
  {
    businessId: BusinessId,
    categoryIds: described(CategoryIds, 'The categories to which all contacts of the file are added.'),
    mapping: Type.Optional(ContactMapping),
    ...upload,
  },
  closed,
);
export type ContactImportStart = Static<typeof ContactImportStart>;

export const JobId = uuid('The job.', EXAMPLE.jobId);
export const FinishedAt = nullableMoment('When it ended. Null: it has not.', EXAMPLE.later);

export const ContactImportJob = Type.Object(
  {
    jobId: JobId,
    status: JobStatus,
    fileName: FileName,
    counts: ContactImportCounts,
    issues: Type.Array(JobIssue, about(`The first ${MAX_ISSUES} issues.`)),
    createdAt: CreatedAt,
    finishedAt: FinishedAt,
  },
  closed,
);
export type ContactImportJob = Static<typeof ContactImportJob>;
