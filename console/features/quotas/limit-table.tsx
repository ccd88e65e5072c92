/** Limits as a table; one that is reached says so in words. */
import type { ReactNode } from 'react';
import type { Limit } from './limits.js';
import { QUOTAS as texts } from './messages.js';
import styles from './quotas.module.css';

interface LimitTableProps {
  readonly title: string;
  readonly limits: readonly Limit[];
}

export const LimitTable = ({ title, limits }: LimitTableProps): ReactNode => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: people without a mouse scroll it with the keys.
  <section className="scrolls" tabIndex={0} aria-label={title}>
    <table className={`rows still ${styles.limits}`}>
      <thead>
        <tr>
          <th scope="col">{texts.columns.limit}</th>
          <th scope="col" className="number">
            {texts.columns.used}
          </th>
          <th scope="col" className="number">
            {texts.columns.max}
          </th>
          <th scope="col">{texts.columns.resets}</th>
          <th scope="col">{texts.columns.atLimit}</th>
        </tr>
      </thead>
      <tbody>
        {limits.map((limit) => (
          <Row key={limit.name} limit={limit} />
        ))}
      </tbody>
    </table>
  </section>
);

const Row = ({
  limit: { name, used, max, share, resets, atLimit },
}: {
  readonly limit: Limit;
}): ReactNode => (
  <tr>
    <th scope="row">
      {name}
      {share !== null && share >= 1 && <strong className="wrong"> ({texts.full})</strong>}
      {share !== null && share < 1 && (
        <meter className={styles.meter} value={share} max={1} aria-label={texts.share(name)} />
      )}
    </th>
    <td className="number figure">{used}</td>
    <td className="number figure">{max}</td>
    <td className="wraps">{resets}</td>
    <td className="wraps">{atLimit}</td>
  </tr>
);
