/** Query results and command replies of a business. */
import { DomainError } from '../../schemas/errors.js';
import type { BusinessDetails, CallAccount, LineShare } from './commands.js';
import { settingsTag } from './settings-tag.js';
import { type BusinessState, blockPriceOf, usableLines } from './state.js';

/** @throws DomainError business_not_found */
export const details = (state: BusinessState): BusinessDetails => {
  if (state.created === null) throw new DomainError('business_not_found');
  return {
    name: state.created.name,
    lines: state.lines,
    concurrentCalls: state.concurrentCalls,
    leasedLines: state.leased,
    prices: state.prices,
    analysesCalls: state.analysesCalls,
    conversationSilenceMinutes: state.conversationSilenceMinutes,
    timeZone: state.timeZone,
    carriers: state.carriers,
    quotas: state.quotas,
    callingHours: state.callingHours,
    destinations: state.destinations,
    callLimits: state.callLimits,
    spend: state.spend,
    availableMicrocredits: state.availableMicrocredits,
    reservedMicrocredits: state.reservedMicrocredits,
    chargedMicrocredits: state.chargedMicrocredits,
    categories: state.categories,
    settingsTag: settingsTag(state),
  };
};

export const lineShare = (state: BusinessState, source: string): LineShare => {
  const { admissions } = state;
  const sources = new Set([source]);
  let leased = 0;
  for (const admission of Object.values(admissions)) {
    if (admission.source !== null) sources.add(admission.source);
    if (admission.source === source && admission.line === 'leased') leased += 1;
  }
  return { lines: usableLines(state), leased, sources: sources.size };
};

/** Whether the day's spend limit, not the credit, prevents extending a call up to `block`. */
export const isSpendLimited = (state: BusinessState, callId: string, block: number): boolean => {
  const admission = state.admissions[callId];
  const limit = state.callLimits.spendPerDayMicrocredits;
  if (admission === undefined || limit === null || admission.blocks >= block) return false;
  const microcredits = (block - admission.blocks) * blockPriceOf(state, admission);
  return state.availableMicrocredits >= microcredits && state.spend.microcredits + microcredits > limit;
};

export const callAccount = ({ admissions, settlements }: BusinessState, callId: string): CallAccount => {
  const admission = admissions[callId];
  if (admission !== undefined)
    return {
      is: 'admitted',
      line: admission.line,
      reservedBlocks: admission.blocks,
      checkAt: admission.checkAt,
    };
  const settled = settlements.findLast((settlement) => settlement.callId === callId);
  if (settled === undefined) return { is: 'unknown' };
  return { is: 'settled', blocks: settled.blocks, chargedMicrocredits: settled.chargedMicrocredits };
};
