/** A table that cannot be used as a whole. */
import type { TableIssue, TableIssueCode } from './types.js';

/** The issues say why, and what to do. Nothing of the file was used. */
export class TableRefused extends Error {
  override readonly name = 'TableRefused';
  readonly issues: readonly TableIssue[];

  /** `cause`: what a library threw. */
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

/** What a library cannot read: `cause` is what it threw, for the log alone. */
export const damaged = (message: string, cause: unknown): TableRefused =>
  new TableRefused([{ row: null, column: null, code: 'archive_damaged', message }], cause);

/** One value, row or sheet is larger than can be held. */
export const tooComplex = (): TableRefused =>
  refused(
    'file_too_complex',
    'a single value, row or sheet of the file takes too much memory; save the data as CSV in smaller values',
  );
