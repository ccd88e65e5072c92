/** Processes the rows of every format: counts them, checks them against the header, and delivers them in batches. */
import type { TableLimits } from './limits.js';
import { refused } from './refused.js';
import type { TableBatch, TableIssue, TableRow } from './types.js';

/** Cells of one row as in the file, or the issue in place of the row. */
export type RawRow = readonly string[] | TableIssue;

/** `first`: issues of the header. Rows count from 1. @throws TableRefused */
export async function* batchesOf(
  header: readonly string[],
  first: readonly TableIssue[],
  raw: AsyncIterable<readonly RawRow[]>,
  limits: TableLimits,
): AsyncGenerator<TableBatch> {
  let rows: TableRow[] = [];
  let issues: TableIssue[] = [...first];
  let count = 0;
  let characters = 0;
  const formulas = new Set<number>();

  const take = (cells: readonly string[]): void => {
    if (cells.length !== header.length) {
      const message = `the row has ${cells.length} cells, the header ${header.length}`;
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
    rows.push({ row: count, cells });
  };

  for await (const chunk of raw) {
    for (const row of chunk) {
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
