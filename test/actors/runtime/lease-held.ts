/** A lease that always holds. */
import type { Lease } from '../../../actors/runtime/cluster/node-lease.js';

export const HELD: Lease = { holds: () => true, held: async () => undefined, tenure: () => () => true };
