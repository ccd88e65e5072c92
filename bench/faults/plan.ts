/**
 * What a seed determines: the shape of the world, the load and the faults. A pure function of the seed and the profile:
 * the same seed is the same plan on every machine. How the processes respond depends on the machine.
 */
import { type Chance, createChance } from './chance.js';
import { type Fault, type FaultKind, targetOf } from './fault.js';

/** How a callee of the simulated network behaves. */
export type Callee = 'talks' | 'listens' | 'busy' | 'no_answer' | 'fails';

/**
 * One request, or something that a customer does; `atMs` counts from the start of the load. Steps of one `lane` keep
 * their order.
 */
export type Step = { readonly atMs: number; readonly lane: string; readonly index: number } & (
  | { readonly type: 'category' }
  | { readonly type: 'contact'; readonly contact: number }
  | { readonly type: 'rename'; readonly contact: number; readonly name: string }
  | { readonly type: 'block'; readonly contact: number; readonly blocked: boolean }
  | { readonly type: 'call'; readonly callee: Callee }
  | { readonly type: 'cancel' }
  | { readonly type: 'campaign' }
  | { readonly type: 'message'; readonly customer: number }
  | { readonly type: 'customer_writes'; readonly customer: number }
);

/** A seed, spelled out. */
export interface Plan {
  readonly seed: number;
  readonly servers: 1 | 3;
  readonly nodes: 2 | 3;
  readonly loadMs: number;
  readonly steps: readonly Step[];
  /** Sorted by time. */
  readonly faults: readonly Fault[];
}

/** How much happens in a seed. */
export type Profile = 'full' | 'short';

/** Customers who write to the business before the load, so that it may write to them. */
export const CUSTOMERS = 3;
/** Contacts of the campaign's audience. */
export const RECIPIENTS = 6;

const LOAD_MS: Readonly<Record<Profile, number>> = { full: 16_000, short: 4_000 };
/** Faults begin once there is something to break. */
const FIRST_FAULT_MS = 800;
/** Steps per second: a world has seven processes or more, on two cores. */
const STEPS_PER_SECOND = 4;

/** @returns the plan of a seed */
export const planOf = (seed: number, profile: Profile = 'full'): Plan => {
  const shape = createChance(seed, 1);
  const short = profile === 'short';
  const servers = !short && shape.isLikely(0.4) ? 3 : 1;
  const nodes = !short && servers === 1 && shape.isLikely(0.2) ? 3 : 2;
  const loadMs = LOAD_MS[profile];
  return {
    seed,
    servers,
    nodes,
    loadMs,
    steps: stepsOf(createChance(seed, 2), loadMs),
    faults: faultsOf(createChance(seed, 3), { servers, nodes, loadMs, short }),
  };
};

const stepsOf = (chance: Chance, loadMs: number): readonly Step[] => {
  const steps: Step[] = [];
  let contacts = 0;
  const add = (atMs: number): void => {
    const index = steps.length;
    const draw = chance.real();
    const base = { atMs, index, lane: `step ${index}` };
    const contact = contacts === 0 ? null : chance.integer(0, contacts - 1);
    if (draw < 0.2 || contact === null) {
      steps.push({ ...base, lane: `contact ${contacts}`, type: 'contact', contact: contacts });
      contacts += 1;
    } else if (draw < 0.32) {
      const name = `Name ${chance.integer(1, 1_000_000)}`;
      steps.push({ ...base, lane: `contact ${contact}`, type: 'rename', contact, name });
    } else if (draw < 0.4) {
      const blocked = chance.isLikely(0.6);
      steps.push({ ...base, lane: `contact ${contact}`, type: 'block', contact, blocked });
    } else if (draw < 0.48) steps.push({ ...base, type: 'category' });
    else if (draw < 0.78) {
      const callee = chance.pick([
        'talks',
        'talks',
        'listens',
        'listens',
        'busy',
        'no_answer',
        'fails',
      ] as const);
      steps.push({ ...base, type: 'call', callee });
    } else if (draw < 0.81) steps.push({ ...base, type: 'cancel' });
    else {
      const customer = chance.integer(0, CUSTOMERS - 1);
      const type = draw < 0.93 ? 'message' : 'customer_writes';
      steps.push({ ...base, lane: `customer ${customer}`, type, customer });
    }
  };
  steps.push({ atMs: 200, index: 0, lane: 'campaign', type: 'campaign' });
  const every = 1_000 / STEPS_PER_SECOND;
  for (let at = 0; at < loadMs; at += every) add(Math.round(at + chance.real() * every));
  return steps;
};

interface Shape {
  readonly servers: number;
  readonly nodes: number;
  readonly loadMs: number;
  readonly short: boolean;
}

const faultsOf = (chance: Chance, shape: Shape): readonly Fault[] => {
  const faults: Fault[] = [];
  const count = shape.short ? 2 : chance.integer(2, 5);
  for (let attempt = 0; faults.length < count && attempt < 40; attempt += 1) {
    const kind = kindOf(chance, shape);
    const forMs = durationOf(chance, kind, shape);
    const latest = Math.max(FIRST_FAULT_MS, shape.loadMs - forMs);
    const atMs = kind.type === 'journal_damaged' ? shape.loadMs : chance.integer(FIRST_FAULT_MS, latest);
    const fault = { ...kind, atMs, forMs };
    if (faults.every((before) => canOverlap(before, fault))) faults.push(fault);
  }
  return faults.toSorted((before, after) => before.atMs - after.atMs);
};

