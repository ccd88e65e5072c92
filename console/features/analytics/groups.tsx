/** The calls of the period by agent, version, campaign, outcome or end reason, side by side. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { addressOf } from '../../api/client.js';
import { useRead } from '../../api/live.js';
import type { Filters } from '../../ui/filters.js';
import { creditsOf, lengthOf, secondsOf } from '../../ui/format.js';
import { formatNumber } from '../../ui/i18n/language.js';
import { Segments } from '../../ui/Segments/Segments.js';
import { Loading, Problem } from '../../ui/states.js';
import { endReasonOf } from '../calls/messages.js';
import styles from './analytics.module.css';
import { shareOf } from './figures.js';
import { ANALYTICS } from './messages.js';
import {
  type CallFigures,
  costOf,
  GROUPINGS,
  type Group,
  type Grouping,
  groupingOf,
  type PeriodQuery,
} from './query.js';

const texts = ANALYTICS.groups;

interface GroupsProps {
  readonly query: PeriodQuery;
  readonly filters: Filters;
  /** Calls of the period. */
  readonly total: number;
}

export const Groups = ({ query, filters, total }: GroupsProps): ReactNode => {
  const grouping = groupingOf(filters);
  return (
    <section aria-labelledby="analytics-groups">
      <div className={styles.head}>
        <h2 id="analytics-groups">{texts.title}</h2>
        {grouping !== 'endReason' && (
          <a
            className="plain"
            href={addressOf('exportAnalytics', { query: { ...query, groupBy: grouping } })}
            download
            aria-label={ANALYTICS.csvOf(texts.names[grouping])}
          >
            {ANALYTICS.csv}
          </a>
        )}
      </div>
      <Segments
        label={texts.by}
        value={grouping}
        choices={GROUPINGS.map((value) => ({ value, name: texts.names[value] }))}
        onChange={(by) => filters.setFilter('by', by === 'agent' ? '' : by)}
      />
      {grouping === 'endReason' ? (
        <EndReasons query={query} />
      ) : (
        <Figures query={query} grouping={grouping} total={total} />
      )}
    </section>
  );
};

type FiguresGrouping = Exclude<Grouping, 'endReason'>;

interface FiguresProps {
  readonly query: PeriodQuery;
  readonly grouping: FiguresGrouping;
  readonly total: number;
}

