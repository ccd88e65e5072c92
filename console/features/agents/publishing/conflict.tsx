/** Another editor has saved the agent meanwhile: nothing was overwritten, and their changes can be fetched. */
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type ApiProblem, callApi } from '../../../api/client.js';
import { Problem } from '../../../ui/states.js';
import { useBusinessId } from '../../session/session.js';
import type { Agent } from '../agent-draft.js';
import { VERSIONS } from './messages.js';

interface ConflictProps {
  readonly agent: Agent;
  /** Receives the agent as the service has it now. */
  readonly onLoaded: (agent: Agent) => void;
}

const Conflict = ({ agent, onLoaded }: ConflictProps): ReactNode => {
  const businessId = useBusinessId();
  const loading = useMutation<Agent, ApiProblem>({
    mutationFn: async () =>
      (await callApi('readAgent', { path: { agentId: agent.id }, query: { businessId } })).agent,
    onSuccess: onLoaded,
  });
  return (
    <div className="stack" role="alert">
      <p>{VERSIONS.conflict}</p>
      {loading.error !== null && <Problem problem={loading.error} />}
      <div className="actions">
        <span className="help grows-quiet">{VERSIONS.reloadHelp}</span>
        <button type="button" className="plain" disabled={loading.isPending} onClick={() => loading.mutate()}>
          {VERSIONS.reload}
        </button>
      </div>
    </div>
  );
};

interface SaveProblemProps {
  /** Null: it is created. */
  readonly agent: Agent | null;
  readonly problem: ApiProblem;
  /** Receives the agent as the service has it now. */
  readonly onLoaded: (agent: Agent) => void;
}

/** Why an agent was not saved. */
export const SaveProblem = ({ agent, problem, onLoaded }: SaveProblemProps): ReactNode =>
  problem.code === 'agent_changed' && agent !== null ? (
    <Conflict agent={agent} onLoaded={onLoaded} />
  ) : (
    <Problem problem={problem} />
  );
