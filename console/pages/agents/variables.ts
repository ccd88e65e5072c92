/** What an agent's words may be filled in with: fields of contacts and of Data Sources. */
import { useMemo } from 'react';
import { usePages } from '../../api/pages.js';
import { useBusinessId } from '../../session.js';
import type { Variable } from './words.js';

/** A field that can stand in the words. */
export interface Fillable {
  readonly variable: Variable;
  /** Of the field, for people. */
  readonly label: string;
  readonly source: string;
}

/** Every field by the alias that it would have; where two are called the same, the first has the name. */
export const useFillables = (): ReadonlyMap<string, Fillable> => {
  const businessId = useBusinessId();
  const { data } = usePages('listDataSources', { query: { businessId, limit: 200 } });
  return useMemo(() => {
    const found = new Map<string, Fillable>();
    const sources = data?.pages.flatMap((page) => page.dataSources) ?? [];
    // Contacts are there for everybody: they come first.
    for (const source of [...sources].sort((a, b) => Number(b.builtIn) - Number(a.builtIn))) {
      if (source.status !== 'active') continue;
      for (const { key, label } of source.fields)
        if (!found.has(key))
          found.set(key, {
            variable: { sourceId: source.id, fieldKey: key, alias: key },
            label,
            source: source.name,
          });
    }
    return found;
  }, [data]);
};
