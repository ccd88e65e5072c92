/**
 * The drain of a node: what a stop request leads to, and when the node stops. Pure.
 *
 * It guarantees:
 * D1. A node without a successor waits until its live calls have ended by themselves.
 * D2. A node with a successor hands its live calls over once, after balancers have had time to notice that it is not ready.
 *     Calls whose carrier keeps coming back to this node continue here until they end.
 * D3. Every drain ends: at its deadline, or when a second request hurries it.
 */
import { assertNever } from '../../schemas/assert.js';

/** How long a balancer may take to notice that the node is not ready, ms: one that checks every second or two. */
export const NOTICE_MS = 3_000;
/**
 * A terminal signals a whole group of processes and a supervisor a whole control group, and each parent may pass the
 * signal on: a signal within this time of the first request is the same request, ms.
 */
export const SAME_REQUEST_MS = 1_000;

export interface Draining {
  readonly type: 'draining';
  /** ms, monotonic, as are all times here. */
  readonly since: number;
  readonly deadline: number;
  /** Whether another node can take over; null before the first look. */
  readonly hasSuccessor: boolean | null;
  readonly isHandedOver: boolean;
  /** Calls that the node still waits for. */
  readonly calls: number;
}

/** Why a node stops: nothing is left to wait for, the deadline has passed, or a second request hurried it. */
export type StopReason = 'drained' | 'deadline' | 'hurried';

export type DrainState =
  | { readonly type: 'serving' }
  | Draining
  | { readonly type: 'stopping'; readonly reason: StopReason; readonly calls: number };

export type DrainInput =
  /** `hurry`: the process that started the service has ended, so the node does not wait for anything. */
  | { readonly type: 'stop_requested'; readonly hurry: boolean }
  /** Null: the node could not determine its calls. */
  | { readonly type: 'looked'; readonly look: Look | null };

/** A node's view of itself and of the others. */
export interface Look {
  /** Calls whose media are on this node. */
  readonly sessions: number;
  /** Calls of the whole installation that have been placed and have not ended. */
  readonly calls: number;
  /** Whether another live node is not draining. */
  readonly hasSuccessor: boolean;
}

export const SERVING: DrainState = { type: 'serving' };

/** The state after `input`, which arrives at `at`. */
export const drainAfter = (state: DrainState, input: DrainInput, at: number, drainMs: number): DrainState => {
  switch (state.type) {
    case 'serving':
      return input.type === 'stop_requested' ? startDraining(input.hurry, at, drainMs) : state;
    case 'draining':
      return input.type === 'stop_requested'
        ? requestedAgain(state, input.hurry, at)
        : afterLook(state, input.look, at);
    case 'stopping':
      return state;
    default:
      return assertNever(state);
  }
};

/** Whether new calls are refused and queued ones wait: no other node would take them, and this one is about to stop. */
export const holdsCalls = (state: DrainState): boolean =>
  state.type === 'stopping' || (state.type === 'draining' && state.hasSuccessor !== true);

const stopping = (reason: StopReason, calls: number): DrainState => ({ type: 'stopping', reason, calls });

const startDraining = (hurry: boolean, at: number, drainMs: number): DrainState => {
  if (hurry) return stopping('hurried', 0);
  const deadline = at + drainMs;
  return { type: 'draining', since: at, deadline, hasSuccessor: null, isHandedOver: false, calls: 0 };
};

/** D3 */
const requestedAgain = (state: Draining, hurry: boolean, at: number): DrainState =>
  hurry || at - state.since >= SAME_REQUEST_MS ? stopping('hurried', state.calls) : state;

const afterLook = (state: Draining, look: Look | null, at: number): DrainState => {
  if (look === null) return at >= state.deadline ? stopping('deadline', state.calls) : state;
  const { sessions, calls: placedCalls, hasSuccessor } = look;
  const calls = hasSuccessor ? sessions : Math.max(sessions, placedCalls);
  const hasNoticed = at - state.since >= NOTICE_MS;
  if (calls === 0 && (!hasSuccessor || hasNoticed)) return stopping('drained', calls);
  if (at >= state.deadline) return stopping('deadline', calls); // D3
  const isHandedOver = state.isHandedOver || (hasSuccessor && hasNoticed); // D2
  return { ...state, hasSuccessor, isHandedOver, calls };
};
