/** Variables for an agent's texts: fields of contacts and of Data Sources. */
import { useMemo } from 'react';
import { usePages } from '../../../api/pages.js';
import { useBusinessId } from '../../session/session.js';
import type { Variable } from '../agent-draft.js';

/** A field that can be used in the texts. */
export interface Fillable {
  readonly variable: Variable;
  /** The field's display name. */
  readonly label: string;
  readonly source: string;
}

/** Every field by its alias; if two fields have the same alias, the first one gets it. */
export const useFillables = (): ReadonlyMap<string, Fillable> => {
  const businessId = useBusinessId();
  const { data } = usePages('listDataSources', { query: { businessId, limit: 200 } });
  return useMemo(() => {
    const found = new Map<string, Fillable>();
    const sources = data?.pages.flatMap((page) => page.dataSources) ?? [];
    // The built-in source, contacts, comes first: it applies to everybody.
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
