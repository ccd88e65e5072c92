/** How each fault is applied to a world, and healed. */
import { type Chance, createChance } from './chance.js';
import type { Fate, Relayed } from './cluster/http-relay.js';
import { type NodeProcess, NotStarted } from './cluster/node-process.js';
import type { FaultyServer } from './cluster/servers.js';
import { START_MS, type World } from './cluster/world.js';
import type { Fault } from './fault.js';

/** Ends a fault. */
export type Heal = () => Promise<void> | void;
/** How a fault is healed. A text says why it cannot be applied; null means that another function handles this kind. */
type Applied = Heal | string | null;

/** Observations made while faults are applied. */
export interface Observed {
  /** Nodes that did not become ready again. */
  readonly refused: string[];
}

/** A drain must finish by itself within this time; calls of the load last seconds, ms. */
const DRAIN_MS = 25_000;
/** A node that meets a damaged journal and is not ready within this time refuses it, ms. */
const REFUSAL_MS = 20_000;
const PASSES: Fate = {};

const isPlacement = ({ method, path }: Relayed): boolean =>
  method === 'POST' && /\/Calls(\.json)?$/.test(path);
const isCallback = ({ method, body }: Relayed): boolean => method === 'POST' && body.includes('CallStatus=');

const NEEDS_DISK = 'the store needs a disk of its own, which needs root';

/** @throws RangeError for a node or a server that the world does not have */
const at = <T>(items: readonly T[], index: number): T => {
  const item = items[index];
  if (item === undefined) throw new RangeError(`the world has no process ${index}`);
  return item;
};

const freeze = (target: { signal(name: 'SIGSTOP' | 'SIGCONT'): void }): Heal => {
  target.signal('SIGSTOP');
  return () => target.signal('SIGCONT');
};
const freezePid = (pid: number): Heal => freeze({ signal: (name) => void process.kill(pid, name) });

/** @returns a function that applies any fault, and returns how to heal it, or a text that says why it cannot be applied */
export const createFaultApplier = (
  world: World,
  observed: Observed,
): ((fault: Fault) => Promise<Heal | string>) => {
  const chance = createChance(world.plan.seed, 7);
  return async (fault) => {
    const applied =
      (await toNode(world, observed, fault)) ??
      (await toServers(world, observed, fault)) ??
      toCarrier(world, chance, fault) ??
      (await toOthers(world, fault));
    return applied ?? `no code applies ${fault.type}`;
  };
};

const startNode = async (node: NodeProcess, observed: Observed, withinMs = START_MS): Promise<void> => {
  try {
    await node.start(withinMs);
  } catch (error) {
    if (!(error instanceof NotStarted)) throw error;
    observed.refused.push(error.message);
  }
};

const toNode = async ({ nodes, links }: World, observed: Observed, fault: Fault): Promise<Applied> => {
  if (!('node' in fault)) return null;
  const node = at(nodes, fault.node);
  const ownLinks = at(links, fault.node);
  switch (fault.type) {
    case 'node_killed':
      await node.kill();
      return () => startNode(node, observed);
    case 'views_lost':
      await node.kill();
      node.loseViews();
      return () => startNode(node, observed);
    case 'node_drained': {
      const drained = node.drain(DRAIN_MS);
      return async () => {
        await drained;
        await startNode(node, observed);
      };
    }
    case 'node_frozen':
      return freeze(node);
    case 'clock_stepped':
      node.stepClock(fault.offsetMs);
      return () => node.stepClock(0);
    case 'node_cut_off':
      for (const link of ownLinks) link.cut();
      return () => {
        for (const link of ownLinks) link.heal();
      };
    case 'node_link_slow':
      for (const link of ownLinks) link.slow(fault.lateMs);
      return () => {
        for (const link of ownLinks) link.slow(0);
      };
  }
};

/** A server that the operator runs must be restarted after its disk was full (docs/reference/reliability.md). */
const restart = async (server: FaultyServer): Promise<void> => {
  await server.kill();
  await server.start();
};

