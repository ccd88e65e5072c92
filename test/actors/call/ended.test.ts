/** An ended call stays ended: it never wants a timer or owes anything again (actors/runtime/archiving/archiver.ts, AR3). */
import fc from 'fast-check';
import t from 'tap';
import type { CallCommand, ClearResult } from '../../../actors/call/commands.js';
import { CALL_KIND, type CallEvent, type Turn } from '../../../actors/call/events.js';
import { call } from '../../../actors/call/index.js';
import type { CallState } from '../../../actors/call/state.js';
import type { TimerDue } from '../../../actors/runtime/actor.js';
import { isJournalEvent } from '../../../actors/runtime/event-versions.js';
import { parseCommits } from '../../../actors/runtime/journal/commit.js';
import { DomainError } from '../../../schemas/errors.js';
import { callThatEnded } from '../../../testkit/journal/ended-call.js';
import { seeded } from '../../../testkit/seeded.js';
import { casesOf } from '../../support/full-run.js';
import { START } from './call-script.js';

const REF = { kind: 'call', business: 'b', id: 'c' };
const AT = 1_700_000_000_000;

const eventsOf = (events: readonly unknown[]): readonly CallEvent[] =>
  events.filter(isJournalEvent).filter(CALL_KIND.is);

/** The state after each commit of a call that has ended. */
const statesOf = (seed: number): readonly CallState[] => {
  let state = call.initial(REF);
  const to = { contactId: null, name: null, number: '+14155550100' };
  return callThatEnded(REF, { to, beganAt: AT, random: seeded(seed) }).map(({ text }) => {
    for (const { events, at } of parseCommits(text))
      for (const event of eventsOf(events)) state = call.evolve(state, event, at);
    return state;
  });
};

const carrierCallId = fc.constantFrom('CA1', 'another');
const progress = fc.constantFrom(
  'queued' as const,
  'ringing',
  'answered',
  'completed',
  'busy',
  'failed',
  'cancelled',
);
const report = fc.record({ carrierCallId, progress });
const turn: Turn = {
  turnId: 'late',
  speaker: 'customer',
  text: 'late',
  at: AT,
  audioOffsetMs: null,
  audioEndOffsetMs: null,
  interrupted: false,
  heard: 'acked',
  latencies: null,
};
const timers = [
  'books',
  'deadline',
  'check',
  'hang_up',
  'block',
  'credit_end',
  'media_lost',
  'line_wait',
  'reconcile',
];

const command: fc.Arbitrary<CallCommand | TimerDue> = fc.oneof(
  fc.constant<CallCommand>(START),
  fc.constantFrom<CallCommand>({ type: 'line_granted' }, { type: 'cancel' }, { type: 'begin_greeting' }),
  fc.record({
    type: fc.constant('clear_result' as const),
    result: fc.constantFrom<ClearResult>(
      { outcome: 'cleared', at: AT, rules: [] },
      { outcome: 'refused', reason: 'suppressed', rules: [] },
      { outcome: 'claim_lost' },
    ),
  }),
  fc.record({ type: fc.constant('carrier_report' as const), report }),
  fc.record({
    type: fc.constant('placement_result' as const),
    result: fc.constantFrom(
      { outcome: 'placed' as const, carrierCallId: 'CA1' },
      { outcome: 'refused' as const, reason: 'carrier_failed' as const },
      { outcome: 'unknown' as const },
    ),
  }),
  fc.record({
    type: fc.constant('check_result' as const),
    check: fc.nat(5),
    result: fc.oneof(
      fc.record({ outcome: fc.constant('found' as const), report }),
      fc.constantFrom({ outcome: 'not_found' as const }, { outcome: 'unknown' as const }),
    ),
  }),
  fc.record({
    type: fc.constantFrom('attach_media' as const, 'detach_media'),
    attachmentId: fc.constantFrom('a', 'b'),
  }),
  fc.constant<CallCommand>({ type: 'record_turn', turn }),
  fc.constant<CallCommand>({ type: 'note', note: { code: 'late', atMs: null } }),
  fc.constant<CallCommand>({ type: 'hang_up', by: 'agent', reason: 'agent_hangup' }),
  fc.record({
    type: fc.constant('hangup_result' as const),
    attempt: fc.nat(3),
    outcome: fc.constantFrom('accepted' as const, 'gone', 'failed'),
  }),
  fc.record({ type: fc.constant('block_result' as const), block: fc.nat(5), granted: fc.boolean() }),
  fc.constant<CallCommand>({ type: 'recording_result', recording: null }),
  fc.constant<CallCommand>({ type: 'settle_result', blocks: 1, chargedMicrocredits: 1 }),
  fc.constantFrom(...timers).map((name): TimerDue => ({ type: 'timer_due', name })),
);

const hasEnded = (state: CallState): boolean => call.archive?.isFinished(state) === true;
const wanted = (state: CallState): readonly string[] => [
  ...Object.keys(call.timers(state)),
  ...Object.keys(call.effects(state)),
];

t.test('a call has ended with its last commit, and not before', async (t) => {
  for (let seed = 1; seed <= 20; seed += 1) {
    const states = statesOf(seed);
    t.same(
      states.map(hasEnded),
      states.map((_, index) => index === states.length - 1),
    );
  }
});

t.test('the commit that ends a call has it checked for archiving', async (t) => {
  for (let seed = 1; seed <= 20; seed += 1) {
    let state = call.initial(REF);
    let hadEnded = false;
    const to = { contactId: null, name: null, number: '+14155550100' };
    for (const { text } of callThatEnded(REF, { to, beganAt: AT, random: seeded(seed) }))
      for (const { events, at } of parseCommits(text)) {
        const newEvents: readonly CallEvent[] = eventsOf(events);
        for (const event of newEvents) state = call.evolve(state, event, at);
        const mayBeLast = newEvents.some(({ type }) => call.archive?.after.includes(type));
        if (hasEnded(state) && !hadEnded) t.ok(mayBeLast);
        hadEnded = hasEnded(state);
      }
    t.ok(hadEnded);
  }
});

t.test('an ended call stays ended and wants nothing, whatever it receives', async (t) => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), fc.array(command, { maxLength: 12 }), (seed, commands) => {
      let state = statesOf(seed).at(-1) ?? call.initial(REF);
      for (const lateCommand of commands) {
        let events: readonly CallEvent[] = [];
        try {
          events = call.decide(state, { commandId: 'late', at: AT * 1.1, command: lateCommand });
        } catch (error) {
          if (!(error instanceof DomainError)) throw error;
        }
        for (const event of events) state = call.evolve(state, event, AT * 1.1);
        if (!hasEnded(state) || wanted(state).length > 0)
          throw new Error(`${lateCommand.type}: ${wanted(state).join()}`);
      }
    }),
    { numRuns: casesOf(300), seed: 1 },
  );
  t.pass('it stayed ended');
});
