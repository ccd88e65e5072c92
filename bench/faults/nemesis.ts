/** Does the faults of a plan to a world, each at its time, and heals them again. */
import { setTimeout as delay } from 'node:timers/promises';
import { type Chance, createChance } from './chance.js';
import { type Fault, inWords } from './fault.js';
import type { History } from './history.js';
import type { Fate, Relayed } from './http-relay.js';
import { NotStarted } from './node-process.js';
import { START_MS, type World } from './world.js';

/** A fault as it was applied. */
export type Applied = History['faults'][number];

/** How long after a fault was healed a write was accepted again at each node, ms. */
export interface Recovery {
  readonly type: Fault['type'];
  readonly ms: number;
}

/** What the nemesis did. */
export interface Nemesis {
  readonly applied: readonly Applied[];
  readonly recoveries: readonly Recovery[];
  /** Processes that ended by themselves while they were started. */
  readonly crashes: readonly string[];
  /** Nodes that did not become ready again. */
  readonly refused: readonly string[];
}

/** Ends a fault. */
type Heal = () => Promise<void> | void;

/** A drain has to end by itself in this time; calls of the load are seconds long, ms. */
const DRAIN_MS = 25_000;
/** A node that meets a damaged journal and does not become ready in this time refuses it, ms. */
const REFUSAL_MS = 20_000;
const PROBE_MS = 60_000;
const PASSES: Fate = {};

const isPlacement = ({ method, path }: Relayed): boolean =>
  method === 'POST' && /\/Calls(\.json)?$/.test(path);
const isCallback = ({ method, body }: Relayed): boolean => method === 'POST' && body.includes('CallStatus=');

const fateOfCallback =
  (
    chance: Chance,
    { lost, doubled, late, lateMs }: { lost: number; doubled: number; late: number; lateMs: number },
  ) =>
  (request: Relayed): Fate => {
    if (!isCallback(request)) return PASSES;
    const wait = chance.isLikely(late) ? chance.whole(0, lateMs) : 0;
    if (chance.isLikely(lost)) return { detached: 0 };
    return chance.isLikely(doubled) ? { detached: 2, lateMs: wait } : { detached: 1, lateMs: wait };
  };

