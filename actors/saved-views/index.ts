/**
 * The saved views of a business: named searches and filters of calls and messages. The actor's id is the business's.
 *
 * It guarantees: a repeated request saves one view, and there are at most MAX_SAVED_VIEWS.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Author } from '../../schemas/accounts/audit.js';
import { assertNever } from '../../schemas/assert.js';
import { MAX_SAVED_VIEWS, type SavedViewQuery } from '../../schemas/calls/saved-view.js';
import { DomainError } from '../../schemas/errors.js';
import type { Actor, Envelope, TimerDue } from '../runtime/actor.js';
import { SAVED_VIEWS_EVENTS, type SavedViewsEvent, type StoredView } from './events.js';

type SavedViewsCommand =
  /** Refused with `too_many_saved_views`. */
  | { readonly type: 'save'; readonly view: StoredView; readonly by?: Author }
  /** Omitted fields stay. Refused with `saved_view_not_found`. */
  | {
      readonly type: 'change';
      readonly viewId: string;
      readonly name?: string;
      readonly query?: SavedViewQuery;
      readonly by?: Author;
    }
  /** Refused with `saved_view_not_found`. */
  | { readonly type: 'remove'; readonly viewId: string; readonly by?: Author };

interface SavedViewsReplies {
  /** Null: it was removed by a later command. */
  readonly save: StoredView | null;
  readonly change: StoredView | null;
}

interface SavedViewsQueries {
  /** In the order in which they were saved. */
  get(): readonly StoredView[];
}

/** In the order in which they were saved. */
type SavedViewsState = readonly StoredView[];

const decide = (
  state: SavedViewsState,
  { command }: Envelope<SavedViewsCommand | TimerDue>,
): readonly SavedViewsEvent[] => {
  switch (command.type) {
    case 'timer_due':
      return [];
    case 'save': {
      if (state.some(({ viewId }) => viewId === command.view.viewId)) return [];
      if (state.length >= MAX_SAVED_VIEWS) throw new DomainError('too_many_saved_views');
      return [{ type: 'view.saved', view: command.view, ...authorIn(command) }];
    }
    case 'change': {
      const before = requireView(state, command.viewId);
      const { name = before.name, query = before.query } = command;
      const view = { viewId: command.viewId, name, query };
      return isDeepStrictEqual(view, before) ? [] : [{ type: 'view.saved', view, ...authorIn(command) }];
    }
    case 'remove':
      requireView(state, command.viewId);
      return [{ type: 'view.removed', viewId: command.viewId, ...authorIn(command) }];
    default:
      return assertNever(command);
  }
};

const authorIn = ({ by }: { readonly by?: Author }): { readonly by?: Author } =>
  by === undefined ? {} : { by };

const requireView = (state: SavedViewsState, id: string): StoredView => {
  const view = viewIn(state, id);
  if (view === null) throw new DomainError('saved_view_not_found');
  return view;
};

const viewIn = (state: SavedViewsState, id: string): StoredView | null =>
  state.find(({ viewId }) => viewId === id) ?? null;

const evolve = (state: SavedViewsState, event: SavedViewsEvent): SavedViewsState => {
  switch (event.type) {
    case 'view.saved': {
      const { view } = event;
      if (viewIn(state, view.viewId) === null) return [...state, view];
      return state.map((other) => (other.viewId === view.viewId ? view : other));
    }
    case 'view.removed':
      return state.filter(({ viewId }) => viewId !== event.viewId);
    default:
      return assertNever(event);
  }
};

export const savedViews: Actor<
  SavedViewsState,
  SavedViewsCommand,
  SavedViewsEvent,
  never,
  SavedViewsReplies,
  SavedViewsQueries
> = {
  kind: 'saved-views',
  events: SAVED_VIEWS_EVENTS,
  initial: () => [],
  decide,
  evolve,
  timers: () => ({}),
  effects: () => ({}),
  replies: {
    save: (state, { view }) => viewIn(state, view.viewId),
    change: (state, { viewId }) => viewIn(state, viewId),
  },
  queries: (state) => ({ get: () => state }),
  snapshotEvery: 50,
};
