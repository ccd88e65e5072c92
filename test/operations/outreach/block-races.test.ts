/** Races of a suppression with calls to the same number, on two nodes of one journal. */
import { connect } from '@nats-io/transport-node';
import t from 'tap';
import { type Plant, runRaces } from '../../../bench/block-races/races.js';
import { startNats } from '../../../testkit/nats/server.js';
import { seeded } from '../../../testkit/seeded.js';

t.setTimeout(180_000);

const SEED = 20_251;

t.test(
  'in 1,000 races of two nodes, no call is placed after the suppression or sent after its acknowledgement',
  async (t) => {
    const nats = await startNats(t);
    const result = await runRaces({
      races: 1_000,
      random: seeded(SEED),
      plant: null,
      connect: () => connect({ servers: nats.url }),
    });
    t.comment(JSON.stringify(result));
    t.match(result, { placedAfterCommit: 0, sentAfterAcknowledgement: 0 });
    t.ok(result.placed >= 10 && result.kept >= 10, 'both sides win often enough');
  },
);

for (const plant of ['no_ordering', 'no_clearance'] satisfies readonly Plant[])
  t.test(`the check detects the fault of a build with ${plant}`, async (t) => {
    const nats = await startNats(t);
    const result = await runRaces({
      races: 400,
      random: seeded(SEED),
      plant,
      connect: () => connect({ servers: nats.url }),
    });
    t.comment(JSON.stringify(result));
    t.ok(result.placedAfterCommit > 0, 'calls placed after the commit');
    if (plant === 'no_clearance')
      t.ok(result.sentAfterAcknowledgement > 0, 'requests sent after the acknowledgement');
  });
