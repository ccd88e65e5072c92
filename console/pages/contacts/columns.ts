/** The use of each column in a file of contacts: guessed by its name as the service does, then corrected by the user. */

export type Use = 'mobile' | 'name' | 'part' | 'field' | 'zone' | 'ignore';

export interface ColumnUse {
  readonly column: string;
  readonly use: Use;
  /** The key of the field, for columns used as fields. */
  readonly key: string;
}

const MOBILE =
  /^(mobile|mobil|mobiltelefon|cell|cellphone|msisdn|whatsapp|handy|movil|celular)([ _-]?(phone([ _-]?number)?|number|no|nr|e164))?$/;
const PHONE = /^(phone|telephone|tel|telefon|telefono)([ _-]?(number|no|nr|e164))?$/;
const NAME = /^(full[ _-]?name|name|contact([ _-]?name)?|customer([ _-]?name)?|nombre)$/;
const PART = /^(first|given|last|family|sur)[ _-]?name$/;
const KEY = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;

const plain = (name: string): string => name.normalize('NFKD').replaceAll(/\p{M}/gu, '').trim();

/** A field key derived from the column's name. */
const keyOf = (column: string): string => {
  const letters = plain(column)
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
  return (/^[A-Za-z]/.test(letters) ? letters : `field_${letters}`).slice(0, 64).replaceAll(/_+$/g, '');
};

export const guessUses = (columns: readonly string[]): readonly ColumnUse[] => {
  const first = (pattern: RegExp): number =>
    columns.findIndex((column) => pattern.test(plain(column).toLowerCase()));
  // A landline is called only if there is no column of mobile numbers.
  const mobile = first(MOBILE) >= 0 ? first(MOBILE) : first(PHONE);
  const name = first(NAME);
  return columns.map((column, index) => {
    const isPart = name < 0 && PART.test(plain(column).toLowerCase());
    const fallbackUse: Use = isPart ? 'part' : 'field';
    const guess: Use = index === name ? 'name' : fallbackUse;
    return { column, use: index === mobile ? 'mobile' : guess, key: keyOf(column) };
  });
};

/** Whether a column may be a part of the name: the service joins the first and the last name. */
export const canBeNamePart = (column: string): boolean => PART.test(plain(column).toLowerCase());

/** Changes the use of one column; a use that only one column can have is taken from the other. */
export const withUse = (uses: readonly ColumnUse[], column: string, use: Use): readonly ColumnUse[] =>
  uses.map((columnUse) => {
    if (columnUse.column === column) return { ...columnUse, use };
    const isTaken = columnUse.use === use && (use === 'mobile' || use === 'name' || use === 'zone');
    // A full name replaces its parts.
    return isTaken || (use === 'name' && columnUse.use === 'part')
      ? { ...columnUse, use: 'field' }
      : columnUse;
  });

export type ColumnProblem = 'no_mobile' | 'key' | 'twice';

/** What the service would refuse. */
export const problemOf = (uses: readonly ColumnUse[]): ColumnProblem | null => {
  if (!uses.some(({ use }) => use === 'mobile')) return 'no_mobile';
  const keys = uses.filter(({ use }) => use === 'field').map(({ key }) => key);
  if (keys.some((key) => !KEY.test(key))) return 'key';
  return new Set(keys.map((key) => key.toLowerCase())).size < keys.length ? 'twice' : null;
};

interface Mapping {
  readonly mobile?: string;
  readonly name?: string;
  readonly timeZone?: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly ignore?: readonly string[];
  readonly defaultCountry?: string;
}

/** The mapping in the form of an import. `country` has two letters; empty if numbers are international. */
export const mappingOf = (uses: readonly ColumnUse[], country: string): Mapping => {
  const mobile = uses.find(({ use }) => use === 'mobile')?.column;
  const name = uses.find(({ use }) => use === 'name')?.column;
  const timeZone = uses.find(({ use }) => use === 'zone')?.column;
  return {
    ...(mobile === undefined ? {} : { mobile }),
    ...(name === undefined ? {} : { name }),
    ...(timeZone === undefined ? {} : { timeZone }),
    fields: Object.fromEntries(
      uses.filter(({ use }) => use === 'field').map(({ column, key }) => [column, key]),
    ),
    ignore: uses.filter(({ use }) => use === 'ignore').map(({ column }) => column),
    ...(country === '' ? {} : { defaultCountry: country.toUpperCase() }),
  };
};
