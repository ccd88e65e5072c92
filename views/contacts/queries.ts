/** Queries on contacts: lists, searches, single contacts. */
import type { Database } from 'better-sqlite3';
import { contactTag } from '../../actors/contact-partition/tag.js';
import type { ContactResource } from '../../schemas/contacts/contact.js';
import type { ContactSort } from '../../schemas/contacts/selection.js';
import { decodeCursor, encodeCursor, type ListScope } from '../kernel/cursor.js';
import { type PageRequest, type SerialisedPage, serialisedPage } from '../kernel/page.js';
import { type ContactFilter, scopeOf } from './filter.js';
import { contactListing, partitionListing } from './listing.js';
import { survivorOf } from './merges.js';
import { contactTexts } from './resources.js';
import { searchQuery } from './search.js';
import { type ContactTuple, parseMobiles, SHOWN_COLUMNS } from './tables.js';
import { findTenant } from './tenants.js';

/** A contact as JSON, and the tag in it. */
interface TaggedJson {
  readonly json: string;
  readonly tag: string;
}

/** As the partition's own (actors/contact-partition/tag.ts). */
const tagOfRow = ([
  ,
  ,
  name,
  mobile,
  fields,
  categories,
  blocked,
  timeZone,
  ,
  ,
  ,
  others,
]: ContactTuple): string =>
  contactTag({
    name,
    mobile,
    fields: JSON.parse(fields),
    categoryIds: JSON.parse(categories),
    communicationBlocked: blocked === 1,
    timeZone,
    otherMobiles: parseMobiles(others),
  });

/** Queries on contacts. */
export const contactQueries = (db: Database) => {
  const tenantOf = findTenant(db);
  const listing = contactListing(db);
  const inPartition = partitionListing(db);
  const textsOf = contactTexts(db);
  const byId = db
    .prepare<[number, string], ContactTuple>(
      `SELECT ${SHOWN_COLUMNS} FROM contacts c WHERE tenant = ? AND id = ?`,
    )
    .raw();
  const byMobile = db.prepare<[string, number], { id: string; mobile: string; others: string }>(
    `SELECT c.id, c.mobile, c.other_mobiles AS others FROM contact_words w JOIN contacts c ON c.row = w.rowid
     WHERE contact_words MATCH ? AND c.tenant = ?`,
  );
  const contactJson = (businessId: string, contactId: string): TaggedJson | null => {
    const row = byId.get(tenantOf(businessId) ?? 0, contactId);
    const text = row === undefined ? undefined : textsOf(businessId, [row])[0];
    if (row === undefined || text === undefined) return null;
    const tag = tagOfRow(row);
    return { json: `${text.slice(0, -1)},"tag":"${tag}"}`, tag };
  };
  const current = survivorOf(db);
  const total = db.prepare<[string], number>('SELECT contacts FROM tenants WHERE id = ?').pluck();
  const totalOf = db
    .prepare<[string, string], number>('SELECT contacts FROM categories WHERE business_id = ? AND id = ?')
    .pluck();
  const contact = (businessId: string, contactId: string): ContactResource | null => {
    const found = contactJson(businessId, contactId);
    return found === null ? null : JSON.parse(found.json);
  };
  return {
    /** In the order of `sort`. A page may be short, or empty, although the list continues (listing.ts). */
    contacts: (
      businessId: string,
      { limit, cursor }: PageRequest,
      { search, ...others }: ContactFilter = {},
      sort: ContactSort = 'created',
    ): SerialisedPage<ContactResource> => {
      const words = search?.trim() ?? '';
      const filter = words === '' ? others : { ...others, search: words };
      const scope: ListScope = ['contacts', businessId, sort, ...scopeOf(filter)];
      const position = cursor === null ? null : decodeCursor(scope, cursor);
      const tenant = tenantOf(businessId);
      const { rows, next } =
        tenant === null ? { rows: [], next: null } : listing({ tenant, filter, sort, position, limit });
      return serialisedPage(
        textsOf(businessId, rows).map((text) => [text]),
        next === null ? null : encodeCursor(scope, next),
      );
    },
    /** The number of contacts that match; null: it is not counted for this filter. */
    contactTotal: (businessId: string, filter: ContactFilter): number | null => {
      const { categoryId, ...others } = filter;
      if (Object.keys(others).length > 0) return null;
      if (categoryId === undefined) return total.get(businessId) ?? 0;
      return totalOf.get(businessId, categoryId) ?? 0;
    },
    /** The ids of the contacts of one partition that match, and were created at `createdUntil` (ms) or before. */
    contactsInPartition: (
      businessId: string,
      partition: string,
      filter: ContactFilter,
      createdUntil: number,
    ): readonly string[] => {
      const tenant = tenantOf(businessId);
      return tenant === null ? [] : inPartition({ tenant, partition, filter, createdUntil });
    },
    contact,
    /** The contact that an id stands for now: the one that it was merged into, or the contact itself. */
    currentContact: (businessId: string, contactId: string): ContactResource | null =>
      contact(businessId, current(contactId)),
    /** The same contact as JSON, with its tag. */
    contactJson,
    /** The id of the contact with this number, be it its mobile or a further one. */
    contactOfMobile: (businessId: string, mobile: string): string | null => {
      const tenant = tenantOf(businessId);
      const query = tenant === null ? null : searchQuery(tenant, mobile);
      if (tenant === null || query === null) return null;
      const holder = byMobile
        .all(query, tenant)
        .find((found) => found.mobile === mobile || parseMobiles(found.others).includes(mobile));
      return holder?.id ?? null;
    },
    /** The id of that contact. */
    currentContactId: current,
  };
};
