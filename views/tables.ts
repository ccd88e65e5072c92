/** Every table of the views, one block a resource. Times are ms since the epoch. */
export const VIEW_TABLES = `
CREATE TABLE applied (shard INTEGER PRIMARY KEY, seq INTEGER NOT NULL) STRICT;

CREATE TABLE businesses (
  id TEXT PRIMARY KEY, name TEXT NOT NULL, lines INTEGER NOT NULL, leased INTEGER NOT NULL DEFAULT 0,
  available INTEGER NOT NULL DEFAULT 0, reserved INTEGER NOT NULL DEFAULT 0, charged INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
CREATE TABLE admissions (
  call_id TEXT PRIMARY KEY, microcredits INTEGER NOT NULL, leased INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE TABLE keys (
  id TEXT PRIMARY KEY, business TEXT NOT NULL, secret_hash TEXT NOT NULL, scopes TEXT NOT NULL, revoked INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE TABLE agents (
  id TEXT NOT NULL, business TEXT NOT NULL, created_at INTEGER NOT NULL, resource TEXT NOT NULL, PRIMARY KEY (business, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE categories (
  id TEXT NOT NULL, business TEXT NOT NULL, name TEXT NOT NULL, created_at INTEGER NOT NULL, PRIMARY KEY (business, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE contacts (
  id TEXT NOT NULL, business TEXT NOT NULL, name TEXT NOT NULL, mobile TEXT NOT NULL, fields TEXT NOT NULL,
  created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, PRIMARY KEY (business, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX contacts_newest ON contacts (business, created_at DESC, id DESC);
CREATE TABLE contact_categories (
  business TEXT NOT NULL, contact_id TEXT NOT NULL, category_id TEXT NOT NULL, PRIMARY KEY (business, contact_id, category_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX contacts_of_category ON contact_categories (business, category_id);

CREATE TABLE calls (
  id TEXT NOT NULL, business TEXT NOT NULL, status TEXT NOT NULL, agent_id TEXT NOT NULL, agent_name TEXT NOT NULL,
  campaign_id TEXT, campaign_name TEXT, contact_id TEXT, contact_name TEXT, call_data TEXT NOT NULL, callee_number TEXT NOT NULL,
  duration_seconds INTEGER NOT NULL DEFAULT 0, created_at INTEGER NOT NULL, started_at INTEGER, ended_at INTEGER,
  recording_filename TEXT, charged INTEGER NOT NULL DEFAULT 0, ended_by TEXT, end_reason TEXT,
  carrier TEXT, placing_at INTEGER, placement TEXT, PRIMARY KEY (business, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX calls_newest ON calls (business, created_at DESC, id DESC);
CREATE INDEX calls_of_contact ON calls (business, contact_id, created_at DESC);
CREATE TABLE call_turns (
  call_id TEXT NOT NULL, turn_id TEXT NOT NULL, at INTEGER NOT NULL, turn TEXT NOT NULL, PRIMARY KEY (call_id, turn_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE call_notes (call_id TEXT NOT NULL, seq INTEGER NOT NULL, n INTEGER NOT NULL, note TEXT NOT NULL, PRIMARY KEY (call_id, seq, n)) STRICT, WITHOUT ROWID;
CREATE TABLE call_timeline (call_id TEXT NOT NULL, seq INTEGER NOT NULL, n INTEGER NOT NULL, at INTEGER NOT NULL, event TEXT NOT NULL, PRIMARY KEY (call_id, seq, n)) STRICT, WITHOUT ROWID;
`;
