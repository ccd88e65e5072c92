/** The start page: today against a week ago, what needs a person, what is running, and the set-up until it is done. */
import type { ReactNode } from 'react';
import { useRead } from '../../api/live.js';
import { Loading, Problem } from '../../ui/states.js';
import { useBusinessId } from '../session/session.js';
import { NeedsYou, RunningNow } from './attention.js';
import { HomeFigures } from './figures.js';
import styles from './home.module.css';
import { HOME } from './messages.js';
import { SetupSteps } from './setup-steps.js';

/** Live events do not announce its figures, ms. */
const POLL_MS = 30_000;

export const HomePage = (): ReactNode => {
  const query = { businessId: useBusinessId() };
  const { data, error, refetch } = useRead('readHome', { query }, { pollMs: POLL_MS });
  return (
    <div className={`page ${styles.home}`}>
      <h1>{HOME.title}</h1>
      {error !== null && data === undefined && <Problem problem={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading rows={6} />}
      {data !== undefined && (
        <>
          <SetupSteps steps={data.setup} />
          <p className="quiet">{HOME.today(data.timeZone)}</p>
          <HomeFigures home={data} />
          <div className={styles.columns}>
            <NeedsYou home={data} />
            <RunningNow home={data} />
          </div>
        </>
      )}
    </div>
  );
};
