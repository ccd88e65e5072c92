/** The connection of a process to a cluster: it goes to the next server, whether one dies or only goes silent. */
import t from 'tap';
import { connectNats } from '../../src/nats.js';
import { startCluster } from '../../testkit/nats-cluster.js';
import { until } from '../../testkit/until.js';

t.setTimeout(90_000);

t.test('a client that is given several servers leaves one that dies, and one that goes silent', async (t) => {
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
  await until('the other one serves', async () => serving() !== first && (await answers()), 5_000);
  await first.start();
  // The servers have to find each other again before one of them goes silent.
  await cluster.untilFormed();

  const second = serving();
  process.kill(second.pid(), 'SIGSTOP');
  t.teardown(() => process.kill(second.pid(), 'SIGCONT'));
  const began = performance.now();
  await until('the other one serves', async () => serving() !== second && (await answers()), 15_000);
  t.comment(`a silent server was left after ${Math.round(performance.now() - began)} ms`);
  process.kill(second.pid(), 'SIGCONT');
});

t.test('a server that cannot be reached among others is no reason to fail', async (t) => {
  const cluster = await startCluster(t, 2);
  const [one, two] = cluster.servers;
  await one?.kill('SIGKILL');
  for (let round = 0; round < 4; round += 1) {
    const nc = await connectNats({ url: cluster.urls }, 'test');
    t.ok(two?.url.endsWith(nc.getServer()));
    await nc.close();
  }
});
