import t from 'tap';
import { inOrder, missingSchedules, WATCHDOG } from '../../../../actors/runtime/activation/timers.js';

const NOTHING = new Map<string, number>();
const idle = { timers: {}, owesEffects: false, now: 1_000, watchdogMs: 100 };

t.test('arms only timers that are not armed for their time', async (t) => {
  t.same(missingSchedules(idle, NOTHING), {}, 'nothing is wanted');
  const timers = { same: 5_000, moved: 6_000, fresh: 7_000 };
  const armed = new Map([
    ['same', 5_000],
    ['moved', 5_500],
    ['dropped', 9_000],
  ]);
  t.same(missingSchedules({ ...idle, timers }, armed), { moved: 6_000, fresh: 7_000 });
});

t.test('the watchdog is armed while effects are owed', async (t) => {
  const owing = { ...idle, owesEffects: true };
  t.same(missingSchedules(owing, NOTHING), { [WATCHDOG]: 1_100 });
  t.same(missingSchedules(owing, new Map([[WATCHDOG, 1_051]])), {}, 'armed recently enough');
  t.same(
    missingSchedules(owing, new Map([[WATCHDOG, 1_050]])),
    { [WATCHDOG]: 1_100 },
    'half of its time has passed',
  );
  t.same(missingSchedules(idle, new Map([[WATCHDOG, 900]])), {}, 'nothing is owed, nothing is armed');
});

t.test('watches an owed effect next to parked ones as closely as ever', async (t) => {
  const owing = { ...idle, owesEffects: true };
  t.same(missingSchedules(owing, new Map([[WATCHDOG, 1_100]])), {}, 'armed a moment ago');
  t.same(
    missingSchedules(owing, new Map([[WATCHDOG, 9_000_000]])),
    { [WATCHDOG]: 1_100 },
    'armed for hours while all owed effects were parked',
  );
});

t.test('an actor cannot use the runtime’s own timer', async (t) => {
  t.throws(() => missingSchedules({ ...idle, timers: { [WATCHDOG]: 1 } }, NOTHING), /runtime's own/);
});

t.test('arms a timer that moves to a later time after the commit, and all others before it', async (t) => {
  const armed = new Map([
    ['later', 5_000],
    ['earlier', 5_000],
    ['fired', 900],
  ]);
  t.same(inOrder({ later: 6_000, earlier: 4_000, fired: 6_000, fresh: 7_000 }, armed, 1_000), {
    before: { earlier: 4_000, fired: 6_000, fresh: 7_000 },
    after: { later: 6_000 },
  });
});
