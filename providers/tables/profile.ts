/** What the columns of a table hold: counted while the rows go by. */
import type { TableRow } from './types.js';

export type ColumnType =
  | 'text'
  | 'integer'
  | 'decimal'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'mobile'
  | 'email'
  | 'uuid';

export interface ColumnProfile {
  readonly column: string;
  /** Its place in the rows. */
  readonly index: number;
  /** Made from the name; a field key that no other column has. */
  readonly fieldKey: string;
  /** What most values are, text where they are mixed. */
  readonly type: ColumnType;
  /** How many filled values are of each type. */
  readonly fits: Readonly<Record<ColumnType, number>>;
  readonly filled: number;
  readonly empty: number;
  readonly needsReview: boolean;
  /** Why somebody should look: some values are not of the type that most are; a date may be read in two ways. */
  readonly reviewReason: 'mixed_types' | 'ambiguous_date' | null;
}

export interface Profiler {
  add(row: TableRow): void;
  result(): readonly ColumnProfile[];
}

/** From the most particular to the most general. */
const TYPES = ['uuid', 'email', 'mobile', 'boolean', 'integer', 'decimal', 'datetime', 'date'] as const;

const PATTERNS: Readonly<Record<(typeof TYPES)[number], RegExp>> = {
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/,
  mobile: /^\+[1-9](?:[ ().-]*\d){7,14}$/,
  boolean: /^(?:true|false|yes|no)$/i,
  integer: /^-?\d{1,15}$/,
  decimal: /^-?\d{1,15}(?:[.,]\d{1,15})?$/,
  datetime: /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?$/,
  date: /^(?:\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{4})$/,
};
/** A day and a month that could be each other. */
const AMBIGUOUS_DATE = /^(?:0?[1-9]|1[0-2])\/(?:0?[1-9]|1[0-2])\/\d{4}$/;
const SLASHED_DATE = /^\d{1,2}\/\d{1,2}\/\d{4}$/;

/** Share of values that must be of a type before the column is taken to be of it. */
const MOSTLY = 0.8;

/** Whether a value is of the type. The empty one is of none but text. */
export const fitsType = (type: ColumnType, value: string): boolean =>
  type === 'text' ? value !== '' : PATTERNS[type].test(value.trim());

/** A field key (spec section 2.5) made from a name: letters, digits and underscores, a letter first. */
export const fieldKeyOf = (name: string): string => {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
  const key = /^[A-Za-z]/.test(plain) ? plain : `field_${plain}`;
  return key.slice(0, 64).replaceAll(/_+$/g, '');
};

interface Counter {
  filled: number;
  empty: number;
  ambiguous: number;
  slashed: number;
  readonly fits: Record<ColumnType, number>;
}

const noFits = (): Record<ColumnType, number> => ({
  text: 0,
  integer: 0,
  decimal: 0,
  boolean: 0,
  date: 0,
  datetime: 0,
  mobile: 0,
  email: 0,
  uuid: 0,
});

export const createProfiler = (header: readonly string[]): Profiler => {
  const counters = header.map(
    (): Counter => ({
      filled: 0,
      empty: 0,
      ambiguous: 0,
      slashed: 0,
      fits: noFits(),
    }),
  );
  return {
    add: ({ cells }) => {
      for (const [index, counter] of counters.entries()) count(counter, (cells[index] ?? '').trim());
    },
    result: () => {
      const taken = new Set<string>();
      return header.map((column, index) => {
        const wanted = fieldKeyOf(column);
        let fieldKey = wanted;
        for (let copy = 2; taken.has(fieldKey); copy += 1) fieldKey = `${wanted.slice(0, 60)}_${copy}`;
        taken.add(fieldKey);
        return profileOf(column, index, fieldKey, counters[index]);
      });
    },
  };
};

const count = (counter: Counter, value: string): void => {
  if (value === '') {
    counter.empty += 1;
    return;
  }
  counter.filled += 1;
  counter.fits.text += 1;
  // Most values are plain words, which are of no other type.
  if (value.length > 64) return;
  for (const type of TYPES) if (PATTERNS[type].test(value)) counter.fits[type] += 1;
  if (!SLASHED_DATE.test(value)) return;
  counter.slashed += 1;
  if (AMBIGUOUS_DATE.test(value)) counter.ambiguous += 1;
};

const profileOf = (
  column: string,
  index: number,
  fieldKey: string,
  counter: Counter | undefined,
): ColumnProfile => {
  const { filled = 0, empty = 0, ambiguous = 0, slashed = 0, fits } = counter ?? {};
  const counted: Readonly<Record<ColumnType, number>> = fits ?? noFits();
  // Of types that fit equally well the more particular one.
  const best = TYPES.reduce<ColumnType>(
    (chosen, type) => (counted[type] > (chosen === 'text' ? 0 : counted[chosen]) ? type : chosen),
    'text',
  );
  const type = best !== 'text' && filled > 0 && counted[best] >= filled * MOSTLY ? best : 'text';
  const mixed = type !== 'text' && counted[type] < filled;
  const unclear = type === 'date' && slashed > 0 && ambiguous === slashed;
  return {
    column,
    index,
    fieldKey,
    type,
    fits: counted,
    filled,
    empty,
    needsReview: mixed || unclear,
    reviewReason: mixed ? 'mixed_types' : unclear ? 'ambiguous_date' : null,
  };
};
