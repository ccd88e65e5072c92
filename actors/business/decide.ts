/**
 * Decisions of a business. It guarantees:
 *
 * B1. No line is leased beyond the purchased ones, or those that the owners allow. Each iteration is a source, and all single calls together are one. A
 *     free line goes to the source that holds the fewest, and within a source in the order of admission.
 * B2. Credit never goes below zero, and `available + reserved + charged` equals the granted credit: every
 *     movement is an event.
 * B3. A call is admitted once and settled once, however often and however late that is requested; so is any other
 *     reservation.
 * B4. Reservations of calls within a day never exceed the spend limit of that day, and no more calls are admitted within
 *     any minute than the rate allows. Both are checked in the commit that admits the call.
 * B5. A conditional change of settings applies to exactly those that its client has read, and is made in one commit.
 */

import { assertNever } from '../../schemas/assert.js';
import { prefixPriceOf } from '../../schemas/campaigns/destination.js';
import { DomainError } from '../../schemas/errors.js';
import { requireCurrent } from '../../schemas/tag.js';
import type { Envelope, TimerDue } from '../runtime/actor.js';
import { chosen } from './choices.js';
import type { BusinessCommand } from './commands.js';
import type { BusinessEvent } from './events.js';
import { exceedsSpend, refuseRate, refuseSpend, spendDay } from './limits.js';
import { settingsTag } from './settings-tag.js';
import { type Admission, type BusinessState, blockPriceOf, CHECK_CALL_MS, usableLines } from './state.js';

export const decide = (
  state: BusinessState,
  envelope: Envelope<BusinessCommand | TimerDue>,
): readonly BusinessEvent[] => {
  const { command, at } = envelope;
  if (command.type === 'create') return create(state, command);
  if (state.created === null) throw new DomainError('business_not_found');
  switch (command.type) {
    case 'set_lines':
      return [
        { type: 'lines.changed', lines: command.lines },
        ...grantWaiting({ ...state, lines: command.lines }, at),
      ];
    case 'limit_concurrency': {
      const { calls } = command;
      return calls === state.concurrentCalls
        ? []
        : [{ type: 'concurrency.limited', calls }, ...grantWaiting({ ...state, concurrentCalls: calls }, at)];
    }
    case 'change_settings':
      requireCurrent(command, settingsTag(state)); // B5
      // Each sets something else, so that none sees another's effect.
      return command.changes.flatMap((change) => decide(state, { ...envelope, command: change }));
    case 'rename':
    case 'set_price':
    case 'switch_call_analysis':
    case 'set_conversation_analysis':
    case 'set_time_zone':
    case 'choose_carriers':
    case 'set_quota':
    case 'set_quiet_hours':
    case 'set_attempts_per_day':
    case 'set_destinations':
    case 'seed_destinations':
    case 'set_call_limits':
    case 'set_call_prices':
      return chosen(state, command);
    case 'grant_credit':
      return [{ type: 'credit.granted', microcredits: command.microcredits, reason: command.reason }];
    case 'create_key': {
      if (command.keyId in state.keys) return [];
      const { type: _type, ...key } = command;
      return [{ type: 'key.created', ...key }];
    }
    case 'revoke_key': {
      const { type: _type, ...revocation } = command;
      return state.keys[command.keyId] === false ? [{ type: 'key.revoked', ...revocation }] : [];
    }
    case 'key_used':
      return Object.hasOwn(state.keys, command.keyId)
        ? [{ type: 'key.used', keyId: command.keyId, usedAt: command.usedAt }]
        : [];
    case 'create_category':
      return createCategory(state, command.categoryId, command.name);
    case 'delete_category':
      return deleteCategory(state, command.categoryId, command.confirmName);
    case 'admit_call':
      return admit(state, command, at);
    case 'extend_call':
      return extend(state, command.callId, command.block, at);
    case 'settle_call':
      return settle(state, command, at);
    case 'reserve':
      return reserve(state, command.reservationId, command.microcredits);
    case 'capture':
      return capture(state, command);
    case 'line_notified':
      return state.admissions[command.callId]?.notified === false
        ? [{ type: 'line.notified', callId: command.callId }]
        : [];
    case 'call_alive':
      return state.admissions[command.callId]?.checking === true
        ? [{ type: 'line.renewed', callId: command.callId, checkAt: at + CHECK_CALL_MS }]
        : [];
    case 'timer_due':
      return Object.entries(state.admissions)
        .filter(([, admission]) => !admission.checking && admission.checkAt <= at)
        .map(([callId]) => ({ type: 'line.check_due', callId }));
    default:
      return assertNever(command);
  }
};

