/** The outcome of a call's clearance, once it has a line (decide.ts, C5 and C7). */
import { assertNever } from '../../schemas/assert.js';
import type { ClearResult } from './commands.js';
import { end } from './ending.js';
import type { CallEvent } from './events.js';
import type { CallState } from './state.js';

/** How long a clearance is valid, ms. The commit that uses it takes milliseconds, unless the journal is unavailable. */
export const CLEARANCE_MS = 60_000;

/** C5, C7 */
export const clearResult = (state: CallState, result: ClearResult, at: number): readonly CallEvent[] => {
  if (state.ended !== null || state.placement.type !== 'none' || state.carrier === null) return [];
  switch (result.outcome) {
    case 'cleared':
      return at - result.at <= CLEARANCE_MS
        ? [{ type: 'call.placing', carrier: state.carrier, rules: result.rules }]
        : [end(state, at, 'failed', 'internal')];
    case 'refused':
      return [{ ...end(state, at, 'cancelled', result.reason), rules: result.rules }];
    case 'claim_lost':
      return [end(state, at, 'cancelled', 'claim_lost', 'system')];
    default:
      return assertNever(result);
  }
};
