/** What a business lets others see of itself. */
import type { TimerDue } from '../runtime/actor.js';
import type { BusinessAnswer, BusinessCommand } from './commands.js';
import type { BusinessState } from './state.js';

export const answer = (state: BusinessState, command: BusinessCommand | TimerDue): BusinessAnswer => ({
  exists: state.created !== null,
  name: state.created?.name ?? '',
  lines: state.lines,
  leasedLines: state.leased,
  prices: state.prices,
  availableMicrocredits: state.availableMicrocredits,
  reservedMicrocredits: state.reservedMicrocredits,
  chargedMicrocredits: state.chargedMicrocredits,
  categories: state.categories,
  share: command.type === 'line_share' ? shareOf(state, command.source) : null,
  call: 'callId' in command ? callOf(state, command.callId) : { is: 'unknown' },
});

const shareOf = (state: BusinessState, source: string): BusinessAnswer['share'] => {
  const sources = new Set([source]);
  let leased = 0;
  for (const admission of Object.values(state.admissions)) {
    if (admission.source !== null) sources.add(admission.source);
    if (admission.source === source && admission.line === 'leased') leased += 1;
  }
  return { leased, sources: sources.size };
};

const callOf = (state: BusinessState, callId: string): BusinessAnswer['call'] => {
  const admission = state.admissions[callId];
  if (admission !== undefined)
    return {
      is: 'admitted',
      line: admission.line,
      reservedBlocks: admission.blocks,
      checkAt: admission.checkAt,
    };
  const settled = state.settlements.findLast((settlement) => settlement.callId === callId);
  if (settled === undefined) return { is: 'unknown' };
  return { is: 'settled', blocks: settled.blocks, chargedMicrocredits: settled.chargedMicrocredits };
};
