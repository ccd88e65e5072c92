/** A contact point: which calls it clears, and how a suppression is ordered against calls. */
import fc from 'fast-check';
import t from 'tap';
import type { ContactPointCommand } from '../../../actors/contact-point/commands.js';
import { clearanceOf } from '../../../actors/contact-point/decide.js';
import type { ContactPointEvent, SuppressionPurpose } from '../../../actors/contact-point/events.js';
import { contactPoint } from '../../../actors/contact-point/index.js';
import { MAX_OUTSTANDING, OUTSTANDING_MS } from '../../../actors/contact-point/state.js';
import { fold } from '../../support/actors/fold.js';

const point = { channel: 'phone', address: '+14155550123' } as const;
const suppressing = (
  purpose: SuppressionPurpose = 'service',
  source: 'api' | 'contact_block' = 'api',
  hangUp = false,
) => ({ type: 'suppress', point, purpose, source, reason: '', by: null, hangUp }) as const;
const clearing = (
  callId: string,
  at: number,
  limit: { readonly attempts: number; readonly since: number } | null = null,
  purpose: SuppressionPurpose = 'service',
) => ({ type: 'clear', callId, purpose, at, limit }) as const;

const types = (events: readonly ContactPointEvent[]) => events.map(({ type }) => type);

t.test('a point without calls is suppressed at once', async (t) => {
  const folded = fold(contactPoint);
  t.same(types(folded.apply(suppressing(), 1)), ['point.suppressing', 'point.suppressed']);
  t.same(folded.apply(clearing('c1', 2), 2), []);
  t.match(clearanceOf(folded.state, clearing('c1', 2)), { cleared: false, refusedBy: 'suppression' });
});

t.test('a suppression completes once every cleared call has been ordered', async (t) => {
  const folded = fold(contactPoint);
  folded.apply(clearing('c1', 1), 1);
  folded.apply(clearing('c2', 2), 2);
  t.same(types(folded.apply(suppressing(), 3)), ['point.suppressing']);
  t.same(folded.effects(), ['order:1', 'order:2']);
  t.same(folded.apply(clearing('c3', 4), 4), [], 'nothing is cleared meanwhile');
  t.match(clearanceOf(folded.state, clearing('c1', 4)), { cleared: false }, 'not even a known call');
  t.same(types(folded.apply({ type: 'call_ordered', callId: 'c1', standing: 'not_placed' }, 5)), [
    'point.call_ordered',
  ]);
  const last = { type: 'call_ordered', callId: 'c2', standing: 'at_carrier' } as const;
  t.match(folded.apply(last, 6), [
    { type: 'point.call_ordered' },
    { type: 'point.suppressed', atCarrier: ['c2'] },
  ]);
  t.same(folded.apply(last, 7), [], 'a repeated answer changes nothing');
  t.same(folded.effects(), []);
});

t.test('a marketing suppression does not affect service calls', async (t) => {
  const folded = fold(contactPoint);
  folded.apply(clearing('service', 1), 1);
  folded.apply(clearing('offer', 1, null, 'marketing'), 1);
  t.match(folded.apply(suppressing('marketing'), 2), [{ calls: ['offer'] }]);
  t.match(folded.apply(clearing('c2', 3), 3), [{ type: 'point.cleared' }]);
  t.same(folded.apply(clearing('c3', 3, null, 'marketing'), 3), []);
});

t.test('lifting one suppression keeps the others', async (t) => {
  const folded = fold(contactPoint);
  folded.apply(suppressing('service', 'api'), 1);
  folded.apply(suppressing('service', 'contact_block'), 2);
  const lift = { type: 'lift', purpose: 'service', source: 'contact_block', by: null } as const;
  t.match(folded.apply(lift, 3), [{ type: 'point.lifted', source: 'contact_block' }]);
  t.same(folded.apply(lift, 4), [], 'a repetition changes nothing');
  t.match(
    folded.state.suppressions.map(({ source }) => source),
    ['api'],
  );
  folded.apply({ ...lift, source: 'api' }, 5);
  t.match(folded.apply(clearing('c1', 6), 6), [{ type: 'point.cleared' }]);
});

t.test('a suppression with a hang-up also ends calls that are already being ordered', async (t) => {
  const folded = fold(contactPoint);
  folded.apply(clearing('c1', 1), 1);
  folded.apply(suppressing('service', 'api'), 2);
  folded.apply(suppressing('service', 'contact_block', true), 3);
  t.match(contactPoint.effects(folded.state), { 'order:2': { callId: 'c1', hangUp: true } });
});

