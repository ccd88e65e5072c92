/** What the keys of cached reads say (live.ts, pages.ts). */
import type { Query } from '@tanstack/react-query';

/** The operation and the ids in its path. */
export const targetOf = ({
  queryKey,
}: Pick<Query, 'queryKey'>): {
  readonly operation: string;
  readonly path: readonly (readonly [string, unknown])[];
} => {
  const [operation, path] = queryKey[0] === 'pages' ? queryKey.slice(1) : queryKey;
  return {
    operation: typeof operation === 'string' ? operation : '',
    path: typeof path === 'object' && path !== null ? Object.entries(path) : [],
  };
};

/** The operation of a cached read. */
export const operationOf = (query: Pick<Query, 'queryKey'>): string => targetOf(query).operation;
