/** Paginated lists. */
import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import {
  type ApiProblem,
  callApi,
  type Data,
  type OperationId,
  type Query,
  type RequestParams,
} from './client.js';
import { useFallbackPolling } from './live.js';

type PagedId = {
  [O in OperationId]: Data<O> extends { readonly nextCursor: string | null } ? O : never;
}[OperationId];

/**
 * Reads the first page; `fetchNextPage` reads the following ones. Stays up to date as {@link useRead} does while only
 * one page is loaded: do not refetch once further pages are loaded. `isAlwaysRead`: fresh results are fetched again
 * when a filter changes.
 */
export const usePages = <O extends PagedId>(
  operation: O,
  params: RequestParams<O> & { readonly query: Query<O> },
  { isAlwaysRead = false }: { readonly isAlwaysRead?: boolean } = {},
): UseInfiniteQueryResult<InfiniteData<Data<O>>, ApiProblem> => {
  const pollMs = useFallbackPolling(operation);
  return useInfiniteQuery<Data<O>, ApiProblem, InfiniteData<Data<O>>, readonly unknown[], string | null>({
    queryKey: ['pages', operation, params.path ?? null, params.query],
    queryFn: ({ pageParam, signal }) =>
      callApi(operation, {
        ...params,
        query: pageParam === null ? params.query : { ...params.query, cursor: pageParam },
        signal,
      }),
    initialPageParam: null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    ...(isAlwaysRead ? { staleTime: 0 } : {}),
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : pollMs),
  });
};

/** Most pages that are searched for one item. */
const MAX_PAGES = 100;

/** Reads a list from its beginning, page by page, until `itemIn` finds something; null if it does not. @throws ApiProblem */
export const findInPages = async <O extends PagedId, Item>(
  operation: O,
  query: Query<O>,
  itemIn: (page: Data<O>) => Item | undefined,
): Promise<Item | null> => {
  let cursor: string | null = null;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const page: Data<O> = await callApi(operation, {
      query: cursor === null ? query : { ...query, cursor },
    });
    const item = itemIn(page);
    if (item !== undefined) return item;
    cursor = page.nextCursor;
    if (cursor === null) return null;
  }
  return null;
};
