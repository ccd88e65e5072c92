/** Exports contacts as CSV that an import reads back. */
import { escapedCell } from '../../providers/tables/formula-cell.js';
import type { ContactResource } from '../../schemas/contacts/contact.js';
import { INFORMATIVE_COLUMNS, TIME_ZONE_COLUMN } from '../../schemas/contacts/export-columns.js';
import { contactsSourceId } from '../../schemas/ids.js';
import type { ContactFilter } from '../../views/contacts/filter.js';
import type { ViewStore } from '../../views/views.js';
import { BYTE_ORDER_MARK, csvOf, pagesOf } from '../csv-file.js';

/** The keys under which a source of contacts shows what every contact has. */
const OWN_KEYS: readonly string[] = ['name', 'mobile'];

/**
 * The matching contacts, newest first: name, mobile, a column for each field that any contact of the business has, then time
 * zone, further numbers, id, categories, block, latest contact and creation. Yields pieces, each read on demand.
 */
export async function* exportContacts(
  views: Pick<ViewStore, 'contacts' | 'dataSource'>,
  businessId: string,
  filter: ContactFilter,
): AsyncGenerator<string> {
  const source = views.dataSource(businessId, contactsSourceId(businessId));
  const keys = (source?.fields ?? []).map(({ key }) => key).filter((key) => !OWN_KEYS.includes(key));
  yield BYTE_ORDER_MARK + csvOf([['name', 'mobile', ...keys, TIME_ZONE_COLUMN, ...INFORMATIVE_COLUMNS]]);
  for await (const contacts of pagesOf((page) => views.contacts(businessId, page, filter)))
    yield csvOf(contacts.map((contact) => rowOf(contact, keys)));
}

const rowOf = (contact: ContactResource, keys: readonly string[]): readonly string[] => {
  const { id, name, mobile, otherMobiles = [], fields, timeZone } = contact;
  const { categories, communicationBlocked, rollups, createdAt } = contact;
  const latest = [rollups.voice, rollups.whatsapp, rollups.instagram].map(({ lastAt }) => lastAt ?? '');
  return [
    escapedCell(name),
    // A number is not escaped, although it begins with a plus sign: other programs read this column, too.
    mobile,
    ...keys.map((key) => escapedCell(fields[key] ?? '')),
    timeZone ?? '',
    otherMobiles.join('; '),
    id,
    escapedCell(categories.map((category) => category.name).join('; ')),
    String(communicationBlocked),
    latest.toSorted().at(-1) ?? '',
    createdAt,
  ];
};
