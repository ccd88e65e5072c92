/** The calls that match the address, or those in which the searched words were said. */
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { usePages } from '../../../api/pages.js';
import { Empty, Loading, Problem } from '../../../ui/states.js';
import { IfAllowed } from '../../session/if-allowed.js';
import { useBusinessId } from '../../session/session.js';
import { CALLS } from '../messages.js';
import { Bulk } from './bulk.js';
import { callQueryOf, isFiltered, listAddress, pageAddress, searchTextOf } from './call-query.js';
import type { Column } from './columns.js';
import { useListKeys } from './list-keys.js';
import type { Listed } from './row.js';
import { CallTable } from './table.js';

/** Rows that a request reads. */
const PAGE_ROWS = 200;
const PAGE_FOUND = 50;

interface CallListProps {
  readonly columns: readonly Column[];
  readonly chosen: string | null;
  /** Opens a call beside the list; plays from there, ms, unless it is null. */
  readonly onPeek: (callId: string, atMs: number | null) => void;
}

export const CallList = (props: CallListProps): ReactNode => {
  const [params] = useSearchParams();
  return searchTextOf(params) === '' ? <AllCalls {...props} /> : <FoundCalls {...props} />;
};

const AllCalls = (props: CallListProps): ReactNode => {
  const businessId = useBusinessId();
  const [params] = useSearchParams();
  const query = callQueryOf(businessId, params, new Date());
  const list = usePages('listVoiceCalls', { query: { ...query, limit: PAGE_ROWS } });
  const rows = useMemo(
    () =>
      list.data?.pages.flatMap((page) => page.calls.map((call): Listed => ({ call, snippets: [] }))) ?? null,
    [list.data],
  );
  return <Rows {...props} list={list} rows={rows} />;
};

const FoundCalls = (props: CallListProps): ReactNode => {
  const businessId = useBusinessId();
  const [params] = useSearchParams();
  const query = { ...callQueryOf(businessId, params, new Date()), text: searchTextOf(params) };
  const list = usePages('searchVoiceCalls', { query: { ...query, limit: PAGE_FOUND } });
  const rows = useMemo(() => list.data?.pages.flatMap(({ results }) => results) ?? null, [list.data]);
  return <Rows {...props} list={list} rows={rows} />;
};

interface RowsProps extends CallListProps {
  readonly list: Pick<
    ReturnType<typeof usePages<'listVoiceCalls' | 'searchVoiceCalls'>>,
    'error' | 'refetch' | 'hasNextPage' | 'fetchNextPage' | 'isFetchingNextPage'
  >;
  /** Null while nothing is loaded. */
  readonly rows: readonly Listed[] | null;
}

const Rows = ({ list, rows, columns, chosen, onPeek }: RowsProps): ReactNode => {
  const { error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = list;
  const [params] = useSearchParams();
  const [, navigate] = useLocation();
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const latest = useRef(params);
  latest.current = params;
  const handleSelect = useCallback(
    (callId: string, isSelected: boolean) =>
      setSelected((before) => {
        const after = new Set(before);
        if (isSelected) after.add(callId);
        else after.delete(callId);
        return after;
      }),
    [],
  );
  const handleOpen = useCallback(
    (callId: string) => navigate(pageAddress(latest.current, callId)),
    [navigate],
  );
  const readOn = useMemo(
    () => (hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : null),
    [hasNextPage, isFetchingNextPage, fetchNextPage],
  );
  const isEmpty = rows !== null && rows.length === 0;
  // A page of a search may be empty although others follow.
  useEffect(() => {
    if (isEmpty) readOn?.();
  }, [isEmpty, readOn]);
  useListKeys({
    move: (by) => {
      const at = rows?.findIndex(({ call }) => call.id === chosen) ?? -1;
      const next = rows?.[at === -1 ? 0 : at + by];
      if (next !== undefined) onPeek(next.call.id, next.snippets[0]?.atMs ?? 0);
    },
    open: () => {
      if (chosen !== null) handleOpen(chosen);
    },
  });
  return (
    <>
      {selected.size > 0 && <Bulk selected={selected} onClear={() => setSelected(new Set())} />}
      {error !== null && <Problem problem={error} onRetry={() => void refetch()} />}
      {((rows === null && error === null) || (isEmpty && hasNextPage)) && <Loading />}
      {isEmpty && !hasNextPage && <NoCalls isFiltered={isFiltered(params)} />}
      {rows !== null && rows.length > 0 && (
        <CallTable
          rows={rows}
          columns={columns}
          chosen={chosen}
          selected={selected}
          onSelect={handleSelect}
          onSelectAll={(isSelected) =>
            setSelected(new Set(isSelected ? rows.map(({ call }) => call.id) : []))
          }
          onPeek={onPeek}
          onOpen={handleOpen}
          onEndReached={readOn}
        />
      )}
    </>
  );
};

const NoCalls = (props: { readonly isFiltered: boolean }): ReactNode =>
  props.isFiltered ? (
    <Empty title={CALLS.noMatch}>
      <Link className="plain" href={listAddress(new URLSearchParams(), null)}>
        {CALLS.clear}
      </Link>
    </Empty>
  ) : (
    <Empty title={CALLS.none}>
      <p>{CALLS.noneHelp}</p>
      <IfAllowed operation="createAgent">
        <Link className="main" href="/welcome">
          {CALLS.watch}
        </Link>
      </IfAllowed>
    </Empty>
  );
