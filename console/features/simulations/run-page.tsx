/** A run: its progress, its scores by criterion, its conversations, and a comparison with another run. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { type ApiProblem, callApi, type Data } from '../../api/client.js';
import { useRead } from '../../api/live.js';
import { usePages } from '../../api/pages.js';
import { creditsOf, exactTime } from '../../ui/format.js';
import { Choice } from '../../ui/forms/field.js';
import { Loading, Problem } from '../../ui/states.js';
import { useCan } from '../session/role.js';
import { useBusinessId } from '../session/session.js';
import { Comparison } from './comparison.js';
import { Conversations } from './conversations.js';
import { SIMULATIONS } from './messages.js';
import { versionOf } from './runs.js';
import { Scores } from './scores.js';
import styles from './simulations.module.css';

type RunDetail = Data<'readSimulationRun'>['simulationRun'];

const texts = SIMULATIONS;
/** Polling interval of a run, ms: no live event announces it. */
const POLL_MS = 1_500;

export const SimulationPage = ({ runId }: { readonly runId: string }): ReactNode => {
  const businessId = useBusinessId();
  const queries = useQueryClient();
  const [isRunning, setRunning] = useState(true);
  const { data, error, refetch } = useRead(
    'readSimulationRun',
    { path: { simulationRunId: runId }, query: { businessId } },
    isRunning ? { pollMs: POLL_MS } : {},
  );
  const run = data?.simulationRun;
  const status = run?.status;
  useEffect(() => {
    if (status === undefined) return;
    setRunning(status === 'running');
    void queries.invalidateQueries({ queryKey: ['pages', 'listSimulationRuns'] });
  }, [status, queries]);
  return (
    <div className={`page stack ${styles.simulations}`}>
      {error !== null && <Problem problem={error} onRetry={() => void refetch()} />}
      {run === undefined && error === null && <Loading rows={6} />}
      {run !== undefined && (
        <>
          <RunHead run={run} onCancelled={() => void refetch()} />
          <Scores criteria={run.criteria} />
          <Compared run={run} />
          <Conversations key={run.played + run.failed} runId={runId} />
        </>
      )}
    </div>
  );
};

interface RunHeadProps {
  readonly run: RunDetail;
  readonly onCancelled: () => void;
}

const RunHead = ({ run, onCancelled }: RunHeadProps): ReactNode => {
  const businessId = useBusinessId();
  const canCancel = useCan('cancelSimulation');
  const cancelling = useMutation<Data<'cancelSimulation'>, ApiProblem>({
    mutationFn: () =>
      callApi('cancelSimulation', {
        path: { simulationRunId: run.simulationRunId },
        body: { businessId },
      }),
    onSuccess: onCancelled,
  });
  const done = run.played + run.failed;
  return (
    <>
      <div className="page-head">
        <h1>{run.scenarioName}</h1>
        <div className="actions">
          {run.status === 'running' && canCancel && (
            <button
              type="button"
              className="plain"
              disabled={cancelling.isPending}
              onClick={() => cancelling.mutate()}
            >
              {texts.stop}
            </button>
          )}
          <Link className="plain" href={`/agents/${run.agentId}/simulations`}>
            {texts.all}
          </Link>
        </div>
      </div>
      <p className="quiet">
        {texts.statuses[run.status]} · {versionOf(run)}
      </p>
      {cancelling.error !== null && <Problem problem={cancelling.error} />}
      {run.status === 'running' ? (
        <span className="progress">
          <progress
            value={done}
            max={run.conversations}
            aria-label={texts.progress(done, run.conversations)}
          />
          <span className="quiet figure">{texts.progress(done, run.conversations)}</span>
        </span>
      ) : (
        <p>
          {texts.progress(done, run.conversations)}. {texts.charged(creditsOf(run.chargedMicrocredits))}
        </p>
      )}
      {run.failed > 0 && <p>{texts.failed(run.failed)}</p>}
    </>
  );
};

/** Chooses another run of the scenario to compare with. */
const Compared = ({ run }: { readonly run: RunDetail }): ReactNode => {
  const businessId = useBusinessId();
  const [otherId, setOtherId] = useState('');
  const { data } = usePages('listSimulationRuns', {
    query: { businessId, scenarioId: run.scenarioId, limit: 50 },
  });
  const others = (data?.pages.flatMap((page) => page.simulationRuns) ?? []).filter(
    ({ simulationRunId, played }) => simulationRunId !== run.simulationRunId && played > 0,
  );
  if (others.length === 0) return null;
  const choices = [
    { value: '', name: texts.noComparison },
    ...others.map((other) => ({
      value: other.simulationRunId,
      name: `${versionOf(other)}, ${exactTime(other.createdAt)}`,
    })),
  ];
  return (
    <>
      <Choice label={texts.compareWith} value={otherId} choices={choices} onChange={setOtherId} />
      {otherId !== '' && <Comparison baseId={otherId} otherId={run.simulationRunId} />}
    </>
  );
};
