/** Simulations of an agent: scenarios, the price of a run, runs, and the results of one. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { usePages } from '../../api/pages.js';
import { Loading, Problem } from '../../parts/states.js';
import { useBusinessId } from '../../session.js';
import { TEXTS } from '../../texts.js';
import { RunView } from './run-view.js';
import { Runs } from './runs.js';
import { Scenarios } from './scenarios.js';

const texts = TEXTS.simulations;

interface SimulationsPageProps {
  readonly agentId: string;
  /** Null: none is chosen. */
  readonly runId: string | null;
}

export const SimulationsPage = ({ agentId, runId }: SimulationsPageProps): ReactNode => {
  const businessId = useBusinessId();
  const { data, error, refetch } = usePages('listAgents', { query: { businessId, limit: 100 } });
  const agent = data?.pages.flatMap((page) => page.agents).find(({ id }) => id === agentId);
  return (
    <div className="page simulations">
      <div className="page-head">
        <h1>{texts.title(agent?.name ?? '')}</h1>
        <Link className="plain" href={`/agents/${agentId}`}>
          {texts.back}
        </Link>
      </div>
      <p className="help">{texts.help}</p>
      {error !== null && <Problem problem={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading rows={6} />}
      {data !== undefined && agent === undefined && (
        <Problem problem={{ message: TEXTS.agents.missing, requestId: null, details: [] }} />
      )}
      {agent !== undefined && (
        <div className="simulation-columns">
          <div className="stack">
            <Scenarios agentId={agentId} channel={agent.channel === 'voice' ? 'voice' : 'whatsapp'} />
            <Runs agentId={agentId} chosenId={runId} />
          </div>
          {runId !== null && <RunView key={runId} runId={runId} />}
        </div>
      )}
    </div>
  );
};
