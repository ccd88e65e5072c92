/** Shows content only to users who may call an operation. */
import type { ReactNode } from 'react';
import type { OperationId } from '../../api/client.js';
import { OPERATIONS } from '../../api/operations.js';
import { ACCESS } from '../account/messages.js';
import { useCan } from './role.js';

interface IfAllowedProps {
  readonly operation: OperationId;
  /** Whether other users see which role is required; otherwise they see nothing. */
  readonly explain?: boolean;
  readonly children: ReactNode;
}

export const IfAllowed = ({ operation, explain = false, children }: IfAllowedProps): ReactNode => {
  const isAllowed = useCan(operation);
  if (isAllowed) return children;
  return explain ? <RoleRequired operation={operation} /> : null;
};

/** Says which role an operation requires. */
export const RoleRequired = ({ operation }: Pick<IfAllowedProps, 'operation'>): ReactNode => (
  <p className="note">{ACCESS.roleRequired(ACCESS.roles[OPERATIONS[operation].role])}</p>
);
