/** The figures of today, each beside the same hours a week ago and the last days. */
import type { ReactNode } from 'react';
import type { Data } from '../../api/client.js';
import { creditsOf, secondsOf } from '../../ui/format.js';
import { formatNumber } from '../../ui/i18n/language.js';
import { type Comparison, pathOf, pointChange, relativeChange } from './comparison.js';
import styles from './figures.module.css';
import { HOME } from './messages.js';

type Home = Data<'readHome'>;

const shareOf = (share: number | null): string =>
  share === null ? HOME.none : `${Math.round(share * 100)} %`;

interface Shown {
  readonly name: string;
  readonly value: string;
  readonly detail?: string;
  readonly change: Comparison;
  readonly days: readonly (number | null)[];
}

const shownOf = ({ today, weekBefore, days }: Home): readonly Shown[] => {
  const series = (of: (figures: Home['days'][number]) => number | null) => days.map(of);
  const { p50, p95 } = today.heardMs;
  return [
    {
      name: HOME.figures.calls,
      value: formatNumber(today.calls),
      change: relativeChange(today.calls, weekBefore.calls),
      days: series(({ calls }) => calls),
    },
    {
      name: HOME.figures.answered,
      value: shareOf(today.answerRate),
      detail: HOME.answeredOf(today.answered),
      change: pointChange(today.answerRate, weekBefore.answerRate),
      days: series(({ answerRate }) => answerRate),
    },
    {
      name: HOME.figures.success,
      value: shareOf(today.successRate),
      change: pointChange(today.successRate, weekBefore.successRate),
      days: series(({ successRate }) => successRate),
    },
    {
      name: HOME.figures.heard,
      value: p50 === null ? HOME.none : secondsOf(p50),
      ...(p95 === null ? {} : { detail: HOME.slowest(secondsOf(p95)) }),
      change: relativeChange(p50, weekBefore.heardMs.p50),
      days: series(({ heardMs }) => heardMs.p50),
    },
    {
      name: HOME.figures.cost,
      value: creditsOf(today.costMicrocredits),
      change: relativeChange(today.costMicrocredits, weekBefore.costMicrocredits),
      days: series(({ costMicrocredits }) => costMicrocredits),
    },
  ];
};

export const HomeFigures = ({ home }: { readonly home: Home }): ReactNode => (
  <dl className={styles.figures} aria-label={HOME.today(home.timeZone)}>
    {shownOf(home).map((shown) => (
      <Figure key={shown.name} shown={shown} count={home.days.length} />
    ))}
  </dl>
);

const Figure = ({
  shown: { name, value, detail, change, days },
  count,
}: {
  readonly shown: Shown;
  readonly count: number;
}): ReactNode => (
  <div className={styles.figure}>
    <dt>{name}</dt>
    <dd className={styles.value}>{value}</dd>
    {detail !== undefined && <dd className={styles.detail}>{detail}</dd>}
    <dd className={styles.detail}>
      <Change change={change} />
    </dd>
    <dd>
      <Sparkline values={days} label={HOME.lastDays(count, name)} />
    </dd>
  </div>
);

/** No colour: whether more is better depends on the figure. */
const Change = ({ change: { direction, text } }: { readonly change: Comparison }): ReactNode => {
  switch (direction) {
    case 'more':
      return (
        <span title={HOME.more(text)}>
          <span aria-hidden="true">▲ {text}</span>
          <span className="hidden">{HOME.more(text)}</span>
        </span>
      );
    case 'less':
      return (
        <span title={HOME.less(text)}>
          <span aria-hidden="true">▼ {text}</span>
          <span className="hidden">{HOME.less(text)}</span>
        </span>
      );
    case 'same':
      return HOME.same;
    case 'unknown':
      return HOME.noComparison;
    default:
      return direction satisfies never;
  }
};

const Sparkline = ({
  values,
  label,
}: {
  readonly values: readonly (number | null)[];
  readonly label: string;
}): ReactNode => (
  <svg
    className={styles.line}
    viewBox="0 -4 100 108"
    preserveAspectRatio="none"
    role="img"
    aria-label={label}
  >
    <path d={pathOf(values)} vectorEffect="non-scaling-stroke" />
  </svg>
);
