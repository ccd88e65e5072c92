/** The business actor: lines, credit, keys and categories of one tenant. */
import type { Actor } from '../runtime/actor.js';
import type { BusinessCommand, BusinessEffect, BusinessQueries, BusinessReplies } from './commands.js';
import { decide } from './decide.js';
import { BUSINESS_EVENTS, type BusinessEvent } from './events.js';
import { callAccount, details, isSpendLimited, lineShare } from './queries.js';
import { type BusinessState, evolve, initial } from './state.js';

/** Notify waiting calls of their line, and check that silent calls are alive. */
const effects = (state: BusinessState): Readonly<Record<string, BusinessEffect>> => {
  const owed: Record<string, BusinessEffect> = {};
  for (const [callId, admission] of Object.entries(state.admissions)) {
    if (admission.line === 'leased' && !admission.notified)
      owed[`notify:${callId}`] = { kind: 'notify_line', callId };
    if (admission.checking)
      owed[`check:${callId}:${admission.checkAt}`] = {
        kind: 'check_call',
        callId,
        hasLine: admission.line === 'leased',
      };
  }
  return owed;
};

/** One timer: the earliest check that a call with a reservation is alive. */
const timers = (state: BusinessState): Readonly<Record<string, number>> => {
  let earliest = Number.POSITIVE_INFINITY;
  for (const admission of Object.values(state.admissions)) {
    if (!admission.checking && admission.checkAt < earliest) earliest = admission.checkAt;
  }
  return Number.isFinite(earliest) ? { check: earliest } : {};
};

/** The reply to commands about one call. */
const aboutCall = (state: BusinessState, { callId }: { readonly callId: string }) => ({
  call: callAccount(state, callId),
});

export const business: Actor<
  BusinessState,
  BusinessCommand,
  BusinessEvent,
  BusinessEffect,
  BusinessReplies,
  BusinessQueries
> = {
  kind: 'business',
  events: BUSINESS_EVENTS,
  initial,
  decide,
  evolve,
  timers,
  effects,
  replies: {
    set_lines: ({ lines }) => ({ lines }),
    set_price: ({ prices }) => ({ prices }),
    switch_call_analysis: ({ analysesCalls }) => ({ analysesCalls }),
    set_conversation_analysis: ({ conversationSilenceMinutes }) => ({ conversationSilenceMinutes }),
    set_time_zone: ({ timeZone }) => ({ timeZone }),
    choose_carriers: ({ carriers }) => ({ carriers }),
    set_quota: ({ quotas }) => ({ quotas }),
    set_quiet_hours: ({ callingHours }) => ({ callingHours }),
    set_attempts_per_day: ({ callingHours }) => ({ callingHours }),
    set_destinations: ({ destinations }) => ({ destinations }),
    seed_destinations: ({ destinations }) => ({ destinations }),
    set_call_limits: ({ callLimits }) => ({ callLimits }),
    set_call_prices: ({ callPrices }) => ({ count: Object.keys(callPrices).length }),
    grant_credit: ({ availableMicrocredits }) => ({ availableMicrocredits }),
    admit_call: aboutCall,
    extend_call: (state, command) => ({
      ...aboutCall(state, command),
      spendLimited: isSpendLimited(state, command.callId, command.block),
    }),
    settle_call: aboutCall,
  },
  queries: (state) => ({
    get: () => details(state),
    line_share: (source) => lineShare(state, source),
    call_prices: () => state.callPrices,
  }),
  snapshotEvery: 200,
  stateVersion: 9,
};
