/** Grants and charges of a business's credit, on the wire (docs/reference/api.md "Ledger"). */
import { type Static, Type } from 'typebox';
import { Count, closed, DateTime, nullable, Uuid } from '../shapes.js';

/** `grant`: credit was granted; the others: the cost of one. An `analysis` without a call or a conversation is that of a run. */
export const LEDGER_KINDS = ['grant', 'call', 'summary', 'analysis', 'simulation'] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];

export const LedgerEntry = Type.Object(
  {
    id: Type.String(),
    kind: Type.Enum([...LEDGER_KINDS]),
    at: DateTime,
    microcredits: Type.Integer({ description: 'Positive for grants, negative for charges.' }),
    callId: nullable(Uuid, { description: 'Of a call, or of the analysis of one.' }),
    conversationId: nullable(Uuid, { description: 'Of the analysis of a conversation.' }),
    simulationRunId: nullable(Uuid, { description: 'Of a simulation run.' }),
    campaignId: nullable(Uuid, { description: 'The campaign of the call or summary.' }),
    reason: nullable(Type.String(), { description: 'Of a grant.' }),
  },
  closed,
);
export type LedgerEntry = Static<typeof LedgerEntry>;

/** The longest period that is summed up, days. */
export const LEDGER_DAYS = 92;

export const LedgerDay = Type.Object(
  {
    day: Type.String({ format: 'date', description: 'In UTC.' }),
    grantedMicrocredits: Count,
    callMicrocredits: Count,
    summaryMicrocredits: Count,
    analysisMicrocredits: Count,
    simulationMicrocredits: Count,
  },
  closed,
);
export type LedgerDay = Static<typeof LedgerDay>;

/** The current credit, and the charges of the latest days. */
export const LedgerSummary = Type.Object(
  {
    availableMicrocredits: Type.Integer(),
    reservedMicrocredits: Count,
    chargedMicrocredits: Count,
    days: Type.Array(LedgerDay, { description: 'Oldest first, without days that have no entries.' }),
  },
  closed,
);
export type LedgerSummary = Static<typeof LedgerSummary>;
