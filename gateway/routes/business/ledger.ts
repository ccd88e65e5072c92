/** A business's credit: its balance and its movements (docs/reference/api.md "Ledger"). */
import { Type } from 'typebox';
import { LEDGER_DAYS, LEDGER_KINDS, LedgerEntry, LedgerSummary } from '../../../schemas/accounts/ledger.js';
import { about, moment } from '../../../schemas/described.js';
import { BusinessId } from '../../../schemas/fields.js';
import { closed } from '../../../schemas/shapes.js';
import type { ViewStore } from '../../../views/views.js';
import { type Route, route } from '../../route.js';
import { epochMs, NextCursor, pageQuery, pageRequest } from '../common.js';

const LedgerQuery = Type.Object(
  {
    businessId: BusinessId,
    kind: Type.Optional(Type.Enum([...LEDGER_KINDS], about('Only entries of this kind.'))),
    from: Type.Optional(moment('Only entries from this time on.')),
    to: Type.Optional(moment('Only entries before this time.', '2026-03-03T09:30:00.000Z')),
    ...pageQuery,
  },
  closed,
);

const DAYS = 30;

const SummaryQuery = Type.Object(
  {
    businessId: BusinessId,
    days: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: LEDGER_DAYS,
        default: DAYS,
        ...about('How many days to sum up, in UTC, until today.', DAYS),
      }),
    ),
  },
  closed,
);

/** The balance of a business that the views do not know yet. */
const NO_CREDIT = { availableMicrocredits: 0, reservedMicrocredits: 0, chargedMicrocredits: 0 };

export const ledgerRoutes = (
  views: Pick<ViewStore, 'ledger' | 'ledgerDays' | 'business'>,
): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/console/ledger',
    operationId: 'listLedger',
    summary:
      'List grants and charges, newest first, from one time up to, but not including, another. Charges of 0 are not listed.',
    description: 'Reserved credit has no entry until it is charged.',
    sessionOnly: true,
    role: 'viewer',
    query: LedgerQuery,
    response: Type.Object(
      { entries: Type.Array(LedgerEntry, about('The page of entries.')), nextCursor: NextCursor },
      closed,
    ),
    errors: ['cursor_invalid'],
    handler: async ({ businessId, query }) => {
      const { items, nextCursor } = views.ledger(
        businessId,
        {
          kind: query.kind ?? null,
          from: query.from === undefined ? 0 : epochMs('from', query.from),
          to: query.to === undefined ? Number.MAX_SAFE_INTEGER : epochMs('to', query.to),
        },
        pageRequest(query),
      );
      return { data: { entries: items, nextCursor } };
    },
  }),
  route({
    method: 'GET',
    path: '/api/v1/console/ledger/summary',
    operationId: 'readLedgerSummary',
    summary:
      'Read the available, reserved and charged credit, and the grants and charges of each recent day.',
    description: 'Amounts are whole microcredits, 1,000,000 a credit. Credit never falls below zero.',
    sessionOnly: true,
    role: 'viewer',
    query: SummaryQuery,
    response: LedgerSummary,
    handler: async ({ businessId, query, caller }) => {
      const { availableMicrocredits, reservedMicrocredits, chargedMicrocredits } =
        views.business(businessId) ?? NO_CREDIT;
      return {
        data: {
          availableMicrocredits,
          reservedMicrocredits,
          chargedMicrocredits,
          days: views.ledgerDays(businessId, query.days ?? DAYS, caller.at),
        },
      };
    },
  }),
];
