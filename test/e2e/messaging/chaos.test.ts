/** Two hundred messages in both directions under faults and crashes; `npm run bench:messaging` sends 10,000. */
import t from 'tap';
import { runChaos } from '../../../bench/messaging/chaos.js';
import { seeded, seedOfRun } from '../../../testkit/seeded.js';
import { connectWhatsApp, startTestMeta } from '../../../testkit/service/meta.js';
import { startWorld } from '../../../testkit/service/world.js';

const ACCOUNT = '106540352242922';
const MESSAGES = 200;

t.setTimeout(200_000);

t.test('messages arrive once and in order, despite faults and crashes', async (t) => {
  const meta = await startTestMeta(t);
  const world = await startWorld(t, {
    ...meta.env,
    PARLEY_DEVELOPMENT: '1',
    PARLEY_RECONCILE_MS: '6000',
    PARLEY_MESSAGES_PER_SECOND: '1000',
  });
  await connectWhatsApp(world, world.businessId, ACCOUNT);
  const seed = seedOfRun();
  t.comment(`seed ${seed}`);
  const result = await runChaos({
    messages: MESSAGES,
    customers: 20,
    kills: 2,
    accountId: ACCOUNT,
    meta,
    businessId: world.businessId,
    apiKey: world.apiKey,
    url: () => world.service().url,
    crash: async () => {
      await world.kill();
      await world.restart();
    },
    random: seeded(seed),
    log: (line) => t.comment(line),
  });
  t.comment(JSON.stringify(result));
  t.match(result, {
    accepted: MESSAGES,
    taken: MESSAGES,
    takenOnce: MESSAGES,
    outOfOrder: 0,
    changed: 0,
    states: { read: MESSAGES },
    inboundNotified: MESSAGES,
    progressNotified: 3 * MESSAGES,
  });
});
