/**
 * The form of a CSV text, by its beginning: the separator, the hint of Excel (`sep=;`) above it, where the header stands, and
 * whether each row is one quoted value, as a CSV is that was pasted into one column and saved again.
 */
import { parse } from 'csv-parse/sync';
import { isRecord } from '../../schemas/json.js';
import { isBlank, SAMPLE_ROWS, type TableLayout, tableLayout, widthOf } from './layout.js';

export interface CsvForm {
  readonly delimiter: string;
  /** Whether each row is one quoted value, which contains the row. */
  readonly wrapped: boolean;
  /** Whether the first line is a hint, and not part of the table. */
  readonly hasHint: boolean;
  readonly layout: TableLayout;
  /** The line of the header; 1 is the first line of the file. */
  readonly headerRow: number;
}

const DELIMITERS = [',', ';', '\t', '|'] as const;

/** Line ends in the order in which they are looked for: each line of a file may have another. */
export const LINE_ENDS = ['\r\n', '\n', '\r'];

const HINT = /^[\s\uFEFF]*"?sep=(.)"?[ \t]*(?=[\r\n]|$)/i;

interface Sampled {
  readonly cells: readonly string[];
  /** The line on which the row begins, from 1. */
  readonly line: number;
}

interface Sample {
  /** Whether the text goes on behind the sample. */
  readonly isCut: boolean;
  /** Whether the file's name says that tabs separate. */
  readonly tabs: boolean;
}

export const csvForm = (sample: string, facts: Sample): CsvForm => {
  const form = formOfText(sample, facts);
  return form.layout.width > 1 || form.hasHint ? form : (unwrapped(sample, form, facts) ?? form);
};

const formOfText = (sample: string, { isCut, tabs }: Sample): CsvForm => {
  const [hint, separator] = HINT.exec(sample) ?? [];
  const hasHint = separator !== undefined;
  const text = hint === undefined ? sample : sample.slice(hint.length);
  const offset = hint === undefined ? 0 : lineEndsIn(hint);
  const formOf = (delimiter: string): Candidate => {
    const rows = rowsIn(text, delimiter, isCut);
    const layout = tableLayout(rows.map(({ cells }) => cells));
    return { delimiter, rows, layout, share: shareOf(rows, layout.width) };
  };
  const candidates = (hasHint ? [separator] : DELIMITERS).map(formOf);
  const split = candidates.filter(({ layout }) => layout.width > 1);
  const named = tabs ? split.find(({ delimiter }) => delimiter === '\t') : undefined;
  const [first = formOf(',')] = candidates;
  const best =
    named ??
    split.reduce<Candidate | undefined>(
      (found, next) => (found === undefined || isBetter(next, found) ? next : found),
      undefined,
    );
  const { delimiter, rows, layout } = best ?? first;
  const headerRow = (rows[layout.headerAt]?.line ?? 1) + offset;
  return { delimiter, wrapped: false, hasHint, layout, headerRow };
};

interface Candidate {
  readonly delimiter: string;
  readonly rows: readonly Sampled[];
  readonly layout: TableLayout;
  /** Share of the rows that the delimiter divides into as many cells as most. */
  readonly share: number;
}

const isBetter = (a: Candidate, b: Candidate): boolean =>
  a.share > b.share || (a.share === b.share && a.layout.width > b.layout.width);

/** Rows whose last cells are empty count half: some programs leave them out. */
const shareOf = (rows: readonly Sampled[], width: number): number => {
  const fits = rows.reduce((sum, { cells }) => {
    const own = widthOf(cells);
    return sum + (own === width ? 1 : own > 1 && own < width ? 0.5 : 0);
  }, 0);
  return rows.length === 0 ? 0 : fits / rows.length;
};

/** The form of the values, if each row is one value that contains separators; null otherwise. */
const unwrapped = (sample: string, { delimiter }: CsvForm, facts: Sample): CsvForm | null => {
  const rows = rowsIn(sample, delimiter, facts.isCut);
  const inner = formOfText(rows.map(({ cells }) => cells[0] ?? '').join('\n'), { ...facts, isCut: false });
  if (inner.layout.width < 2) return null;
  return { ...inner, wrapped: true, headerRow: rows[inner.layout.headerAt]?.line ?? 1 };
};

const lineEndsIn = (text: string): number => text.match(/\r\n|\n|\r/g)?.length ?? 0;

const isRawRecord = (read: unknown): read is { readonly raw: string; readonly record: readonly string[] } =>
  isRecord(read) && typeof read.raw === 'string' && Array.isArray(read.record);

/** The first rows that are not blank. */
const rowsIn = (text: string, delimiter: string, isCut: boolean): readonly Sampled[] => {
  const found: Sampled[] = [];
  let line = 1;
  const take = (cells: readonly string[], raw: string): void => {
    if (!cells.every(isBlank)) found.push({ cells, line: line + leadingLineEnds(raw) });
    line += lineEndsIn(raw);
  };
  try {
    parse(text, {
      delimiter,
      record_delimiter: LINE_ENDS,
      bom: true,
      relax_column_count: true,
      relax_quotes: true,
      ltrim: delimiter !== '\t',
      raw: true,
      to: SAMPLE_ROWS,
      // With `raw` it gets the text beside the cells, which its type does not say.
      on_record: (read: unknown) => {
        if (isRawRecord(read)) take(read.record, read.raw);
        return null;
      },
    });
  } catch {
    // A quote that is never closed: what stands before it shows the form, and reading the file reports it.
  }
  // The last row of a cut sample is incomplete.
  return isCut && found.length > 1 && found.length < SAMPLE_ROWS ? found.slice(0, -1) : found;
};

const leadingLineEnds = (raw: string): number => lineEndsIn(/^[\r\n]*/.exec(raw)?.[0] ?? '');
