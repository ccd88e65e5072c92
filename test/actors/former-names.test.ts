/** Journals from before events were renamed: they lead to the same states as journals with the current names. */
import t from 'tap';
import { business } from '../../actors/business/index.js';
import { loadActor } from '../../actors/runtime/activation/loaded.js';
import type { Commit } from '../../actors/runtime/journal/commit.js';
import type { Journal } from '../../actors/runtime/journal/journal.js';
import { subscription } from '../../actors/subscription/index.js';
import { STANDARD_PRICES } from '../../schemas/accounts/prices.js';
import { stub } from '../../testkit/stub.js';

interface Named {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** A journal that holds one commit for each event. */
const journalOf = (events: readonly Named[]): Journal =>
  stub<Journal>({
    loadSnapshot: async () => null,
    last: async () => null,
    read: async function* () {
      for (const [index, event] of events.entries()) {
        const commit: Commit<unknown> = {
          seq: index + 1,
          commandId: `c${index}`,
          at: 1_000 + index,
          version: 1,
          events: [event],
        };
        yield commit;
      }
    },
  });

const named = (events: readonly Named[], names: Readonly<Record<string, string>>): readonly Named[] =>
  events.map((event) => ({ ...event, type: names[event.type] ?? event.type }));

const REF = { business: 'b1', id: 'a1' };

t.test('reads credit reservations under their former names', async (t) => {
  const today = [
    { type: 'business.created', name: 'B', lines: 1, prices: STANDARD_PRICES },
    { type: 'credit.granted', microcredits: 1_000, reason: 'r' },
    { type: 'credit.reservation_made', reservationId: 'r1', microcredits: 300 },
    { type: 'credit.reservation_made', reservationId: 'r2', microcredits: 200 },
    {
      type: 'credit.reservation_captured',
      reservationId: 'r1',
      chargedMicrocredits: 250,
      releasedMicrocredits: 50,
    },
  ];
  const before = named(today, {
    'credit.reservation_made': 'credit.set_aside',
    'credit.reservation_captured': 'credit.taken',
  });
  const ref = { kind: business.kind, ...REF };
  const { state } = await loadActor(business, journalOf(before), ref);
  t.match(state, {
    availableMicrocredits: 550,
    reservedMicrocredits: 200,
    chargedMicrocredits: 250,
    reservations: { r2: 200 },
  });
  t.same(state, (await loadActor(business, journalOf(today), ref)).state);
});

t.test('reads dead letters under their former names', async (t) => {
  const letter = (eventId: string) => ({
    eventId,
    eventType: 'voice.call.ended',
    callId: 'c',
    occurredAt: '2026-01-01T00:00:00.000Z',
    payload: { eventId },
  });
  const dead = (eventId: string) => ({
    type: 'delivery.dead_lettered',
    letter: letter(eventId),
    attempts: 25,
  });
  const today = [
    dead('e1'),
    dead('e2'),
    dead('e3'),
    { type: 'dead_letter.resent', eventId: 'e1' },
    { type: 'dead_letters.discarded', eventIds: ['e2'], reason: 'r' },
  ];
  const before = named(today, {
    'delivery.dead_lettered': 'letter.died',
    'dead_letter.resent': 'letter.resent',
    'dead_letters.discarded': 'letters.discarded',
  });
  const ref = { kind: subscription.kind, ...REF };
  const { state } = await loadActor(subscription, journalOf(before), ref);
  t.same(state, { subscription: null, dead: { e3: letter('e3') } });
  t.same(state, (await loadActor(subscription, journalOf(today), ref)).state);
});
