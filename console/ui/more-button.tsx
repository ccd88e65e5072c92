/** Loads the next page of a list, if there is one. */
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { COMMON } from './messages.js';

interface MoreButtonProps {
  readonly list: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;
}

export const MoreButton = ({ list }: MoreButtonProps): ReactNode =>
  list.hasNextPage && (
    <button
      type="button"
      className="plain more"
      disabled={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
    >
      {COMMON.more}
    </button>
  );
