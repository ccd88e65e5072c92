/** A table that cannot be used as a whole. */
import type { TableIssue, TableIssueCode } from './types.js';

/** The issues state the reasons, and what to do. No part of the file was used. */
export class TableRefused extends Error {
  override readonly name = 'TableRefused';
  readonly issues: readonly TableIssue[];

  /** `cause`: the error that a library threw. */
  constructor(issues: readonly TableIssue[], cause?: unknown) {
    super(issues.map(({ message }) => message).join('; '), cause === undefined ? undefined : { cause });
    this.issues = issues;
  }
}

export const refused = (
  code: TableIssueCode,
  message: string,
  row: number | null = null,
  column: string | null = null,
): TableRefused => new TableRefused([{ row, column, code, message }]);

/** The refusal of a file that a library cannot read. `cause`: the library's error, for the log only. */
export const damaged = (message: string, cause: unknown): TableRefused =>
  new TableRefused([{ row: null, column: null, code: 'archive_damaged', message }], cause);

/** One value, row or sheet is too large for memory. */
export const tooComplex = (): TableRefused =>
  refused(
    'file_too_complex',
    'a value, row or sheet of the file is too large; split it, and save the data as CSV',
  );
