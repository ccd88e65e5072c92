/** A table that cannot be used as a whole. */
import type { TableIssue, TableIssueCode } from './table.js';

/** The issues say why, and what to do. Nothing of the file was used. */
export class TableRefused extends Error {
  override readonly name = 'TableRefused';
  readonly issues: readonly TableIssue[];

  constructor(issues: readonly TableIssue[]) {
    super(issues.map(({ message }) => message).join('; '));
    this.issues = issues;
  }
}

export const refused = (
  code: TableIssueCode,
  message: string,
  row: number | null = null,
  column: string | null = null,
): TableRefused => new TableRefused([{ row, column, code, message }]);
