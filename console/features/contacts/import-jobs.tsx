/** Imports with their progress, newest first; they run in the background. */
import type { ReactNode } from 'react';
import type { Data } from '../../api/client.js';
import { usePages } from '../../api/pages.js';
import { Issues } from '../../ui/files/issues.js';
import { Time } from '../../ui/format.js';
import { formatNumber } from '../../ui/i18n/language.js';
import { COMMON } from '../../ui/messages.js';
import { StatusPill, type Tone } from '../../ui/StatusPill/StatusPill.js';
import { Loading, Problem } from '../../ui/states.js';
import { useBusinessId } from '../session/session.js';
import styles from './contact-import.module.css';
import { JobCard, JobList } from './job-card.js';
import { CONTACTS } from './messages.js';

type Job = Data<'listContactImports'>['jobs'][number];

export const ImportJobs = (): ReactNode => {
  const businessId = useBusinessId();
  const { data, error, refetch, hasNextPage, fetchNextPage } = usePages('listContactImports', {
    query: { businessId, limit: 10 },
  });
  const jobs = data?.pages.flatMap((page) => page.jobs) ?? [];
  const texts = CONTACTS.imports;
  return (
    <section aria-label={texts.jobs}>
      <h3>{texts.jobs}</h3>
      {error !== null && <Problem problem={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading />}
      {data !== undefined && jobs.length === 0 && <p className="quiet">{texts.noJobs}</p>}
      <JobList>
        {jobs.map((job) => (
          <JobLine key={job.jobId} job={job} />
        ))}
      </JobList>
      {hasNextPage && (
        <button type="button" className="plain more" onClick={() => void fetchNextPage()}>
          {COMMON.more}
        </button>
      )}
    </section>
  );
};

const TONES: Readonly<Record<Job['status'], Tone>> = {
  queued: 'waits',
  running: 'live',
  completed: 'good',
  failed: 'bad',
};

const JobLine = ({ job }: { readonly job: Job }): ReactNode => {
  const texts = CONTACTS.imports;
  const { counts, issues, status, fileName } = job;
  const processed = counts.created + counts.updated + counts.skipped + counts.failed;
  return (
    <JobCard label={fileName}>
      <div className="head-line">
        <strong>{fileName}</strong>
        <StatusPill tone={TONES[status]}>{texts.status[status]}</StatusPill>
        <Time at={job.createdAt} />
      </div>
      {(status === 'running' || status === 'queued') && (
        <progress
          {...(counts.rows === 0 ? {} : { value: processed, max: counts.rows })}
          aria-label={texts.status[status]}
        />
      )}
      <dl className={styles.rowCounts}>
        {(['rows', 'created', 'updated', 'skipped', 'failed'] as const).map((name) => (
          <div key={name}>
            <dt>{texts.counts[name]}</dt>
            <dd className="figure">{formatNumber(counts[name])}</dd>
          </div>
        ))}
      </dl>
      <Issues issues={issues} fileName={fileName} />
      {issues.length >= 200 && <p className="help">{texts.firstIssues(issues.length)}</p>}
    </JobCard>
  );
};
