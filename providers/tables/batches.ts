/** Processes the rows of every format: counts them, checks them against the header, and delivers them in batches. */
import { isBlank, widthOf } from './layout.js';
import type { TableLimits } from './limits.js';
import { refused } from './refused.js';
import type { TableBatch, TableIssue, TableRow } from './types.js';

/** Cells of one row as in the file, or the issue in place of the row. */
export type RawRow = readonly string[] | TableIssue;

/** Stands for bytes that are no letter in the encoding of the file (TextDecoder). */
const DAMAGED = '\uFFFD';
/** Rows with such letters that are reported; more would only push out other issues. */
const MOST_DAMAGED = 50;

interface TableShape {
  readonly header: readonly string[];
  /** Indices of the header's columns in the rows of the file. */
  readonly columns: readonly number[];
  /** Issues of the header. */
  readonly issues: readonly TableIssue[];
}

/**
 * Rows count from 1; blank ones are not counted. Missing cells at the end of a row are empty, and empty ones beyond the
 * header are ignored. @throws TableRefused
 */
export async function* batchesOf(
  { header, columns, issues: first }: TableShape,
  raw: AsyncIterable<readonly RawRow[]>,
  limits: TableLimits,
): AsyncGenerator<TableBatch> {
  const fitted = fitter(columns);
  let rows: TableRow[] = [];
  let issues: TableIssue[] = [...first];
  let count = 0;
  let characters = 0;
  const formulas = new Set<number>();
  let damagedRows = 0;

  const take = (read: readonly string[]): void => {
    const cells = fitted(read);
    if (cells === null) {
      const message = `the row has a value in column ${widthOf(read)}, which has no name; the header has ${header.length} columns`;
      issues.push({ row: count, column: null, code: 'row_ragged', message });
      return;
    }
    for (const [index, cell] of cells.entries()) {
      characters += cell.length;
      if (cell.length > limits.maxCellCharacters) {
        const message = `a cell can have at most ${limits.maxCellCharacters} characters`;
        issues.push({ row: count, column: header[index] ?? null, code: 'cell_too_long', message });
        return;
      }
      if (cell.charCodeAt(0) === 0x3d && !formulas.has(index)) {
        formulas.add(index);
        const message = 'cells that start with = are stored as text and never evaluated';
        issues.push({ row: count, column: header[index] ?? null, code: 'formula_neutralised', message });
      }
    }
    if (damagedRows < MOST_DAMAGED && cells.some((cell) => cell.includes(DAMAGED))) {
      damagedRows += 1;
      const message = 'a letter could not be read, and is stored as a question mark in a diamond';
      issues.push({ row: count, column: null, code: 'encoding_invalid', message });
    }
    rows.push({ row: count, cells });
  };

  for await (const chunk of raw) {
    for (const row of chunk) {
      if (!('code' in row) && row.every(isBlank)) continue;
      count += 1;
      if (count > limits.maxRows) throw refused('row_limit', `the file has more than ${limits.maxRows} rows`);
      if ('code' in row) issues.push({ ...row, row: count });
      else take(row);
      if (
        rows.length >= limits.batchRows ||
        issues.length >= limits.batchRows ||
        characters >= limits.batchCharacters
      ) {
        yield { rows, issues };
        rows = [];
        issues = [];
        characters = 0;
      }
    }
  }
  if (count === 0)
    issues.push({
      row: null,
      column: null,
      code: 'rows_missing',
      message: 'the file has a header but no rows',
    });
  if (rows.length > 0 || issues.length > 0) yield { rows, issues };
}

/** Makes rows as wide as the header; null if a value would be lost. */
const fitter = (columns: readonly number[]): ((cells: readonly string[]) => readonly string[] | null) => {
  const width = columns.length;
  const read = new Set(columns);
  const isPrefix = columns.every((index, place) => index === place);
  return (cells) => {
    if (isPrefix && cells.length === width) return cells;
    if (cells.some((cell, index) => !read.has(index) && !isBlank(cell))) return null;
    return columns.map((index) => cells[index] ?? '');
  };
};
