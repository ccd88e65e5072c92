/** The forms of the corpora's YAML files. README.md describes what each part means. */
import { type Static, Type } from 'typebox';
import { closed, literals, nullable } from '../../../schemas/shapes.js';

const Text = Type.String({ minLength: 1 });
const E164 = Type.String({ pattern: '^\\+[1-9][0-9]{6,14}$' });
const Country = Type.String({ pattern: '^[A-Z]{2}$' });

export const NUMBER_REFUSALS = [
  'missing',
  'no_digits',
  'letters',
  'several',
  'short',
  'long',
  'invalid',
  'ambiguous',
  'rounded',
  'country_missing',
] as const;

const NumberCase = Type.Object(
  {
    raw: Type.String(),
    country: Type.Optional(Country),
    e164: Type.Optional(E164),
    refused: Type.Optional(literals(NUMBER_REFUSALS)),
    readings: Type.Optional(Type.Array(E164, { minItems: 2, maxItems: 2, uniqueItems: true })),
    note: Type.Optional(Text),
  },
  closed,
);
export type NumberCase = Static<typeof NumberCase>;

const IdentityPair = Type.Object(
  {
    stored: E164,
    waId: Type.String({ pattern: '^[1-9][0-9]{6,14}$' }),
    same: Type.Boolean(),
    note: Type.Optional(Text),
  },
  closed,
);
export type IdentityPair = Static<typeof IdentityPair>;

export const NumberGroups = Type.Array(
  Type.Object({ about: Text, numbers: Type.Array(NumberCase, { minItems: 1 }) }, closed),
);
export const IdentityGroups = Type.Array(
  Type.Object({ about: Text, pairs: Type.Array(IdentityPair, { minItems: 1 }) }, closed),
);

const Cell = Type.Union([
  Type.Null(),
  Type.String(),
  Type.Object({ shared: Type.String(), phonetic: Type.Optional(Text) }, closed),
  Type.Object({ rich: Type.Array(Text, { minItems: 2 }) }, closed),
  Type.Object(
    {
      number: Text,
      format: Type.Optional(Type.Union([Type.Integer({ minimum: 0 }), Text])),
      formula: Type.Optional(Text),
    },
    closed,
  ),
  Type.Object({ text: Type.String(), formula: Text }, closed),
  Type.Object({ boolean: Type.Boolean() }, closed),
  Type.Object({ error: Text }, closed),
]);
export type Cell = Static<typeof Cell>;

const Workbook = Type.Object(
  {
    rows: Type.Array(Type.Array(Cell)),
    date1904: Type.Optional(Type.Boolean()),
    strict: Type.Optional(Type.Boolean()),
    relationPrefix: Type.Optional(Text),
    elementPrefix: Type.Optional(Text),
    references: Type.Optional(Type.Boolean()),
    target: Type.Optional(Text),
    hiddenFirst: Type.Optional(Type.Boolean()),
    minimal: Type.Optional(Type.Boolean()),
  },
  closed,
);
export type Workbook = Static<typeof Workbook>;

export const ENCODINGS = [
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
  'koi8-r',
  'macintosh',
  'shift_jis',
  'euc-jp',
  'euc-kr',
  'gb18030',
  'big5',
] as const;
const Encoding = literals(ENCODINGS);
export type Encoding = Static<typeof Encoding>;

const Order = literals(['day_first', 'month_first', 'year_first', 'ambiguous', 'any']);

const Column = Type.Object(
  {
    header: Text,
    kind: literals(['mobile', 'phone', 'name', 'first_name', 'last_name', 'email', 'field']),
    key: Type.Optional(Type.String({ pattern: '^(?:\\*|[A-Za-z][A-Za-z0-9_]{0,63})$' })),
    type: Type.Optional(literals(['date', 'datetime', 'text'])),
    order: Type.Optional(Order),
    misfits: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  closed,
);
export type Column = Static<typeof Column>;

const Contact = Type.Object(
  {
    mobile: E164,
    name: Type.Optional(Text),
    fields: Type.Optional(Type.Record(Text, Text)),
  },
  closed,
);

const Refusal = Type.Object({ refusal: Text }, closed);

const Reading = Type.Object(
  {
    encoding: Type.Optional(Encoding),
    delimiter: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 1 }))),
    headerRow: Type.Optional(Type.Integer({ minimum: 1 })),
    columns: Type.Array(Column, { minItems: 1 }),
    keysAs: Type.Optional(Text),
    contacts: Type.Array(Contact),
    refused: Type.Optional(
      Type.Array(
        Type.Object(
          {
            row: Type.Integer({ minimum: 1 }),
            reason: literals([
              'mobile_missing',
              'mobile_invalid',
              'mobile_ambiguous',
              'mobile_duplicate',
              'row_ragged',
            ]),
          },
          closed,
        ),
      ),
    ),
    issues: Type.Optional(
      Type.Array(Type.Object({ row: nullable(Type.Integer({ minimum: 1 })), code: Text }, closed)),
    ),
  },
  closed,
);

const FileCase = Type.Object(
  {
    id: Type.String({ pattern: '^[a-z0-9]+(?:-[a-z0-9]+)*$' }),
    about: Text,
    language: Type.Optional(Type.String({ pattern: '^[a-z]{2}$' })),
    product: Type.Optional(literals(['hubspot', 'salesforce', 'google', 'outlook', 'shopify'])),
    file: Type.Optional(Text),
    given: Type.Optional(
      Type.Object(
        {
          country: Type.Optional(Country),
          encoding: Type.Optional(Encoding),
          dateOrder: Type.Optional(literals(['day_first', 'month_first'])),
          mobile: Type.Optional(Text),
          knownKeys: Type.Optional(Type.Array(Text)),
        },
        closed,
      ),
    ),
    encoding: Type.Optional(Encoding),
    bom: Type.Optional(Type.Boolean()),
    ends: Type.Optional(literals(['crlf'])),
    raw: Type.Optional(
      Type.Record(
        Type.String({ minLength: 1, maxLength: 1 }),
        Type.String({ pattern: '^(?:[0-9a-f]{2})+$' }),
      ),
    ),
    text: Type.Optional(Text),
    workbook: Type.Optional(Workbook),
    expect: Type.Union([Refusal, Reading]),
  },
  closed,
);
export type FileCase = Static<typeof FileCase>;
export type Reading = Static<typeof Reading>;

export const FileCases = Type.Array(FileCase, { minItems: 1 });
