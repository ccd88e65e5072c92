/** The queries that the layers above may use. Every answer comes from the local SQLite file. */
import { createStore, type Store, type StoreOptions } from './kernel/store/index.js';
import { registry } from './registry.js';

export type { RebuildReason, SkippedNotice } from './kernel/projector/messages.js';
export { DAMAGED, type SetAside } from './kernel/set-aside.js';
export { type SkippedSort, UNREADABLE } from './kernel/skipped-sorts.js';
export { EVERYWHERE_MS, type Freshness } from './kernel/store/freshness.js';
export type { ViewsState } from './kernel/store/progress.js';

/**
 * The queries of all views. All are scoped to a business except the look-ups of keys and sessions.
 * @throws DomainError `cursor_invalid`
 */
export type Views = ReturnType<typeof registry.queries>;

/** The views, together with the means to wait for one's own writes. */
export type ViewStore = Views & Store;

/** Opens the views. Resolves as soon as they are readable, which may be before they are `ready`. */
export const createViewStore = (options: StoreOptions): Promise<ViewStore> =>
  createStore(options, registry.queries);
