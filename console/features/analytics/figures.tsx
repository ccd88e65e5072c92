/** The figures of a period, each beside the period before, which is as long. */
import type { ReactNode } from 'react';
import { creditsOf, secondsOf } from '../../ui/format.js';
import { formatNumber } from '../../ui/i18n/language.js';
import { type Comparison, pointChange, relativeChange } from '../home/comparison.js';
import styles from './analytics.module.css';
import { ANALYTICS } from './messages.js';
import { type CallFigures, costOf } from './query.js';

const texts = ANALYTICS.figures;

/** A share in whole per cent. */
export const shareOf = (share: number | null): string =>
  share === null ? ANALYTICS.none : `${Math.round(share * 100)} %`;

interface FiguresProps {
  readonly now: CallFigures;
  readonly before: CallFigures | null;
}

export const Figures = ({ now, before }: FiguresProps): ReactNode => {
  const { p50, p95 } = now.latencies.firstPlayedMs;
  return (
    <dl className={styles.figures} aria-label={texts.title}>
      <Figure
        name={texts.calls}
        value={formatNumber(now.calls)}
        change={relativeChange(now.calls, before?.calls ?? null)}
      />
      <Figure
        name={texts.answered}
        value={shareOf(now.answerRate)}
        detail={texts.answeredOf(now.answered)}
        change={pointChange(now.answerRate, before?.answerRate ?? null)}
      />
      <Figure
        name={texts.success}
        value={shareOf(now.successRate)}
        detail={texts.verdicts(now.succeeded + now.notSucceeded)}
        change={pointChange(now.successRate, before?.successRate ?? null)}
      />
      <Figure
        name={texts.heard}
        value={p50 === null ? ANALYTICS.none : secondsOf(p50)}
        detail={p95 === null ? undefined : texts.slowest(secondsOf(p95))}
        change={relativeChange(p50, before?.latencies.firstPlayedMs.p50 ?? null)}
      />
      <Figure
        name={texts.cost}
        value={creditsOf(costOf(now))}
        detail={texts.analyses(creditsOf(now.analysisCostMicrocredits))}
        change={relativeChange(costOf(now), before === null ? null : costOf(before))}
      />
    </dl>
  );
};

interface FigureProps {
  readonly name: string;
  readonly value: string;
  readonly detail?: string | undefined;
  readonly change: Comparison;
}

const Figure = ({ name, value, detail, change }: FigureProps): ReactNode => (
  <div className={styles.figure}>
    <dt>{name}</dt>
    <dd className={styles.value}>{value}</dd>
    {detail !== undefined && <dd className={styles.detail}>{detail}</dd>}
    <dd className={styles.detail}>
      <Change change={change} />
    </dd>
  </div>
);

/** No colour: whether more is better depends on the figure. */
const Change = ({ change: { direction, text } }: { readonly change: Comparison }): ReactNode => {
  switch (direction) {
    case 'more':
    case 'less':
      return (
        <span title={ANALYTICS[direction](text)}>
          <span aria-hidden="true">
            {direction === 'more' ? '▲' : '▼'} {text}
          </span>
          <span className="hidden">{ANALYTICS[direction](text)}</span>
        </span>
      );
    case 'same':
      return ANALYTICS.same;
    case 'unknown':
      return ANALYTICS.noComparison;
    default:
      return direction satisfies never;
  }
};