t.test('refuses calls beyond the limit until enough earlier calls have left the period', async (t) => {
  const folded = fold(contactPoint);
  const DAY = 86_400_000;
  const limited = (callId: string, at: number) => clearing(callId, at, { attempts: 2, since: at - DAY });
  folded.apply(limited('c1', DAY), DAY);
  folded.apply(limited('c2', DAY + 10), DAY + 10);
  t.same(folded.apply(limited('c3', DAY + 20), DAY + 20), []);
  t.match(clearanceOf(folded.state, limited('c3', DAY + 20)), {
    cleared: false,
    refusedBy: 'attempts',
    allowedFrom: 2 * DAY,
  });
  t.match(clearanceOf(folded.state, limited('c2', DAY + 20)), { cleared: true }, 'a repeated request');
  folded.apply({ type: 'return_clearance', callId: 'c2' }, DAY + 30);
  t.match(folded.apply(limited('c3', DAY + 40), DAY + 40), [{ type: 'point.cleared' }]);
  t.match(folded.apply(limited('c4', 2 * DAY + 1), 2 * DAY + 1), [{ type: 'point.cleared' }]);
});

t.test('a request for clearance that arrives after its call has ended counts no attempt', async (t) => {
  const folded = fold(contactPoint);
  const limited = (callId: string) => clearing(callId, 10, { attempts: 1, since: 0 });
  folded.apply({ type: 'return_clearance', callId: 'c1' }, 5);
  t.same(folded.apply({ type: 'return_clearance', callId: 'c1' }, 6), [], 'once');
  t.same(folded.apply(limited('c1'), 10), []);
  t.same(clearanceOf(folded.state, limited('c1')), { cleared: true }, 'it is not refused either');
  t.match(folded.apply(limited('c2'), 11), [{ type: 'point.cleared', callId: 'c2' }]);
});

t.test('refuses calls beyond the bound, so that no outstanding call is forgotten', async (t) => {
  const folded = fold(contactPoint);
  for (let call = 0; call < MAX_OUTSTANDING; call += 1) folded.apply(clearing(`c${call}`, 1_000), 1_000);
  t.same(folded.apply(clearing('more', 1_001), 1_001), []);
  t.match(clearanceOf(folded.state, clearing('more', 1_001)), {
    refusedBy: 'attempts',
    allowedFrom: 1_000 + OUTSTANDING_MS,
  });
  t.match(folded.apply(suppressing(), 1_002), [{ calls: { length: MAX_OUTSTANDING } }]);
});

t.test('any order of commands clears nothing under a suppression, and completes each of them', async (t) => {
  const callId = fc.constantFrom('c1', 'c2', 'c3');
  const purpose = fc.constantFrom<SuppressionPurpose>('service', 'marketing');
  const command: fc.Arbitrary<ContactPointCommand> = fc.oneof(
    fc.tuple(callId, purpose).map(([id, about]) => clearing(id, 1, null, about)),
    fc
      .tuple(purpose, fc.constantFrom('api' as const, 'contact_block' as const), fc.boolean())
      .map(([about, source, hangUp]) => suppressing(about, source, hangUp)),
    fc
      .tuple(purpose, fc.constantFrom('api' as const, 'contact_block' as const))
      .map(([about, source]): ContactPointCommand => ({ type: 'lift', purpose: about, source, by: null })),
    callId.map((id): ContactPointCommand => ({ type: 'return_clearance', callId: id })),
    callId.map((id): ContactPointCommand => ({ type: 'call_ordered', callId: id, standing: 'at_carrier' })),
  );
  fc.assert(
    fc.property(fc.array(command, { maxLength: 40 }), (commands) => {
      const folded = fold(contactPoint);
      for (const [at, next] of commands.entries()) {
        const before = folded.state;
        const events = folded.apply(next, at);
        const isCovered =
          next.type === 'clear' &&
          before.suppressions.some(
            (suppression) => suppression.purpose === 'service' || suppression.purpose === next.purpose,
          );
        if (isCovered && events.length > 0) return false;
        const owed = folded.effects().length;
        if (owed === 0 && folded.state.suppressions.some(({ isComplete }) => !isComplete)) return false;
      }
      for (const id of Object.keys(folded.state.ordering))
        folded.apply({ type: 'call_ordered', callId: id, standing: 'over' }, 100);
      return folded.state.suppressions.every(({ isComplete }) => isComplete);
    }),
  );
  t.pass();
});
