/** The runs of an agent, newest first. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Data } from '../../api/client.js';
import { usePages } from '../../api/pages.js';
import { Time } from '../../ui/format.js';
import { COMMON } from '../../ui/messages.js';
import { StatusPill, type Tone } from '../../ui/StatusPill/StatusPill.js';
import { Empty, Loading, Problem } from '../../ui/states.js';
import { useBusinessId } from '../session/session.js';
import { SIMULATIONS } from './messages.js';

export type Run = Data<'listSimulationRuns'>['simulationRuns'][number];

const texts = SIMULATIONS;

const TONES: Readonly<Record<Run['status'], Tone>> = {
  estimated: 'quiet',
  running: 'live',
  completed: 'good',
  partial: 'waits',
  cancelled: 'quiet',
};

/** Which version of the agent a run rehearsed. */
export const versionOf = ({ agentVersion, ownInstructions }: Run): string =>
  texts.version(agentVersion) + (ownInstructions ? `, ${texts.ownInstructions}` : '');

export const Runs = ({ agentId }: { readonly agentId: string }): ReactNode => {
  const businessId = useBusinessId();
  const { data, error, refetch, hasNextPage, fetchNextPage } = usePages('listSimulationRuns', {
    query: { businessId, agentId, limit: 50 },
  });
  // Prices that were only shown are no runs.
  const runs = (data?.pages.flatMap((page) => page.simulationRuns) ?? []).filter(
    ({ status }) => status !== 'estimated',
  );
  return (
    <section className="stack" aria-label={texts.runs}>
      <h2>{texts.runs}</h2>
      {error !== null && <Problem problem={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading rows={3} />}
      {data !== undefined && runs.length === 0 && !hasNextPage && (
        <Empty title={texts.noRuns}>
          <p>{texts.noRunsHelp}</p>
        </Empty>
      )}
      <ul className="cards">
        {runs.map((run) => (
          <li key={run.simulationRunId} className="card">
            <Link href={`/simulations/${run.simulationRunId}`}>
              <strong>{run.scenarioName}</strong>
              <StatusPill tone={TONES[run.status]}>{texts.statuses[run.status]}</StatusPill>
              <span className="quiet">
                {versionOf(run)} · <Time at={run.createdAt} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {hasNextPage && (
        <button type="button" className="plain more" onClick={() => void fetchNextPage()}>
          {COMMON.more}
        </button>
      )}
    </section>
  );
};
