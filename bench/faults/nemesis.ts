/** Applies the faults of a plan to a world, each at its time, and heals them. */
import { setTimeout as delay } from 'node:timers/promises';
import type { NodeProcess } from './cluster/node-process.js';
import type { World } from './cluster/world.js';
import { describeFault, type Fault, targetOf } from './fault.js';
import { createFaultApplier } from './fault-applier.js';
import type { History } from './history.js';

/** A fault as it was applied. */
type Applied = History['faults'][number];

/** Time from the start of healing until a node accepted a write, ms. */
export interface Recovery {
  readonly type: Fault['type'];
  readonly ms: number;
}

/** The outcome of all faults. */
export interface Nemesis {
  readonly applied: readonly Applied[];
  readonly recoveries: readonly Recovery[];
  /** Nodes that did not become ready again. */
  readonly refused: readonly string[];
  /** Nodes that reported ready without a journal. */
  readonly readyWhileAway: History['readyWhileAway'];
}

/** A node that accepts no write within this time has not recovered, ms. */
const PROBE_MS = 60_000;
const PROBE_EVERY_MS = 50;

/** `/readyz` reports an unreachable journal within two seconds (docs/reference/reliability.md); a busy machine gets more time, ms. */
const NOTICED_MS = 3_500;

/** Nodes that cannot write while the fault lasts. */
const cutOffBy = ({ nodes, plan }: World, fault: Fault): readonly NodeProcess[] => {
  switch (fault.type) {
    case 'node_cut_off':
      return nodes.filter(({ index }) => index === fault.node);
    case 'server_killed':
    case 'server_frozen':
    case 'disk_read_only':
      return plan.servers === 1 ? nodes : [];
    default:
      return [];
  }
};

/** Waits until each running node has accepted a write. */
const recover = async (
  { nodes, client }: World,
  fault: Fault,
  since: number,
): Promise<readonly Recovery[]> => {
  const until = Date.now() + PROBE_MS;
  const probe = async (node: number): Promise<readonly Recovery[]> => {
    const key = `probe-${fault.type}-${fault.atMs}-${node}`;
    const request = { method: 'POST', path: '/api/v1/contacts/categories', body: { name: key }, key };
    while (Date.now() < until) {
      if ((await client.attempt(node, request)) !== null)
        return [{ type: fault.type, ms: Date.now() - since }];
      await delay(PROBE_EVERY_MS);
    }
    return [];
  };
  return (await Promise.all(nodes.filter((node) => node.isUp()).map(({ index }) => probe(index)))).flat();
};

/** Runs all faults; resolves when the last one is healed and its nodes are ready, or have failed to recover in time. */
export const runNemesis = async (world: World, log: (line: string) => void): Promise<Nemesis> => {
  const observed = { refused: [] };
  const recoveries: Recovery[] = [];
  const readyWhileAway: { readonly node: number; readonly fault: string }[] = [];
  const apply = createFaultApplier(world, observed);
  const startedAt = Date.now();
  const run = async (fault: Fault): Promise<Applied> => {
    await delay(Math.max(0, startedAt + fault.atMs - Date.now()));
    log(describeFault(fault));
    const beganAt = Date.now();
    const heal = await apply(fault);
    if (typeof heal === 'string') return { ...fault, beganAt: null, endedAt: null, skipped: heal };
    await delay(Math.max(0, beganAt + fault.forMs - Date.now()));
    if (fault.forMs >= NOTICED_MS)
      for (const node of cutOffBy(world, fault))
        if ((await node.readiness()).status === 200)
          readyWhileAway.push({ node: node.index, fault: fault.type });
    const healedAt = Date.now();
    await heal();
    const endedAt = Date.now();
    log(`healed ${fault.type} in ${endedAt - healedAt} ms`);
    recoveries.push(...(await recover(world, fault, healedAt)));
    return { ...fault, beganAt, endedAt, skipped: null };
  };
  // On a busy machine a fault may last longer than planned; the next fault of its target waits for its end.
  const lanes = new Map<string, Promise<unknown>>();
  const applied = await Promise.all(
    world.plan.faults.map((fault) => {
      const applying = (lanes.get(targetOf(fault)) ?? Promise.resolve()).then(() => run(fault));
      lanes.set(targetOf(fault), applying);
      return applying;
    }),
  );
  return { applied, recoveries, readyWhileAway, ...observed };
};
