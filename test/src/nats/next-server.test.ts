/** A connection to a cluster moves to the next server if its server dies or stops responding. */
import t from 'tap';
import { connectNats } from '../../../src/nats/connection.js';
import { startCluster } from '../../../testkit/nats/cluster.js';
import { until } from '../../../testkit/until.js';

t.setTimeout(90_000);

t.test('a client with several servers leaves one that dies, and one that stops responding', async (t) => {
  const cluster = await startCluster(t, 2);
  const nc = await connectNats({ url: cluster.urls }, 'test');
  t.teardown(() => nc.close());
  const serving = () => {
    const found = cluster.servers.find(({ url }) => url.endsWith(nc.getServer()));
    if (found === undefined) throw new Error(`no server of the cluster is ${nc.getServer()}`);
    return found;
  };
  nc.subscribe('echo', { callback: (_, message) => void message.respond('here') });
  const answers = async (): Promise<boolean> => {
    try {
      return (await nc.request('echo', '', { timeout: 500 })).string() === 'here';
    } catch {
      return false;
    }
  };

  const first = serving();
  await first.kill('SIGKILL');
  await until('the other server answers', async () => serving() !== first && (await answers()), 5_000);
  await first.start();
  // The servers must find each other again before one of them stops responding.
  await cluster.untilFormed();

  const second = serving();
  process.kill(second.pid(), 'SIGSTOP');
  t.teardown(() => process.kill(second.pid(), 'SIGCONT'));
  const began = performance.now();
  await until('the other server answers', async () => serving() !== second && (await answers()), 15_000);
  t.comment(`the client left the frozen server after ${Math.round(performance.now() - began)} ms`);
  process.kill(second.pid(), 'SIGCONT');
});

t.test('a client connects although one of its servers cannot be reached', async (t) => {
  const cluster = await startCluster(t, 2);
  const [first, second] = cluster.servers;
  await first?.kill('SIGKILL');
  for (let round = 0; round < 4; round += 1) {
    const nc = await connectNats({ url: cluster.urls }, 'test');
    t.ok(second?.url.endsWith(nc.getServer()));
    await nc.close();
  }
});
