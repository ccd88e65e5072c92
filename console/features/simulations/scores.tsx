/** The scores of a run by criterion, with the range that a few conversations leave. */
import type { ReactNode } from 'react';
import type { Data } from '../../api/client.js';
import { formatNumber } from '../../ui/i18n/language.js';
import { SIMULATIONS } from './messages.js';
import styles from './simulations.module.css';

type Criterion = Data<'readSimulationRun'>['simulationRun']['criteria'][number];

const texts = SIMULATIONS;

const percent = (rate: number): string => `${Math.round(rate * 100)} %`;

/** A range of rates or scores; empty if there is none. */
const between = (
  interval: { readonly low: number; readonly high: number } | null,
  format: (value: number) => string,
): string => (interval === null ? '' : texts.between(format(interval.low), format(interval.high)));

const score = (value: number): string =>
  formatNumber(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

export const Met = ({ criterion }: { readonly criterion: Criterion }): ReactNode => {
  const { passed, failed, errors, passInterval } = criterion;
  return (
    <>
      {texts.met(passed, passed + failed, errors)}
      <span className="quiet small"> {between(passInterval, percent)}</span>
    </>
  );
};

export const Score = ({ criterion: { score: found } }: { readonly criterion: Criterion }): ReactNode =>
  found === null ? null : (
    <>
      {score(found.mean)}
      <span className="quiet small"> {between(found.interval, score)}</span>
    </>
  );

export const Scores = ({ criteria }: { readonly criteria: readonly Criterion[] }): ReactNode => (
  <>
    <table className={`rows ${styles.scores}`}>
      <thead>
        <tr>
          <th scope="col">{texts.columns.criterion}</th>
          <th scope="col">{texts.columns.met}</th>
          <th scope="col">{texts.columns.score}</th>
        </tr>
      </thead>
      <tbody>
        {criteria.map((criterion) => (
          <tr key={criterion.criterion}>
            <th scope="row">{criterion.criterion}</th>
            <td className="figure">
              <Met criterion={criterion} />
            </td>
            <td className="figure">
              <Score criterion={criterion} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
    <p className="help">{texts.certain}</p>
  </>
);
