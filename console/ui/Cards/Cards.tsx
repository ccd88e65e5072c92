/** A list of things as cards that link to them, with what it shows while it loads, fails or is empty. */
import type { UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import { Children, type ReactNode } from 'react';
import { Link } from 'wouter';
import type { ApiProblem } from '../../api/client.js';
import { MoreButton } from '../more-button.js';
import { Empty, Loading, Problem } from '../states.js';

type Pages = Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;

interface CardsProps {
  /** The read of the things; of pages, if there can be more of them. */
  readonly list: Pick<UseQueryResult<unknown, ApiProblem>, 'data' | 'error' | 'refetch'> & Partial<Pages>;
  readonly empty: { readonly title: string; readonly help: string; readonly action?: ReactNode };
  /** Whether there is nothing that a person made. Default: no card. */
  readonly isEmpty?: boolean;
  readonly children: ReactNode;
}

export const Cards = ({ list, empty, children, isEmpty }: CardsProps): ReactNode => {
  const { data, error, refetch, hasNextPage = false, isFetchingNextPage = false, fetchNextPage } = list;
  return (
    <>
      {error !== null && <Problem problem={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading />}
      {data !== undefined && (isEmpty ?? Children.count(children) === 0) && (
        <Empty title={empty.title}>
          <p>{empty.help}</p>
          {empty.action}
        </Empty>
      )}
      <ul className="cards">{children}</ul>
      {fetchNextPage !== undefined && (
        <MoreButton list={{ hasNextPage, isFetchingNextPage, fetchNextPage }} />
      )}
    </>
  );
};

interface CardProps {
  readonly href: string;
  readonly name: string;
  /** Whether it is shown beside the list. */
  readonly isChosen?: boolean;
  readonly children: ReactNode;
}

export const Card = ({ href, name, isChosen = false, children }: CardProps): ReactNode => (
  <li className={isChosen ? 'card is-chosen' : 'card'}>
    <Link href={href} aria-current={isChosen ? 'true' : undefined}>
      <strong>{name}</strong>
      {children}
    </Link>
  </li>
);
