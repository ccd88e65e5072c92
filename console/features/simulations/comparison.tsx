/** Two runs of a scenario side by side, and the verdicts that changed. */
import type { ReactNode } from 'react';
import type { Data } from '../../api/client.js';
import { useRead } from '../../api/live.js';
import { Loading, Problem } from '../../ui/states.js';
import { useBusinessId } from '../session/session.js';
import { SIMULATIONS } from './messages.js';
import { versionOf } from './runs.js';
import { Met, Score } from './scores.js';
import styles from './simulations.module.css';

type Compared = Data<'compareSimulationRuns'>['comparison'];

const texts = SIMULATIONS;

interface ComparisonProps {
  readonly baseId: string;
  readonly otherId: string;
}

export const Comparison = ({ baseId, otherId }: ComparisonProps): ReactNode => {
  const businessId = useBusinessId();
  const { data, error, refetch } = useRead('compareSimulationRuns', {
    path: { simulationRunId: baseId },
    query: { businessId, otherRunId: otherId },
  });
  if (error !== null) return <Problem problem={error} onRetry={() => void refetch()} />;
  return data === undefined ? <Loading rows={3} /> : <SideBySide comparison={data.comparison} />;
};

/** The score says more than the rate where there is one. */
const trendOf = ({ passRate, score }: Compared['criteria'][number]): string => {
  const trend = (score ?? passRate)?.trend;
  return trend === undefined ? '' : texts.trends[trend];
};

const SideBySide = ({ comparison }: { readonly comparison: Compared }): ReactNode => (
  <section className="stack" aria-label={texts.comparison}>
    <table className={`rows ${styles.scores}`}>
      <caption className="hidden">{texts.comparison}</caption>
      <thead>
        <tr>
          <th scope="col">{texts.columns.criterion}</th>
          <th scope="col">{versionOf(comparison.base)}</th>
          <th scope="col">{versionOf(comparison.other)}</th>
          <th scope="col">{texts.columns.change}</th>
        </tr>
      </thead>
      <tbody>
        {comparison.criteria.map((line) => (
          <tr key={line.criterion}>
            <th scope="row">{line.criterion}</th>
            <td className="figure">
              <Met criterion={line.base} /> <Score criterion={line.base} />
            </td>
            <td className="figure">
              <Met criterion={line.other} /> <Score criterion={line.other} />
            </td>
            <td>{trendOf(line)}</td>
          </tr>
        ))}
      </tbody>
    </table>
    <h2 className="minor">{texts.changes(comparison.changedVerdicts)}</h2>
    <ul className="small">
      {comparison.changes.map(({ customer, run, criterion, base, other }) => (
        <li key={`${customer} ${run} ${criterion}`}>
          {texts.conversation(customer, run)} · {criterion}:{' '}
          {texts.changed(texts.outcomes[base], texts.outcomes[other])}
        </li>
      ))}
    </ul>
  </section>
);
