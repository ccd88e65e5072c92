/**
 * Contacts as the wire has them: a row with the names of its categories and what came of reaching for them. They are
 * written as JSON: most of it lies there as JSON, and lists pass it on without looking into it.
 */
import type { Database } from 'better-sqlite3';
import { type ContactResource, NO_ROLLUP } from '../../schemas/contact.js';
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

/** What came of reaching for contacts, as JSON, for those for whom anybody did. */
const rollupTexts = (db: Database) => {
  const of = db
    .prepare<[string], RollupTuple>(
      `SELECT contact_id, channel, count, last_at, last_outcome FROM contact_rollups
       WHERE contact_id IN (SELECT value FROM json_each(?))`,
    )
    .raw();
  return (contactIds: readonly string[]): ReadonlyMap<string, string> => {
    const used = new Map<string, Rollups>();
    for (const [contactId, channel, count, lastAt, lastOutcome] of of.all(JSON.stringify(contactIds)))
      used.set(contactId, {
        ...(used.get(contactId) ?? NO_ROLLUPS),
        [channel]: { count, lastAt: iso(lastAt), lastOutcome },
      });
    return new Map([...used].map(([contactId, rollups]) => [contactId, JSON.stringify(rollups)]));
  };
};

/** Categories as JSON by the ids of a contact's, which are JSON themselves; in the order of their names. */
const categoryTexts = (db: Database) => {
  const named = db
    .prepare<[string, string], readonly [id: string, name: string]>(
      `SELECT id, name FROM categories WHERE business_id = ? AND id IN (SELECT value FROM json_each(?))
       ORDER BY name, id`,
    )
    .raw();
  return (businessId: string, sets: readonly string[]): ReadonlyMap<string, string> => {
    // Contacts of a page are mostly in the same few.
    const wanted = new Map<string, readonly string[]>();
    for (const set of sets) if (!wanted.has(set)) wanted.set(set, JSON.parse(set));
    const ids = new Set([...wanted.values()].flat());
    const rows = ids.size === 0 ? [] : named.all(businessId, JSON.stringify([...ids]));
    const places = new Map(rows.map(([id], place) => [id, place]));
    const texts = rows.map(([id, name]) => JSON.stringify({ id, name }));
    return new Map(
      [...wanted].map(([set, members]) => {
        const found = members.flatMap((id) => places.get(id) ?? []).sort((one, other) => one - other);
        return [set, `[${found.map((place) => texts[place]).join()}]`];
      }),
    );
  };
};

/** Writes contacts of a business as JSON, each by itself, with two statements for all of them. */
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
      ([, id, name, mobile, fields, set, blocked, timeZone, unconfirmed, createdAt, updatedAt]) =>
        `{"id":${JSON.stringify(id)},"name":${JSON.stringify(name)},"mobile":${JSON.stringify(mobile)},` +
        `"fields":${fields},"categories":${categories.get(set) ?? '[]'},"communicationBlocked":${blocked === 1},` +
        `"timeZone":${JSON.stringify(timeZone)},` +
        `${unconfirmed === 1 ? '"mobileUnconfirmed":true,' : ''}` +
        `"rollups":${rollups.get(id) ?? NO_ROLLUPS_JSON},` +
        `"createdAt":"${iso(createdAt)}","updatedAt":"${iso(updatedAt)}"}`,
    );
  };
};
