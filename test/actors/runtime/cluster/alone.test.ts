/** A lone node claims its actors without asking other nodes, and announces them once another node joins. */
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { pino } from 'pino';
import t from 'tap';
import { createDirectory } from '../../../../actors/runtime/cluster/directory.js';
import { createNodeLease } from '../../../../actors/runtime/cluster/node-lease.js';
import { parseRequest } from '../../../../actors/runtime/cluster/wire.js';
import { BEATS } from '../../../../actors/runtime/subjects.js';
import { type ActorSystem, createActorSystem } from '../../../../actors/runtime/system.js';
import type { Lifetime } from '../../../../testkit/lifetime.js';
import { startNats } from '../../../../testkit/nats/server.js';
import { until } from '../../../../testkit/until.js';
import { errand } from '../errand.js';
import { HELD } from '../lease-held.js';
import { witness } from './witness.js';

t.setTimeout(60_000);

const logger = pino({ level: 'silent' });
const nats = await startNats(t);

const join = async (t: Lifetime): Promise<NatsConnection> => {
  const nc = await connect({ servers: nats.url });
  t.teardown(() => nc.close());
  return nc;
};

const node = async (t: Lifetime): Promise<ActorSystem> => {
  const nc = await connect({ servers: nats.url });
  const system = await createActorSystem({ nc, shards: 1, now: Date.now, logger });
  system.register(errand, { run: async () => null });
  t.teardown(async () => {
    await system.drain();
    await nc.close();
  });
  return system;
};

const count = { type: 'count', by: 1 } as const;

t.test(
  'N5: a node considers itself alone only after it has listened long enough, and until it hears another',
  async (t) => {
    const nc = await join(t);
    let ahead = 0;
    let company = 0;
    const clock = (): number => performance.now() + ahead;
    const standing = createNodeLease({ nc, clock, logger, count: () => undefined });
    t.teardown(() => standing.stop());
    await standing.start({
      owns: () => false,
      onLease: () => undefined,
      onNodeJoined: () => {
        company += 1;
      },
    });
    t.notOk(standing.isAlone(), 'it has only just begun to listen');
    await until('it has listened long enough', () => standing.isAlone());
    t.equal(company, 0);
    ahead += 500;
    t.notOk(standing.isAlone(), 'its knowledge of other nodes is stale');
    await until('it has heard its own beat again', () => standing.isAlone());
    const beat = JSON.stringify({ node: 'other', at: 1, form: 2 });
    nc.publish(BEATS, beat);
    await until('the other node is heard', () => !standing.isAlone());
    nc.publish(BEATS, beat);
    await nc.flush();
    t.equal(company, 1, 'notified once');
    nc.publish(BEATS, JSON.stringify({ farewell: 'other' }));
    await until('the other node is gone', () => standing.isAlone());
  },
);

t.test('does not count a node that is about to leave as a successor', async (t) => {
  const [first, second] = [await node(t), await node(t)];
  await until('the nodes know of each other', () => first.hasSuccessor() && second.hasSuccessor());
  second.leave();
  await until('the first node has no successor', () => !first.hasSuccessor());
  t.ok(second.hasSuccessor());
  const { answer } = await first.ask(errand, { business: 'b', id: 'leaving' }, count);
  t.not(answer, null, 'actors are still served');
  first.leave();
  await until('the second node has no successor either', () => !second.hasSuccessor());
});

t.test('a lone node publishes nothing on its actors, and a node that joins later finds them', async (t) => {
  const listener = await join(t);
  const heard: string[] = [];
  listener.subscribe('actor.errand.>', {
    callback: (_error, message) => {
      heard.push(parseRequest(message.string()).type);
    },
  });
  const first = await node(t);
  let actorCount = 0;
  await until('it publishes nothing', async () => {
    heard.length = 0;
    actorCount += 1;
    await first.ask(errand, { business: 'b', id: `lone${actorCount}` }, count);
    await listener.flush();
    return heard.length === 0;
  });
  const second = await node(t);
  await until(
    'the first node announces its actors',
    () => heard.filter((type) => type === 'claim').length >= actorCount,
  );
  for (let id = 1; id <= actorCount; id += 1)
    t.match(await second.query(errand, { business: 'b', id: `lone${id}` }, 'get'), { answer: { sum: 1 } });
  t.equal(second.activations(), 0);
});

t.test(
  'D2: of two nodes that both believed to be alone, one yields as soon as either hears of the other',
  async (t) => {
    const ref = { kind: 'errand', business: 'b', id: 'both' };
    const directoryOf = async (name: string, at: number, begun: string[]) => {
      const nc = await join(t);
      const directory = createDirectory({
        nc,
        nodeLease: { ...HELD, node: name, isAlone: () => true },
        now: () => at,
        logger,
        count: () => undefined,
        createActivation: () => witness(ref, begun),
      });
      t.teardown(() => directory.drain());
      directory.activate(ref);
      await nc.flush();
      return directory;
    };
    const [ofEarlier, ofLater]: [string[], string[]] = [[], []];
    const earlier = await directoryOf('earlier', 1, ofEarlier);
    const later = await directoryOf('later', 2, ofLater);
    t.same([ofEarlier, ofLater], [[], []], 'neither node has heard of the other');
    later.onNodeJoined();
    await until('the later activation yields', () => later.find(ref) === null);
    t.same([ofEarlier, ofLater], [[], ['abdicated']]);
    t.not(earlier.find(ref), null);
  },
);
