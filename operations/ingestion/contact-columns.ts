/** Determines the meaning of each column of a contact file. */
import { fieldKeyOf } from '../../providers/tables/profile.js';
import type { ContactMapping, JobIssue } from '../../schemas/contacts/job.js';

export interface ContactColumns {
  readonly mobile: number;
  /** Columns joined by a space; empty: contacts are named by their number. */
  readonly name: readonly number[];
  readonly fields: readonly { readonly index: number; readonly key: string }[];
  /** Null: no column has time zones. */
  readonly timeZone: number | null;
}

const MOBILE =
  /^(mobile|mobil|cell|cellphone|phone|telephone|tel|msisdn|whatsapp|handy|movil|telefono|celular)([ _-]?(number|no|nr|phone|e164))?$/;
const NAME = /^(full[ _-]?name|name|contact([ _-]?name)?|customer([ _-]?name)?|nombre)$/;
const FIRST = /^(first|given)[ _-]?name$/;
const LAST = /^(last|family|sur)[ _-]?name$/;

const plain = (header: string): string =>
  header.normalize('NFKD').replaceAll(/\p{M}/gu, '').trim().toLowerCase();

/** The columns, or the issues that make the file unusable. */
export const contactColumns = (
  header: readonly string[],
  mapping: ContactMapping,
  knownKeys: readonly string[],
): ContactColumns | readonly JobIssue[] => {
  const problems: JobIssue[] = [];
  const named = (column: string): number => {
    const index = header.indexOf(column);
    if (index < 0)
      problems.push({
        row: null,
        column,
        code: 'column_missing',
        message: `the file has no column ${column}`,
      });
    return index;
  };
  const like = (pattern: RegExp): number => header.findIndex((column) => pattern.test(plain(column)));

  const mobile = mapping.mobile === undefined ? like(MOBILE) : named(mapping.mobile);
  if (mapping.mobile === undefined && mobile < 0) {
    const message = 'no column looks like a mobile number; name it in mapping.mobile';
    problems.push({ row: null, column: null, code: 'column_missing', message });
  }
  const whole = mapping.name === undefined ? like(NAME) : named(mapping.name);
  const name = whole >= 0 ? [whole] : [like(FIRST), like(LAST)].filter((index) => index >= 0);
  const timeZone = mapping.timeZone === undefined ? null : named(mapping.timeZone);
  for (const column of Object.keys(mapping.fields ?? {})) named(column);
  if (problems.length > 0) return problems;

  /** "City" is the field "city" if there is one. */
  const fieldKey = (key: string): string =>
    knownKeys.find((candidate) => candidate.toLowerCase() === key.toLowerCase()) ?? key;
  const ignored = new Set(mapping.ignore ?? []);
  const taken = new Set<string>();
  const fields = header.flatMap((column, index) => {
    if (index === mobile || index === timeZone || name.includes(index) || ignored.has(column)) return [];
    const wanted = mapping.fields?.[column] ?? fieldKey(fieldKeyOf(column));
    let key = wanted;
    for (let copy = 2; taken.has(key); copy += 1) key = `${wanted.slice(0, 60)}_${copy}`;
    taken.add(key);
    return [{ index, key }];
  });
  return { mobile, name, fields, timeZone };
};
