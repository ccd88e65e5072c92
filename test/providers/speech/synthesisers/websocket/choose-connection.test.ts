import t from 'tap';
import {
  type ConnectionState,
  chooseConnection,
} from '../../../../../providers/speech/synthesisers/websocket/choose-connection.js';

const LIMITS = {
  perConnection: 2,
  connections: 3,
  begins: { max: 3, withinMs: 1_000 },
  idleMs: 10_000,
  ageMs: 5_000,
} as const;

const carrier = (more: Partial<ConnectionState> = {}): ConnectionState => ({
  path: '/a',
  openedAt: 0,
  usable: true,
  taken: 0,
  begun: [],
  ...more,
});

const choose = (carriers: readonly ConnectionState[], now = 100) =>
  chooseConnection(carriers, '/a', LIMITS, now);

t.test('uses the first connection with a free place, so that the others become idle', async (t) => {
  t.same(choose([]), { type: 'open' });
  t.same(choose([carrier({ taken: 1 }), carrier()]), { type: 'use', index: 0 });
  t.same(choose([carrier({ taken: 2 }), carrier({ taken: 1 })]), { type: 'use', index: 1 });
});

t.test('does not use a connection of another voice, an unusable one, or an old one', async (t) => {
  t.same(choose([carrier({ path: '/b' })]), { type: 'open' });
  t.same(choose([carrier({ usable: false })]), { type: 'open' });
  t.same(choose([carrier()], 5_000), { type: 'open' });
});

t.test('a connection at its rate limit rests until its first text is long enough ago', async (t) => {
  const busy = carrier({ begun: [100, 600, 700] });
  t.same(choose([busy], 1_000), { type: 'open' });
  t.same(choose([busy], 1_100), { type: 'use', index: 0 });
});

t.test('replaces an idle connection at the limit, of another voice first; otherwise waits', async (t) => {
  const resting = carrier({ begun: [90, 91, 92] });
  const otherPath = carrier({ path: '/b' });
  const full = carrier({ taken: 2 });
  t.same(choose([resting, otherPath, full]), { type: 'replace', index: 1 });
  t.same(choose([full, resting, full]), { type: 'replace', index: 1 });
  t.same(choose([full, full, carrier({ path: '/b', taken: 1 })]), { type: 'wait' });
});
