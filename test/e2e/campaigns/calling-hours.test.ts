/** Quiet hours and attempts per day, as an operator sets them and as a client experiences them. */
import { DateTime } from 'luxon';
import t from 'tap';
import { isSettled, refusalOf } from '../../../testkit/api/client.js';
import { parley } from '../../../testkit/service/parley-process.js';
import { startWorld } from '../../../testkit/service/world.js';

/** In San Francisco. */
const QUIET = '+14155550111';

t.setTimeout(120_000);

const world = await startWorld(t);
const { businessId, network } = world;
const client = world.client();

const set = (...choice: readonly string[]) =>
  parley(
    ['admin', 'business', 'calling-hours', '--business', businessId, '--data-dir', world.dataDir].concat(
      choice,
    ),
    {},
  );
/** An hour around this moment on the clocks of San Francisco. */
const aroundNow = (): string => {
  const now = DateTime.now().setZone('America/Los_Angeles');
  return `mon-sun=${now.minus({ minutes: 30 }).toFormat('HH:mm')}-${now.plus({ minutes: 30 }).toFormat('HH:mm')}`;
};

t.test('a call in quiet hours is refused with the time from which it is allowed', async (t) => {
  const agent = await client.createAgent('Ada', 'You are Ada.', { firstGreeting: 'Hello.' });
  const shown = await set('--quiet', aroundNow());
  t.match(shown, { businessId, quietHours: [{ days: { length: 7 } }], attemptsPerDay: null });
  await t.rejects(set('--quiet', 'mon=25:00-26:00'), {
    message: /--quiet has "mon=25:00-26:00"; write days/,
  });
  const refused = await refusalOf(client.startCall(agent.id, QUIET));
  t.match(refused, { status: 409, code: 'quiet_hours' });
  const [, from = ''] = /allowed from (\S+)$/.exec(refused?.details?.[0]?.message ?? '') ?? [];
  const waitMs = Date.parse(from) - Date.now();
  t.ok(waitMs > 25 * 60_000 && waitMs < 31 * 60_000, `${waitMs} ms`);
  await set('--clear-quiet');
  await network.callee(QUIET, { outcome: 'busy', ringMs: 50 });
  await set('--attempts', '1');
  const { call } = await client.callUntil(await client.startCall(agent.id, QUIET), isSettled, 30_000);
  t.equal(call.endReason, 'busy');
  const again = await refusalOf(client.startCall(agent.id, QUIET));
  t.match(again, { status: 422, code: 'attempts_exceeded' });
  t.same(await set('--clear-attempts'), { businessId, quietHours: null, attemptsPerDay: null });
});
