/** Simulations of an agent: its scenarios, each with the price of a run, and its runs. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { usePages } from '../../api/pages.js';
import { Loading, Problem } from '../../ui/states.js';
import { AGENTS } from '../agents/messages.js';
import { useBusinessId } from '../session/session.js';
import { SIMULATIONS } from './messages.js';
import { Runs } from './runs.js';
import { Scenarios } from './scenarios.js';
import styles from './simulations.module.css';

const texts = SIMULATIONS;

export const SimulationsPage = ({ agentId }: { readonly agentId: string }): ReactNode => {
  const businessId = useBusinessId();
  const { data, error, refetch } = usePages('listAgents', { query: { businessId, limit: 100 } });
  const agent = data?.pages.flatMap((page) => page.agents).find(({ id }) => id === agentId);
  return (
    <div className={`page ${styles.simulations}`}>
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
        <Problem problem={{ message: AGENTS.missing, requestId: null, details: [] }} />
      )}
      {agent !== undefined && (
        <div className={styles.columns}>
          <Scenarios agentId={agentId} channel={agent.channel === 'voice' ? 'voice' : 'whatsapp'} />
          <Runs agentId={agentId} />
        </div>
      )}
    </div>
  );
};
