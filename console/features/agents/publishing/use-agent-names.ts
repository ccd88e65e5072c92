/** The names of data sources, contact categories and voices. */
import { useMemo } from 'react';
import { useRead } from '../../../api/live.js';
import { usePages } from '../../../api/pages.js';
import { useBusinessId } from '../../session/session.js';
import type { AgentNames } from './facts.js';

export const useAgentNames = (): AgentNames => {
  const businessId = useBusinessId();
  const sources = usePages('listDataSources', { query: { businessId, limit: 200 } }).data;
  const categories = usePages('listContactCategories', { query: { businessId, limit: 200 } }).data;
  const voices = useRead('listVoices', { query: { businessId } }).data;
  return useMemo(
    () => ({
      sources: new Map(
        sources?.pages.flatMap((page) => page.dataSources).map(({ id, name }) => [id, name] as const),
      ),
      categories: new Map(
        categories?.pages.flatMap((page) => page.categories).map(({ id, name }) => [id, name] as const),
      ),
      voices: new Map(voices?.voices.map(({ id, name }) => [id, name] as const)),
    }),
    [sources, categories, voices],
  );
};
