/** Figures of the calls of a period: now and before, over time, and side by side by what they have in common. */
import type { ReactNode } from 'react';
import { useRead } from '../../api/live.js';
import { type Filters, useFilters } from '../../ui/filters.js';
import { Choice } from '../../ui/forms/field.js';
import { useNow } from '../../ui/now.js';
import { PeriodChoice } from '../../ui/Period/Period.js';
import { Empty, Loading, Problem } from '../../ui/states.js';
import { useBusinessId } from '../session/session.js';
import styles from './analytics.module.css';
import { Figures } from './figures.js';
import { Groups } from './groups.js';
import { ANALYTICS } from './messages.js';
import { OverTime } from './over-time.js';
import { FALLBACK, type PeriodQuery, periodQuery, stepOf } from './query.js';

/** The period moves on each quarter of an hour. */
const MOVES_MS = 60_000;

export const AnalyticsPage = (): ReactNode => {
  const businessId = useBusinessId();
  const filters = useFilters({ replace: true });
  const now = new Date(useNow(MOVES_MS));
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return (
    <div className="page">
      <h1>{ANALYTICS.title}</h1>
      <p className="help">{ANALYTICS.help}</p>
      <search className={styles.filters}>
        <PeriodChoice filters={filters} fallback={FALLBACK} />
        <AgentAndCampaign filters={filters} />
      </search>
      <Shown query={periodQuery({ businessId, filters, now, timeZone })} filters={filters} />
    </div>
  );
};

const Shown = ({ query, filters }: { readonly query: PeriodQuery; readonly filters: Filters }): ReactNode => {
  const step = stepOf(query);
  const { data, error, refetch } = useRead('readAnalytics', {
    query: { ...query, groupBy: step, compare: 'previous' },
  });
  if (error !== null) return <Problem problem={error} onRetry={() => void refetch()} />;
  const figures = data?.totals.calls ?? null;
  if (data === undefined || figures === null) return <Loading rows={8} />;
  if (figures.calls === 0)
    return (
      <Empty title={ANALYTICS.noCalls}>
        <p>{ANALYTICS.noneHelp}</p>
      </Empty>
    );
  return (
    <>
      <Figures now={figures} before={data.previous?.totals.calls ?? null} />
      <OverTime groups={data.groups} step={step} query={query} />
      <Groups query={query} filters={filters} total={figures.calls} />
    </>
  );
};

/** Agents and campaigns of the choices; the newest. */
const LISTED = 100;

const AgentAndCampaign = ({ filters }: { readonly filters: Filters }): ReactNode => {
  const businessId = useBusinessId();
  const query = { businessId, limit: LISTED };
  const agents = useRead('listAgents', { query });
  const campaigns = useRead('listCampaigns', { query });
  const any = { value: '', name: ANALYTICS.all };
  return (
    <>
      <Choice
        label={ANALYTICS.agent}
        value={filters.filterOf('agent')}
        choices={[
          any,
          ...(agents.data?.agents ?? [])
            .filter(({ channel }) => channel === 'voice')
            .map(({ id, name }) => ({ value: id, name })),
        ]}
        onChange={(agent) => filters.setFilter('agent', agent)}
      />
      <Choice
        label={ANALYTICS.campaign}
        value={filters.filterOf('campaign')}
        choices={[any, ...(campaigns.data?.campaigns ?? []).map(({ id, name }) => ({ value: id, name }))]}
        onChange={(campaign) => filters.setFilter('campaign', campaign)}
      />
    </>
  );
};
