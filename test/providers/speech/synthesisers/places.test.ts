import t from 'tap';
import { type Carrier, choosePlace } from '../../../../providers/speech/synthesisers/places.js';

const LIMITS = {
  perConnection: 2,
  connections: 3,
  begins: { most: 3, withinMs: 1_000 },
  idleMs: 10_000,
  ageMs: 5_000,
} as const;

const carrier = (more: Partial<Carrier> = {}): Carrier => ({
  path: '/a',
  openedAt: 0,
  usable: true,
  taken: 0,
  begun: [],
  ...more,
});

const choose = (carriers: readonly Carrier[], now = 100) => choosePlace(carriers, '/a', LIMITS, now);

t.test('the first connection with a place is used, so that the others fall idle', async (t) => {
  t.same(choose([]), { type: 'open' });
  t.same(choose([carrier({ taken: 1 }), carrier()]), { type: 'use', index: 0 });
  t.same(choose([carrier({ taken: 2 }), carrier({ taken: 1 })]), { type: 'use', index: 1 });
});

t.test('one of another voice, one that is given up, and one that is old are not used', async (t) => {
  t.same(choose([carrier({ path: '/b' })]), { type: 'open' });
  t.same(choose([carrier({ usable: false })]), { type: 'open' });
  t.same(choose([carrier()], 5_000), { type: 'open' });
});

t.test('one that has begun as many as it may rests until the first of them is long ago', async (t) => {
  const busy = carrier({ begun: [100, 600, 700] });
  t.same(choose([busy], 1_000), { type: 'open' });
  t.same(choose([busy], 1_100), { type: 'use', index: 0 });
});

t.test('where there are enough an idle one makes room, of another voice first; else one waits', async (t) => {
  const resting = carrier({ begun: [90, 91, 92] });
  const other = carrier({ path: '/b' });
  const full = carrier({ taken: 2 });
  t.same(choose([resting, other, full]), { type: 'replace', index: 1 });
  t.same(choose([full, resting, full]), { type: 'replace', index: 1 });
  t.same(choose([full, full, carrier({ path: '/b', taken: 1 })]), { type: 'wait' });
});
