/** Jobs on many contacts: those that are running, and those that this page has started. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { type ApiProblem, callApi, type Data } from '../../api/client.js';
import { useRead } from '../../api/live.js';
import { Problem } from '../../ui/states.js';
import { IfAllowed } from '../session/if-allowed.js';
import { useBusinessId } from '../session/session.js';
import { JobCard, JobList } from './job-card.js';
import { CONTACTS } from './messages.js';

export type ContactJob = Data<'listContactJobs'>['jobs'][number];

export const isRunning = ({ status }: ContactJob): boolean => status === 'queued' || status === 'running';

interface ContactJobsProps {
  /** Jobs that the page has started and whose results are not dismissed. */
  readonly started: readonly string[];
  readonly onDismiss: (jobId: string) => void;
}

export const ContactJobs = ({ started, onDismiss }: ContactJobsProps): ReactNode => {
  const businessId = useBusinessId();
  const { data } = useRead('listContactJobs', { query: { businessId, limit: 20 } });
  const jobs = (data?.jobs ?? []).filter(
    (job) => !job.dryRun && (isRunning(job) || started.includes(job.jobId)),
  );
  if (jobs.length === 0) return null;
  return (
    <JobList label={CONTACTS.jobs.title}>
      {jobs.map((job) => (
        <JobLine key={job.jobId} job={job} onDismiss={() => onDismiss(job.jobId)} />
      ))}
    </JobList>
  );
};

const JobLine = ({
  job,
  onDismiss,
}: {
  readonly job: ContactJob;
  readonly onDismiss: () => void;
}): ReactNode => {
  const businessId = useBusinessId();
  const queries = useQueryClient();
  const texts = CONTACTS.jobs;
  const { jobId, action, status, progressPercent, counts } = job;
  const running = isRunning(job);
  const cancelling = useMutation<unknown, ApiProblem>({
    mutationFn: () => callApi('cancelContactJob', { path: { jobId }, body: { businessId } }),
  });
  // The pages of contacts are read again when the job has ended.
  useEffect(() => {
    if (running) return;
    for (const queryKey of [['pages', 'listContacts'], ['pages', 'listContactCategories'], ['readContact']])
      void queries.invalidateQueries({ queryKey });
  }, [running, queries]);
  return (
    <JobCard label={texts.actions[action]}>
      <div className="head-line">
        <strong>{texts.actions[action]}</strong>
        <span className="quiet" role="status">
          {running ? texts.running(counts.matched) : texts.results[status](counts.changed, counts.skipped)}
        </span>
        {running ? (
          <IfAllowed operation="cancelContactJob">
            <button
              type="button"
              className="plain"
              disabled={!cancelling.isIdle}
              onClick={() => cancelling.mutate()}
            >
              {texts.stop}
            </button>
          </IfAllowed>
        ) : (
          <button type="button" className="plain" onClick={onDismiss}>
            {texts.dismiss}
          </button>
        )}
      </div>
      {running && <progress value={progressPercent} max={100} aria-label={texts.actions[action]} />}
      {cancelling.error !== null && <Problem problem={cancelling.error} />}
    </JobCard>
  );
};
