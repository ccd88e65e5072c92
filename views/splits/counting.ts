/**
 * Counts what the versions of a split have achieved. A call or conversation is counted as its row shows it, and again whenever that
 * changes; each time replaces what was counted before, so that the order does not matter.
 */
import type { Database } from 'better-sqlite3';
import { type EndReason, endedOnVoicemail } from '../../schemas/calls/voice-call.js';

/**
 * `counted`: what is included of a call or conversation, JSON, so that it can be corrected. There is nothing about a person: tallies stay
 * when a contact is deleted.
 */
export const SPLIT_TALLY_TABLES = `
CREATE TABLE split_counted (
  business_id TEXT NOT NULL,
  item TEXT NOT NULL,
  split_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  counted TEXT NOT NULL,
  PRIMARY KEY (business_id, item, split_id, version)
) WITHOUT ROWID;
CREATE TABLE split_tallies (
  business_id TEXT NOT NULL,
  split_id TEXT NOT NULL,
  version INTEGER NOT NULL,
  name TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (business_id, split_id, version, name)
) WITHOUT ROWID;
`;

/** How often each name is counted; none is 0. */
type Counts = Readonly<Record<string, number>>;

/** What a version of a split is responsible for. */
interface Counted {
  readonly businessId: string;
  /** The id of the call or conversation. */
  readonly item: string;
  readonly splitId: string;
  readonly version: number;
}

interface CallRow {
  readonly answered_at: number | null;
  readonly ended_at: number | null;
  readonly end_reason: EndReason | null;
  readonly duration_seconds: number;
  readonly charged_microcredits: number;
  readonly answers: number;
  readonly answers_ms: number;
  readonly success: number | null;
  readonly findings: string | null;
}

interface ConversationRow {
  readonly success: number | null;
  readonly findings: string | null;
}

/** Counts calls or conversations. */
export const countingSplits = (db: Database, subject: 'calls' | 'conversations') => {
  const countsOf = subject === 'calls' ? countsOfCalls(db) : countsOfConversations(db);
  const find = db.prepare<[string, string], { split_id: string; version: number; counted: string }>(
    'SELECT split_id, version, counted FROM split_counted WHERE business_id = ? AND item = ?',
  );
  const note = db.prepare<Counted & { readonly counted: string }>(
    `INSERT INTO split_counted (business_id, item, split_id, version, counted)
     VALUES (:businessId, :item, :splitId, :version, :counted)
     ON CONFLICT DO UPDATE SET counted = excluded.counted`,
  );
  const add = db.prepare<[string, string, number, string, number]>(
    `INSERT INTO split_tallies (business_id, split_id, version, name, count) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET count = count + excluded.count`,
  );
  const count = (of: Counted, before: Counts): void => {
    const after = countsOf(of.businessId, of.item);
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const change = (after[name] ?? 0) - (before[name] ?? 0);
      if (change !== 0) add.run(of.businessId, of.splitId, of.version, name, change);
    }
    note.run({ ...of, counted: JSON.stringify(after) });
  };
  return {
    /** Counts something that the version has begun; once, however often it is named. */
    begun: (of: Counted): void => {
      const rows = find.all(of.businessId, of.item);
      if (!rows.some((row) => row.split_id === of.splitId && row.version === of.version)) count(of, {});
    },
    /** Counts it again, if it is counted. */
    changed: (businessId: string, item: string): void => {
      for (const { split_id: splitId, version, counted } of find.all(businessId, item))
        count({ businessId, item, splitId, version }, JSON.parse(counted));
    },
  };
};

const countsOfCalls = (db: Database): ((businessId: string, id: string) => Counts) => {
  const find = db.prepare<[string, string], CallRow>(
    `SELECT c.answered_at, c.ended_at, c.end_reason, c.duration_seconds, c.charged_microcredits, c.answers, c.answers_ms,
       c.success, a.findings
     FROM calls c LEFT JOIN call_analyses a ON a.business_id = c.business_id AND a.call_id = c.id
     WHERE c.business_id = ? AND c.id = ?`,
  );
  return (businessId, id) => {
    const row = find.get(businessId, id);
    if (row === undefined) return {};
    const hasEnded = row.ended_at !== null;
    const byMachine = row.end_reason !== null && endedOnVoicemail(row.end_reason);
    return {
      calls: 1,
      ended: Number(hasEnded),
      answered: Number(hasEnded && row.answered_at !== null && !byMachine),
      durationSeconds: row.duration_seconds,
      chargedMicrocredits: row.charged_microcredits,
      chargedSquares: row.charged_microcredits ** 2,
      ...answerCounts(row),
      ...outcomeCounts(row),
    };
  };
};

/** How long its customer waited for an answer, as the mean of the call: answers of a call resemble each other, calls do not. */
const answerCounts = ({ answers, answers_ms }: CallRow): Counts => {
  if (answers === 0) return {};
  const answerMs = Math.round(answers_ms / answers);
  return { answering: 1, answerMs, answerMsSquares: answerMs ** 2 };
};

const countsOfConversations = (db: Database): ((businessId: string, id: string) => Counts) => {
  const find = db.prepare<[string, string], ConversationRow>(
    `SELECT v.success, a.findings
     FROM conversations v LEFT JOIN conversation_analyses a ON a.business_id = v.business_id AND a.id = v.analysis_id
     WHERE v.business_id = ? AND v.id = ?`,
  );
  return (businessId, id) => {
    const row = find.get(businessId, id);
    return row === undefined ? {} : { conversations: 1, ...outcomeCounts(row) };
  };
};

interface StoredFindings {
  readonly criteria: readonly { readonly key: string; readonly verdict: 'met' | 'not_met' | 'unknown' }[];
}

const outcomeCounts = ({ success, findings }: ConversationRow): Counts => {
  const stored: StoredFindings = findings === null ? { criteria: [] } : JSON.parse(findings);
  return {
    ...(success === null ? {} : { [success === 1 ? 'succeeded' : 'failed']: 1 }),
    ...Object.fromEntries(
      stored.criteria.flatMap(({ key, verdict }) =>
        verdict === 'unknown' ? [] : [[`${verdict === 'met' ? 'met' : 'missed'}:${key}`, 1]],
      ),
    ),
  };
};
