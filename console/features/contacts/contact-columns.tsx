/** The columns of the list of contacts: those that everybody has, and the fields of the business. */
import { type ReactNode, useMemo } from 'react';
import { Link, useSearchParams } from 'wouter';
import { useRead } from '../../api/live.js';
import { Time } from '../../ui/format.js';
import { formatNumber } from '../../ui/i18n/language.js';
import { useRememberedNames } from '../../ui/remembered.js';
import { StatusPill } from '../../ui/StatusPill/StatusPill.js';
import type { TableColumn } from '../../ui/VirtualTable/table-column.js';
import { useBusinessId } from '../session/session.js';
import type { Contact } from './contact.js';
import { CONTACTS } from './messages.js';
import { RowMenu } from './row-menu.js';

type ContactColumn = TableColumn<Contact>;

/** The columns before a user chooses others. */
const SHOWN = ['mobile', 'categories', 'state', 'lastContact', 'created'] as const;
/** They are always shown. */
const FIXED: ReadonlySet<string> = new Set(['name', 'menu']);

/** The last call or message, in either direction. Null: none. */
export const lastContactOf = ({ rollups }: Pick<Contact, 'rollups'>): string | null =>
  [rollups.voice, rollups.whatsapp, rollups.instagram]
    .flatMap(({ lastAt }) => (lastAt === null ? [] : [lastAt]))
    .toSorted()
    .at(-1) ?? null;

const texts = CONTACTS.columns;

const dateOf = (at: string | null): ReactNode => (at === null ? texts.never : <Time at={at} />);

/** A column's link keeps the filters of the list. */
const nameColumn = (search: string): ContactColumn => ({
  key: 'name',
  title: texts.name,
  minPx: 160,
  grow: 2,
  narrow: 'start',
  sort: 'name',
  cell: ({ id, name }) => (
    <Link href={`/contacts/${id}${search}`} data-row-link>
      {name}
    </Link>
  ),
});

const STANDARD: readonly ContactColumn[] = [
  {
    key: 'mobile',
    title: texts.mobile,
    minPx: 130,
    grow: 1,
    narrow: 'end',
    cell: ({ mobile }) => <span className="figure">{mobile}</span>,
  },
  {
    key: 'categories',
    title: texts.categories,
    minPx: 130,
    grow: 2,
    narrow: 'below',
    cell: ({ categories }) => categories.map(({ name }) => name).join(', '),
  },
  {
    key: 'state',
    title: texts.state,
    minPx: 84,
    grow: 0,
    narrow: 'below',
    cell: ({ communicationBlocked }) =>
      communicationBlocked && <StatusPill tone="bad">{CONTACTS.blocked}</StatusPill>,
  },
  {
    key: 'lastContact',
    title: texts.lastContact,
    minPx: 112,
    grow: 1,
    narrow: 'never',
    sort: 'lastContact',
    cell: (contact) => dateOf(lastContactOf(contact)),
  },
  {
    key: 'calls',
    title: texts.calls,
    minPx: 56,
    grow: 0,
    isNumber: true,
    narrow: 'never',
    cell: ({ rollups }) => formatNumber(rollups.voice.count),
  },
  {
    key: 'messages',
    title: texts.messages,
    minPx: 76,
    grow: 0,
    isNumber: true,
    narrow: 'never',
    cell: ({ rollups }) => formatNumber(rollups.whatsapp.count + rollups.instagram.count),
  },
  {
    key: 'timeZone',
    title: texts.timeZone,
    minPx: 130,
    grow: 1,
    narrow: 'never',
    cell: ({ timeZone }) => timeZone,
  },
  {
    key: 'created',
    title: texts.created,
    minPx: 112,
    grow: 1,
    narrow: 'never',
    sort: 'created',
    cell: ({ createdAt }) => dateOf(createdAt),
  },
];

/** A field of the business. Its values are of any length. */
const fieldColumn = (key: string, label: string): ContactColumn => ({
  key: `field ${key}`,
  title: label,
  minPx: 110,
  grow: 1,
  narrow: 'never',
  cell: ({ fields }) => fields[key] ?? '',
});

const MENU: ContactColumn = {
  key: 'menu',
  title: CONTACTS.actions.title,
  isUntitled: true,
  minPx: 32,
  grow: 0,
  narrow: 'end',
  cell: (contact) => <RowMenu contact={contact} />,
};

export interface ContactColumns {
  readonly columns: readonly ContactColumn[];
  /** What can be chosen, and what is. */
  readonly choices: readonly { readonly key: string; readonly title: string }[];
  readonly chosen: ReadonlySet<string>;
  readonly setChosen: (chosen: ReadonlySet<string>) => void;
}

/** The chosen columns, remembered in this browser. */
export const useContactColumns = (): ContactColumns => {
  const businessId = useBusinessId();
  const [params] = useSearchParams();
  const search = params.size === 0 ? '' : `?${params}`;
  const { data } = useRead('listDataSources', { query: { businessId } });
  const [chosen, setChosen] = useRememberedNames('contact-columns', SHOWN);
  const all = useMemo(() => {
    const fields = data?.dataSources.find(({ builtIn }) => builtIn)?.fields ?? [];
    const own = fields.filter(({ key }) => key !== 'name' && key !== 'mobile');
    return [nameColumn(search), ...STANDARD, ...own.map(({ key, label }) => fieldColumn(key, label)), MENU];
  }, [data, search]);
  const columns = useMemo(() => all.filter(({ key }) => FIXED.has(key) || chosen.has(key)), [all, chosen]);
  return { columns, choices: all.filter(({ key }) => !FIXED.has(key)), chosen, setChosen };
};
