/** Collects a job's issues: keeps the first ones, and counts all failed rows. */
import type { TableBatch, TableIssue } from '../../providers/tables/table.js';
import { type JobIssue, MAX_ISSUES } from '../../schemas/contacts/job.js';
import type { Issues } from './messages.js';

export interface IssueLog {
  add(issue: JobIssue): void;
  /** A row that was left out. */
  failed(row: number, column: string | null, code: string, message: string): void;
  /** Issues of the table reader: a row that an issue names was left out, unless the issue's code is in {@link KEPT_ROWS}. */
  table(issues: readonly TableIssue[]): void;
  result(): Issues;
}

/** The number of the last row read so far, good or bad. `before`: that number before this batch. */
export const lastRow = ({ rows, issues }: TableBatch, before: number): number =>
  Math.max(before, rows.at(-1)?.row ?? 0, ...issues.map(({ row }) => row ?? 0));

/** The reader keeps a row in which it only neutralised or replaced something. */
const KEPT_ROWS: ReadonlySet<string> = new Set(['formula_neutralised', 'encoding_invalid']);

export const createIssueLog = (): IssueLog => {
  const kept: JobIssue[] = [];
  const failedRows = new Set<number>();
  let failedBeyond = 0;
  const add = (issue: JobIssue): void => {
    if (kept.length < MAX_ISSUES) kept.push(issue);
  };
  const fail = (row: number): void => {
    // A set of millions of rows would cost more than a count that counts a row with two issues twice.
    if (failedRows.size < 100_000) failedRows.add(row);
    else if (!failedRows.has(row)) failedBeyond += 1;
  };
  return {
    add,
    failed: (row, column, code, message) => {
      fail(row);
      add({ row, column, code, message });
    },
    table: (issues) => {
      for (const { row, column, code, message } of issues) {
        if (row !== null && !KEPT_ROWS.has(code)) fail(row);
        add({ row, column, code, message });
      }
    },
    result: () => ({ kept, failedRows: failedRows.size + failedBeyond }),
  };
};
