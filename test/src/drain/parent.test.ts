/** A service that npm started notices that its parent has ended. */
import { mock } from 'node:test';
import t from 'tap';
import { watchParent } from '../../../src/drain/parent.js';

const watched = (env: Readonly<Record<string, string>>) => {
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

t.beforeEach(() => mock.timers.enable({ apis: ['setInterval'] }));
t.afterEach(() => mock.timers.reset());

t.test('the end of the parent is noticed', async (t) => {
  const service = watched({ npm_command: 'exec' });
  mock.timers.tick(60_000);
  t.equal(service.ends(), 0);
  service.adopt();
  mock.timers.tick(250);
  t.equal(service.ends(), 1);
});

t.test('a service that was started without npm outlives its parent', async (t) => {
  const service = watched({});
  service.adopt();
  mock.timers.tick(60_000);
  t.equal(service.ends(), 0);
});
