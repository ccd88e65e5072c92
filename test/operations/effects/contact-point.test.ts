/** Determines whether a call comes before or after a suppression. */
import t from 'tap';
import { contactPointEffects } from '../../../operations/effects/contact-point.js';
import { DomainError } from '../../../schemas/errors.js';
import { stubActors } from '../../support/stub-actors.js';

const order = (answer: (type: string) => unknown, now: () => number = () => 1_000) =>
  contactPointEffects(
    stubActors((_kind, _id, { type }) => answer(type)),
    now,
  ).order_call({
    ref: { kind: 'contact-point', business: 'b', id: 'p' },
    key: 'order:1',
    effect: { kind: 'order_call', callId: 'c1', hangUp: false },
    resumed: false,
    attempt: 1,
    signal: new AbortController().signal,
    assertOurs: () => undefined,
  });

t.test('waits for a call that is being placed until its request has an outcome', async (t) => {
  let looks = 0;
  const answer = await order((type) => {
    if (type === 'order_suppression') return { standing: 'placing', placingAt: 900 };
    looks += 1;
    return { standing: looks < 3 ? 'placing' : 'at_carrier', placingAt: 900 };
  });
  t.same(answer, { type: 'call_ordered', callId: 'c1', standing: 'at_carrier' });
  t.equal(looks, 3);
});

t.test('a call whose carrier does not answer eventually counts as placed', async (t) => {
  let time = 1_000;
  const answer = await order(
    () => {
      time += 10_000;
      return { standing: 'placing', placingAt: 900 };
    },
    () => time,
  );
  t.same(answer, { type: 'call_ordered', callId: 'c1', standing: 'at_carrier' });
  t.ok(time >= 24_000, 'only once its request can no longer be in flight');
});

t.test('a call that does not exist counts as ended', async (t) => {
  const answer = await order(() => {
    throw new DomainError('call_not_found');
  });
  t.same(answer, { type: 'call_ordered', callId: 'c1', standing: 'over' });
});
