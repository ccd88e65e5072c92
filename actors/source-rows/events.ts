/** Events of the rows of a version of a Data Source. */
import { eventKind, type VersionsOf } from '../runtime/event-versions.js';

/** Cells are in the order of the file's columns. `key`: the mobile in E.164 or contact id of the row; empty: none. */
export type SourceRow = readonly [key: string, ...cells: readonly string[]];

export interface SourceRowsEvent {
  readonly type: 'rows.loaded';
  readonly part: number;
  readonly rows: readonly SourceRow[];
}

/** Each event with the version of the kind that is needed to read it (runtime/event-versions.ts). */
export const SOURCE_ROWS_EVENTS = { 'rows.loaded': 1 } as const satisfies VersionsOf<SourceRowsEvent>;

/** The kind, for readers of its events. */
export const SOURCE_ROWS_KIND = eventKind<SourceRowsEvent>('source-rows', SOURCE_ROWS_EVENTS);