const toServers = async (world: World, observed: Observed, fault: Fault): Promise<Applied> => {
  const { nodes, servers } = world;
  const { disk } = servers;
  const single = at(servers.all, 0);
  const killAll = async (): Promise<void> => {
    await Promise.all([...nodes, ...servers.all].map((process) => process.kill()));
  };
  const startAll = async (withinMs: number): Promise<void> => {
    await Promise.all(servers.all.map((server) => server.start()));
    await Promise.all(nodes.map((node) => startNode(node, observed, withinMs)));
  };
  switch (fault.type) {
    case 'server_killed':
      await at(servers.all, fault.server).kill();
      return () => at(servers.all, fault.server).start();
    case 'server_frozen':
      return freeze(at(servers.all, fault.server));
    case 'leader_steps_down':
      return (await servers.stepDown()) ?? (() => undefined);
    case 'all_killed':
      await killAll();
      return () => startAll(START_MS);
    case 'journal_damaged': {
      await killAll();
      const why = await servers.damage(fault.how, fault.place);
      if (why === null) return () => startAll(REFUSAL_MS);
      await startAll(START_MS);
      return why;
    }
    case 'disk_full':
      if (disk === null) return NEEDS_DISK;
      await disk.fill(0);
      return async () => {
        await disk.clear();
        await restart(single);
      };
    case 'disk_read_only':
      await single.limit(true);
      return () => restart(single);
    default:
      return null;
  }
};

const fateOfCallback =
  (chance: Chance, fault: Extract<Fault, { type: 'callbacks_unreliable' }>) =>
  (request: Relayed): Fate => {
    if (!isCallback(request)) return PASSES;
    const lateMs = chance.isLikely(fault.late) ? chance.integer(0, fault.lateMs) : 0;
    if (chance.isLikely(fault.lost)) return { detached: 0 };
    return { detached: chance.isLikely(fault.doubled) ? 2 : 1, lateMs };
  };

const toCarrier = ({ fates, networkPid }: World, chance: Chance, fault: Fault): Applied => {
  const placed = (fate: (request: Relayed) => Fate): Heal => {
    fates.toCarrier = fate;
    return () => {
      fates.toCarrier = () => PASSES;
    };
  };
  const reported = (fate: (request: Relayed) => Fate): Heal => {
    fates.fromCarrier = fate;
    return () => {
      fates.fromCarrier = () => PASSES;
    };
  };
  switch (fault.type) {
    case 'carrier_frozen':
      return freezePid(networkPid);
    case 'carrier_answers_lost':
    case 'carrier_requests_lost': {
      const lost = fault.type === 'carrier_answers_lost' ? 'answer' : 'request';
      return placed((request) => (isPlacement(request) && chance.isLikely(fault.share) ? { lost } : PASSES));
    }
    case 'carrier_slow':
      return placed(() => ({ lateMs: fault.lateMs }));
    case 'callbacks_unreliable':
      return reported(fateOfCallback(chance, fault));
    case 'answered_lost':
      return reported((request) =>
        isCallback(request) && request.body.includes('CallStatus=in-progress') ? { detached: 0 } : PASSES,
      );
    default:
      return null;
  }
};

/** Faults of the simulated Meta, as shares of all cases. */
const META_FAULTS = {
  throttle: 0.1,
  error: 0.1,
  lostAnswer: 0.25,
  duplicateStatus: 0.3,
  reorderStatus: 0.3,
  duplicateMessage: 0.2,
};

const toOthers = async ({ meta, metaPid, subscriber }: World, fault: Fault): Promise<Applied> => {
  const accept = (): void => subscriber.behave({ type: 'accepts', lateMs: 0 });
  switch (fault.type) {
    case 'meta_frozen':
      return freezePid(metaPid);
    case 'meta_unreliable':
      await meta.faults(META_FAULTS);
      return () => meta.faults({});
    case 'receiver_fails':
      subscriber.behave({ type: fault.how, share: fault.share });
      return accept;
    case 'receiver_slow':
      subscriber.behave({ type: 'accepts', lateMs: fault.lateMs });
      return accept;
    default:
      return null;
  }
};
