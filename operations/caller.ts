/** Who requests an operation, and how its commands are derived from the request. */
import type { Author } from '../schemas/accounts/audit.js';
import { deriveId } from '../schemas/ids.js';
import type { LegHolder } from './calls/call-deps.js';

/** The caller of an operation, and the key by which a repetition is recognised. */
export interface Caller {
  readonly businessId: string;
  readonly operationId: string;
  readonly idempotencyKey: string;
  /** ms since the epoch. */
  readonly at: number;
  /** The session or key of the request; absent or null: none. */
  readonly by?: LegHolder | null;
}

/** The author of a request, as a field of the commands and events that store it; empty without a caller. */
export const authorOf = ({ by }: Pick<Caller, 'by'>): { readonly by?: Author } => {
  if (by === undefined || by === null) return {};
  return { by: by.type === 'key' ? { type: 'key', id: by.keyId } : { type: 'user', id: by.userId } };
};

/** The command id of a request, for actors: a repeated request is the same command. */
export const commandIdOf = (caller: Caller): string =>
  deriveId(caller.businessId, caller.operationId, caller.idempotencyKey);
