/** What the signed-in user may do, as on the server. The server enforces it; this only hides what it would refuse. */
import type { OperationId } from '../../api/client.js';
import { OPERATIONS } from '../../api/operations.js';
import { useSession } from './session.js';

const RANKS = { viewer: 0, operator: 1, owner: 2 } as const;

/** Whether the user may call the operation at all. */
export const useCan = (operation: OperationId): boolean => {
  const { role } = useSession();
  return RANKS[role] >= RANKS[OPERATIONS[operation].role];
};
