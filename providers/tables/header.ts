/** A table's header: names that are neither blank nor duplicate. */
import type { TableLimits } from './limits.js';
import { refused } from './refused.js';
import type { TableIssue } from './types.js';

const MAX_NAME_CHARACTERS = 200;

/** `columns`: indices of the columns that are read. @throws TableRefused */
export const headerOf = (
  names: readonly string[],
  columns: readonly number[],
  limits: TableLimits,
): { readonly header: readonly string[]; readonly issues: readonly TableIssue[] } => {
  checkColumns(names.length, limits);
  const issues: TableIssue[] = [];
  const taken = new Set<string>();
  const header = columns.map((index) => {
    const trimmed = (names[index] ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, MAX_NAME_CHARACTERS);
    const wanted = trimmed === '' ? `column_${index + 1}` : trimmed;
    let name = wanted;
    for (let copy = 2; taken.has(name); copy += 1) name = `${wanted} (${copy})`;
    taken.add(name);
    if (trimmed === '') {
      issues.push({
        row: null,
        column: name,
        code: 'header_blank',
        message: `column ${index + 1} has no name`,
      });
    } else if (name !== wanted) {
      const message = `the column name ${wanted} is used more than once; this column is now ${name}`;
      issues.push({ row: null, column: name, code: 'header_duplicate', message });
    }
    return name;
  });
  return { header, issues };
};

/** @throws TableRefused */
export const checkColumns = (count: number, { maxColumns }: TableLimits): void => {
  if (count > maxColumns)
    throw refused('column_limit', `the file has more than ${maxColumns} columns; leave some out`);
};
