/** Projects contacts from the events of their partitions. */
import type { Database } from 'better-sqlite3';
import type { ContactEvent, ImportedRow } from '../../actors/contact-partition/events.js';
import { assertNever } from '../../schemas/assert.js';
import type { Stored } from '../kernel/stored-event.js';
import { contactWriter } from './writer.js';

type Writer = ReturnType<typeof contactWriter>;

const create = (
  { tenants, members, declare, add }: Writer,
  stored: Stored<unknown>,
  event: Extract<ContactEvent, { readonly type: 'contact.created' }>,
): void => {
  const { contactId: id, name, mobile, fields, timeZone = null } = event;
  const { businessId } = stored;
  const categoryIds = [...new Set(event.categoryIds)];
  const contact = { id, name, mobile, fields, timeZone, categoriesJson: JSON.stringify(categoryIds) };
  const tenant = tenants.rowOf(businessId);
  const row = add(stored, 0, tenant, contact, JSON.stringify(fields));
  tenants.count(tenant, 1);
  declare(tenant, Object.keys(fields));
  for (const category of categoryIds) members.join(businessId, category, row);
};

const importPart = (
  { tenants, members, declare, add, change }: Writer,
  stored: Stored<unknown>,
  event: Extract<ContactEvent, { readonly type: 'contacts.imported' }>,
): void => {
  const { created, updated, columns, timeZoneColumn, categoryIds } = event;
  const tenant = tenants.rowOf(stored.businessId);
  const categoriesJson = JSON.stringify(categoryIds);
  const rows: number[] = [];
  for (const [offset, row] of created.entries()) {
    const [id, mobile, rowName] = row;
    const name = rowName === '' ? mobile : rowName;
    const { fields, timeZone = null } = valuesOf(row, event, {});
    const contact = { id, mobile, name, fields, timeZone, categoriesJson };
    rows.push(add(stored, offset, tenant, contact, JSON.stringify(fields)));
  }
  declare(
    tenant,
    columns.filter((key) => key !== timeZoneColumn),
  );
  tenants.count(tenant, created.length);
  // New contacts are counted together: none of them was in a category before.
  if (created.length > 0)
    for (const category of categoryIds) {
      members.put(category, rows);
      members.count(stored.businessId, category, created.length);
    }
  for (const row of updated) {
    const [id, , name] = row;
    change(stored, id, (contact) => {
      const before: readonly string[] = JSON.parse(contact.categories);
      return {
        name: name === '' ? contact.name : name,
        ...valuesOf(row, event, JSON.parse(contact.fields)),
        categoryIds: [...before, ...categoryIds.filter((category) => !before.includes(category))],
      };
    });
  }
};

/** Projects contacts. */
export const projectContacts = (db: Database): ((stored: Stored<ContactEvent>) => void) => {
  const writer = contactWriter(db);
  return (stored) => {
    const { businessId, event } = stored;
    switch (event.type) {
      case 'contact.created':
        create(writer, stored, event);
        return;
      case 'contact.changed':
        writer.change(stored, event.contactId, () => event);
        return;
      case 'contact.numbers_changed': {
        const { mobile, otherMobiles } = event;
        const others = otherMobiles.map((number) => number.mobile);
        writer.change(stored, event.contactId, () => ({ mobile, otherMobiles: others }));
        return;
      }
      case 'contact.merged':
        // The members of a category are counted by contact: the other one leaves before this one joins.
        writer.remove(businessId, event.otherContactId);
        writer.merged(event.otherContactId, event.contactId);
        writer.change(stored, event.contactId, () => event);
        return;
      case 'contact.merge_dropped':
        writer.remove(businessId, event.otherContactId);
        return;
      case 'contact.mobile_unconfirmed':
        writer.setUnconfirmed(event.contactId, true);
        return;
      case 'contact.mobile_confirmed':
        writer.setUnconfirmed(event.contactId, false);
        return;
      case 'contact.deleted':
        writer.remove(businessId, event.contactId);
        return;
      case 'contacts.imported':
        importPart(writer, stored, event);
        return;
      // memory.ts
      case 'contact.memory_erased':
      case 'contacts.edited':
      case 'mobile.reserved':
      case 'mobile.confirmed':
      case 'mobile.check_due':
      case 'mobile.released':
      case 'mobile.returned':
      case 'mobile.handed_over':
      case 'mobile.hand_over_ended':
      // A contact that was given up is shown until the other one has it.
      case 'contact.merge_started':
      case 'contact.merge_failed':
      case 'contact.merge_settled':
      case 'contact.given_up':
      case 'contact.kept':
      case 'contact.forgotten':
        return;
      default:
        assertNever(event);
    }
  };
};

/** Merges an imported row as the partition does: empty values leave the existing ones. */
const valuesOf = (
  [, , , ...values]: ImportedRow,
  { columns, timeZoneColumn }: Extract<ContactEvent, { readonly type: 'contacts.imported' }>,
  before: Readonly<Record<string, string>>,
): { readonly fields: Readonly<Record<string, string>>; readonly timeZone?: string } => {
  const fields: Record<string, string> = { ...before };
  let timeZone = '';
  for (const [index, key] of columns.entries()) {
    const value = values[index] ?? '';
    if (value === '') continue;
    if (key === timeZoneColumn) timeZone = value;
    else fields[key] = value;
  }
  return timeZone === '' ? { fields } : { fields, timeZone };
};
