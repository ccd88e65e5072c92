/**
 * How long a node may act for its actors without having been heard, and when the others give it up. Pure.
 *
 * A node's lease is renewed by its own beat, which comes back to it through the server: it lasts from the moment at
 * which that beat was *sent*. The others count from when they *heard* it, which is later, and for longer. So the lease
 * of a node that is given up has ended, by any clock that runs at the same pace. All times are ms on the clock of one
 * process (lease-clock.ts); none is compared with another's.
 *
 * The numbers: with a beat every 200 ms a node may be frozen for a second and a half (a garbage collection, a busy
 * second) and keeps its lease; one that is gone is given up 1.8 to 2.2 s after its last moment, which leaves 0.8 s of
 * the three seconds for loading its actors elsewhere. A quarter of a second lies between the end of a lease and the
 * giving up, for steps that checked the lease just before it ended.
 */

/** Between two beats of a node, ms. */
export const BEAT_MS = 200;
/** Duration of a lease, from the sending of the last beat that came back, ms. */
export const LEASE_MS = 1_750;
/** A node that is not heard for longer is given up, ms; longer than its lease by what one step of it may take. */
export const GIVE_UP_MS = 2_000;
/** How long a node that was given up is remembered, ms: the server closes a connection that is silent for six minutes. */
const REMEMBERED_MS = 600_000;

/** Whether a lease holds at `now`. `confirmedAt`: when the last beat that came back was sent; null: none has. */
export const leaseHolds = (confirmedAt: number | null, now: number): boolean =>
  confirmedAt !== null && now - confirmedAt < LEASE_MS;

/** The nodes as one of them sees them, itself included. */
export interface Nodes {
  /** Node → when it was heard last. */
  readonly living: ReadonlyMap<string, number>;
  /** Node → when it was given up. */
  readonly dead: ReadonlyMap<string, number>;
}

export const NO_NODES: Nodes = { living: new Map(), dead: new Map() };

/** A beat of `node` was heard. */
export const onBeat = ({ living, dead }: Nodes, node: string, at: number): Nodes => ({
  living: new Map(living).set(node, at),
  dead: without(dead, node),
});

/** `node` announced that it leaves. */
export const onFarewell = ({ living, dead }: Nodes, node: string): Nodes => ({
  living: without(living, node),
  dead: without(dead, node),
});

/**
 * The beat that was sent at `sentAt` has come back: every node that beat before it was heard before it.
 * `watchingSince`: from when on all beats could be heard; silence before that means nothing.
 */
export const onEcho = ({ living, dead }: Nodes, sentAt: number, watchingSince: number): Nodes => {
  const isSilent = (heardAt: number): boolean => sentAt - Math.max(heardAt, watchingSince) > GIVE_UP_MS;
  const silent = [...living].filter(([, heardAt]) => isSilent(heardAt));
  const remembered = [...dead].filter(([, at]) => sentAt - at < REMEMBERED_MS);
  if (silent.length === 0 && remembered.length === dead.size) return { living, dead };
  return {
    living: new Map([...living].filter(([, heardAt]) => !isSilent(heardAt))),
    dead: new Map([...remembered, ...silent.map(([node]): [string, number] => [node, sentAt])]),
  };
};

const without = (nodes: ReadonlyMap<string, number>, node: string): ReadonlyMap<string, number> =>
  nodes.has(node) ? new Map([...nodes].filter(([name]) => name !== node)) : nodes;