const Figures = ({ query, grouping, total }: FiguresProps): ReactNode => {
  const { data, error, refetch } = useRead('readAnalytics', { query: { ...query, groupBy: grouping } });
  if (error !== null) return <Problem problem={error} onRetry={() => void refetch()} />;
  if (data?.groupBy !== grouping) return <Loading rows={4} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: people without a mouse scroll it with the keys.
    <section className={`scrolls ${styles.table}`} tabIndex={0} aria-label={texts.names[grouping]}>
      <table className="rows still">
        <thead>
          <tr>
            <th scope="col">{texts.names[grouping]}</th>
            {COLUMNS.map(({ name }) => (
              <th key={name} scope="col" className="number">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.groups.map((group) => (
            <Row
              key={`${group.key} ${group.version}`}
              group={group}
              grouping={grouping}
              total={total}
              query={query}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
};

const orNone = (value: number | null, format: (value: number) => string): string =>
  value === null ? ANALYTICS.none : format(value);

const COLUMNS: readonly {
  readonly name: string;
  readonly value: (figures: CallFigures, total: number) => string;
}[] = [
  { name: ANALYTICS.figures.calls, value: ({ calls }) => formatNumber(calls) },
  { name: texts.share, value: ({ calls }, total) => shareOf(total === 0 ? null : calls / total) },
  { name: ANALYTICS.figures.answered, value: ({ answerRate }) => shareOf(answerRate) },
  { name: ANALYTICS.figures.success, value: ({ successRate }) => shareOf(successRate) },
  { name: texts.median, value: ({ latencies }) => orNone(latencies.firstPlayedMs.p50, secondsOf) },
  { name: texts.slowest, value: ({ latencies }) => orNone(latencies.firstPlayedMs.p95, secondsOf) },
  { name: texts.length, value: ({ callSeconds }) => orNone(callSeconds.p50, lengthOf) },
  { name: ANALYTICS.figures.cost, value: (figures) => creditsOf(costOf(figures)) },
];

interface RowProps extends FiguresProps {
  readonly group: Group;
}

const Row = ({ group, grouping, total, query }: RowProps): ReactNode => {
  const figures = group.figures.calls;
  if (figures === null) return null;
  const name = nameOf(group, grouping);
  const address = callsOf(group, grouping, query);
  return (
    <tr>
      <th scope="row">
        {address === null ? (
          name
        ) : (
          <Link href={address} title={texts.open(name)}>
            {name}
          </Link>
        )}
      </th>
      {COLUMNS.map((column) => (
        <td key={column.name} className="number figure">
          {column.value(figures, total)}
        </td>
      ))}
    </tr>
  );
};

const OUTCOMES = new Map<string, string>(Object.entries(texts.outcomes));

const nameOf = ({ key, name, version }: Group, grouping: FiguresGrouping): string => {
  switch (grouping) {
    case 'agent':
      return name ?? key ?? texts.unknownAgent;
    case 'version':
      return texts.version(name ?? key ?? texts.unknownAgent, version);
    case 'campaign':
      return key === null ? texts.noCampaign : (name ?? key);
    case 'outcome':
      return OUTCOMES.get(key ?? '') ?? key ?? ANALYTICS.none;
    default:
      return grouping satisfies never;
  }
};

/** The list of these calls; null if the list has no such filter. */
const callsOf = ({ key, version }: Group, grouping: FiguresGrouping, query: PeriodQuery): string | null => {
  if (key === null) return null;
  switch (grouping) {
    case 'agent':
      return listOf(query, { agentId: key });
    case 'version':
      return version === null ? null : listOf(query, { agentId: key, agentVersion: String(version) });
    case 'campaign':
      return listOf(query, { campaignId: key });
    case 'outcome':
      return key === 'voicemail' ? listOf(query, { endReason: key }) : listOf(query, { status: key });
    default:
      return grouping satisfies never;
  }
};

const dateOf = (at: number): string => {
  const date = new Date(at);
  const two = (number: number): string => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
};

/** The list of calls has whole days. */
const listOf = (
  { from, to, agentId, campaignId }: PeriodQuery,
  filters: Readonly<Record<string, string>>,
): string =>
  `/calls?${new URLSearchParams({
    period: 'custom',
    from: dateOf(Date.parse(from)),
    to: dateOf(Date.parse(to) - 1),
    ...(agentId === undefined ? {} : { agentId }),
    ...(campaignId === undefined ? {} : { campaignId }),
    ...filters,
  })}`;

const EndReasons = ({ query }: { readonly query: PeriodQuery }): ReactNode => {
  const { timeZone: _timeZone, ...filters } = query;
  const { data, error, refetch } = useRead('countVoiceCalls', { query: filters });
  if (error !== null) return <Problem problem={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading rows={4} />;
  const { endReason } = data.facets;
  const total = endReason.reduce((sum, { calls }) => sum + calls, 0);
  return (
    <>
      <p className="help">{data.complete ? texts.running : texts.partly(data.examined)}</p>
      <table className={`rows still ${styles.reasons}`}>
        <thead>
          <tr>
            <th scope="col">{texts.names.endReason}</th>
            <th scope="col" className="number">
              {ANALYTICS.figures.calls}
            </th>
            <th scope="col" className="number">
              {texts.share}
            </th>
          </tr>
        </thead>
        <tbody>
          {endReason
            .filter(({ calls }) => calls > 0)
            .map(({ value, calls }) => (
              <tr key={value}>
                <th scope="row">
                  <Link href={listOf(query, { endReason: value })} title={texts.open(endReasonOf(value))}>
                    {endReasonOf(value)}
                  </Link>
                </th>
                <td className="number figure">{formatNumber(calls)}</td>
                <td className="number figure">{shareOf(calls / total)}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </>
  );
};
