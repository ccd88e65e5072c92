/** Effects of a summary run: reserve its charge, assess its pages, capture its charge. */
import { assertNever } from '../../schemas/assert.js';
import type { SummaryRunEffect } from './commands.js';
import { maxCharge } from './decide.js';
import type { SummaryRunState } from './state.js';

export const effects = (state: SummaryRunState): Readonly<Record<string, SummaryRunEffect>> => {
  const { estimate, phase, confirmations, pages: page, cursor, assessed } = state;
  if (estimate === null) return {};
  const { campaignId, objective, priceMicrocredits } = estimate;
  switch (phase) {
    case 'funding':
      return { [`fund:${confirmations}`]: { kind: 'fund', microcredits: maxCharge(state) } };
    case 'assessing':
      return { [`assess:${page}`]: { kind: 'assess_page', campaignId, objective, page, cursor } };
    case 'settling':
      return { settle: { kind: 'settle_summary', microcredits: assessed * priceMicrocredits } };
    case 'estimated':
    case 'unfunded':
    case 'over':
      return {};
    default:
      return assertNever(phase);
  }
};
