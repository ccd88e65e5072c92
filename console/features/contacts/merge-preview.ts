/** What a merge of two contacts keeps, as the service decides it (docs/reference/api.md "Contacts and data sources"). */
import type { Contact } from './contact-form.js';

/** A property of the two contacts, and of the one that stays; empty texts: it has none. */
export interface MergedRow {
  /** A property by its key, or a field of the contact. */
  readonly name: { readonly property: MergedProperty } | { readonly field: string };
  readonly kept: string;
  readonly other: string;
  readonly after: string;
}

type MergedProperty = 'name' | 'mobile' | 'otherMobiles' | 'timeZone' | 'categories' | 'blocked';

/** `yes`: the word for a blocked contact. */
export const mergedRows = (contact: Contact, other: Contact, yes: string): readonly MergedRow[] => {
  const numbersOf = ({ mobile, otherMobiles = [] }: Contact): readonly string[] => [mobile, ...otherMobiles];
  const moreOf = ({ otherMobiles = [] }: Contact): readonly string[] => otherMobiles;
  const categoriesOf = ({ categories }: Contact): readonly string[] => categories.map(({ name }) => name);
  const row = (
    property: MergedProperty,
    textOf: (of: Contact) => string,
    after = textOf(contact) || textOf(other),
  ): MergedRow => ({ name: { property }, kept: textOf(contact), other: textOf(other), after });
  const union = (listOf: (of: Contact) => readonly string[]): string =>
    [...new Set([...listOf(contact), ...listOf(other)])].join(', ');
  // A contact that is named by its number takes the other one's name.
  const isNamed = contact.name !== contact.mobile || numbersOf(other).includes(other.name);
  const keys = [...new Set([...Object.keys(contact.fields), ...Object.keys(other.fields)])];
  return [
    row('name', ({ name }) => name, isNamed ? contact.name : other.name),
    row('mobile', ({ mobile }) => mobile, contact.mobile),
    row('otherMobiles', (of) => moreOf(of).join(', '), [...moreOf(contact), ...numbersOf(other)].join(', ')),
    row('timeZone', ({ timeZone }) => timeZone ?? ''),
    row('categories', (of) => categoriesOf(of).join(', '), union(categoriesOf)),
    row('blocked', ({ communicationBlocked }) => (communicationBlocked ? yes : '')),
    ...keys.map((field): MergedRow => {
      const [kept = '', second = ''] = [contact.fields[field], other.fields[field]];
      return { name: { field }, kept, other: second, after: kept || second };
    }),
  ].filter(({ after }) => after !== '');
};
