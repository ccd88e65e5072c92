/** What a business lets others know: what it can be asked, and what its commands get back. */
import { DomainError } from '../../schemas/errors.js';
import type { BusinessDetails, CallAccount, LineShare } from './commands.js';
import type { BusinessState } from './state.js';

/** @throws DomainError business_not_found */
export const details = (state: BusinessState): BusinessDetails => {
  if (state.created === null) throw new DomainError('business_not_found');
  return {
    name: state.created.name,
    lines: state.lines,
    leasedLines: state.leased,
    prices: state.prices,
    timeZone: state.timeZone,
    carriers: state.carriers,
    quotas: state.quotas,
    callingHours: state.callingHours,
    availableMicrocredits: state.availableMicrocredits,
    reservedMicrocredits: state.reservedMicrocredits,
    chargedMicrocredits: state.chargedMicrocredits,
    categories: state.categories,
  };
};

export const lineShare = ({ lines, admissions }: BusinessState, source: string): LineShare => {
  const sources = new Set([source]);
  let leased = 0;
  for (const admission of Object.values(admissions)) {
    if (admission.source !== null) sources.add(admission.source);
    if (admission.source === source && admission.line === 'leased') leased += 1;
  }
  return { lines, leased, sources: sources.size };
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