/**
 * A target has one fault at a time, with a second in between. At most one fault affects everything, and it overlaps no
 * fault of a node or of the servers.
 */
const canOverlap = (before: Fault, after: Fault): boolean => {
  const targets = [targetOf(before), targetOf(after)];
  if (targets.every((target) => target === 'all')) return false;
  const isShared = targets[0] === targets[1] || (targets.includes('all') && targets.some(isProcess));
  const apart = 1_000;
  return (
    !isShared ||
    before.atMs + before.forMs + apart < after.atMs ||
    after.atMs + after.forMs + apart < before.atMs
  );
};

const isProcess = (target: string): boolean => target.startsWith('node') || target === 'servers';

/** Faults of the short profile end soon, and recovery from them waits for no lease or timeout of minutes. */
const SHORT: readonly FaultKind['type'][] = [
  'node_killed',
  'node_killed',
  'node_frozen',
  'node_drained',
  'node_link_slow',
  'server_killed',
  'callbacks_unreliable',
  'meta_unreliable',
  'receiver_slow',
];
const FULL: readonly FaultKind['type'][] = [
  ...(['node_killed', 'node_killed', 'node_killed', 'node_frozen', 'node_frozen', 'node_drained'] as const),
  ...([
    'node_drained',
    'views_lost',
    'clock_stepped',
    'clock_stepped',
    'clock_stepped',
    'node_cut_off',
    'node_cut_off',
    'node_link_slow',
  ] as const),
  ...(['server_killed', 'server_killed', 'server_frozen', 'all_killed', 'carrier_frozen'] as const),
  ...(['carrier_answers_lost', 'carrier_answers_lost', 'carrier_requests_lost', 'carrier_slow'] as const),
  ...([
    'callbacks_unreliable',
    'callbacks_unreliable',
    'answered_lost',
    'meta_frozen',
    'meta_unreliable',
  ] as const),
  ...(['receiver_fails', 'receiver_fails', 'receiver_slow', 'receiver_slow', 'leader_steps_down'] as const),
  ...(['disk_full', 'disk_read_only', 'journal_damaged', 'journal_damaged'] as const),
];
const CLOCK_STEPS_MS = [-20_000, -3_600_000, 3_600_000, 180_000_000, -90_000, 45_000] as const;

/** A fault that a world of this shape can have; an impossible one becomes a leader change or a killed node. */
const typeOf = (chance: Chance, { servers, short }: Shape): FaultKind['type'] => {
  const type = chance.pick(short ? SHORT : FULL);
  const isOfOneServer = type === 'disk_full' || type === 'disk_read_only' || type === 'journal_damaged';
  if (isOfOneServer && servers !== 1) return 'leader_steps_down';
  if (type === 'leader_steps_down' && servers === 1) return 'node_killed';
  return type;
};

const kindOf = (chance: Chance, shape: Shape): FaultKind => {
  const type = typeOf(chance, shape);
  const node = chance.integer(0, shape.nodes - 1);
  const server = chance.integer(0, shape.servers - 1);
  switch (type) {
    case 'node_killed':
    case 'node_frozen':
    case 'node_drained':
    case 'views_lost':
    case 'node_cut_off':
      return { type, node };
    case 'clock_stepped':
      return { type, node, offsetMs: chance.pick(CLOCK_STEPS_MS) };
    case 'node_link_slow':
      return { type, node, lateMs: chance.integer(20, 250) };
    case 'server_killed':
    case 'server_frozen':
      return { type, server };
    case 'carrier_answers_lost':
    case 'carrier_requests_lost':
      return { type, share: chance.pick([0.3, 0.6]) };
    case 'carrier_slow':
      return { type, lateMs: chance.integer(200, 2_500) };
    case 'callbacks_unreliable':
      return {
        type,
        lost: shape.short ? 0 : chance.pick([0, 0.2, 0.5]),
        doubled: 0.3,
        late: 0.4,
        lateMs: shape.short ? 800 : 3_000,
      };
    case 'receiver_fails':
      return { type, how: chance.pick(['refuses', 'hangs', 'is_away']), share: chance.pick([0.3, 0.7]) };
    case 'receiver_slow':
      return { type, lateMs: chance.integer(300, 1_500) };
    case 'journal_damaged':
      return { type, how: chance.pick(['bit_flipped', 'truncated']), place: 0.2 + chance.real() * 0.6 };
    default:
      return { type };
  }
};

const durationOf = (chance: Chance, { type }: FaultKind, { short, loadMs }: Shape): number => {
  if (short) return chance.integer(400, 1_500);
  switch (type) {
    case 'clock_stepped':
      return chance.integer(6_000, 12_000);
    case 'node_frozen':
    case 'server_frozen':
      return chance.integer(1_000, 7_000);
    case 'leader_steps_down':
    case 'journal_damaged':
      return 500;
    case 'receiver_slow':
    case 'callbacks_unreliable':
    case 'answered_lost':
    case 'meta_unreliable':
      return chance.integer(Math.round(loadMs / 2), loadMs - FIRST_FAULT_MS);
    default:
      return chance.integer(500, 5_000);
  }
};
