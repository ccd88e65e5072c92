/** A table that cannot be used as a whole. */
import type { TableIssue, TableIssueCode } from './types.js';

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

/** One value, row or sheet is larger than can be held. */
export const tooComplex = (): TableRefused =>
  refused(
    'file_too_complex',
    'a single value, row or sheet of the file takes too much memory; save the data as CSV in smaller values',
  );
