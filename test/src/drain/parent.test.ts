/** A service that npm started notices that its parent has ended. */
import { mock } from 'node:test';
import t, { type Test } from 'tap';
import { watchParent } from '../../../src/drain/parent.js';

const watched = (t: Test, env: Readonly<Record<string, string>>) => {
  mock.timers.enable({ apis: ['setInterval'] });
  t.teardown(() => mock.timers.reset());
  let ppid = 100;
  let ends = 0;
  watchParent({ env, ppid: () => ppid }, () => {
    ends += 1;
  });
  return {
    adopt: () => {
      ppid = 1;
    },
    ends: () => ends,
  };
};

t.test('the end of the parent is noticed', async (t) => {
  const service = watched(t, { npm_command: 'exec' });
  mock.timers.tick(60_000);
  t.equal(service.ends(), 0);
  service.adopt();
  mock.timers.tick(250);
  t.equal(service.ends(), 1);
});

t.test('a service that was started without npm outlives its parent', async (t) => {
  const service = watched(t, {});
  service.adopt();
  mock.timers.tick(60_000);
  t.equal(service.ends(), 0);
});
