/** Shows content only to users who may call an operation. */
import type { ReactNode } from 'react';
import type { OperationId } from '../api/client.js';
import { OPERATIONS } from '../api/operations.js';
import { useMay } from '../role.js';
import { TEXTS } from '../texts.js';

interface MayProps {
  readonly operation: OperationId;
  /** Whether other users see which role is required; otherwise they see nothing. */
  readonly tells?: boolean;
  readonly children: ReactNode;
}

export const May = ({ operation, tells = false, children }: MayProps): ReactNode => {
  const may = useMay(operation);
  if (may) return children;
  return tells ? <NotYours operation={operation} /> : null;
};

/** Says which role an operation requires. */
export const NotYours = ({ operation }: Pick<MayProps, 'operation'>): ReactNode => (
  <p className="note">{TEXTS.access.notYours(TEXTS.access.roles[OPERATIONS[operation].role])}</p>
);