const reserve = (
  state: BusinessState,
  reservationId: string,
  microcredits: number,
): readonly BusinessEvent[] => {
  if (Object.hasOwn(state.reservations, reservationId)) return [];
  if (state.captured.includes(reservationId)) return []; // B3
  if (state.availableMicrocredits < microcredits) throw new DomainError('insufficient_credit');
  return [{ type: 'credit.reservation_made', reservationId, microcredits }];
};

const capture = (
  state: BusinessState,
  command: Extract<BusinessCommand, { readonly type: 'capture' }>,
): readonly BusinessEvent[] => {
  const { reservationId, analysisOf, conversationId, simulationRunId } = command;
  const reserved = state.reservations[reservationId];
  if (reserved === undefined) return [];
  const chargedMicrocredits = Math.min(command.microcredits, reserved);
  return [
    {
      type: 'credit.reservation_captured',
      reservationId,
      chargedMicrocredits,
      releasedMicrocredits: reserved - chargedMicrocredits,
      ...(analysisOf === undefined ? {} : { analysisOf }),
      ...(conversationId === undefined ? {} : { conversationId }),
      ...(simulationRunId === undefined ? {} : { simulationRunId }),
    },
  ];
};

const create = (
  state: BusinessState,
  command: Extract<BusinessCommand, { type: 'create' }>,
): readonly BusinessEvent[] => {
  if (state.created !== null) throw new DomainError('business_exists');
  const { name, lines, prices, microcredits } = command;
  const created: BusinessEvent = { type: 'business.created', name, lines, prices };
  return microcredits > 0
    ? [created, { type: 'credit.granted', microcredits, reason: 'opening credit' }]
    : [created];
};

const createCategory = (state: BusinessState, categoryId: string, name: string): readonly BusinessEvent[] => {
  if (categoryId in state.categories) return [];
  const twin = Object.entries(state.categories).find(
    ([, taken]) => taken.toLowerCase() === name.toLowerCase(),
  );
  if (twin !== undefined) {
    throw new DomainError('category_exists', undefined, [
      { path: '/name', message: `category ${twin[0]} has this name` },
    ]);
  }
  return [{ type: 'category.created', categoryId, name }];
};

const deleteCategory = (
  state: BusinessState,
  categoryId: string,
  confirmName: string,
): readonly BusinessEvent[] => {
  const name = state.categories[categoryId];
  if (name === undefined) return [];
  if (name !== confirmName) throw new DomainError('category_name_mismatch');
  return [{ type: 'category.deleted', categoryId }];
};

const admit = (
  state: BusinessState,
  { callId, source, to, again }: Extract<BusinessCommand, { type: 'admit_call' }>,
  at: number,
): readonly BusinessEvent[] => {
  if (callId in state.admissions) return [];
  // A request that was delayed until its call had ended would hold a line for a call that never settles again. (B3)
  if (again === undefined && state.settlements.some((settlement) => settlement.callId === callId)) return [];
  refuseRate(state, at); // B4
  const ownPrice = to === undefined ? undefined : prefixPriceOf(state.callPrices, to);
  const microcredits = ownPrice ?? state.prices.call_block;
  if (state.availableMicrocredits < microcredits) throw new DomainError('insufficient_credit');
  refuseSpend(state, microcredits, at); // B4
  const reserved: readonly BusinessEvent[] = [
    ...spendDay(state, at),
    { type: 'credit.reserved', callId, source, blocks: 1, microcredits },
    ...(ownPrice === undefined
      ? []
      : [{ type: 'call.priced', callId, blockMicrocredits: ownPrice } as const]),
  ];
  if (state.leased >= usableLines(state) || nextWaiting(state) !== undefined)
    return [...reserved, { type: 'line.queued', callId }];
  // The caller learns of the line from the reply, so no notification is needed.
  return [...reserved, lease(callId, at), { type: 'line.notified', callId }];
};

