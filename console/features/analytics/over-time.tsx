/** Calls, rates, latency and cost of each hour or day of the period. */
import type { ReactNode } from 'react';
import { addressOf } from '../../api/client.js';
import { creditsOf, secondsOf } from '../../ui/format.js';
import { formatNumber, language } from '../../ui/i18n/language.js';
import { TimeChart } from '../../ui/TimeChart/TimeChart.js';
import styles from './analytics.module.css';
import { shareOf } from './figures.js';
import { ANALYTICS } from './messages.js';
import type { CallFigures, Group, PeriodQuery } from './query.js';

const texts = ANALYTICS.charts;

const dayOf = new Intl.DateTimeFormat(language, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  timeZone: 'UTC',
});

/** An hour as `09:00`, a day as `Tue, Mar 10`. */
const timeOf = (key: string | null, step: 'hour' | 'day'): string =>
  step === 'hour' ? `${key ?? ''}:00` : dayOf.format(Date.parse(key ?? ''));

interface OverTimeProps {
  readonly groups: readonly Group[];
  readonly step: 'hour' | 'day';
  readonly query: PeriodQuery;
}

export const OverTime = ({ groups, step, query }: OverTimeProps): ReactNode => {
  const times = groups.map(({ key }) => timeOf(key, step));
  const of = (value: (figures: CallFigures) => number | null): readonly (number | null)[] =>
    groups.map(({ figures }) => (figures.calls === null ? null : value(figures.calls)));
  const countOf = (value: number): string => formatNumber(value);
  const shared = { times, nothing: texts.nothing };
  return (
    <section aria-labelledby="analytics-time">
      <div className={styles.head}>
        <h2 id="analytics-time">{texts.title}</h2>
        <a
          className="plain"
          href={addressOf('exportAnalytics', { query: { ...query, groupBy: step } })}
          download
          aria-label={ANALYTICS.csvOf(texts.title)}
        >
          {ANALYTICS.csv}
        </a>
      </div>
      <div className={styles.charts}>
        <TimeChart
          {...shared}
          title={texts.calls}
          kind="bars"
          series={[
            { name: texts.answered, tone: 'main', values: of(({ answered }) => answered) },
            { name: texts.notAnswered, tone: 'rest', values: of(({ calls, answered }) => calls - answered) },
          ]}
          format={countOf}
        />
        <TimeChart
          {...shared}
          title={texts.rates}
          kind="lines"
          top={1}
          series={[
            { name: texts.answerRate, tone: 'main', values: of(({ answerRate }) => answerRate) },
            { name: texts.successRate, tone: 'second', values: of(({ successRate }) => successRate) },
          ]}
          format={shareOf}
        />
        <TimeChart
          {...shared}
          title={texts.heard}
          kind="lines"
          series={[
            { name: texts.median, tone: 'main', values: of(({ latencies }) => latencies.firstPlayedMs.p50) },
            {
              name: texts.slowest,
              tone: 'second',
              values: of(({ latencies }) => latencies.firstPlayedMs.p95),
            },
          ]}
          format={secondsOf}
        />
        <TimeChart
          {...shared}
          title={texts.cost}
          kind="bars"
          series={[
            {
              name: texts.ofCalls,
              tone: 'main',
              values: of(({ chargedMicrocredits }) => chargedMicrocredits),
            },
            {
              name: texts.ofAnalyses,
              tone: 'second',
              values: of(({ analysisCostMicrocredits }) => analysisCostMicrocredits),
            },
          ]}
          format={creditsOf}
        />
      </div>
    </section>
  );
};
