/** The common form of tables of all formats. */
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
  /** As many as the header has names. */
  readonly cells: readonly string[];
}

export interface TableBatch {
  readonly rows: readonly TableRow[];
  readonly issues: readonly TableIssue[];
}

export interface Table {
  readonly format: TableFormat;
  /** Null if the format determines it. */
  readonly encoding: TableEncoding | null;
  /** What separates the cells of a text; null if the format has no separator. */
  readonly delimiter: string | null;
  /** The name of the sheet that is read; null if the format has no sheets. */
  readonly sheet: string | null;
  /** The line or row of the header, from 1; 1 if the format has none. */
  readonly headerRow: number;
  /** Trimmed names, neither blank nor duplicate. */
  readonly header: readonly string[];
  /** Can be called once; batches are in order. @throws TableRefused if the rest of the file proves unusable */
  batches(): AsyncIterable<TableBatch>;
  /** Closes the file, wherever its reading stands. Idempotent. */
  close(): Promise<void>;
}

export interface TableFile {
  readonly path: string;
  /** The client's name for the file; decides the format only if the content does not. */
  readonly fileName: string;
  /** The encoding of a text; absent: as detected. A BOM counts in any case. */
  readonly encoding?: TableEncoding;
}
