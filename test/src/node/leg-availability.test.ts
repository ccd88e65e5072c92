/** A worker that is installed while the service runs is found without a restart. */
import t from 'tap';
import { WorkerMissing } from '../../../providers/legs/worker-program.js';
import { legAvailability } from '../../../src/node/leg-availability.js';

/** A machine on which a worker can be installed, a clock, and what is logged. */
const machine = (mode: 'auto' | 'on' | 'off') => {
  const events: string[] = [];
  const state = { installed: false, now: 0, looks: 0 };
  const log = ({ event }: { readonly event: string }): void => void events.push(event);
  const unavailable = legAvailability({
    setting: { mode, worker: null },
    cacheDir: '/cache',
    logger: { info: log, warn: log, error: log },
    now: () => state.now,
    find: () => {
      state.looks += 1;
      if (!state.installed) throw new WorkerMissing('none');
      return '/worker';
    },
    install: () => new Promise(() => undefined),
  });
  return { events, state, unavailable };
};

t.test('it is looked for again, but not with each question', async (t) => {
  const { events, state, unavailable } = machine('auto');
  t.match(unavailable(), { code: 'browser_legs_unavailable' });
  state.installed = true;
  state.now = 4_999;
  t.match(unavailable(), { code: 'browser_legs_unavailable' }, 'not yet');
  t.equal(state.looks, 1);
  state.now = 5_000;
  t.equal(unavailable(), null);
  state.now = 60_000;
  t.equal(unavailable(), null);
  t.equal(state.looks, 2, 'what is there is not looked for');
  t.strictSame(events, ['legs.unavailable', 'legs.worker_found']);
});

t.test('a service on which they are switched off looks for none', async (t) => {
  const { state, unavailable } = machine('off');
  state.installed = true;
  state.now = 60_000;
  t.match(unavailable(), { code: 'browser_legs_unavailable', message: /PARLEY_BROWSER_LEGS is off/ });
  t.equal(state.looks, 0);
});

t.test('a worker that was there at the start is not looked for again', async (t) => {
  const events: string[] = [];
  const log = ({ event }: { readonly event: string }): void => void events.push(event);
  let looks = 0;
  const unavailable = legAvailability({
    setting: { mode: 'auto', worker: null },
    cacheDir: '/cache',
    logger: { info: log, warn: log, error: log },
    now: () => 60_000,
    find: () => {
      looks += 1;
      return '/worker';
    },
    install: () => new Promise(() => undefined),
  });
  t.equal(unavailable(), null);
  t.equal(looks, 1);
  t.strictSame(events, []);
});
