/** A test actor: it is sent on an errand, owes it as an effect, and remembers that it is done. It also counts. */
import type { Actor } from '../../../actors/runtime/actor.js';
import type { Query } from '../../../actors/runtime/cluster/wire.js';
import { assertNever } from '../../../schemas/assert.js';
import { DomainError } from '../../../schemas/errors.js';

export type ErrandEvent =
  | { readonly type: 'sent' }
  | { readonly type: 'done' }
  | { readonly type: 'counted'; readonly by: number }
  | { readonly type: 'rang' }
  | { readonly type: 'alarm'; readonly at: number };
export type ErrandCommand =
  | { readonly type: 'send' }
  | { readonly type: 'finish' }
  | { readonly type: 'count'; readonly by: number }
  | { readonly type: 'wake_me'; readonly at: number }
  | { readonly type: 'break' };
export interface ErrandState {
  readonly sent: boolean;
  readonly done: boolean;
  readonly sum: number;
  readonly alarm: number | null;
  readonly rang: number;
}
/** Every command returns the state. */
export type ErrandReplies = { readonly [Type in ErrandCommand['type']]: ErrandState };
export interface ErrandQueries {
  get(): ErrandState;
  /** @throws DomainError validation_failed if the factor is 0 */
  sum_times(factor: number): number;
}
export type ErrandEffect = { readonly kind: 'run' };

const same = (state: ErrandState): ErrandState => state;
const timesSum = ({ sum }: ErrandState, factor: number): number => {
  if (factor === 0) throw new DomainError('validation_failed', 'nothing to multiply');
  return sum * factor;
};

export const errand: Actor<
  ErrandState,
  ErrandCommand,
  ErrandEvent,
  ErrandEffect,
  ErrandReplies,
  ErrandQueries
> = {
  kind: 'errand',
  events: { sent: 1, done: 1, counted: 1, rang: 1, alarm: 1 },
  initial: (): ErrandState => ({ sent: false, done: false, sum: 0, alarm: null, rang: 0 }),
  decide: (state, { command }): readonly ErrandEvent[] => {
    switch (command.type) {
      case 'send':
        return state.sent ? [] : [{ type: 'sent' }];
      case 'finish':
        return state.done ? [] : [{ type: 'done' }];
      case 'count':
        if (command.by === 0)
          throw new DomainError('validation_failed', 'nothing to count', [
            { path: '/by', message: 'must not be 0' },
          ]);
        return [{ type: 'counted', by: command.by }];
      case 'wake_me':
        return [{ type: 'alarm', at: command.at }];
      case 'timer_due':
        return [{ type: 'rang' }];
      case 'break':
        throw new Error('a mistake in decide');
      default:
        return assertNever(command);
    }
  },
  evolve: (state, event): ErrandState => {
    switch (event.type) {
      case 'sent':
        return { ...state, sent: true };
      case 'done':
        return { ...state, done: true };
      case 'counted':
        return { ...state, sum: state.sum + event.by };
      case 'alarm':
        return { ...state, alarm: event.at };
      case 'rang':
        return { ...state, alarm: null, rang: state.rang + 1 };
      default:
        return assertNever(event);
    }
  },
  timers: (state): Readonly<Record<string, number>> => (state.alarm === null ? {} : { alarm: state.alarm }),
  effects: (state): Readonly<Record<string, ErrandEffect>> =>
    state.sent && !state.done ? { run: { kind: 'run' } } : {},
  replies: { send: same, finish: same, count: same, wake_me: same, break: same },
  queries: (state) => ({ get: () => state, sum_times: (factor) => timesSum(state, factor) }),
  snapshotEvery: 10,
  // Whenever it owes nothing and waits for nothing: a harder test than actors that have ended for good.
  archive: { after: ['done', 'rang'], isFinished: () => true },
};

/** The result of an errand's handler when it is done. */
export const FINISH: ErrandCommand = { type: 'finish' };

/** The query for the state, as it is sent. */
export const LOOK: Query = { type: 'query', name: 'get', args: [] };
