/** Call-backs that members of campaigns requested: what is awaited, planned, made and declined. */
import type { Database } from 'better-sqlite3';
import { BLOCK_SIZE, placeOfBlock } from '../../actors/recipients/block.js';
import type { RecipientsEvent } from '../../actors/recipients/events.js';
import type { CallBack } from '../../schemas/campaigns/call-back.js';
import type { Stored } from '../kernel/stored-event.js';

/** The change of a member, as memberships.ts has it. */
interface Move {
  readonly status: 'completed' | 'retry_wait';
  /** ms since the epoch. */
  readonly retryAt?: number;
  readonly waitsFor?: 'call_back';
}

interface Place {
  readonly iterationId: string;
  readonly position: number;
}

interface Settled extends Place {
  readonly state: CallBack['state'];
  readonly reason: string | null;
}

const AT_PLACE = 'WHERE iteration_id = :iterationId AND position = :position';

/** Writes what members requested, and whether it was followed. `move`: moves members of a block, and updates the counts. */
export const callBackWriter = (
  db: Database,
  move: (stored: Stored<unknown>, indexes: readonly number[], moveOf: () => Move) => void,
): ((stored: Stored<RecipientsEvent>) => void) => {
  const awaitFindings = db.prepare<Place & { readonly until: number | null }>(
    `UPDATE memberships SET findings_until = :until ${AT_PLACE}`,
  );
  const request = db.prepare<Settled & { readonly callBackAt: number }>(
    `UPDATE memberships SET call_back_at = :callBackAt, call_back_state = :state, call_back_reason = :reason ${AT_PLACE}`,
  );
  // A call-back that has begun stays as it is.
  const settle = db.prepare<Settled>(
    `UPDATE memberships SET call_back_state = :state, call_back_reason = :reason ${AT_PLACE} AND call_back_state = 'planned'`,
  );
  return (stored) => {
    const { event } = stored;
    const { iterationId, block } = placeOfBlock(stored.id);
    const placeOf = (index: number): Place => ({ iterationId, position: block * BLOCK_SIZE + index });
    switch (event.type) {
      case 'recipient.contacted':
        settle.run({ ...placeOf(event.index), state: 'called', reason: null });
        return;
      case 'recipient.ended':
        if (event.findingsUntil !== undefined)
          awaitFindings.run({ ...placeOf(event.index), until: event.findingsUntil });
        return;
      case 'recipient.findings_noted': {
        const { index, callBackAt, declined: reason } = event;
        awaitFindings.run({ ...placeOf(index), until: null });
        if (callBackAt !== null) request.run({ ...placeOf(index), callBackAt, state: 'declined', reason });
        return;
      }
      case 'recipient.call_back_planned': {
        const { index, callBackAt, until: retryAt } = event;
        awaitFindings.run({ ...placeOf(index), until: null });
        request.run({ ...placeOf(index), callBackAt, state: 'planned', reason: null });
        move(stored, [index], () => ({ status: 'retry_wait', retryAt, waitsFor: 'call_back' }));
        return;
      }
      case 'recipient.call_back_dropped':
        settle.run({ ...placeOf(event.index), state: 'declined', reason: event.reason });
        move(stored, [event.index], () => ({ status: 'completed' }));
        return;
      default:
        return;
    }
  };
};
