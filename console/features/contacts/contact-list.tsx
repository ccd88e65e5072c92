/** The list of contacts; only visible rows are rendered. Several can be selected for a common action. */

import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { addressOf, type Data } from '../../api/client.js';
import { usePages } from '../../api/pages.js';
import { useFilters } from '../../ui/filters.js';
import { Empty, Loading, Problem } from '../../ui/states.js';
import { IfAllowed } from '../session/if-allowed.js';
import { useCan } from '../session/role.js';
import { useBusinessId } from '../session/session.js';
import { ContactFilters } from './contact-filters.js';
import { ContactJobs } from './contact-jobs.js';
import { listQuery, selectionOf, sortOf } from './contact-query.js';
import { CONTACTS } from './messages.js';
import { NOTHING_SELECTED, type Selected, Selection } from './selection.js';

type Contact = Data<'listContacts'>['contacts'][number];

const ROW_PX = 56;
/** Rows before the end at which the next page is read. */
const AHEAD_ROWS = 60;

export const ContactList = ({ chosen }: { readonly chosen: string | null }): ReactNode => {
  const businessId = useBusinessId();
  const { filterOf } = useFilters({ replace: true });
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
          <Rows
            contacts={contacts}
            chosen={chosen}
            selected={selected}
            onSelect={(ids) => setSelected({ type: 'named', ids })}
            onEndReached={readOn}
          />
          <p className="list-end">
            <a
              className="plain"
              download
              href={addressOf('exportContacts', { query: { businessId, ...query } })}
            >
              {isFiltered ? CONTACTS.exportMatching : CONTACTS.exportAll}
            </a>
          </p>
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

interface RowsProps {
  readonly contacts: readonly Contact[];
  readonly chosen: string | null;
  readonly selected: Selected;
  readonly onSelect: (ids: ReadonlySet<string>) => void;
  /** Reads the next page; null if there is none, or if it is being read. */
  readonly onEndReached: (() => void) | null;
}

const Rows = ({ contacts, chosen, selected, onSelect, onEndReached }: RowsProps): ReactNode => {
  const scroller = useRef<HTMLElement>(null);
  const [params] = useSearchParams();
  const canSelect = useCan('startContactJob');
  const ids = selected.type === 'named' ? selected.ids : new Set<string>();
  const rows = useVirtualizer({
    count: contacts.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
  });
  const items = rows.getVirtualItems();
  const lastSeen = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (lastSeen >= contacts.length - AHEAD_ROWS) onEndReached?.();
  }, [lastSeen, contacts.length, onEndReached]);
  const suffix = params.size === 0 ? '' : `?${params}`;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: people without a mouse scroll it with the keys.
    <section ref={scroller} className="virtual" tabIndex={0} aria-label={CONTACTS.title}>
      <ul style={{ height: rows.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const contact = contacts[index];
          if (contact === undefined) return null;
          return (
            <li
              key={contact.id}
              className={contact.id === chosen ? 'is-chosen' : ''}
              style={{ transform: `translateY(${start}px)` }}
            >
              {canSelect && (
                <input
                  type="checkbox"
                  aria-label={CONTACTS.select(contact.name)}
                  checked={selected.type === 'matching' || ids.has(contact.id)}
                  disabled={selected.type === 'matching'}
                  onChange={({ target }) =>
                    onSelect(
                      new Set(
                        target.checked
                          ? [...ids, contact.id]
                          : [...ids].filter((selectedId) => selectedId !== contact.id),
                      ),
                    )
                  }
                />
              )}
              <Link
                href={`/contacts/${contact.id}${suffix}`}
                aria-current={contact.id === chosen ? 'true' : undefined}
              >
                <strong>{contact.name}</strong>
                <span className="figure">{contact.mobile}</span>
                <span className="quiet">
                  {contact.communicationBlocked
                    ? CONTACTS.blocked
                    : contact.categories.map(({ name }) => name).join(', ')}
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
};
