/** Events of the saved views of a business. */
import type { Author } from '../../schemas/accounts/audit.js';
import type { SavedViewQuery } from '../../schemas/calls/saved-view.js';
import { eventKind, type VersionsOf } from '../runtime/event-versions.js';

/** A saved view as it is kept. */
export interface StoredView {
  readonly viewId: string;
  readonly name: string;
  readonly query: SavedViewQuery;
}

export type SavedViewsEvent =
  /** `by`: the author of the change; absent: unknown. */
  | { readonly type: 'view.saved'; readonly view: StoredView; readonly by?: Author }
  | { readonly type: 'view.removed'; readonly viewId: string; readonly by?: Author };

/** Each event with the version of the kind that is needed to read it (runtime/event-versions.ts). */
export const SAVED_VIEWS_EVENTS = {
  'view.saved': 1,
  'view.removed': 1,
} as const satisfies VersionsOf<SavedViewsEvent>;

/** The kind, for readers of its events. */
export const SAVED_VIEWS_KIND = eventKind<SavedViewsEvent>('saved-views', SAVED_VIEWS_EVENTS);
