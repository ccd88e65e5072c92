import t from 'tap';
import { createNetworkLateness } from '../../../../simulators/phone-network/audio/lateness.js';

t.test('frames that leave very late mark a stall, and one stall is one stretch', async (t) => {
  const lateness = createNetworkLateness();
  lateness.sent(20);
  t.same(lateness.read().stalls, [], 'usual lateness is none');
  // The frames of 400 ms leave together after the stall, the first one latest.
  for (const late of [400, 380, 360]) lateness.sent(late);
  const { stalls, sent } = lateness.read();
  t.equal(stalls.length, 1);
  const [stall] = stalls;
  t.ok(stall !== undefined && stall.toMs - stall.fromMs >= 400 && stall.toMs - stall.fromMs < 1_000);
  t.equal(sent.count, 4);
  lateness.forget();
  t.same(lateness.read().stalls, []);
});
