/**
 * The rows of one version of a Data Source: written once, part by part, and never changed. The actor only
 * counts its parts; the rows themselves are in the journal and in the views.
 */
import { assertNever } from '../../schemas/assert.js';
import type { Actor, NoQueries, NoReplies } from '../runtime/actor.js';
import { SOURCE_ROWS_EVENTS, type SourceRowsEvent } from './events.js';

export interface SourceRowsCommand {
  readonly type: 'load';
  /** From 0, in order. */
  readonly part: number;
  readonly rows: SourceRowsEvent['rows'];
}

export interface SourceRowsState {
  readonly parts: number;
}

export const sourceRows: Actor<
  SourceRowsState,
  SourceRowsCommand,
  SourceRowsEvent,
  never,
  NoReplies,
  NoQueries
> = {
  kind: 'source-rows',
  events: SOURCE_ROWS_EVENTS,
  initial: (): SourceRowsState => ({ parts: 0 }),
  decide: ({ parts }, { command }): readonly SourceRowsEvent[] => {
    switch (command.type) {
      case 'load': {
        const { part, rows } = command;
        return part === parts ? [{ type: 'rows.loaded', part, rows }] : [];
      }
      case 'timer_due':
        return [];
      default:
        return assertNever(command);
    }
  },
  evolve: (_state, event): SourceRowsState => ({ parts: event.part + 1 }),
  timers: () => ({}),
  effects: () => ({}),
  replies: {},
  queries: () => ({}),
  snapshotEvery: 200,
};
