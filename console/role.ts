/** What who is signed in may do, as the server has it. It refuses by itself: this only keeps buttons from promising more. */
import type { OperationId } from './api/client.js';
import { OPERATIONS } from './api/operations.js';
import { useSession } from './session.js';

const RANKS = { viewer: 0, operator: 1, owner: 2 } as const;

/** Whether they may ask for it at all. */
export const useMay = (operation: OperationId): boolean => {
  const { role } = useSession();
  return RANKS[role] >= RANKS[OPERATIONS[operation].role];
};
