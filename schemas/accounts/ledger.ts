/** Grants and charges of a business's credit, on the wire (docs/reference/api.md "Ledger"). */
import { type Static, Type } from 'typebox';
import { about, count, EXAMPLE, moment, nullableUuid, text } from '../described.js';
import { closed, nullable } from '../shapes.js';

export const LEDGER_KINDS = ['grant', 'call', 'summary', 'analysis', 'simulation'] as const;
export type LedgerKind = (typeof LEDGER_KINDS)[number];

/** The meaning of {@link LEDGER_KINDS}, for filters and entries. */
const KIND =
  '`grant`: credit was granted. The others are charges: of a call, a campaign summary, an analysis or a simulation run. An `analysis` without call and conversation is that of an analysis run.';

export const LedgerEntry = Type.Object(
  {
    id: text('The entry.', '377-1'),
    kind: Type.Enum([...LEDGER_KINDS], about(KIND)),
    at: moment('When the credit was granted or charged.'),
    microcredits: Type.Integer(about('Positive for grants, negative for charges.', -20_000)),
    callId: nullableUuid('The call that was charged or analysed; otherwise null.', EXAMPLE.callId),
    conversationId: nullable(
      Type.String({ format: 'uuid' }),
      about('The conversation that was analysed; otherwise null.', null),
    ),
    simulationRunId: nullable(
      Type.String({ format: 'uuid' }),
      about('The simulation run that was charged; otherwise null.', null),
    ),
    campaignId: nullableUuid('The campaign of the call or summary; otherwise null.', EXAMPLE.campaignId),
    reason: nullable(Type.String(), about('Why credit was granted; null for charges.', null)),
  },
  closed,
);
export type LedgerEntry = Static<typeof LedgerEntry>;

/** The longest period that is summed up, days. */
export const LEDGER_DAYS = 92;

export const LedgerDay = Type.Object(
  {
    day: text('The day, in UTC.', '2026-03-02', { format: 'date' }),
    grantedMicrocredits: count('Credit granted on that day, microcredits.', 0),
    callMicrocredits: count('Charges of calls, microcredits.', 20_000),
    summaryMicrocredits: count('Charges of campaign summaries, microcredits.', 0),
    analysisMicrocredits: count('Charges of analyses, microcredits.', 2_000),
    simulationMicrocredits: count('Charges of simulation runs, microcredits.', 0),
  },
  closed,
);
export type LedgerDay = Static<typeof LedgerDay>;

/** The current credit, and the charges of the latest days. */
export const LedgerSummary = Type.Object(
  {
    availableMicrocredits: Type.Integer(
      about('Credit that can be spent, microcredits (1,000,000 a credit).', 49_978_000),
    ),
    reservedMicrocredits: count('Credit reserved for work in progress, microcredits.', 10_000),
    chargedMicrocredits: count('All charges so far, microcredits.', 22_000),
    days: Type.Array(LedgerDay, about('Oldest first, without days that have no entries.')),
  },
  closed,
);
export type LedgerSummary = Static<typeof LedgerSummary>;
