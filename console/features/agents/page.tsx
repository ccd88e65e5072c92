/** The list of agents, with the edited one next to it. */

import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Data } from '../../api/client.js';
import { useRead } from '../../api/live.js';
import { usePages } from '../../api/pages.js';
import { Time } from '../../ui/format.js';
import { Icon } from '../../ui/icon.js';
import { Master } from '../../ui/master.js';
import { COMMON } from '../../ui/messages.js';
import { Empty, Loading, Problem } from '../../ui/states.js';
import { IfAllowed } from '../session/if-allowed.js';
import { useBusinessId } from '../session/session.js';
import { AgentEditor } from './editor.js';
import { AGENTS } from './messages.js';

/** Stands where the id of an agent would be. */
const NEW = 'new';

export const AgentsPage = ({ id }: { readonly id: string | null }): ReactNode => {
  const businessId = useBusinessId();
  const { data, error, refetch, hasNextPage, fetchNextPage } = usePages('listAgents', {
    query: { businessId, limit: 100 },
  });
  const agents = data?.pages.flatMap((page) => page.agents) ?? [];
  return (
    <Master
      title={AGENTS.title}
      path="/agents"
      aside={
        <IfAllowed operation="createAgent">
          <Link className="main" href={`/agents/${NEW}`}>
            {AGENTS.create}
          </Link>
        </IfAllowed>
      }
      list={
        <>
          {error !== null && <Problem problem={error} onRetry={() => void refetch()} />}
          {data === undefined && error === null && <Loading />}
          {data !== undefined && agents.length === 0 && (
            <Empty title={AGENTS.none}>
              <p>{AGENTS.noneHelp}</p>
              <IfAllowed operation="createAgent">
                <Link className="plain" href="/welcome">
                  {AGENTS.examples}
                </Link>
              </IfAllowed>
            </Empty>
          )}
          <ul className="cards">
            {agents.map((agent) => (
              <AgentCard key={agent.id} agent={agent} isChosen={agent.id === id} />
            ))}
          </ul>
          {hasNextPage && (
            <button type="button" className="plain more" onClick={() => void fetchNextPage()}>
              {COMMON.more}
            </button>
          )}
        </>
      }
      detail={id === null ? null : <Chosen key={id} id={id} agents={agents} isLoaded={data !== undefined} />}
    />
  );
};

type Agent = Data<'listAgents'>['agents'][number];

const AgentCard = ({ agent, isChosen }: { readonly agent: Agent; readonly isChosen: boolean }): ReactNode => (
  <li className={isChosen ? 'card is-chosen' : 'card'}>
    <Link href={`/agents/${agent.id}`} aria-current={isChosen ? 'true' : undefined}>
      <strong>{agent.name}</strong>
      <span className="status quiet">
        {agent.status === 'archived' ? AGENTS.archived : AGENTS.channels[agent.channel]}
      </span>
      <span className="quiet">
        {agent.languageCode} · <Time at={agent.updatedAt} />
      </span>
    </Link>
  </li>
);

interface ChosenProps {
  readonly id: string;
  readonly agents: readonly Agent[];
  readonly isLoaded: boolean;
}

const Chosen = ({ id, agents, isLoaded }: ChosenProps): ReactNode => {
  const businessId = useBusinessId();
  const voices = useRead('listVoices', { query: { businessId } });
  const agent = agents.find((candidate) => candidate.id === id);
  if (!isLoaded) return <Loading rows={6} />;
  if (agent === undefined && id !== NEW)
    return <Problem problem={{ message: AGENTS.missing, requestId: null, details: [] }} />;
  return (
    <>
      <Link className="back" href="/agents" aria-label={COMMON.close}>
        <Icon name="close" />
      </Link>
      <AgentEditor agent={agent ?? null} speech={voices.data} />
    </>
  );
};
