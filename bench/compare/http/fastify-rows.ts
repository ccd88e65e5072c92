/** The same rows in SQLite for another subject, with the same indexes, and its reads and writes: joined, prepared once. */
import Database from 'better-sqlite3';
import type { AgentResource } from '../../../schemas/agents/agent.js';
import { type ContactResource, NO_ROLLUP } from '../../../schemas/contacts/contact.js';
import { encodeCursor } from '../../../views/kernel/cursor.js';
import type { FilledData } from './data.js';
import type { Synchronous } from './subjects.js';

const TABLES = `
CREATE TABLE keys (id TEXT PRIMARY KEY, business_id TEXT, secret_hash TEXT, scopes TEXT, revoked_at INTEGER) WITHOUT ROWID;
CREATE TABLE categories (business_id TEXT, id TEXT, name TEXT, PRIMARY KEY (business_id, id)) WITHOUT ROWID;
CREATE TABLE contacts (row INTEGER PRIMARY KEY, tenant INTEGER, id TEXT, name TEXT, mobile TEXT, fields TEXT,
  categories TEXT, blocked INTEGER, created_at INTEGER, updated_at INTEGER);
CREATE UNIQUE INDEX contacts_by_id ON contacts (id);
CREATE INDEX contacts_by_tenant ON contacts (tenant);
CREATE UNIQUE INDEX contacts_by_mobile ON contacts (tenant, mobile);
CREATE TABLE answers (key TEXT PRIMARY KEY, request_hash TEXT, body TEXT, at INTEGER) WITHOUT ROWID;
CREATE TABLE contact_rollups (contact_id TEXT, channel TEXT, count INTEGER, last_at INTEGER, last_outcome TEXT,
  PRIMARY KEY (contact_id, channel)) WITHOUT ROWID;
CREATE TABLE agents (business_id TEXT, id TEXT, reference_name TEXT, status TEXT, profile TEXT,
  contact_context_required INTEGER, created_at INTEGER, updated_at INTEGER, PRIMARY KEY (business_id, id)) WITHOUT ROWID;
CREATE INDEX agents_by_age ON agents (business_id, created_at DESC, id DESC);
`;

/** A key as it is looked up. */
export interface KeyRow {
  readonly business_id: string;
  readonly secret_hash: string;
  readonly scopes: string;
  readonly revoked_at: number | null;
}

interface ContactRow {
  readonly row: number;
  readonly id: string;
  readonly name: string;
  readonly mobile: string;
  readonly fields: string;
  readonly categories: string;
  readonly blocked: number;
  readonly created_at: number;
  readonly updated_at: number;
}

/** The answer stored under an Idempotency-Key. */
interface AnswerRow {
  readonly request_hash: string;
  readonly body: string;
}

/** A contact to be created, already checked. */
export interface NewRow {
  readonly id: string;
  readonly name: string;
  readonly mobile: string;
  readonly categoryIds: readonly string[];
  readonly fields: Readonly<Record<string, string>>;
}

/** How a repeated request is recognised. */
interface Keyed {
  readonly key: string;
  readonly requestHash: string;
  /** The answer's text. */
  readonly respond: (contact: ContactResource) => string;
}

type Created =
  | { readonly type: 'answered'; readonly body: string }
  | { readonly type: 'refused'; readonly status: number };

interface RollupRow {
  readonly contact_id: string;
  readonly channel: string;
  readonly count: number;
  readonly last_at: number;
  readonly last_outcome: string | null;
}

interface AgentRow {
  readonly id: string;
  readonly reference_name: string;
  readonly status: 'active' | 'archived';
  readonly profile: string;
  readonly contact_context_required: number;
  readonly created_at: number;
  readonly updated_at: number;
}

type Profile = Omit<
  AgentResource,
  'id' | 'referenceName' | 'status' | 'contactContextRequired' | 'createdAt' | 'updatedAt'
>;

interface Named {
  readonly id: string;
  readonly name: string;
}

const byName = (a: Named, b: Named): number => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0);

const iso = (ms: number): string => new Date(ms).toISOString();

