/**
 * The ledger of a business: its grants and charges. Each movement is a row; a charge of nothing has none, and reserved amounts
 * are kept with the business. Daily sums are maintained with each movement, so that reading them costs one row per day.
 */
import type { Database } from 'better-sqlite3';
import type { BusinessEvent } from '../../actors/business/events.js';
import type { LedgerDay, LedgerEntry, LedgerKind } from '../../schemas/accounts/ledger.js';
import { type PageParameters, pageOf, positionOf } from '../kernel/cursor.js';
import { iso } from '../kernel/dates.js';
import type { Page, PageRequest } from '../kernel/page.js';
import type { Stored } from '../kernel/stored-event.js';

/** `subject`: the call, the simulation run, or the reservation of a summary; of an analysis, its call, or null for a run of them and for `conversation_id`. `day`: days since the epoch, UTC. Amounts in microcredits, above 0. */
export const LEDGER_TABLES = `
CREATE TABLE ledger (
  business_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  id TEXT NOT NULL,
  kind TEXT NOT NULL,
  microcredits INTEGER NOT NULL,
  subject TEXT,
  conversation_id TEXT,
  reason TEXT,
  PRIMARY KEY (business_id, created_at, id)
) WITHOUT ROWID;
CREATE INDEX ledger_of_kind ON ledger (business_id, kind, created_at, id);
CREATE TABLE ledger_days (
  business_id TEXT NOT NULL,
  day INTEGER NOT NULL,
  granted INTEGER NOT NULL DEFAULT 0,
  calls INTEGER NOT NULL DEFAULT 0,
  summaries INTEGER NOT NULL DEFAULT 0,
  analyses INTEGER NOT NULL DEFAULT 0,
  simulations INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (business_id, day)
) WITHOUT ROWID;
`;

const DAY_MS = 86_400_000;

/** Projects movements of credit. */
export const projectLedger = (db: Database): ((stored: Stored<BusinessEvent>) => void) => {
  const enter = db.prepare<{
    businessId: string;
    at: number;
    id: string;
    kind: LedgerKind;
    microcredits: number;
    subject: string | null;
    conversationId: string | null;
    reason: string | null;
  }>(
    `INSERT INTO ledger (business_id, created_at, id, kind, microcredits, subject, conversation_id, reason)
     VALUES (:businessId, :at, :id, :kind, :microcredits, :subject, :conversationId, :reason)`,
  );
  const sum = db.prepare<{
    businessId: string;
    day: number;
    granted: number;
    calls: number;
    summaries: number;
    analyses: number;
    simulations: number;
  }>(
    `INSERT INTO ledger_days (business_id, day, granted, calls, summaries, analyses, simulations)
     VALUES (:businessId, :day, :granted, :calls, :summaries, :analyses, :simulations)
     ON CONFLICT DO UPDATE SET granted = granted + excluded.granted, calls = calls + excluded.calls,
       summaries = summaries + excluded.summaries, analyses = analyses + excluded.analyses,
       simulations = simulations + excluded.simulations`,
  );
  const move = (
    { businessId, at, seq, index }: Stored<BusinessEvent>,
    kind: LedgerKind,
    microcredits: number,
    {
      subject = null,
      conversationId = null,
      reason = null,
    }: {
      readonly subject?: string | null;
      readonly conversationId?: string | null;
      readonly reason?: string | null;
    },
  ): void => {
    if (microcredits === 0) return;
    enter.run({ businessId, at, id: `${seq}-${index}`, kind, microcredits, subject, conversationId, reason });
    sum.run({
      businessId,
      day: Math.floor(at / DAY_MS),
      granted: kind === 'grant' ? microcredits : 0,
      calls: kind === 'call' ? microcredits : 0,
      summaries: kind === 'summary' ? microcredits : 0,
      analyses: kind === 'analysis' ? microcredits : 0,
      simulations: kind === 'simulation' ? microcredits : 0,
    });
  };
  return (stored) => {
    const { event } = stored;
    switch (event.type) {
      case 'credit.granted':
        move(stored, 'grant', event.microcredits, { reason: event.reason });
        return;
      case 'credit.settled':
        move(stored, 'call', event.chargedMicrocredits, { subject: event.callId });
        return;
      case 'credit.reservation_captured':
        if (event.simulationRunId !== undefined)
          move(stored, 'simulation', event.chargedMicrocredits, { subject: event.simulationRunId });
        else if (event.analysisOf === undefined)
          move(stored, 'summary', event.chargedMicrocredits, { subject: event.reservationId });
        else
          move(stored, 'analysis', event.chargedMicrocredits, {
            subject: event.analysisOf,
            ...(event.conversationId === undefined ? {} : { conversationId: event.conversationId }),
          });
        return;
      // The other events move nothing, or only reserved amounts.
      default:
        return;
    }
  };
};

