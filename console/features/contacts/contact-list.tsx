/** The list of contacts; only visible rows are rendered. Several can be selected for a common action. */

import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { addressOf } from '../../api/client.js';
import { usePages } from '../../api/pages.js';
import { useFilters } from '../../ui/filters.js';
import { Empty, Loading, Problem } from '../../ui/states.js';
import { ColumnChoice } from '../../ui/VirtualTable/ColumnChoice.js';
import { VirtualTable } from '../../ui/VirtualTable/VirtualTable.js';
import { IfAllowed } from '../session/if-allowed.js';
import { useCan } from '../session/role.js';
import { useBusinessId } from '../session/session.js';
import type { Contact } from './contact.js';
import { useContactColumns } from './contact-columns.js';
import { ContactFilters } from './contact-filters.js';
import { ContactJobs } from './contact-jobs.js';
import styles from './contact-list.module.css';
import { listQuery, selectionOf, sortOf } from './contact-query.js';
import { CONTACTS } from './messages.js';
import { NOTHING_SELECTED, type Selected, Selection } from './selection.js';

const idOf = ({ id }: Contact): string => id;
const NO_IDS: ReadonlySet<string> = new Set();
const nameOf = ({ name }: Contact): string => name;

export const ContactList = ({ chosen }: { readonly chosen: string | null }): ReactNode => {
  const businessId = useBusinessId();
  const { filterOf, setFilter } = useFilters({ replace: true });
  const canSelect = useCan('startContactJob');
  const [selected, setSelected] = useState<Selected>(NOTHING_SELECTED);
  const [started, setStarted] = useState<readonly string[]>([]);
  const query = listQuery(filterOf, new Date());
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = usePages('listContacts', {
    query: { businessId, limit: 200, sort: sortOf(filterOf), ...query },
  });
  const contacts = useMemo(() => data?.pages.flatMap((page) => page.contacts) ?? [], [data]);
  const readOn = hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : null;
  const isEmpty = data !== undefined && contacts.length === 0;
  // A page of a filtered list may be empty although others follow.
  useEffect(() => {
    if (isEmpty) readOn?.();
  }, [isEmpty, readOn]);
  const isSelecting = selected.type === 'matching' || selected.ids.size > 0;
  const isFiltered = Object.keys(query).length > 0;
  const { columns, ...choice } = useContactColumns();
  const toggle = useCallback(
    (id: string, isSelected: boolean): void =>
      setSelected((before) => {
        const ids = new Set(before.type === 'named' ? before.ids : []);
        if (isSelected) ids.add(id);
        else ids.delete(id);
        return { type: 'named', ids };
      }),
    [],
  );
  const sort = sortOf(filterOf);
  return (
    <>
      <ContactFilters />
      <ContactJobs
        started={started}
        onDismiss={(jobId) => setStarted(started.filter((startedId) => startedId !== jobId))}
      />
      {isSelecting && (
        <Selection
          selected={selected}
          listed={contacts.map(({ id }) => id)}
          matching={selectionOf(query)}
          onChange={setSelected}
          onStarted={(jobId) => setStarted([...started, jobId])}
        />
      )}
      {error !== null && <Problem problem={error} onRetry={() => void refetch()} />}
      {((data === undefined && error === null) || (isEmpty && hasNextPage)) && <Loading />}
      {isEmpty && !hasNextPage && <NoContacts search={query.search ?? ''} isFiltered={isFiltered} />}
      {contacts.length > 0 && (
        <>
          <div className={styles.bar}>
            <span className="quiet figure" role="status">
              {hasNextPage ? CONTACTS.firstOf(contacts.length) : CONTACTS.total(contacts.length)}
            </span>
            <div className="actions">
              <ColumnChoice choices={choice.choices} chosen={choice.chosen} onChange={choice.setChosen} />
              <a
                className="plain"
                download
                href={addressOf('exportContacts', { query: { businessId, ...query } })}
              >
                {isFiltered ? CONTACTS.exportMatching : CONTACTS.exportAll}
              </a>
            </div>
          </div>
          <VirtualTable
            label={CONTACTS.title}
            columns={columns}
            rows={contacts}
            keyOf={idOf}
            nameOf={nameOf}
            chosen={chosen}
            selection={
              canSelect
                ? {
                    isAll: selected.type === 'matching',
                    keys: selected.type === 'named' ? selected.ids : NO_IDS,
                    onToggle: toggle,
                  }
                : null
            }
            sort={{ by: sort, direction: sort === 'name' ? 'ascending' : 'descending' }}
            onSort={(by) => setFilter('sort', by === 'created' ? '' : by)}
            onEndReached={readOn}
            total={hasNextPage ? null : contacts.length}
          />
        </>
      )}
    </>
  );
};

const NoContacts = ({
  search,
  isFiltered,
}: {
  readonly search: string;
  readonly isFiltered: boolean;
}): ReactNode => {
  const texts = CONTACTS;
  if (isFiltered)
    return (
      <Empty title={search === '' ? texts.filters.noMatch : texts.noMatch(search)}>
        <Link className="plain" href="/contacts">
          {texts.filters.clear}
        </Link>
      </Empty>
    );
  return (
    <Empty title={texts.none}>
      <p>{texts.noneHelp}</p>
      <IfAllowed operation="importContacts">
        <Link className="main" href="/contacts/import">
          {texts.imports.title}
        </Link>
      </IfAllowed>
    </Empty>
  );
};
