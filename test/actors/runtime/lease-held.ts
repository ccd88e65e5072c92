/** A lease that always holds. */
import type { Lease } from '../../../actors/runtime/standing.js';

export const HELD: Lease = { holds: () => true, held: async () => undefined, tenure: () => () => true };
