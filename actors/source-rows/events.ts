/** What happened to the rows of a version of a Data Source. */
import { eventKind, type VersionsOf } from '../runtime/event-versions.js';

/** The cells stand in the order of the file's columns. `key`: the mobile in E.164 or contact id that it is bound to; empty when none. */
export type SourceRow = readonly [key: string, ...cells: readonly string[]];

export interface SourceRowsEvent {
  readonly type: 'rows.loaded';
  readonly part: number;
  readonly rows: readonly SourceRow[];
}

/** With the versions that it takes to read them (runtime/event-versions.ts). */
export const SOURCE_ROWS_EVENTS = { 'rows.loaded': 1 } as const satisfies VersionsOf<SourceRowsEvent>;

/** The kind, for those who read its events. */
export const SOURCE_ROWS_KIND = eventKind<SourceRowsEvent>('source-rows', SOURCE_ROWS_EVENTS);