const fill = (db: Database.Database, { businessId, categories, contacts, agents }: FilledData): void => {
  const category = db.prepare('INSERT INTO categories VALUES (?, ?, ?)');
  const contact = db.prepare('INSERT INTO contacts VALUES (?, 1, ?, ?, ?, ?, ?, ?, ?, ?)');
  const rollup = db.prepare('INSERT INTO contact_rollups VALUES (?, ?, ?, ?, ?)');
  const agent = db.prepare('INSERT INTO agents VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  for (const { id, name } of categories) category.run(businessId, id, name);
  for (const [place, resource] of contacts.toReversed().entries()) {
    const { id, name, mobile, communicationBlocked } = resource;
    const fields = JSON.stringify(resource.fields);
    const categoryIds = JSON.stringify(resource.categories.map((assigned) => assigned.id));
    const times = [Date.parse(resource.createdAt), Date.parse(resource.updatedAt)];
    contact.run(place + 1, id, name, mobile, fields, categoryIds, Number(communicationBlocked), ...times);
    for (const [channel, { count, lastAt, lastOutcome }] of Object.entries(resource.rollups))
      if (lastAt !== null) rollup.run(id, channel, count, Date.parse(lastAt), lastOutcome);
  }
  for (const resource of agents) {
    const { id, referenceName, status, contactContextRequired, createdAt, updatedAt, ...profile } = resource;
    const required = Number(contactContextRequired);
    const times = [Date.parse(createdAt), Date.parse(updatedAt)];
    agent.run(businessId, id, referenceName, status, JSON.stringify(profile), required, ...times);
  }
};

const prepareStatements = (db: Database.Database) => ({
  key: db.prepare<[string], KeyRow>('SELECT * FROM keys WHERE id = ?'),
  page: db.prepare<[number, number], ContactRow>(
    'SELECT * FROM contacts WHERE tenant = 1 AND row < ? ORDER BY row DESC LIMIT ?',
  ),
  byId: db.prepare<[string], ContactRow>('SELECT * FROM contacts WHERE tenant = 1 AND id = ?'),
  categories: db.prepare<[string], Named>('SELECT id, name FROM categories WHERE business_id = ?'),
  rollups: db.prepare<[string], RollupRow>(
    'SELECT * FROM contact_rollups WHERE contact_id IN (SELECT value FROM json_each(?))',
  ),
  insert: db.prepare<[string, string, string, string, string, number, number]>(
    'INSERT INTO contacts (tenant, id, name, mobile, fields, categories, blocked, created_at, updated_at) VALUES (1, ?, ?, ?, ?, ?, 0, ?, ?)',
  ),
  holder: db.prepare<[string], { readonly id: string }>(
    'SELECT id FROM contacts WHERE tenant = 1 AND mobile = ?',
  ),
  answer: db.prepare<[string], AnswerRow>('SELECT request_hash, body FROM answers WHERE key = ?'),
  saveAnswer: db.prepare<[string, string, string, number]>('INSERT INTO answers VALUES (?, ?, ?, ?)'),
  agents: db.prepare<[string, number], AgentRow>(
    'SELECT * FROM agents WHERE business_id = ? ORDER BY created_at DESC, id DESC LIMIT ?',
  ),
});

const toAgent = (row: AgentRow): AgentResource => {
  const profile: Profile = JSON.parse(row.profile);
  return {
    id: row.id,
    referenceName: row.reference_name,
    status: row.status,
    contactContextRequired: row.contact_context_required === 1,
    ...profile,
    createdAt: iso(row.created_at),
    updatedAt: iso(row.updated_at),
  };
};

/** Creates and fills the file; returns its queries. `synchronous` is what a commit waits for. */
export const fastifyRows = (file: string, data: FilledData, secretHash: string, synchronous: Synchronous) => {
  const db = new Database(file);
  db.pragma('journal_mode = WAL');
  db.pragma(`synchronous = ${synchronous}`);
  db.pragma('cache_size = -16384');
  db.exec(TABLES);
  db.transaction(() => fill(db, data)).immediate();
  const scopes = JSON.stringify(['contacts:read', 'contacts:write', 'agents:read']);
  const keyId = data.apiKey.split('_')[2] ?? '';
  db.prepare('INSERT INTO keys VALUES (?, ?, ?, ?, NULL)').run(keyId, data.businessId, secretHash, scopes);
  const statements = prepareStatements(db);

  const toContacts = (businessId: string, rows: readonly ContactRow[]): readonly ContactResource[] => {
    const names = new Map(statements.categories.all(businessId).map((category) => [category.id, category]));
    const rollupsById = new Map<string, Record<string, ContactResource['rollups']['voice']>>();
    for (const row of statements.rollups.all(JSON.stringify(rows.map(({ id }) => id)))) {
      const { count, last_at, last_outcome: lastOutcome } = row;
      const rollups = rollupsById.get(row.contact_id) ?? {};
      rollups[row.channel] = { count, lastAt: iso(last_at), lastOutcome };
      rollupsById.set(row.contact_id, rollups);
    }
    return rows.map((row) => {
      const ids: readonly string[] = JSON.parse(row.categories);
      const fields: Record<string, string> = JSON.parse(row.fields);
      return {
        id: row.id,
        name: row.name,
        mobile: row.mobile,
        fields,
        categories: ids.flatMap((id) => names.get(id) ?? []).sort(byName),
        communicationBlocked: row.blocked === 1,
        timeZone: null,
        rollups: { voice: NO_ROLLUP, whatsapp: NO_ROLLUP, instagram: NO_ROLLUP, ...rollupsById.get(row.id) },
        createdAt: iso(row.created_at),
        updatedAt: iso(row.updated_at),
      };
    });
  };

  const create = (
    businessId: string,
    { id, name, mobile, categoryIds, fields }: NewRow,
    { key, requestHash, respond }: Keyed,
  ): Created => {
    const before = statements.answer.get(key);
    if (before !== undefined)
      return before.request_hash === requestHash
        ? { type: 'answered', body: before.body }
        : { type: 'refused', status: 409 };
    const known = new Set(statements.categories.all(businessId).map((category) => category.id));
    if (!categoryIds.every((categoryId) => known.has(categoryId))) return { type: 'refused', status: 404 };
    if (statements.holder.get(mobile) !== undefined) return { type: 'refused', status: 409 };
    const now = Date.now();
    statements.insert.run(id, name, mobile, JSON.stringify(fields), JSON.stringify(categoryIds), now, now);
    const row = statements.byId.get(id);
    const [contact] = row === undefined ? [] : toContacts(businessId, [row]);
    if (contact === undefined) throw new Error('a written row is missing');
    const body = respond(contact);
    statements.saveAnswer.run(key, requestHash, body, now);
    return { type: 'answered', body };
  };
  const createAtOnce = db.transaction(create);

  return {
    /** In one transaction: the contact, and the answer under its key. */
    create: (businessId: string, row: NewRow, keyed: Keyed): Created =>
      createAtOnce.immediate(businessId, row, keyed),
    key: (keyId: string): KeyRow | undefined => statements.key.get(keyId),
    contacts: (businessId: string, limit: number) => {
      const rows = statements.page.all(Number.MAX_SAFE_INTEGER, limit + 1);
      const pageRows = rows.slice(0, limit);
      const last = pageRows.at(-1);
      const more = rows.length > limit && last !== undefined;
      const nextCursor = more
        ? encodeCursor(['contacts', businessId, ''], { createdAt: last.row, id: last.id })
        : null;
      return { contacts: toContacts(businessId, pageRows), nextCursor };
    },
    contact: (businessId: string, id: string) => {
      const row = statements.byId.get(id);
      return row === undefined ? null : (toContacts(businessId, [row])[0] ?? null);
    },
    agents: (businessId: string, limit: number) => ({
      agents: statements.agents
        .all(businessId, limit + 1)
        .slice(0, limit)
        .map(toAgent),
      nextCursor: null,
    }),
  };
};