/** Runs all faults; resolves when the last one is healed and its nodes are ready, or given up. */
export const runNemesis = async (world: World, log: (line: string) => void): Promise<Nemesis> => {
  const { plan, nodes, servers, links, fates, subscriber, client } = world;
  const chance = createChance(plan.seed, 7);
  const crashes: string[] = [];
  const refused: string[] = [];
  const recoveries: Recovery[] = [];

  const nodeOf = (index: number) => {
    const node = nodes[index];
    if (node === undefined) throw new Error(`there is no node ${index}`);
    return node;
  };
  const serverOf = (index: number) => {
    const server = servers.all[index];
    if (server === undefined) throw new Error(`there is no server ${index}`);
    return server;
  };
  const startNode = async (index: number, withinMs = START_MS): Promise<void> => {
    try {
      const ends = await nodeOf(index).start(withinMs);
      if (ends > 0) crashes.push(`node ${index} ended ${ends} times by itself before it was ready`);
    } catch (error) {
      if (!(error instanceof NotStarted)) throw error;
      refused.push(error.message);
    }
  };
  const frozen = async (target: { signal(name: 'SIGSTOP' | 'SIGCONT'): void }): Promise<Heal> => {
    target.signal('SIGSTOP');
    return () => target.signal('SIGCONT');
  };
  const frozenPid = (pid: number): Promise<Heal> =>
    frozen({ signal: (name) => void process.kill(pid, name) });
  const restartAll = async (withinMs: number): Promise<void> => {
    await Promise.all(servers.all.map((server) => server.start()));
    await Promise.all(nodes.map(({ index }) => startNode(index, withinMs)));
  };
  const killAll = async (): Promise<void> => {
    await Promise.all([...nodes, ...servers.all].map((process) => process.kill()));
  };

  /** @returns how it is healed; a text where it cannot be applied: why */
  const apply = async (fault: Fault): Promise<Heal | string> => {
    switch (fault.type) {
      case 'node_killed':
        await nodeOf(fault.node).kill();
        return () => startNode(fault.node);
      case 'views_lost':
        await nodeOf(fault.node).kill();
        nodeOf(fault.node).loseViews();
        return () => startNode(fault.node);
      case 'node_drained': {
        const drained = nodeOf(fault.node).drain(DRAIN_MS);
        return async () => {
          await drained;
          await startNode(fault.node);
        };
      }
      case 'node_frozen':
        return frozen(nodeOf(fault.node));
      case 'clock_stepped':
        nodeOf(fault.node).stepClock(fault.offsetMs);
        return () => nodeOf(fault.node).stepClock(0);
      case 'node_cut_off':
        for (const link of links[fault.node] ?? []) link.cut();
        return () => {
          for (const link of links[fault.node] ?? []) link.heal();
        };
      case 'node_link_slow':
        for (const link of links[fault.node] ?? []) link.slow(fault.lateMs);
        return () => {
          for (const link of links[fault.node] ?? []) link.slow(0);
        };
      case 'server_killed':
        await serverOf(fault.server).kill();
        return () => serverOf(fault.server).start();
      case 'server_frozen':
        return frozen(serverOf(fault.server));
      case 'leader_steps_down':
        await servers.stepDown();
        return () => undefined;
      case 'all_killed':
        await killAll();
        return () => restartAll(START_MS);
      case 'journal_damaged': {
        await killAll();
        const why = await servers.damage(fault.how, fault.place);
        if (why !== null) {
          await restartAll(START_MS);
          return why;
        }
        return () => restartAll(REFUSAL_MS);
      }
      case 'carrier_frozen':
        return frozenPid(world.networkPid);
      case 'meta_frozen':
        return frozenPid(world.metaPid);
      case 'carrier_answers_lost':
      case 'carrier_requests_lost': {
        const lost = fault.type === 'carrier_answers_lost' ? 'answer' : 'request';
        fates.toCarrier = (request) =>
          isPlacement(request) && chance.isLikely(fault.share) ? { lost } : PASSES;
        return () => void (fates.toCarrier = () => PASSES);
      }
      case 'carrier_slow':
        fates.toCarrier = () => ({ lateMs: fault.lateMs });
        return () => void (fates.toCarrier = () => PASSES);
      case 'callbacks_unreliable':
        fates.fromCarrier = fateOfCallback(chance, fault);
        return () => void (fates.fromCarrier = () => PASSES);
      case 'answered_lost':
        fates.fromCarrier = (request) =>
          isCallback(request) && request.body.includes('CallStatus=in-progress') ? { detached: 0 } : PASSES;
        return () => void (fates.fromCarrier = () => PASSES);
      case 'meta_unreliable':
        await world.meta.faults({
          throttle: 0.1,
          error: 0.1,
          lostAnswer: 0.1,
          duplicateStatus: 0.3,
          reorderStatus: 0.3,
          duplicateMessage: 0.2,
        });
        return () => world.meta.faults({});
      case 'receiver_fails':
        subscriber.behave({ type: fault.how, share: fault.share });
        return () => subscriber.behave({ type: 'accepts', lateMs: 0 });
      case 'receiver_slow':
        subscriber.behave({ type: 'accepts', lateMs: fault.lateMs });
        return () => subscriber.behave({ type: 'accepts', lateMs: 0 });
      case 'disk_full': {
        const { disk } = servers;
        if (disk === null) return 'the store needs a disk of its own, which needs root';
        await disk.fill(0);
        return async () => {
          await disk.clear();
          // A server of one's own that has had a full disk is started again (docs/reliability.md).
          await serverOf(0).kill();
          await serverOf(0).start();
        };
      }
      case 'disk_read_only':
        await serverOf(0).limit(true);
        return async () => {
          await serverOf(0).kill();
          await serverOf(0).start();
        };
    }
  };

  /** Until each node that runs has accepted a write. */
  const recover = async (fault: Fault, healedAt: number): Promise<void> => {
    const until = Date.now() + PROBE_MS;
    await Promise.all(
      nodes
        .filter((node) => node.isUp())
        .map(async ({ index }) => {
          const name = `probe-${fault.type}-${fault.atMs}-${index}`;
          const wanted = { method: 'POST', path: '/api/v1/contacts/categories', body: { name }, key: name };
          while (Date.now() < until) {
            const answer = await client.attempt(index, wanted);
            if (answer !== null) return void recoveries.push({ type: fault.type, ms: Date.now() - healedAt });
            await delay(50);
          }
        }),
    );
  };

  const begun = Date.now();
  const run = async (fault: Fault): Promise<Applied> => {
    await delay(Math.max(0, begun + fault.atMs - Date.now()));
    log(inWords(fault));
    const beganAt = Date.now();
    const heal = await apply(fault);
    if (typeof heal === 'string') return { ...fault, beganAt: null, endedAt: null, skipped: heal };
    await delay(Math.max(0, beganAt + fault.forMs - Date.now()));
    const healedAt = Date.now();
    await heal();
    const endedAt = Date.now();
    log(`healed ${fault.type} in ${endedAt - healedAt} ms`);
    await recover(fault, healedAt);
    return { ...fault, beganAt, endedAt, skipped: null };
  };
  const applied = await Promise.all(plan.faults.map(run));
  return { applied, recoveries, crashes, refused };
};
