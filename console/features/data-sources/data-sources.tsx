/** Data Sources; next to them the chosen one, or a new one. */

import { type ReactNode, useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { usePages } from '../../api/pages.js';
import { Card, Cards } from '../../ui/Cards/Cards.js';
import { Icon } from '../../ui/icon.js';
import { Master } from '../../ui/master.js';
import { COMMON } from '../../ui/messages.js';
import { Loading, Problem } from '../../ui/states.js';
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
  const list = usePages('listDataSources', { query: { businessId, limit: 100 } });
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
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
        <Cards
          list={list}
          empty={{ title: texts.none, help: texts.noneHelp }}
          isEmpty={sources.every(({ builtIn }) => builtIn)}
        >
          {sources.map((source) => (
            <SourceCard key={source.id} source={source} isChosen={source.id === id} />
          ))}
        </Cards>
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

const SourceCard = ({
  source,
  isChosen,
}: {
  readonly source: Source;
  readonly isChosen: boolean;
}): ReactNode => {
  const texts = DATA_SOURCES;
  return (
    <Card href={`/data-sources/${source.id}`} name={source.name} isChosen={isChosen}>
      <span className="quiet">
        {source.builtIn
          ? texts.builtIn
          : source.status === 'archived'
            ? texts.archived
            : texts.classes[source.class]}
      </span>
      <span className="quiet figure">{texts.items(source.itemCount, source.class === 'structured')}</span>
    </Card>
  );
};
