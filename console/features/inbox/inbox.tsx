/** The inbox: conversations, most recent first, and the chosen one next to them. */

import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import type { Data } from '../../api/client.js';
import { usePages } from '../../api/pages.js';
import { classes } from '../../ui/classes.js';
import { useFilters } from '../../ui/filters.js';
import { Time } from '../../ui/format.js';
import { Choice, Field } from '../../ui/forms/field.js';
import { isFull, toggled } from '../../ui/forms/ticks.js';
import { Master } from '../../ui/master.js';
import { useShortcuts } from '../../ui/shortcuts.js';
import { Empty, Loading, Problem } from '../../ui/states.js';
import { IfAllowed } from '../session/if-allowed.js';
import { useCan } from '../session/role.js';
import { useBusinessId } from '../session/session.js';
import { AssigneeFilter } from './assignee-choice.js';
import { BulkBar, MAX_PICKED } from './bulk-bar.js';
import { ConversationView } from './conversation.js';
import { nameOfType } from './kinds.js';
import styles from './list.module.css';
import { MessageHits } from './message-hits.js';
import { INBOX } from './messages.js';
import { OUTCOME_CHOICES, outcomeQuery } from './outcome-filter.js';
import { Tick } from './ticks.js';

type ConversationPage = Data<'listConversations'>;
type Conversation = ConversationPage['conversations'][number];

const VIEWS = ['all', 'unread', 'waiting', 'mine'] as const;
type View = (typeof VIEWS)[number];

/** Delay before a search, so that not every letter starts one, ms. */
const TYPING_MS = 250;
const ROW_PX = 76;
const STATUS_CHOICES = [
  { value: '', name: INBOX.anyStatus },
  { value: 'open', name: INBOX.open },
  { value: 'done', name: INBOX.done },
] as const;
/** Minimum length of a search in the API. */
const LEAST_SEARCH = 2;

export const InboxPage = ({ id }: { readonly id: string | null }): ReactNode => (
  <Master
    title={INBOX.title}
    path="/conversations"
    isFilled={id !== null}
    list={<ConversationList chosen={id} />}
    detail={id === null ? null : <ConversationView key={id} id={id} />}
  />
);

const viewIn = (params: URLSearchParams): View => VIEWS.find((view) => view === params.get('view')) ?? 'all';

