/** What a table is, whatever it was written as. */
import type { TableEncoding } from './text-encoding.js';

type TableFormat = 'csv' | 'tsv' | 'json' | 'xlsx';

export type TableIssueCode =
  | 'archive_damaged'
  | 'archive_too_large'
  | 'cell_too_long'
  | 'column_limit'
  | 'encoding_invalid'
  | 'file_empty'
  | 'file_too_complex'
  | 'format_unknown'
  | 'formula_neutralised'
  | 'header_blank'
  | 'header_duplicate'
  | 'json_malformed'
  | 'json_not_a_table'
  | 'key_unknown'
  | 'quote_unclosed'
  | 'row_limit'
  | 'row_ragged'
  | 'rows_missing'
  | 'rows_too_alike'
  | 'sheet_missing'
  | 'value_nested';

/** `row`: 1 is the first row after the header; null: the file as a whole. */
export interface TableIssue {
  readonly row: number | null;
  readonly column: string | null;
  readonly code: TableIssueCode;
  readonly message: string;
}

export interface TableRow {
  readonly row: number;
  /** As many as the header has. */
  readonly cells: readonly string[];
}

export interface TableBatch {
  readonly rows: readonly TableRow[];
  readonly issues: readonly TableIssue[];
}

export interface Table {
  readonly format: TableFormat;
  /** Null where the format says it. */
  readonly encoding: TableEncoding | null;
  /** Trimmed, none blank, none twice. */
  readonly header: readonly string[];
  /** Once, in order. @throws TableRefused when the rest of the file turns out to be of no use */
  batches(): AsyncIterable<TableBatch>;
}

export interface TableFile {
  readonly path: string;
  /** As the client named it: decides only where the content does not. */
  readonly fileName: string;
}
