/**
 * Contacts as on the wire: a row with the names of its categories and its rollups. They are written as JSON, because most of it
 * is stored as JSON, and lists pass it on without parsing it.
 */
import type { Database } from 'better-sqlite3';
import { type ContactResource, NO_ROLLUP } from '../../schemas/contacts/contact.js';
import { iso } from '../kernel/dates.js';
import type { ContactTuple } from './tables.js';

type Rollups = ContactResource['rollups'];

const NO_ROLLUPS: Rollups = { voice: NO_ROLLUP, whatsapp: NO_ROLLUP, instagram: NO_ROLLUP };
const NO_ROLLUPS_JSON = JSON.stringify(NO_ROLLUPS);

type RollupTuple = readonly [
  contactId: string,
  channel: keyof Rollups,
  count: number,
  lastAt: number,
  lastOutcome: string | null,
];

/** The rollups of contacts as JSON; only for contacts that have any. */
const rollupTexts = (db: Database) => {
  const rollups = db
    .prepare<[string], RollupTuple>(
      `SELECT contact_id, channel, count, last_at, last_outcome FROM contact_rollups
       WHERE contact_id IN (SELECT value FROM json_each(?))`,
    )
    .raw();
  return (contactIds: readonly string[]): ReadonlyMap<string, string> => {
    const byContact = new Map<string, Rollups>();
    for (const [contactId, channel, count, lastAt, lastOutcome] of rollups.all(JSON.stringify(contactIds)))
      byContact.set(contactId, {
        ...(byContact.get(contactId) ?? NO_ROLLUPS),
        [channel]: { count, lastAt: iso(lastAt), lastOutcome },
      });
    return new Map([...byContact].map(([contactId, rollups]) => [contactId, JSON.stringify(rollups)]));
  };
};

/** Categories as JSON, for sets of ids that are JSON themselves; ordered by name. */
const categoryTexts = (db: Database) => {
  const named = db
    .prepare<[string, string], readonly [id: string, name: string]>(
      `SELECT id, name FROM categories WHERE business_id = ? AND id IN (SELECT value FROM json_each(?))
       ORDER BY name, id`,
    )
    .raw();
  return (businessId: string, sets: readonly string[]): ReadonlyMap<string, string> => {
    // The contacts of a page share mostly the same few sets.
    const wanted = new Map<string, readonly string[]>();
    for (const set of sets) if (!wanted.has(set)) wanted.set(set, JSON.parse(set));
    const ids = new Set([...wanted.values()].flat());
    const rows = ids.size === 0 ? [] : named.all(businessId, JSON.stringify([...ids]));
    const places = new Map(rows.map(([id], place) => [id, place]));
    const texts = rows.map(([id, name]) => JSON.stringify({ id, name }));
    return new Map(
      [...wanted].map(([set, members]) => {
        const found = members.flatMap((id) => places.get(id) ?? []).sort((a, b) => a - b);
        return [set, `[${found.map((place) => texts[place]).join()}]`];
      }),
    );
  };
};

/** Writes each contact of a list as JSON, with two statements for all of them. */
export const contactTexts = (
  db: Database,
): ((businessId: string, rows: readonly ContactTuple[]) => readonly string[]) => {
  const rollupsOf = rollupTexts(db);
  const categoriesOf = categoryTexts(db);
  return (businessId, rows) => {
    const rollups = rollupsOf(rows.map(([, id]) => id));
    const categories = categoriesOf(
      businessId,
      rows.map(([, , , , , set]) => set),
    );
    return rows.map(
      ([, id, name, mobile, fields, set, blocked, timeZone, unconfirmed, createdAt, updatedAt, others]) =>
        `{"id":${JSON.stringify(id)},"name":${JSON.stringify(name)},"mobile":${JSON.stringify(mobile)},` +
        `"fields":${fields},"categories":${categories.get(set) ?? '[]'},"communicationBlocked":${blocked === 1},` +
        `"timeZone":${JSON.stringify(timeZone)},` +
        `${others === '[]' ? '' : `"otherMobiles":${others},`}` +
        `${unconfirmed === 1 ? '"mobileUnconfirmed":true,' : ''}` +
        `"rollups":${rollups.get(id) ?? NO_ROLLUPS_JSON},` +
        `"createdAt":"${iso(createdAt)}","updatedAt":"${iso(updatedAt)}"}`,
    );
  };
};
