import { randomUUID } from 'node:crypto';
import t from 'tap';
import { createHolders } from '../../../providers/recordings/holders.js';
import { connectNats } from '../../../src/nats/connection.js';
import { startNats } from '../../../testkit/nats/server.js';
import { until } from '../../../testkit/until.js';

t.test('holders answer until they release a call, and the absence of holders is known at once', async (t) => {
  const nats = await startNats(t);
  const [first, second] = await Promise.all(['one', 'other'].map((name) => connectNats(nats, name)));
  if (first === undefined || second === undefined) throw new Error('not connected');
  t.teardown(() => Promise.all([first.close(), second.close()]));
  const [here, there] = [createHolders(first), createHolders(second)];
  const call = randomUUID();

  const began = Date.now();
  t.same([...(await here.ask(call))], []);
  t.ok(Date.now() - began < 900, 'the server says so, without a timeout');

  const letGo = [here.hold(call, () => 'open'), there.hold(call, () => 'unsent')];
  here.hold(randomUUID(), () => 'unsent');
  await second.flush();
  t.same([...(await here.ask(call))].sort(), ['open', 'unsent'], 'both holders, including its own');
  for (const release of letGo) release();
  await Promise.all([first.flush(), second.flush()]);
  t.same([...(await there.ask(call))], []);
});

t.test('a silent holder and an unreachable server do not count as no holder', async (t) => {
  const nats = await startNats(t);
  const nc = await connectNats(nats, 'one');
  t.teardown(() => nc.close());
  const holders = createHolders(nc);
  const call = randomUUID();
  nc.subscribe(`recording-tracks.${call}`, { callback: () => undefined });
  t.same([...(await holders.ask(call))], ['silent']);
  await nats.kill('SIGKILL');
  const another = await holders.ask(randomUUID()).then(
    (held) => [...held],
    () => ['silent'],
  );
  t.same(another, ['silent']);
  await nats.restart();
  await until('answers after the restart', async () => (await holders.ask(randomUUID())).size === 0, 20_000);
});
