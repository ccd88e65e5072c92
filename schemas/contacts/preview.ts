/** What an import would make of a file, on the wire (docs/reference/api.md "Contacts and data sources"). */
import { type Static, Type } from 'typebox';
import { about, count, nullableText, text } from '../described.js';
import { BusinessId } from '../fields.js';
import { closed, literals, nullable } from '../shapes.js';
import { ContactMapping, DATE_ORDERS, JobIssue, TextEncodingName, upload } from './job.js';

export const ContactImportPreviewRequest = Type.Object(
  { businessId: BusinessId, mapping: Type.Optional(ContactMapping), ...upload },
  closed,
);
export type ContactImportPreviewRequest = Static<typeof ContactImportPreviewRequest>;

const reading = (order: string, example: string) =>
  nullableText(`The value as ISO 8601, read as ${order}. Null: no such day.`, example);

const PreviewDates = Type.Object(
  {
    order: literals(
      [...DATE_ORDERS, 'ambiguous'],
      about(
        'The order of `mapping.dates`, else the only one in which the values can be read. `ambiguous`: they do not say whether the day or the month is first.',
      ),
    ),
    misfits: count('Filled values that are no date in this order; in any order, if it is ambiguous.', 0),
    readings: Type.Array(
      Type.Object(
        {
          value: text('The value, as the file has it.', '05/06/2026'),
          dmy: reading('day, month, year', '2026-06-05'),
          mdy: reading('month, day, year', '2026-05-06'),
          ymd: nullable(
            Type.String(),
            about('The value as ISO 8601, read as year, month, day. Null: no such day.', null),
          ),
        },
        closed,
      ),
      about('Some values, each in every order.'),
    ),
  },
  closed,
);

const PreviewColumn = Type.Object(
  {
    column: text('The name of the column.', 'Home town'),
    use: literals(
      ['mobile', 'name', 'first_name', 'last_name', 'time_zone', 'field', 'ignored'],
      about('What the import would make of the column.'),
    ),
    key: text(
      'The key of the field; of other columns, the key that they would have as a field. A number with a `label` is a field in rows where it is not chosen.',
      'home_town',
    ),
    label: nullable(
      Type.String(),
      about(
        'The column whose labels choose among several columns of numbers, row by row (`Phone 1 - Label` of Google Contacts). Null: none.',
        null,
      ),
    ),
    samples: Type.Array(
      Type.String(),
      about('The first three filled values, at most 200 characters each.', ['San Francisco', 'Oakland']),
    ),
    dates: nullable(PreviewDates, about('The dates of the column. Null: most values are no dates.')),
  },
  closed,
);
export type PreviewColumn = Static<typeof PreviewColumn>;

export const ContactImportPreview = Type.Object(
  {
    format: literals(
      ['csv', 'tsv', 'json', 'xlsx'],
      about('The format, recognised by content and name. `xlsx` includes XLSM.'),
    ),
    encoding: nullable(TextEncodingName, about('The encoding of the text. Null: the format determines it.')),
    encodingDetected: Type.Boolean(about('False: `mapping.encoding` named it, or the format determines it.')),
    delimiter: nullableText('The character between cells. Null: not a text table.', ','),
    sheet: nullable(
      Type.String(),
      about('The sheet of a workbook that is read: the first visible one. Null: not a workbook.', null),
    ),
    headerRow: Type.Integer({
      minimum: 1,
      ...about('The line or row with the names of the columns, from 1.', 1),
    }),
    rows: count('Rows that were read, at most 1,000.', 250),
    complete: Type.Boolean(about('Whether these are all rows of the file.')),
    failed: count('Those of them that the import would refuse.', 3),
    withoutCountry: count(
      'Those that it would refuse because their number needs `mapping.defaultCountry`.',
      2,
    ),
    usable: Type.Boolean(
      about('False: the import would refuse the whole file, for the reasons among the issues without a row.'),
    ),
    columns: Type.Array(PreviewColumn, about('The columns, in the order of the file.')),
    issues: Type.Array(JobIssue, about('Issues of these rows and of the file, as those of the job.')),
  },
  closed,
);
export type ContactImportPreview = Static<typeof ContactImportPreview>;
