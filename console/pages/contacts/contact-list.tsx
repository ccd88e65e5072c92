/** The list of contacts; only visible rows are rendered. Several can be selected for a common action. */

import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import type { Data } from '../../api/client.js';
import { usePages } from '../../api/pages.js';
import { Field } from '../../parts/forms/field.js';
import { IfAllowed } from '../../parts/if-allowed.js';
import { Empty, Loading, Problem } from '../../parts/states.js';
import { useCan } from '../../role.js';
import { useBusinessId } from '../../session.js';
import { TEXTS } from '../../texts.js';
import { Selection } from './selection.js';

type Contact = Data<'listContacts'>['contacts'][number];

/** Delay before a search, so that not every letter starts one, ms. */
const TYPING_MS = 250;
const ROW_PX = 56;
/** Minimum length of a search in the API. */
const LEAST_SEARCH = 2;
/** Rows before the end at which the next page is read. */
const AHEAD_ROWS = 60;

export const ContactList = ({ chosen }: { readonly chosen: string | null }): ReactNode => {
  const businessId = useBusinessId();
  const [params, setParams] = useSearchParams();
  const searchParam = params.get('search') ?? '';
  const [typed, setTyped] = useState(searchParam);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => setTyped(searchParam), [searchParam]);
  useEffect(() => {
    if (typed === searchParam) return;
    const timer = setTimeout(
      () => setParams(typed === '' ? {} : { search: typed }, { replace: true }),
      TYPING_MS,
    );
    return () => clearTimeout(timer);
  }, [typed, searchParam, setParams]);
  const search = searchParam.trim();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = usePages('listContacts', {
    query: { businessId, limit: 200, ...(search.length < LEAST_SEARCH ? {} : { search }) },
  });
  const contacts = useMemo(() => data?.pages.flatMap((page) => page.contacts) ?? [], [data]);
  const texts = TEXTS.contacts;
  return (
    <>
      <search className="filters">
        <Field label={texts.search} type="search" value={typed} onChange={setTyped} />
      </search>
      {selected.size > 0 && <Selection selected={selected} listed={contacts} onChange={setSelected} />}
      {error !== null && <Problem problem={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading />}
      {data !== undefined && contacts.length === 0 && (
        <Empty title={search === '' ? texts.none : texts.noMatch(search)}>
          {search === '' && (
            <>
              <p>{texts.noneHelp}</p>
              <IfAllowed operation="importContacts">
                <Link className="main" href="/contacts/import">
                  {texts.imports.title}
                </Link>
              </IfAllowed>
            </>
          )}
        </Empty>
      )}
      {contacts.length > 0 && (
        <Rows
          contacts={contacts}
          chosen={chosen}
          selected={selected}
          onSelect={setSelected}
          onEndReached={hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : null}
        />
      )}
    </>
  );
};

interface RowsProps {
  readonly contacts: readonly Contact[];
  readonly chosen: string | null;
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (ids: ReadonlySet<string>) => void;
  /** Reads the next page; null if there is none, or if it is being read. */
  readonly onEndReached: (() => void) | null;
}

const Rows = ({ contacts, chosen, selected, onSelect, onEndReached }: RowsProps): ReactNode => {
  const scroller = useRef<HTMLElement>(null);
  const [params] = useSearchParams();
  const canSelect = useCan('updateContact');
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
    <section ref={scroller} className="virtual" tabIndex={0} aria-label={TEXTS.contacts.title}>
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
                  aria-label={TEXTS.contacts.select(contact.name)}
                  checked={selected.has(contact.id)}
                  onChange={({ target }) =>
                    onSelect(
                      new Set(
                        target.checked
                          ? [...selected, contact.id]
                          : [...selected].filter((selectedId) => selectedId !== contact.id),
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
                    ? TEXTS.contacts.blocked
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
