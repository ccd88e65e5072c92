/** An iteration, folded from its events. Its recipients are in blocks, which are separate actors. */
import { assertNever } from '../../schemas/assert.js';
import type { IterationStatus } from '../../schemas/campaigns/states.js';
import type { Gate } from '../recipients/events.js';
import type { ActorRef } from '../runtime/actor.js';
import type { GateReason, IterationEvent } from './events.js';

export interface RecipientBlock {
  readonly size: number;
  /** Permits that it was granted and has not returned. */
  readonly permits: number;
  /** Recipients that it could claim at once with more permits. */
  readonly wanted: number;
  /** The last grant. */
  readonly grant: { readonly seq: number; readonly count: number };
  /** The gate and the grant that the block has received. */
  readonly received: {
    readonly gate: { readonly seq: number; readonly is: Gate };
    readonly grantSeq: number;
  };
  /** Number of the last counted report. */
  readonly reports: number;
  readonly finished: boolean;
}

export interface IterationState {
  readonly iterationId: string;
  readonly created: Omit<Extract<IterationEvent, { type: 'iteration.created' }>, 'type'> | null;
  readonly status: IterationStatus;
  /** Where the audience continues; `end` once all of it is in blocks. */
  readonly audience: { readonly type: 'cursor'; readonly cursor: string | null } | { readonly type: 'end' };
  readonly blocks: readonly RecipientBlock[];
  readonly gate: { readonly seq: number; readonly is: Gate; readonly reason: GateReason };
  /** How many recipients may be claimed or contacted at a time, in all blocks. */
  readonly permits: number;
  /** When to size the permits again, ms since the epoch; null while that is in progress. */
  readonly sizeAt: number | null;
  /** How often the permits were sized. */
  readonly sizings: number;
}

export const initial = ({ id }: ActorRef): IterationState => ({
  iterationId: id,
  created: null,
  status: 'draft',
  audience: { type: 'cursor', cursor: null },
  blocks: [],
  gate: { seq: 0, is: 'closed', reason: 'status' },
  permits: 0,
  sizeAt: null,
  sizings: 0,
});

/** A block before its first direction: open, and without permits. */
const NEW_BLOCK: Omit<RecipientBlock, 'size' | 'wanted' | 'finished'> = {
  permits: 0,
  grant: { seq: 0, count: 0 },
  received: { gate: { seq: 0, is: 'open' }, grantSeq: 0 },
  reports: 0,
};

export const hasEnded = ({ status }: Pick<IterationState, 'status'>): boolean =>
  status === 'completed' || status === 'cancelled';

export const evolve = (state: IterationState, event: IterationEvent, _at: number): IterationState => {
  switch (event.type) {
    case 'iteration.created': {
      const { type: _type, ...created } = event;
      return { ...state, created, status: event.startAt === null ? 'draft' : 'scheduled' };
    }
    case 'iteration.block_loaded': {
      const { size, eligible, cursor } = event;
      const block: RecipientBlock = { ...NEW_BLOCK, size, wanted: eligible, finished: eligible === 0 };
      return {
        ...state,
        blocks: size === 0 ? state.blocks : [...state.blocks, block],
        audience: cursor === null ? { type: 'end' } : { type: 'cursor', cursor },
      };
    }
    case 'iteration.started':
      return { ...state, status: 'running', sizeAt: null };
    case 'iteration.paused':
      return { ...state, status: 'paused' };
    case 'iteration.cancelling':
      return { ...state, status: 'cancelling' };
    case 'iteration.ended':
      return { ...state, status: event.status };
    case 'iteration.gate_changed':
      return { ...state, gate: { seq: event.seq, is: event.gate, reason: event.reason } };
    case 'iteration.permitted': {
      const { seq, count } = event;
      return changed(state, event.block, ({ permits, wanted }) => ({
        permits: permits + count,
        wanted: Math.max(0, wanted - count),
        grant: { seq, count },
      }));
    }
    case 'iteration.block_directed': {
      const { gate, grantSeq } = event;
      return changed(state, event.block, () => ({ received: { gate, grantSeq } }));
    }
    case 'iteration.block_reported': {
      const { report, returned, wanted, finished } = event;
      return changed(state, event.block, ({ permits }) => ({
        reports: report,
        wanted,
        finished,
        permits: permits - returned,
      }));
    }
    case 'iteration.sized':
      return { ...state, permits: event.permits, sizeAt: event.nextAt, sizings: state.sizings + 1 };
    case 'iteration.size_due':
      return { ...state, sizeAt: null };
    default:
      return assertNever(event);
  }
};

const changed = (
  state: IterationState,
  index: number,
  changesOf: (block: RecipientBlock) => Partial<RecipientBlock>,
): IterationState => {
  const block = state.blocks[index];
  if (block === undefined) return state;
  return { ...state, blocks: state.blocks.with(index, { ...block, ...changesOf(block) }) };
};
