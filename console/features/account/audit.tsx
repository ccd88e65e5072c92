/** The audit log of the business, for its owners. */
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'wouter';
import type { Data } from '../../api/client.js';
import { useRead } from '../../api/live.js';
import { OPERATIONS } from '../../api/operations.js';
import { usePages } from '../../api/pages.js';
import { useFilters } from '../../ui/filters.js';
import { Time } from '../../ui/format.js';
import { Choice, Field } from '../../ui/forms/field.js';
import { language } from '../../ui/i18n/language.js';
import { MoreButton } from '../../ui/more-button.js';
import { boundsOf, periodOf } from '../../ui/Period/bounds.js';
import { PeriodChoice } from '../../ui/Period/Period.js';
import { StatusPill } from '../../ui/StatusPill/StatusPill.js';
import { Empty, Loading, Problem } from '../../ui/states.js';
import { useCan } from '../session/role.js';
import { useBusinessId } from '../session/session.js';
import styles from './audit.module.css';
import { AUDIT } from './audit-messages.js';
import { ACCESS } from './messages.js';

type Entry = Data<'listAuditEntries'>['entries'][number];
type Outcome = Entry['outcome'];

const texts = AUDIT;
const ALL = { value: '', name: texts.all } as const;

const ACTIONS = Object.entries(texts.actions)
  .map(([value, name]) => ({ value, name }))
  .sort((first, second) => first.name.localeCompare(second.name, language));
const OUTCOMES: readonly { readonly value: Outcome; readonly name: string }[] = [
  { value: 'done', name: texts.outcomes.done },
  { value: 'refused', name: texts.outcomes.refused },
];

interface AuditFilters {
  readonly actor?: string;
  readonly action?: string;
  readonly outcome?: Outcome;
  readonly target?: string;
  readonly from?: string;
  readonly to?: string;
}

const filtersOf = (params: URLSearchParams): AuditFilters => {
  const outcome = OUTCOMES.find(({ value }) => value === params.get('outcome'))?.value;
  const period = periodOf({ filterOf: (name) => params.get(name) ?? '' }, 'all');
  const { from, to } = boundsOf(period, new Date());
  const actor = params.get('actor');
  const action = params.get('action');
  const target = params.get('target');
  return {
    ...(actor === null ? {} : { actor }),
    ...(action === null ? {} : { action }),
    ...(outcome === undefined ? {} : { outcome }),
    ...(target === null ? {} : { target }),
    ...(from === null ? {} : { from }),
    ...(to === null ? {} : { to }),
  };
};

export const AuditPage = (): ReactNode => {
  const canRead = useCan('listAuditEntries');
  return (
    <div className={`page settings-page ${styles.page}`}>
      <h1>{texts.title}</h1>
      <p>{texts.help}</p>
      {canRead ? <Log /> : <p className="note">{ACCESS.roleRequired(ACCESS.roles.owner)}</p>}
    </div>
  );
};

const Log = (): ReactNode => {
  const businessId = useBusinessId();
  const [params] = useSearchParams();
  const filters = filtersOf(params);
  const list = usePages(
    'listAuditEntries',
    { query: { businessId, limit: 50, ...filters } },
    // Reading the log can add to it.
    { isAlwaysRead: true },
  );
  const { data, error, refetch } = list;
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <>
      <Filters />
      <Exports businessId={businessId} filters={filters} />
      {error !== null && <Problem problem={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading />}
      {data !== undefined && entries.length === 0 && <NoEntries isFiltered={params.size > 0} />}
      {entries.length > 0 && <EntryTable entries={entries} />}
      <MoreButton list={list} />
    </>
  );
};

const NoEntries = ({ isFiltered }: { readonly isFiltered: boolean }): ReactNode => (
  <Empty title={isFiltered ? texts.noMatch : texts.none}>
    {isFiltered ? (
      <Link className="plain" href="/audit">
        {texts.clear}
      </Link>
    ) : (
      <p>{texts.noneHelp}</p>
    )}
  </Empty>
);

