/**
 * Decisions of an iteration. It guarantees:
 *
 * I1. Blocks never hold more permits than the iteration has, except for those that became excess when the number of
 *     lines shrank: these are not granted again.
 * I2. Grants and reports are numbered: each counts once, however often it is sent.
 * I3. It ends once: when its whole audience is in blocks and every block is finished.
 */
import { assertNever } from '../../schemas/assert.js';
import { DomainError } from '../../schemas/errors.js';
import type { Envelope, TimerDue } from '../runtime/actor.js';
import type { IterationCommand } from './commands.js';
import type { IterationEvent } from './events.js';
import { evolve, hasEnded, type IterationState } from './state.js';
import { windowAt } from './window.js';

/**
 * Permits per grant. A block of 500 works through its recipients this many at a time: few enough that several
 * blocks share the lines, enough that a block does not request a permit for each recipient.
 */
const GRANT = 50;
/** How often lines are counted while an iteration runs, ms. */
const SIZE_MS = 5_000;

export const decide = (
  state: IterationState,
  { command, at }: Envelope<IterationCommand | TimerDue>,
): readonly IterationEvent[] => {
  if (state.created === null && command.type !== 'create') throw new DomainError('iteration_not_found');
  const decided = first(state, command, at);
  // A timer always continues, because a window opens and closes without a command.
  if (decided.length === 0 && command.type !== 'timer_due') return decided;
  const events = [...decided];
  for (const next of [ending, gating, granting])
    events.push(
      ...next(
        events.reduce((before, event) => evolve(before, event, at), state),
        at,
      ),
    );
  return events;
};

const first = (
  state: IterationState,
  command: IterationCommand | TimerDue,
  at: number,
): readonly IterationEvent[] => {
  switch (command.type) {
    case 'create': {
      const { type: _type, ...facts } = command;
      return state.created === null ? [{ type: 'iteration.created', ...facts }] : [];
    }
    case 'act':
      return act(state, command.action);
    case 'block_loaded': {
      const { block, size, eligible, cursor } = command;
      return state.audience.type === 'end' || state.blocks.length !== block
        ? []
        : [{ type: 'iteration.block_loaded', block, size, eligible, cursor }];
    }
    case 'block_directed': {
      const { block, gate, grantSeq } = command;
      return [{ type: 'iteration.block_directed', block, gate, grantSeq }];
    }
    case 'block_report':
      return reported(state, command);
    case 'size':
      return state.sizeAt === null
        ? [{ type: 'iteration.sized', permits: command.permits, nextAt: lookAgainAt(state, at) }]
        : [];
    case 'timer_due':
      return due(state, at);
    default:
      return assertNever(command);
  }
};

const act = (
  state: IterationState,
  action: Extract<IterationCommand, { type: 'act' }>['action'],
): readonly IterationEvent[] => {
  const { status } = state;
  if (hasEnded(state) || (status === 'cancelling' && action !== 'cancel'))
    throw new DomainError('iteration_ended');
  switch (action) {
    case 'start':
      return status === 'running' ? [] : [{ type: 'iteration.started' }];
    case 'pause':
      if (status === 'draft') throw new DomainError('iteration_not_started');
      return status === 'paused' ? [] : [{ type: 'iteration.paused' }];
    case 'cancel':
      return status === 'cancelling' ? [] : [{ type: 'iteration.cancelling' }];
    default:
      return assertNever(action);
  }
};

/** I2 */
const reported = (
  { blocks, audience }: IterationState,
  { block: index, report }: Extract<IterationCommand, { type: 'block_report' }>,
): readonly IterationEvent[] => {
  const block = blocks[index];
  // The block reports before its `block_loaded` has arrived here. Its report must not be lost.
  if (block === undefined && audience.type !== 'end') throw new DomainError('not_ready');
  if (block === undefined || report.report !== block.reports + 1) return [];
  // Permits in flight when the block reported are not wanted twice.
  const underWay = block.grant.seq > report.grantSeq ? block.grant.count : 0;
  const { report: number, returned, finished } = report;
  const wanted = Math.max(0, report.wanted - underWay);
  return [{ type: 'iteration.block_reported', block: index, report: number, returned, wanted, finished }];
};

const due = ({ created, status, sizeAt }: IterationState, at: number): readonly IterationEvent[] => {
  const startAt = created?.startAt ?? null;
  if (status === 'scheduled' && startAt !== null && startAt <= at) return [{ type: 'iteration.started' }];
  return status === 'running' && sizeAt !== null && sizeAt <= at ? [{ type: 'iteration.size_due' }] : [];
};

/** When to size again. Includes when the window opens or closes, as the timer detects both. */
const lookAgainAt = ({ created }: IterationState, at: number): number => {
  const { open, changesAt } = windowAt(created?.settings.window ?? null, at);
  const soon = at + SIZE_MS;
  return open ? Math.min(soon, changesAt ?? soon) : (changesAt ?? soon);
};

/** I3 */
const ending = ({ status, audience, blocks }: IterationState): readonly IterationEvent[] => {
  if (audience.type !== 'end' || !blocks.every(({ finished }) => finished)) return [];
  if (status === 'cancelling') return [{ type: 'iteration.ended', status: 'cancelled' }];
  return status === 'running' ? [{ type: 'iteration.ended', status: 'completed' }] : [];
};

const gating = (state: IterationState, at: number): readonly IterationEvent[] => {
  const { status, created, gate } = state;
  const open = status === 'running' && windowAt(created?.settings.window ?? null, at).open;
  const wanted = status === 'cancelling' || status === 'cancelled' ? 'cancelled' : open ? 'open' : 'closed';
  const reason = status === 'running' && !open ? 'window' : 'status';
  if (hasEnded(state) || (wanted === gate.is && reason === gate.reason)) return [];
  return [{ type: 'iteration.gate_changed', seq: gate.seq + 1, gate: wanted, reason }];
};

/** I1 */
const granting = ({ gate, permits, blocks }: IterationState): readonly IterationEvent[] => {
  if (gate.is !== 'open') return [];
  let free = permits - blocks.reduce((sum, block) => sum + block.permits, 0);
  const events: IterationEvent[] = [];
  for (const [index, { wanted, grant, received }] of blocks.entries()) {
    if (free <= 0) break;
    // At most one grant to a block is in flight. (I2)
    if (wanted === 0 || received.grantSeq < grant.seq) continue;
    const count = Math.min(wanted, free, GRANT);
    free -= count;
    events.push({ type: 'iteration.permitted', block: index, seq: grant.seq + 1, count });
  }
  return events;
};
