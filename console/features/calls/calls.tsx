/** Calls, newest first, with the filters of the API; the chosen call next to them. */

import type { ReactNode } from 'react';
import { Link, useLocation, useSearchParams } from 'wouter';
import { addressOf, type Data, type Query } from '../../api/client.js';
import { useRead } from '../../api/live.js';
import { usePages } from '../../api/pages.js';
import { startOfDay, useFilters } from '../../ui/filters.js';
import { creditsOf, lengthOf, Status, Time } from '../../ui/format.js';
import { Choice, Field } from '../../ui/forms/field.js';
import { Master } from '../../ui/master.js';
import { MoreButton } from '../../ui/more-button.js';
import { Empty, Loading, Problem } from '../../ui/states.js';
import { IfAllowed } from '../session/if-allowed.js';
import { useBusinessId } from '../session/session.js';
import { CallView } from './call-view.js';
import { CALL, CALL_STATUSES, CALLS } from './messages.js';

type Call = Data<'listVoiceCalls'>['calls'][number];

const STATUSES = Object.entries(CALL_STATUSES).map(([value, name]) => ({ value, name }));

const isStatus = (value: string | null): value is Call['status'] =>
  value !== null && Object.hasOwn(CALL_STATUSES, value);

/** Each choice of the outcome with its filter. */
const OUTCOME_FILTERS = {
  success: { success: 'true' },
  no_success: { success: 'false' },
  negative: { sentiment: 'negative' },
  human: { request: 'human' },
  no_contact: { request: 'no_contact' },
  call_back: { request: 'call_back' },
} as const satisfies Readonly<Record<keyof typeof CALLS.outcomes, Partial<Query<'exportVoiceCalls'>>>>;
const OUTCOMES = Object.entries(CALLS.outcomes).map(([value, name]) => ({ value, name }));

const isOutcome = (value: string | null): value is keyof typeof OUTCOME_FILTERS =>
  value !== null && Object.hasOwn(OUTCOME_FILTERS, value);

const filtersOf = (businessId: string, params: URLSearchParams): Query<'exportVoiceCalls'> => {
  const status = params.get('status');
  const agentId = params.get('agent');
  const outcome = params.get('outcome');
  const from = startOfDay(params.get('from'), 0);
  const to = startOfDay(params.get('to'), 1);
  return {
    businessId,
    ...(isStatus(status) ? { status } : {}),
    ...(agentId === null ? {} : { agentId }),
    ...(isOutcome(outcome) ? OUTCOME_FILTERS[outcome] : {}),
    ...(from === null ? {} : { from }),
    ...(to === null ? {} : { to }),
  };
};

export const CallsPage = ({ id }: { readonly id: string | null }): ReactNode => {
  const [params] = useSearchParams();
  const search = params.toString();
  const path = search === '' ? '/calls' : `/calls?${search}`;
  return (
    <Master
      title={CALLS.title}
      path="/calls"
      list={<CallList chosen={id} />}
      detail={id === null ? null : <CallView key={id} id={id} back={{ path, name: CALL.back }} />}
    />
  );
};

const CallList = ({ chosen }: { readonly chosen: string | null }): ReactNode => {
  const businessId = useBusinessId();
  const [params] = useSearchParams();
  const list = usePages('listVoiceCalls', { query: { ...filtersOf(businessId, params), limit: 50 } });
  const { data, error, refetch } = list;
  const calls = data?.pages.flatMap((page) => page.calls) ?? [];
  const isFiltered = params.size > 0;
  return (
    <>
      <Filters />
      {error !== null && <Problem problem={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading />}
      {data !== undefined && calls.length === 0 && <NoCalls isFiltered={isFiltered} />}
      {calls.length > 0 && <CallTable calls={calls} chosen={chosen} />}
      <MoreButton list={list} />
      {calls.length > 0 && (
        <p className="list-end">
          <a
            className="plain"
            download
            href={addressOf('exportVoiceCalls', { query: filtersOf(businessId, params) })}
          >
            {isFiltered ? CALLS.exportMatching : CALLS.exportAll}
          </a>
        </p>
      )}
    </>
  );
};

const NoCalls = ({ isFiltered }: { readonly isFiltered: boolean }): ReactNode =>
  isFiltered ? (
    <Empty title={CALLS.noMatch}>
      <Link className="plain" href="/calls">
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

const Filters = (): ReactNode => {
  const businessId = useBusinessId();
  const { filterOf, setFilter } = useFilters({ replace: false });
  const { data } = useRead('listAgents', { query: { businessId, limit: 200 } });
  const all = { value: '', name: CALLS.all };
  const agents = data?.agents.map(({ id, name }) => ({ value: id, name })) ?? [];
  return (
    <search className="filters">
      <Choice
        label={CALLS.status}
        value={filterOf('status')}
        choices={[all, ...STATUSES]}
        onChange={(value) => setFilter('status', value)}
      />
      <Choice
        label={CALLS.outcome}
        value={filterOf('outcome')}
        choices={[all, ...OUTCOMES]}
        onChange={(value) => setFilter('outcome', value)}
      />
      <Choice
        label={CALLS.agent}
        value={filterOf('agent')}
        choices={[all, ...agents]}
        onChange={(value) => setFilter('agent', value)}
      />
      <Field
        label={CALLS.from}
        type="date"
        value={filterOf('from')}
        onChange={(value) => setFilter('from', value)}
      />
      <Field
        label={CALLS.to}
        type="date"
        value={filterOf('to')}
        onChange={(value) => setFilter('to', value)}
      />
    </search>
  );
};

interface CallTableProps {
  readonly calls: readonly Call[];
  readonly chosen: string | null;
}

const CallTable = ({ calls, chosen }: CallTableProps): ReactNode => {
  const { columns } = CALLS;
  return (
    <table className="rows calls">
      <thead>
        <tr>
          <th scope="col">{columns.callee}</th>
          <th scope="col">{columns.status}</th>
          <th scope="col">{columns.agent}</th>
          <th scope="col">{columns.when}</th>
          <th scope="col" className="number">
            {columns.length}
          </th>
          <th scope="col" className="number">
            {columns.cost}
          </th>
        </tr>
      </thead>
      <tbody>
        {calls.map((call) => (
          <CallRow key={call.id} call={call} isChosen={call.id === chosen} />
        ))}
      </tbody>
    </table>
  );
};

const CallRow = ({ call, isChosen }: { readonly call: Call; readonly isChosen: boolean }): ReactNode => {
  const [, navigate] = useLocation();
  const [params] = useSearchParams();
  const path = params.size === 0 ? `/calls/${call.id}` : `/calls/${call.id}?${params}`;
  return (
    // The link inside is for the keyboard; for the mouse, the whole row acts as the link.
    <tr className={isChosen ? 'is-chosen' : ''} onClick={() => navigate(path)}>
      <td>
        <Link
          href={path}
          aria-current={isChosen ? 'true' : undefined}
          onClick={(event) => event.stopPropagation()}
        >
          {call.contactName ?? call.calleeNumber}
        </Link>
      </td>
      <td>
        <Status status={call.status} />
      </td>
      <td className="of-agent">{call.agentName}</td>
      <td>
        <Time at={call.createdAt} />
      </td>
      <td className="number">{lengthOf(call.durationSeconds)}</td>
      <td className="number">{creditsOf(call.chargedMicrocredits)}</td>
    </tr>
  );
};
