/** The lease of a node that nobody ever gives up. */
import type { Lease } from '../../../actors/runtime/standing.js';

export const HELD: Lease = { holds: () => true, held: async () => undefined, tenure: () => () => true };