const ConversationList = ({ chosen }: { readonly chosen: string | null }): ReactNode => {
  const businessId = useBusinessId();
  const [params] = useSearchParams();
  const view = viewIn(params);
  const search = (params.get('search') ?? '').trim();
  const isSearch = search.length >= LEAST_SEARCH;
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = usePages(
    'listConversations',
    {
      query: {
        businessId,
        limit: 50,
        ...(isSearch ? { search } : { view }),
        ...outcomeQuery(params.get('outcome')),
        ...handlingQuery(params),
      },
    },
  );
  const [picked, setPicked] = useState<readonly string[]>([]);
  const canPick = useCan('changeConversations');
  const conversations = uniqueIn(data?.pages.flatMap((page) => page.conversations) ?? []);
  const pick = (id: string): void => {
    if (!isFull(picked, id, MAX_PICKED)) setPicked(toggled(picked, id));
  };
  useListKeys({ conversations, chosen, onPick: canPick ? pick : null });
  const firstIds = conversations.slice(0, MAX_PICKED).map(({ id }) => id);
  return (
    <>
      <Filters view={view} counts={data?.pages[0]?.counts} />
      {error !== null && <Problem problem={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading />}
      {data !== undefined && conversations.length === 0 && (
        <EmptyList
          view={view}
          search={isSearch ? search : null}
          isFiltered={FILTERS.some((name) => params.get(name) !== null)}
        />
      )}
      {/* Before the rows: behind them, Tab would pass hundreds of conversations. */}
      {picked.length > 0 && (
        <BulkBar
          ids={picked}
          all={firstIds.length}
          onAll={() => setPicked(firstIds)}
          onDone={() => setPicked([])}
        />
      )}
      {conversations.length > 0 && (
        <Rows
          conversations={conversations}
          chosen={chosen}
          picked={picked}
          onPick={canPick ? pick : null}
          onEndReached={hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : null}
        />
      )}
      {isSearch && <MessageHits words={search} suffix={suffixOf(params)} />}
    </>
  );
};

/** j and k walk through the list, x selects the open conversation. */
const useListKeys = ({ conversations, chosen, onPick }: Omit<RowsProps, 'picked' | 'onEndReached'>): void => {
  const [params] = useSearchParams();
  const [, navigate] = useLocation();
  const move = (by: 1 | -1): void => {
    const at = conversations.findIndex(({ id }) => id === chosen);
    const next = conversations[at === -1 ? 0 : at + by];
    if (next !== undefined) navigate(`/conversations/${next.id}${suffixOf(params)}`);
  };
  useShortcuts([
    { key: 'j', label: INBOX.keys.next, run: () => move(1) },
    { key: 'k', label: INBOX.keys.previous, run: () => move(-1) },
    ...(onPick === null || chosen === null
      ? []
      : [{ key: 'x', label: INBOX.keys.pick, run: () => onPick(chosen) }]),
  ]);
};

/** Filters of the list, besides its view, as the address has them. */
const FILTERS = ['outcome', 'assignee', 'status'] as const;

/** `assignee`: the id of a colleague, or `none`. */
const handlingQuery = (
  params: URLSearchParams,
): { readonly assignee?: string; readonly status?: 'open' | 'done' } => {
  const assignee = params.get('assignee');
  const status = params.get('status');
  return {
    ...(assignee === null ? {} : { assignee }),
    ...(status === 'open' || status === 'done' ? { status } : {}),
  };
};

const suffixOf = (params: URLSearchParams): string => (params.size === 0 ? '' : `?${params}`);

/** A conversation that received a message while pages were being read may be on two of them. */
const uniqueIn = (conversations: readonly Conversation[]): readonly Conversation[] => {
  const seen = new Set<string>();
  return conversations.filter(({ id }) => !seen.has(id) && seen.add(id));
};

const withView = (params: URLSearchParams, view: View): string => {
  const next = new URLSearchParams(params);
  next.delete('search');
  if (view === 'all') next.delete('view');
  else next.set('view', view);
  return next.size === 0 ? '' : `?${next}`;
};

const Filters = ({
  view,
  counts,
}: {
  readonly view: View;
  readonly counts: ConversationPage['counts'] | undefined;
}): ReactNode => {
  const [params, setParams] = useSearchParams();
  const searchParam = params.get('search') ?? '';
  const [typed, setTyped] = useState(searchParam);
  useEffect(() => setTyped(searchParam), [searchParam]);
  useEffect(() => {
    if (typed === searchParam) return;
    const timer = setTimeout(
      () =>
        setParams(
          (before) => {
            const next = new URLSearchParams(before);
            if (typed === '') next.delete('search');
            else next.set('search', typed);
            return next;
          },
          { replace: true },
        ),
      TYPING_MS,
    );
    return () => clearTimeout(timer);
  }, [typed, searchParam, setParams]);
  const texts = INBOX;
  const { filterOf, setFilter } = useFilters({ replace: true });
  return (
    <search className={styles.filters}>
      <div className={styles.views}>
        {VIEWS.map((option) => {
          const count = option === 'all' ? 0 : (counts?.[option] ?? 0);
          return (
            <Link
              key={option}
              href={withView(params, option)}
              aria-current={option === view && searchParam === '' ? 'true' : undefined}
            >
              {texts.views[option]}{' '}
              {count > 0 && <span className={classes(styles.count, 'figure')}>{texts.count(count)}</span>}
            </Link>
          );
        })}
      </div>
      <Field label={texts.search} type="search" value={typed} onChange={setTyped} />
      <div className={styles.narrowing}>
        <Choice
          label={texts.outcome}
          value={filterOf('outcome')}
          choices={OUTCOME_CHOICES}
          onChange={(outcome) => setFilter('outcome', outcome)}
        />
        <Choice
          label={texts.status}
          value={filterOf('status')}
          choices={STATUS_CHOICES}
          onChange={(status) => setFilter('status', status)}
        />
        <AssigneeFilter value={filterOf('assignee')} onChange={(id) => setFilter('assignee', id)} />
      </div>
    </search>
  );
};

const EmptyList = ({
  view,
  search,
  isFiltered,
}: {
  readonly view: View;
  readonly search: string | null;
  readonly isFiltered: boolean;
}): ReactNode => {
  const texts = INBOX;
  if (isFiltered) return <Empty title={texts.noOutcome}>{null}</Empty>;
  if (search !== null) return <Empty title={texts.noMatch(search)}>{null}</Empty>;
  if (view === 'all')
    return (
      <Empty title={texts.none}>
        <p>{texts.noneHelp}</p>
        <IfAllowed operation="connectChannelAccount">
          <Link className="plain" href="/channels">
            {texts.connect}
          </Link>
        </IfAllowed>
      </Empty>
    );
  return (
    <Empty title={texts.noneOf[view]}>
      <p>{texts.noneOfHelp[view]}</p>
      <Link className="plain" href="/conversations">
        {texts.showAll}
      </Link>
    </Empty>
  );
};

interface RowsProps {
  readonly conversations: readonly Conversation[];
  readonly chosen: string | null;
  readonly picked: readonly string[];
  /** Null if this user changes nothing. */
  readonly onPick: ((id: string) => void) | null;
  /** Reads the next page; null if there is none, or if it is being read. */
  readonly onEndReached: (() => void) | null;
}

const Rows = ({ conversations, chosen, picked, onPick, onEndReached }: RowsProps): ReactNode => {
  const scroller = useRef<HTMLElement>(null);
  const [params] = useSearchParams();
  const rows = useVirtualizer({
    count: conversations.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => conversations[index]?.id ?? index,
    overscan: 10,
  });
  const items = rows.getVirtualItems();
  const lastSeen = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (lastSeen >= conversations.length - 15) onEndReached?.();
  }, [lastSeen, conversations.length, onEndReached]);
  const chosenIndex = conversations.findIndex(({ id }) => id === chosen);
  useEffect(() => {
    if (chosenIndex >= 0) rows.scrollToIndex(chosenIndex, { align: 'auto' });
  }, [chosenIndex, rows]);
  const suffix = suffixOf(params);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: people without a mouse scroll it with the keys.
    <section ref={scroller} className={styles.rows} tabIndex={0} aria-label={INBOX.title}>
      <ul style={{ height: rows.getTotalSize() }}>
        {items.map(({ index, start, key }) => {
          const conversation = conversations[index];
          if (conversation === undefined) return null;
          return (
            <li
              key={key}
              className={conversation.id === chosen ? styles.isChosen : undefined}
              style={{ transform: `translateY(${start}px)` }}
            >
              {onPick !== null && (
                <input
                  type="checkbox"
                  aria-label={INBOX.pick(conversation.name ?? conversation.address)}
                  checked={picked.includes(conversation.id)}
                  disabled={isFull(picked, conversation.id, MAX_PICKED)}
                  onChange={() => onPick(conversation.id)}
                />
              )}
              <Row
                conversation={conversation}
                isChosen={conversation.id === chosen}
                href={`/conversations/${conversation.id}${suffix}`}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
};

const Row = ({
  conversation,
  isChosen,
  href,
}: {
  readonly conversation: Conversation;
  readonly isChosen: boolean;
  readonly href: string;
}): ReactNode => {
  const { channel, unread, waitingSince, lastMessage, lastActivityAt, name, address } = conversation;
  return (
    <Link
      href={href}
      className={unread > 0 ? styles.isUnread : undefined}
      aria-current={isChosen ? 'true' : undefined}
    >
      <strong>{name ?? address}</strong>
      <Time at={lastActivityAt} />
      <span className={styles.lastWords}>
        {lastMessage !== null && lastMessage.status !== null && <Tick status={lastMessage.status} />}
        <span className={styles.excerpt}>
          {lastMessage === null ? '' : (lastMessage.text ?? nameOfType(lastMessage.messageType))}
        </span>
        {unread > 0 && (
          <span className={classes(styles.count, 'figure')} title={INBOX.unread(unread)}>
            {INBOX.count(unread)}
            <span className="hidden"> {INBOX.unread(unread)}</span>
          </span>
        )}
      </span>
      <span className={styles.tags}>
        <span className="quiet">{INBOX.channels[channel]}</span>
        {waitingSince !== null && conversation.takenBy === null && (
          <span className={styles.waits}>◔ {INBOX.waiting}</span>
        )}
        {conversation.status === 'done' && <span className="quiet">✓ {INBOX.done}</span>}
        {conversation.assignedTo !== null && (
          <span className="quiet">
            {INBOX.handling.assignedTo(conversation.assignedTo.name ?? INBOX.handling.colleague)}
          </span>
        )}
        {conversation.takenBy !== null && (
          <span className={styles.human}>● {conversation.takenBy.name ?? INBOX.authors.human}</span>
        )}
      </span>
    </Link>
  );
};