interface LedgerRow {
  readonly id: string;
  readonly created_at: number;
  readonly kind: LedgerKind;
  readonly microcredits: number;
  readonly subject: string | null;
  readonly conversation_id: string | null;
  readonly reason: string | null;
  readonly campaign_id: string | null;
}

const toEntry = (row: LedgerRow): LedgerEntry => ({
  id: row.id,
  kind: row.kind,
  at: iso(row.created_at),
  microcredits: row.kind === 'grant' ? row.microcredits : -row.microcredits,
  callId: row.kind === 'call' || row.kind === 'analysis' ? row.subject : null,
  conversationId: row.conversation_id,
  simulationRunId: row.kind === 'simulation' ? row.subject : null,
  campaignId: row.campaign_id,
  reason: row.reason,
});

/** `from` and `to` in ms since the epoch, `to` excluded. `kind` null: any. */
export interface LedgerFilter {
  readonly kind: LedgerKind | null;
  readonly from: number;
  readonly to: number;
}

/** Queries on the ledger. */
export const ledgerQueries = (db: Database) => {
  const select = (kind: string) =>
    db.prepare<
      PageParameters<'businessId' | 'kind'> & { readonly from: number; readonly to: number },
      LedgerRow
    >(
      `SELECT id, created_at, kind, microcredits, subject, conversation_id, reason,
         CASE WHEN kind IN ('call', 'analysis') THEN (SELECT campaign_id FROM calls WHERE calls.business_id = ledger.business_id AND calls.id = subject)
           WHEN kind = 'summary' THEN (SELECT campaign_id FROM summary_runs WHERE summary_runs.id = subject)
         END AS campaign_id FROM ledger
       WHERE business_id = :businessId ${kind} AND (created_at, id) < (:createdAt, :id)
         AND created_at >= :from AND created_at < :to
       ORDER BY created_at DESC, id DESC LIMIT :count`,
    );
  const all = select('');
  const ofKind = select('AND kind = :kind');
  const days = db.prepare<
    [string, number, number],
    {
      readonly day: number;
      readonly granted: number;
      readonly calls: number;
      readonly summaries: number;
      readonly analyses: number;
      readonly simulations: number;
    }
  >(
    `SELECT day, granted, calls, summaries, analyses, simulations FROM ledger_days WHERE business_id = ? AND day > ? AND day <= ?
     ORDER BY day`,
  );
  return {
    /** Newest first. @throws DomainError cursor_invalid */
    ledger: (
      businessId: string,
      { kind, from, to }: LedgerFilter,
      { limit, cursor }: PageRequest,
    ): Page<LedgerEntry> => {
      const scope = ['ledger', businessId, kind, from, to];
      const parameters = {
        businessId,
        from,
        to,
        ...positionOf(scope, cursor),
        count: limit + 1,
        kind: kind ?? '',
      };
      return pageOf(scope, (kind === null ? all : ofKind).all(parameters), limit, toEntry);
    },
    /** The latest `count` days up to `at` (ms since the epoch), oldest first, without days on which nothing moved. */
    ledgerDays: (businessId: string, count: number, at: number): LedgerDay[] => {
      const today = Math.floor(at / DAY_MS);
      return days
        .all(businessId, today - count, today)
        .map(({ day, granted, calls, summaries, analyses, simulations }) => ({
          day: iso(day * DAY_MS).slice(0, 10),
          grantedMicrocredits: granted,
          callMicrocredits: calls,
          summaryMicrocredits: summaries,
          analysisMicrocredits: analyses,
          simulationMicrocredits: simulations,
        }));
    },
  };
};
