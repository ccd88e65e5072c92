/** An actor made for tests: it is sent on an errand, owes it, and remembers that it is done. Counts as well. */
import { type Actor, defineActor } from '../../../actors/runtime/actor.js';
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
  | { readonly type: 'look' }
  | { readonly type: 'break' };
export interface ErrandState {
  readonly sent: boolean;
  readonly done: boolean;
  readonly sum: number;
  readonly alarm: number | null;
  readonly rang: number;
}
export type ErrandEffect = { readonly kind: 'run' };

export const errand: Actor<ErrandState, ErrandCommand, ErrandEvent, ErrandEffect, ErrandState> = defineActor({
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
      case 'look':
        return [];
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
    }
  },
  timers: (state): Readonly<Record<string, number>> => (state.alarm === null ? {} : { alarm: state.alarm }),
  effects: (state): Readonly<Record<string, ErrandEffect>> =>
    state.sent && !state.done ? { run: { kind: 'run' } } : {},
  answer: (state) => state,
  snapshotEvery: 10,
});

/** What an errand's handler answers when it is done. */
export const FINISH: ErrandCommand = { type: 'finish' };
