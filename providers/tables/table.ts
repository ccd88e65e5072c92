/**
 * Reads uploaded tables of any format as rows of text, in bounded memory. Nothing in a file is ever evaluated: formulas
 * stay text.
 */
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { csvTable } from './csv.js';
import { jsonTable } from './json.js';
import { type TableLimits, withDefaults } from './limits.js';
import { refused } from './refused.js';
import { detectEncoding } from './text-encoding.js';
import type { Table, TableFile } from './types.js';
import { xlsxTable } from './xlsx.js';

export type { TableLimits } from './limits.js';
export { TableRefused } from './refused.js';
export type {
  Table,
  TableBatch,
  TableFile,
  TableIssue,
  TableRow,
} from './types.js';

const HEAD_BYTES = 64 * 1024;

/**
 * Opens a table and reads its header. An unusable row is left out and reported; an unusable file is refused as a whole.
 * @throws TableRefused
 */
export const openTable = async (file: TableFile, limits: Partial<TableLimits> = {}): Promise<Table> => {
  const bounds = withDefaults(limits);
  const head = headOf(file.path);
  const name = file.fileName.toLowerCase();
  if (head.length === 0) throw refused('file_empty', 'the file is empty');
  const isZip = head[0] === 0x50 && head[1] === 0x4b;
  if (isZip) return xlsxTable(file, bounds);
  if (/\.xls[xm]$/.test(name))
    throw refused(
      'archive_damaged',
      'the file has the name of a workbook but is not one; save it again as XLSX or CSV',
    );
  const encoding = detectEncoding(head, file);
  if (encoding === null)
    throw refused('encoding_invalid', 'the file is not text; save it as CSV in UTF-8, or as XLSX');
  // As a stream: the last character may be incomplete. (Without it Node 20 decodes windows-1252 as ISO 8859-1.)
  const sample = new TextDecoder(encoding).decode(head, { stream: true });
  const text = sample.trimStart();
  if (text === '') throw refused('file_empty', 'the file contains only blanks');
  const json = name.endsWith('.json') || (/^[[{]/.test(text) && !/\.(csv|tsv|txt)$/.test(name));
  if (json) return jsonTable(file, encoding, bounds);
  const isCut = head.length === HEAD_BYTES;
  return csvTable(file, { encoding, sample, isCut, tabs: name.endsWith('.tsv') }, bounds);
};

const headOf = (path: string): Buffer => {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(Math.min(HEAD_BYTES, fstatSync(file).size));
    return head.subarray(0, readSync(file, head, 0, head.length, 0));
  } finally {
    closeSync(file);
  }
};
