/** Data Sources; next to them the chosen one, or a new one. */

import { type ReactNode, useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { usePages } from '../../api/pages.js';
import { Icon } from '../../ui/icon.js';
import { Master } from '../../ui/master.js';
import { COMMON } from '../../ui/messages.js';
import { Empty, Loading, Problem } from '../../ui/states.js';
import { IfAllowed } from '../session/if-allowed.js';
import { useBusinessId } from '../session/session.js';
import { DATA_SOURCES } from './messages.js';
import { NewSource } from './new-source.js';
import type { Source } from './source.js';
import { SourceView } from './source-view.js';

/** Stands where the id of a source would be. */
const NEW = 'new';

export const DataSourcesPage = ({ id }: { readonly id: string | null }): ReactNode => {
  const businessId = useBusinessId();
  const [, navigate] = useLocation();
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = usePages(
    'listDataSources',
    {
      query: { businessId, limit: 100 },
    },
  );
  const sources = data?.pages.flatMap((page) => page.dataSources) ?? [];
  const chosen = sources.find((source) => source.id === id);
  // The API has no read for a single source, so pages are read until the one in the address is found.
  const isSearching = id !== null && id !== NEW && chosen === undefined && hasNextPage;
  useEffect(() => {
    if (isSearching && !isFetchingNextPage) void fetchNextPage();
  }, [isSearching, isFetchingNextPage, fetchNextPage]);
  const texts = DATA_SOURCES;
  return (
    <Master
      title={texts.title}
      path="/data-sources"
      aside={
        <IfAllowed operation="createDataSource">
          <Link className="main" href={`/data-sources/${NEW}`}>
            {texts.create}
          </Link>
        </IfAllowed>
      }
      list={
        <>
          {error !== null && <Problem problem={error} onRetry={() => void refetch()} />}
          {data === undefined && error === null && <Loading />}
          {data !== undefined && sources.every(({ builtIn }) => builtIn) && (
            <Empty title={texts.none}>
              <p>{texts.noneHelp}</p>
            </Empty>
          )}
          <ul className="cards">
            {sources.map((source) => (
              <Card key={source.id} source={source} isChosen={source.id === id} />
            ))}
          </ul>
          {hasNextPage && (
            <button type="button" className="plain more" onClick={() => void fetchNextPage()}>
              {COMMON.more}
            </button>
          )}
        </>
      }
      detail={
        id === null ? null : (
          <>
            <Link className="back" href="/data-sources" aria-label={COMMON.close}>
              <Icon name="close" />
            </Link>
            {id === NEW && (
              <IfAllowed operation="createDataSource" explain>
                <NewSource onCreated={(newId) => navigate(`/data-sources/${newId}`)} />
              </IfAllowed>
            )}
            {chosen !== undefined && <SourceView key={chosen.id} source={chosen} />}
            {id !== NEW && chosen === undefined && (data === undefined || isSearching) && (
              <Loading rows={6} />
            )}
            {id !== NEW && chosen === undefined && data !== undefined && !isSearching && (
              <Problem problem={{ message: texts.missing, requestId: null, details: [] }} />
            )}
          </>
        )
      }
    />
  );
};

const Card = ({ source, isChosen }: { readonly source: Source; readonly isChosen: boolean }): ReactNode => {
  const texts = DATA_SOURCES;
  return (
    <li className={isChosen ? 'card is-chosen' : 'card'}>
      <Link href={`/data-sources/${source.id}`} aria-current={isChosen ? 'true' : undefined}>
        <strong>{source.name}</strong>
        <span className="status quiet">
          {source.builtIn
            ? texts.builtIn
            : source.status === 'archived'
              ? texts.archived
              : texts.classes[source.class]}
        </span>
        <span className="quiet figure">{texts.items(source.itemCount, source.class === 'structured')}</span>
      </Link>
    </li>
  );
};
