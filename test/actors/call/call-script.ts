/** Steps of a call for its tests: how it starts, and what its carrier reports. */
import type { CallCommand, CallProgressReport } from '../../../actors/call/commands.js';
import { call } from '../../../actors/call/index.js';
import { fold } from '../../support/actors/fold.js';

export const START: Extract<CallCommand, { type: 'start' }> = {
  type: 'start',
  agent: {
    agentId: 'g1',
    name: 'Ann',
    instructions: 'Help.',
    greeting: 'Hello',
    languageCode: 'en',
    voiceSettings: {},
    knowledgeSourceIds: [],
  },
  callee: { contactId: null, contactName: null, destination: '+14155550123', values: {}, callData: {} },
  campaign: null,
  carrier: 'loopback',
  line: 'leased',
  reservedBlocks: 1,
  startBy: Number.MAX_SAFE_INTEGER,
};

/** Cleared at 0 s, with a leased line. */
export const CLEARED: CallCommand = {
  type: 'clear_result',
  result: { outcome: 'cleared', at: 0, rules: [] },
};

export const report = (
  progress: CallProgressReport['progress'],
  more: Partial<CallProgressReport> = {},
): CallCommand => ({
  type: 'carrier_report',
  report: { carrierCallId: 'CA1', progress, ...more },
});

/** Placed at 0.1 s. */
export const placed = () => {
  const folded = fold(call);
  folded.apply(START, 0);
  folded.apply(CLEARED, 0);
  folded.apply({ type: 'placement_result', result: { outcome: 'placed', carrierCallId: 'CA1' } }, 100);
  return folded;
};

/** Answered at 1 s. */
export const answered = () => {
  const folded = placed();
  folded.apply(report('answered'), 1_000);
  return folded;
};
