/** The filters of the list of contacts in its address, and as requests have them. */
import type { Query } from '../../api/client.js';

/** Choices of the last contact: the number of days since then. */
export const SINCE_DAYS = [7, 30] as const;
export const NOT_SINCE_DAYS = [30, 90, 365] as const;

/** Names of the filters in the address. */
export const FILTERS = ['search', 'category', 'blocked', 'contact', 'field', 'value'] as const;
export type FilterName = (typeof FILTERS)[number];

/** The API accepts any length; one letter would find nearly everything. */
const MIN_SEARCH = 2;

type FilterOf = (name: FilterName | 'sort') => string;
type ListQuery = Omit<Query<'exportContacts'>, 'businessId'>;
type Sort = NonNullable<Query<'listContacts'>['sort']>;

/** Midnight of the viewer's day that is so many days before today. */
const daysAgo = (days: number, today: Date): string =>
  new Date(today.getFullYear(), today.getMonth(), today.getDate() - days).toISOString();

const lastContact = (choice: string, today: Date): ListQuery => {
  if (choice === 'never') return { contacted: false };
  const [kind = '', days = ''] = choice.split('-');
  if (!/^\d{1,4}$/.test(days)) return {};
  if (kind === 'since') return { contactedSince: daysAgo(Number(days), today) };
  return kind === 'not' ? { notContactedSince: daysAgo(Number(days), today) } : {};
};

/** The filters as query parameters; whatever the address has that is no filter is left out. */
export const listQuery = (filterOf: FilterOf, today: Date): ListQuery => {
  const search = filterOf('search').trim();
  const category = filterOf('category');
  const blocked = filterOf('blocked');
  const field = filterOf('field').trim();
  return {
    ...(search.length < MIN_SEARCH ? {} : { search }),
    ...(category === '' ? {} : { categoryId: category }),
    ...(blocked === 'yes' || blocked === 'no' ? { communicationBlocked: blocked === 'yes' } : {}),
    ...lastContact(filterOf('contact'), today),
    ...(/^[A-Za-z][A-Za-z0-9_]{0,63}$/.test(field) ? { field: `${field}:${filterOf('value').trim()}` } : {}),
  };
};

/** The order of the list. A search is listed by its newest contacts. */
export const sortOf = (filterOf: FilterOf): Sort => {
  const sort = filterOf('sort');
  if (filterOf('search').trim().length >= MIN_SEARCH) return 'created';
  return sort === 'name' || sort === 'lastContact' ? sort : 'created';
};

/** The same selection in the body of a job. */
export const selectionOf = ({ field, ...filter }: ListQuery) => {
  const colon = field?.indexOf(':') ?? -1;
  const fields = field === undefined ? {} : { fields: { [field.slice(0, colon)]: field.slice(colon + 1) } };
  const selected = { ...filter, ...fields };
  return Object.keys(selected).length === 0 ? { all: true as const } : { filter: selected };
};
