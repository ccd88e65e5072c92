/** What an import would make of a file, on the wire (docs/reference/api.md "Contacts and data sources"). */
import { type Static, Type } from 'typebox';
import { closed, literals, nullable, Uuid } from '../shapes.js';
import { ContactMapping, DATE_ORDERS, JobIssue, TextEncodingName, upload } from './job.js';

export const ContactImportPreviewRequest = Type.Object(
  { businessId: Uuid, mapping: Type.Optional(ContactMapping), ...upload },
  closed,
);
export type ContactImportPreviewRequest = Static<typeof ContactImportPreviewRequest>;

const Reading = nullable(Type.String());

const PreviewDates = Type.Object(
  {
    order: literals([...DATE_ORDERS, 'ambiguous'], {
      description:
        'The order of `mapping.dates`, else the only one in which the values can be read. `ambiguous`: they do not say whether the day or the month is first.',
    }),
    misfits: Type.Integer({
      minimum: 0,
      description: 'Filled values that are no date in this order; in any order, if it is ambiguous.',
    }),
    readings: Type.Array(
      Type.Object({ value: Type.String(), dmy: Reading, mdy: Reading, ymd: Reading }, closed),
      {
        description: 'Some values, each as ISO 8601 in each order; null: no calendar has that day.',
      },
    ),
  },
  closed,
);

const PreviewColumn = Type.Object(
  {
    column: Type.String(),
    use: literals(['mobile', 'name', 'first_name', 'last_name', 'time_zone', 'field', 'ignored']),
    key: Type.String({
      description:
        'The key of the field; of other columns, the key that they would have as a field. A number with a `label` is a field in rows where it is not chosen.',
    }),
    label: nullable(Type.String(), {
      description:
        'The column whose labels choose among several columns of numbers, row by row (`Phone 1 - Label` of Google Contacts).',
    }),
    samples: Type.Array(Type.String(), {
      description: 'The first three filled values, at most 200 characters each.',
    }),
    dates: nullable(PreviewDates, { description: 'Null: most values are no dates.' }),
  },
  closed,
);
export type PreviewColumn = Static<typeof PreviewColumn>;

export const ContactImportPreview = Type.Object(
  {
    format: literals(['csv', 'tsv', 'json', 'xlsx']),
    encoding: nullable(TextEncodingName, { description: 'Null: the format determines it.' }),
    encodingDetected: Type.Boolean({
      description: 'False: `mapping.encoding` named it, or the format determines it.',
    }),
    delimiter: nullable(Type.String()),
    sheet: nullable(Type.String(), {
      description: 'The sheet of a workbook that is read: the first visible one.',
    }),
    headerRow: Type.Integer({ minimum: 1, description: 'The line or row with the names of the columns.' }),
    rows: Type.Integer({ minimum: 0, description: 'Rows that were read, at most 1,000.' }),
    complete: Type.Boolean({ description: 'Whether these are all rows of the file.' }),
    failed: Type.Integer({ minimum: 0, description: 'Those of them that the import would refuse.' }),
    withoutCountry: Type.Integer({
      minimum: 0,
      description: 'Those that it would refuse because their number needs `mapping.defaultCountry`.',
    }),
    usable: Type.Boolean({
      description:
        'False: the import would refuse the whole file, for the reasons among the issues without a row.',
    }),
    columns: Type.Array(PreviewColumn),
    issues: Type.Array(JobIssue, {
      description: 'Issues of these rows and of the file, as those of the job.',
    }),
  },
  closed,
);
export type ContactImportPreview = Static<typeof ContactImportPreview>;