const extend = (
  state: BusinessState,
  callId: string,
  block: number,
  at: number,
): readonly BusinessEvent[] => {
  const admission = state.admissions[callId];
  if (admission === undefined || admission.blocks >= block) return [];
  const blocks = block - admission.blocks;
  const microcredits = blocks * blockPriceOf(state, admission);
  if (state.availableMicrocredits < microcredits || exceedsSpend(state, microcredits, at)) return [];
  return [
    ...spendDay(state, at),
    { type: 'credit.reserved', callId, source: admission.source, blocks, microcredits },
  ];
};

const settle = (
  state: BusinessState,
  { callId, blocks, carrierCostMicrocredits }: Extract<BusinessCommand, { type: 'settle_call' }>,
  at: number,
): readonly BusinessEvent[] => {
  const admission = state.admissions[callId];
  if (admission === undefined) return [];
  const due = blocks > 0 ? priceOf(state, admission, blocks) : carrierCostMicrocredits;
  const chargedMicrocredits = Math.min(due, admission.microcredits + state.availableMicrocredits);
  const events: BusinessEvent[] = [
    {
      type: 'credit.settled',
      callId,
      blocks,
      chargedMicrocredits,
      releasedMicrocredits: Math.max(0, admission.microcredits - chargedMicrocredits),
    },
    { type: 'line.released', callId },
  ];
  if (admission.line !== 'leased') return events;
  const { [callId]: _released, ...admissions } = state.admissions;
  return [...events, ...grantWaiting({ ...state, admissions, leased: state.leased - 1 }, at)];
};

/** Reserved blocks keep their price from the reservation. Further ones cost the price of the call, or today's flat price. */
const priceOf = (state: BusinessState, admission: Admission, blocks: number): number => {
  if (blocks > admission.blocks) {
    return admission.microcredits + (blocks - admission.blocks) * blockPriceOf(state, admission);
  }
  return Math.round((admission.microcredits * blocks) / admission.blocks);
};

const nextWaiting = (state: BusinessState): string | undefined =>
  Object.entries(state.admissions).find(([, admission]) => admission.line === 'waiting')?.[0];

/** Leases every free line to a waiting call. (B1) */
const grantWaiting = (state: BusinessState, at: number): readonly BusinessEvent[] => {
  const free = usableLines(state) - state.leased;
  if (free <= 0) return [];
  const sources = new Map<string | null, { leased: number; readonly waiting: string[] }>();
  for (const [callId, { source, line }] of Object.entries(state.admissions)) {
    const share = sources.get(source) ?? { leased: 0, waiting: [] };
    sources.set(source, share);
    if (line === 'leased') share.leased += 1;
    else share.waiting.push(callId);
  }
  const granted: BusinessEvent[] = [];
  while (granted.length < free) {
    const wanting = [...sources.values()].filter(({ waiting }) => waiting.length > 0);
    // Among equals, the source with the oldest call is first.
    const [next] = wanting.toSorted((share, other) => share.leased - other.leased);
    const callId = next?.waiting.shift();
    if (next === undefined || callId === undefined) break;
    next.leased += 1;
    granted.push(lease(callId, at));
  }
  return granted;
};

const lease = (callId: string, at: number): BusinessEvent => ({
  type: 'line.leased',
  callId,
  checkAt: at + CHECK_CALL_MS,
});
