/** Contacts, however many: only the rows that are seen are there. The chosen one's history beside them. */
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import type { Data } from '../api/client.js';
import { useRead } from '../api/live.js';
import { usePages } from '../api/pages.js';
import { Field } from '../parts/field.js';
import { Icon } from '../parts/icon.js';
import { Master } from '../parts/master.js';
import { Empty, Loading, Problem } from '../parts/states.js';
import { lengthOf, Time } from '../parts/words.js';
import { useBusinessId } from '../session.js';
import { TEXTS } from '../texts.js';

type Contact = Data<'listContacts'>['contacts'][number];
type Entry = Data<'readContactTimeline'>['timeline'][number];

/** Nobody types faster than that and wants an answer to each letter, ms. */
const TYPING_MS = 250;
const ROW_PX = 56;
/** As the search of the API has it at least. */
const LEAST_SEARCH = 2;

export const ContactsPage = ({ id }: { readonly id: string | null }): ReactNode => (
  <Master
    title={TEXTS.contacts.title}
    path="/contacts"
    list={<ContactList chosen={id} />}
    detail={id === null ? null : <ContactView key={id} id={id} />}
  />
);

const ContactList = ({ chosen }: { readonly chosen: string | null }): ReactNode => {
  const businessId = useBusinessId();
  const [params, setParams] = useSearchParams();
  const wanted = params.get('search') ?? '';
  const [typed, setTyped] = useState(wanted);
  useEffect(() => setTyped(wanted), [wanted]);
  useEffect(() => {
    if (typed === wanted) return;
    const timer = setTimeout(
      () => setParams(typed === '' ? {} : { search: typed }, { replace: true }),
      TYPING_MS,
    );
    return () => clearTimeout(timer);
  }, [typed, wanted, setParams]);
  const search = wanted.trim();
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = usePages('listContacts', {
    query: { businessId, limit: 100, ...(search.length < LEAST_SEARCH ? {} : { search }) },
  });
  const contacts = data?.pages.flatMap((page) => page.contacts) ?? [];
  return (
    <>
      <search className="filters">
        <Field label={TEXTS.contacts.search} type="search" value={typed} change={setTyped} />
      </search>
      {error !== null && <Problem problem={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <Loading />}
      {data !== undefined && contacts.length === 0 && (
        <Empty title={search === '' ? TEXTS.contacts.none : TEXTS.contacts.noMatch(search)}>
          {search === '' && <p>{TEXTS.contacts.noneHelp}</p>}
        </Empty>
      )}
      {contacts.length > 0 && (
        <Rows
          contacts={contacts}
          chosen={chosen}
          more={hasNextPage && !isFetchingNextPage ? () => void fetchNextPage() : null}
        />
      )}
    </>
  );
};

interface RowsProps {
  readonly contacts: readonly Contact[];
  readonly chosen: string | null;
  /** Reads on; null: there is no more, or it is being read. */
  readonly more: (() => void) | null;
}

const Rows = ({ contacts, chosen, more }: RowsProps): ReactNode => {
  const scroller = useRef<HTMLElement>(null);
  const [params] = useSearchParams();
  const rows = useVirtualizer({
    count: contacts.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
  });
  const items = rows.getVirtualItems();
  const lastSeen = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (lastSeen >= contacts.length - 20) more?.();
  }, [lastSeen, contacts.length, more]);
  const suffix = params.size === 0 ? '' : `?${params}`;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: who has no mouse scrolls it with the keys.
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

const ContactView = ({ id }: { readonly id: string }): ReactNode => {
  const businessId = useBusinessId();
  const asked = { path: { contactId: id }, query: { businessId } };
  const { data, error, refetch } = useRead('readContact', asked);
  const history = usePages('readContactTimeline', {
    path: { contactId: id },
    query: { businessId, limit: 50 },
  });
  if (error !== null) return <Problem problem={error} retry={() => void refetch()} />;
  if (data === undefined || data.contact.id !== id) return <Loading rows={6} />;
  const { contact } = data;
  const entries = history.data?.pages.flatMap(({ timeline }) => timeline) ?? [];
  return (
    <article aria-label={contact.name}>
      <Link className="back" href="/contacts" aria-label={TEXTS.close}>
        <Icon name="close" />
      </Link>
      <h2>{contact.name}</h2>
      <dl className="facts">
        <div>
          <dt>{TEXTS.contacts.mobile}</dt>
          <dd>{contact.mobile}</dd>
        </div>
        {contact.categories.length > 0 && (
          <div>
            <dt>{TEXTS.contacts.categories}</dt>
            <dd>{contact.categories.map(({ name }) => name).join(', ')}</dd>
          </div>
        )}
        {Object.entries(contact.fields).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h3>{TEXTS.contacts.timeline}</h3>
      {history.error !== null && <Problem problem={history.error} retry={() => void history.refetch()} />}
      {history.data !== undefined && entries.length === 0 && (
        <p className="quiet">{TEXTS.contacts.noTimeline}</p>
      )}
      <ol className="events">
        {entries.map((entry) => (
          <EntryLine key={entry.id} entry={entry} />
        ))}
      </ol>
      {history.hasNextPage && (
        <button type="button" className="plain more" onClick={() => void history.fetchNextPage()}>
          {TEXTS.more}
        </button>
      )}
    </article>
  );
};

const EntryLine = ({ entry }: { readonly entry: Entry }): ReactNode => (
  <li>
    <span>{wordsOf(entry)}</span>
    <Time at={entry.at} />
  </li>
);

const wordsOf = (entry: Entry): ReactNode => {
  const texts = TEXTS.contacts.entries;
  switch (entry.type) {
    case 'call_started':
      return <Link href={`/calls/${entry.callId}`}>{texts.callStarted(entry.agentName)}</Link>;
    case 'transcript':
      return `${TEXTS.call.speakers[entry.speaker]}: ${entry.text}`;
    case 'call_ended':
      return texts.callEnded(TEXTS.statuses[entry.status], lengthOf(entry.durationSeconds));
    case 'message':
      return `${entry.direction === 'inbound' ? texts.received : texts.sent}: ${entry.text ?? entry.messageType}`;
    default:
      return texts.other(entry.channel);
  }
};
