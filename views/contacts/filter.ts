/** Filters of contacts as conditions in SQL; `c` is the table of contacts. */
import { searchQuery } from './search.js';

/** The contacts that a list, an export or a job selects. Omitted: no condition. */
export interface ContactFilter {
  /** Beginnings of words of name, mobile and field values. */
  readonly search?: string;
  readonly categoryId?: string;
  readonly blocked?: boolean;
  /** Field key → exact value; an empty one finds contacts without the field. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Whether agents remember anything of the contact. */
  readonly hasMemory?: boolean;
  /** Created at this time or later, ms since the epoch. */
  readonly createdSince?: number;
  /** Created before this time, ms since the epoch. */
  readonly createdBefore?: number;
  /** Whether there is any call or message. */
  readonly contacted?: boolean;
  /** The latest call or message was at this time or later, ms since the epoch. */
  readonly contactedSince?: number;
  /** There is no call or message at this time or later, ms since the epoch. */
  readonly notContactedSince?: number;
}

const LATEST = 'SELECT 1 FROM contact_latest l WHERE l.contact = c.row';

/** Each filter with its condition. */
const CONDITIONS = {
  // The index of words reads the postings of this one row only.
  search: 'EXISTS (SELECT 1 FROM contact_words w WHERE w.rowid = c.row AND contact_words MATCH :search)',
  categoryId:
    'EXISTS (SELECT 1 FROM contact_categories m WHERE m.category = :categoryId AND m.contact = c.row)',
  blocked: 'c.blocked = :blocked',
  fields: `NOT EXISTS (SELECT 1 FROM json_each(:fields) w
    WHERE coalesce(json_extract(c.fields, '$.' || w.key), '') <> w.value COLLATE NOCASE)`,
  hasMemory: `EXISTS (SELECT 1 FROM memory_entries e WHERE e.contact_id = c.id
    AND e.business_id = (SELECT id FROM tenants WHERE row = c.tenant)) = :hasMemory`,
  createdSince: 'c.created_at >= :createdSince',
  createdBefore: 'c.created_at < :createdBefore',
  contacted: `EXISTS (${LATEST}) = :contacted`,
  contactedSince: `EXISTS (${LATEST} AND l.last_at >= :contactedSince)`,
  notContactedSince: `NOT EXISTS (${LATEST} AND l.last_at >= :notContactedSince)`,
} as const satisfies Readonly<Record<keyof ContactFilter, string>>;

/** A filter as SQL. `conditions`: joined by AND; empty: every contact matches. */
export interface FilterSql {
  readonly conditions: string;
  readonly parameters: Readonly<Record<string, string | number>>;
}

/** Null: nothing can match. `except`: filters that the caller applies by itself. */
export const filterSql = (
  tenant: number,
  filter: ContactFilter,
  except: readonly (keyof ContactFilter)[] = [],
): FilterSql | null => {
  const words = filter.search === undefined ? '' : searchQuery(tenant, filter.search);
  if (words === null) return null;
  const {
    categoryId,
    blocked,
    fields,
    hasMemory,
    createdSince,
    createdBefore,
    contacted,
    contactedSince,
    notContactedSince,
  } = filter;
  const values = {
    search: filter.search === undefined ? undefined : words,
    categoryId,
    blocked: blocked === undefined ? undefined : +blocked,
    fields: fields === undefined ? undefined : JSON.stringify(fields),
    hasMemory: hasMemory === undefined ? undefined : +hasMemory,
    createdSince,
    createdBefore,
    contacted: contacted === undefined ? undefined : +contacted,
    contactedSince,
    notContactedSince,
  };
  const conditions: string[] = [];
  const parameters: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue;
    parameters[name] = value;
    if (isFilter(name) && !except.includes(name)) conditions.push(CONDITIONS[name]);
  }
  return { conditions: conditions.join(' AND '), parameters };
};

const isFilter = (name: string): name is keyof typeof CONDITIONS => Object.hasOwn(CONDITIONS, name);

/** What distinguishes the cursors of one filter from those of others. */
export const scopeOf = ({ fields, ...others }: ContactFilter): readonly (string | null)[] => [
  JSON.stringify(Object.entries(others).toSorted(([a], [b]) => (a < b ? -1 : 1))),
  fields === undefined
    ? null
    : JSON.stringify(Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1))),
];
