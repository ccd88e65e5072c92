/** Contacts as the wire has them: a row with the names of its categories and what came of reaching for them. */
import type { Database } from 'better-sqlite3';
import { type ContactResource, NO_ROLLUP } from '../../schemas/contact.js';
import { iso, isoOrNull } from '../kernel/dates.js';
import type { ContactRow } from './tables.js';

interface RollupRow {
  readonly channel: 'voice' | 'whatsapp' | 'instagram';
  readonly count: number;
  readonly last_at: number;
  readonly last_outcome: string | null;
}

/** More than these are looked for among all that the business has. */
const FEW_CATEGORIES = 8;

const findCategories = (db: Database) => {
  const all = db.prepare<[string], { id: string; name: string }>(
    'SELECT id, name FROM categories WHERE business_id = ? ORDER BY name, id',
  );
  const categoryById = db.prepare<[string, string], { id: string; name: string }>(
    'SELECT id, name FROM categories WHERE business_id = ? AND id = ?',
  );
  return (businessId: string, ids: readonly string[]) =>
    ids.length <= FEW_CATEGORIES
      ? ids
          .flatMap((id) => categoryById.get(businessId, id) ?? [])
          .sort((a, b) => byText(a.name, b.name) || byText(a.id, b.id))
      : all.all(businessId).filter(({ id }) => ids.includes(id));
};

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Makes contacts of a business of their rows. */
export const contactResources = (
  db: Database,
): ((businessId: string, row: ContactRow) => ContactResource) => {
  const categoriesOf = findCategories(db);
  const rollups = db.prepare<[string], RollupRow>(
    'SELECT channel, count, last_at, last_outcome FROM contact_rollups WHERE contact_id = ?',
  );
  return (businessId, row) => {
    const fields: Record<string, string> = JSON.parse(row.fields);
    const categoryIds: readonly string[] = JSON.parse(row.categories);
    const used = Object.fromEntries(
      rollups
        .all(row.id)
        .map(({ channel, count, last_at, last_outcome }) => [
          channel,
          { count, lastAt: isoOrNull(last_at), lastOutcome: last_outcome },
        ]),
    );
    return {
      id: row.id,
      name: row.name,
      mobile: row.mobile,
      fields,
      categories: categoriesOf(businessId, categoryIds),
      communicationBlocked: row.blocked === 1,
      rollups: { voice: NO_ROLLUP, whatsapp: NO_ROLLUP, instagram: NO_ROLLUP, ...used },
      createdAt: iso(row.created_at),
      updatedAt: iso(row.updated_at),
    };
  };
};
