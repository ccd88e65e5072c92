/** The agents of a business, and the page of one of them. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Data } from '../../api/client.js';
import { useRead } from '../../api/live.js';
import { usePages } from '../../api/pages.js';
import { Card, Cards } from '../../ui/Cards/Cards.js';
import { Time } from '../../ui/format.js';
import { Loading, Problem } from '../../ui/states.js';
import { IfAllowed } from '../session/if-allowed.js';
import { useBusinessId } from '../session/session.js';
import { AgentEditor } from './editor/editor.js';
import { useEdited } from './editor/use-edited.js';
import { AGENTS } from './messages.js';

/** Stands where the id of an agent would be. */
const NEW = 'new';

export const AgentsPage = ({ id }: { readonly id: string | null }): ReactNode =>
  id === null ? <AgentList /> : <AgentPage key={id} id={id} />;

const AgentList = (): ReactNode => {
  const businessId = useBusinessId();
  const list = usePages('listAgents', { query: { businessId, limit: 100 } });
  const agents = list.data?.pages.flatMap((page) => page.agents) ?? [];
  return (
    <div className="page">
      <div className="page-head">
        <h1>{AGENTS.title}</h1>
        <IfAllowed operation="createAgent">
          <Link className="main" href={`/agents/${NEW}`}>
            {AGENTS.create}
          </Link>
        </IfAllowed>
      </div>
      <Cards
        list={list}
        empty={{
          title: AGENTS.none,
          help: AGENTS.noneHelp,
          action: (
            <IfAllowed operation="createAgent">
              <Link className="plain" href="/welcome">
                {AGENTS.examples}
              </Link>
            </IfAllowed>
          ),
        }}
      >
        {agents.map((agent) => (
          <AgentCard key={agent.id} agent={agent} />
        ))}
      </Cards>
    </div>
  );
};

type Agent = Data<'listAgents'>['agents'][number];

const AgentCard = ({ agent }: { readonly agent: Agent }): ReactNode => (
  <Card href={`/agents/${agent.id}`} name={agent.name}>
    <span className="quiet">
      {agent.status === 'archived' ? AGENTS.archived : AGENTS.channels[agent.channel]}
    </span>
    <span className="quiet">
      {agent.languageCode} · <Time at={agent.updatedAt} />
    </span>
  </Card>
);

const AgentPage = ({ id }: { readonly id: string }): ReactNode => {
  const businessId = useBusinessId();
  const isNew = id === NEW;
  const voices = useRead('listVoices', { query: { businessId } });
  const { edited, problem, reload, set } = useEdited(isNew ? null : id);
  if (isNew)
    return (
      <AgentEditor
        edited={null}
        speech={voices.data}
        onEdited={() => Promise.resolve()}
        onReload={() => undefined}
      />
    );
  if (edited === undefined)
    return (
      <div className="page">
        <h1>{AGENTS.title}</h1>
        {problem === null && <Loading rows={6} />}
        {problem?.code === 'agent_not_found' && (
          <Problem problem={{ message: AGENTS.missing, requestId: problem.requestId, details: [] }} />
        )}
        {problem !== null && problem.code !== 'agent_not_found' && (
          <Problem problem={problem} onRetry={() => void reload()} />
        )}
      </div>
    );
  return <AgentEditor edited={edited} speech={voices.data} onEdited={set} onReload={() => void reload()} />;
};