const Filters = (): ReactNode => {
  const businessId = useBusinessId();
  const filters = useFilters({ replace: true });
  const { filterOf, setFilter } = filters;
  const members = useRead('listMembers', { query: { businessId, limit: 200 } });
  const keys = useRead('listKeys', { query: { businessId, limit: 200 } });
  const actors = [
    ...(members.data?.members.map(({ id, name }) => ({ value: id, name })) ?? []),
    ...(keys.data?.keys.map(({ id, name }) => ({ value: id, name: `${texts.actors.key}: ${name}` })) ?? []),
  ];
  return (
    <search className="filters">
      <Choice
        label={texts.action}
        value={filterOf('action')}
        choices={[ALL, ...ACTIONS]}
        onChange={(value) => setFilter('action', value)}
      />
      <Choice
        label={texts.outcome}
        value={filterOf('outcome')}
        choices={[ALL, ...OUTCOMES]}
        onChange={(value) => setFilter('outcome', value)}
      />
      <Choice
        label={texts.actor}
        value={filterOf('actor')}
        choices={[ALL, ...actors]}
        onChange={(value) => setFilter('actor', value)}
      />
      <Field
        label={texts.target}
        maxLength={200}
        value={filterOf('target')}
        onChange={(value) => setFilter('target', value)}
        autoComplete="off"
      />
      <PeriodChoice filters={filters} fallback="all" />
    </search>
  );
};

const Exports = ({
  businessId,
  filters,
}: {
  readonly businessId: string;
  readonly filters: AuditFilters;
}): ReactNode => {
  const query = new URLSearchParams({ businessId, ...filters }).toString();
  return (
    <div className="actions">
      <a className="plain" download href={`${OPERATIONS.exportAuditCsv.path}?${query}`}>
        {texts.exportCsv}
      </a>
      <a className="plain" download href={`${OPERATIONS.exportAuditNdjson.path}?${query}`}>
        {texts.exportNdjson}
      </a>
    </div>
  );
};

const EntryTable = ({ entries }: { readonly entries: readonly Entry[] }): ReactNode => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls the table.
  <section className={styles.table} tabIndex={0} aria-label={texts.title}>
    <table className="rows still">
      <thead>
        <tr>
          <th scope="col">{texts.columns.when}</th>
          <th scope="col">{texts.columns.actor}</th>
          <th scope="col">{texts.columns.action}</th>
          <th scope="col">{texts.columns.target}</th>
          <th scope="col">{texts.columns.from}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <td>
              <Time at={entry.at} />
            </td>
            <td>
              <Actor actor={entry.actor} />
            </td>
            <td>
              <Action entry={entry} />
            </td>
            <td>{entry.target !== null && <code>{entry.target}</code>}</td>
            <td>
              {entry.client}
              {entry.userAgent !== null && <small className="quiet"> {entry.userAgent}</small>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

const Actor = ({ actor: { type, id, name } }: Pick<Entry, 'actor'>): ReactNode => (
  <>
    {name ?? texts.actors[type]}
    {type === 'key' && name !== null && <small className="quiet"> {texts.actors.key}</small>}
    {name === null && id !== null && (
      <small>
        {' '}
        <code>{id}</code>
      </small>
    )}
  </>
);

const Action = ({ entry: { action, outcome, code, omitted } }: { readonly entry: Entry }): ReactNode => (
  <>
    {texts.actions[action] ?? <code>{action}</code>}
    {outcome === 'refused' && (
      <>
        {' '}
        <StatusPill tone="bad">{texts.outcomes.refused}</StatusPill>
      </>
    )}
    {code !== null && (
      <small className="quiet">
        {' '}
        <code>{code}</code>
      </small>
    )}
    {omitted > 0 && <small className="quiet"> {texts.omitted(omitted)}</small>}
  </>
);
