/** Field keys that a column keeps from one version of a table to the next. */
import { uniqueKey } from '../../schemas/unique-key.js';
import type { Column } from './events.js';
import type { DataSourceState } from './state.js';

/**
 * The columns with the keys that columns of the same names have in the active version, else in the latest one: grants and
 * variables use these keys. The others keep the key that was derived from their name, if no known one is the same.
 */
export const withKnownKeys = (
  { versions, activeVersionId }: DataSourceState,
  columns: readonly Column[],
): readonly Column[] => {
  const active = activeVersionId === null ? undefined : versions[activeVersionId];
  const latest = Object.values(versions).findLast((version) => version.columns !== null);
  const known = new Map(
    (active?.columns ?? latest?.columns ?? []).map(({ column, fieldKey }) => [column, fieldKey]),
  );
  const taken = new Set(columns.flatMap(({ column }) => known.get(column) ?? []));
  return columns.map((column): Column => {
    const kept = known.get(column.column);
    return { ...column, fieldKey: kept ?? uniqueKey(column.fieldKey, taken) };
  });
};
