/** An agent with its draft, as the service has them now: read again whenever any editor has changed one of them. */
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiProblem, callApi } from '../../../api/client.js';
import { useLiveEvents, useStale } from '../../../api/live.js';
import { useBusinessId } from '../../session/session.js';
import type { Agent, ServiceDraft } from '../agent-draft.js';

export interface Edited {
  readonly agent: Agent;
  /** Null: there is none. */
  readonly draft: ServiceDraft | null;
}

/** ms between two reads while no live events arrive. */
const FALLBACK_POLL_MS = 10_000;

const keyOf = (businessId: string, agentId: string) => ['editedAgent', businessId, agentId] as const;

const readEdited = async (businessId: string, agentId: string, signal: AbortSignal): Promise<Edited> => {
  const params = { path: { agentId }, query: { businessId }, signal };
  const [{ agent }, draft] = await Promise.all([
    callApi('readAgent', params),
    callApi('readDraft', params).then(
      (answer) => answer.draft,
      (error: unknown) => {
        if (error instanceof ApiProblem && error.code === 'draft_not_found') return null;
        throw error;
      },
    ),
  ]);
  return { agent, draft };
};

interface EditedState {
  /** Undefined until the service has answered. */
  readonly edited: Edited | undefined;
  readonly problem: ApiProblem | null;
  /** Reads it again. */
  readonly reload: () => Promise<unknown>;
  /** Replaces what is known by the answer to a change. */
  readonly set: (edited: Edited) => Promise<void>;
}

/** `agentId`: null if the agent does not exist yet. */
export const useEdited = (agentId: string | null): EditedState => {
  const businessId = useBusinessId();
  const queries = useQueryClient();
  const queryKey = keyOf(businessId, agentId ?? '');
  const { data, error } = useQuery<Edited, ApiProblem>({
    queryKey,
    queryFn: ({ signal }) => readEdited(businessId, agentId ?? '', signal),
    enabled: agentId !== null,
    refetchInterval: useStale() ? FALLBACK_POLL_MS : false,
  });
  const actions = useMemo(
    () => actionsOn(queries, businessId, agentId ?? ''),
    [queries, businessId, agentId],
  );
  useLiveEvents((events) => {
    const isMeant = events.some((event) =>
      event.type === 'agent.changed' ? event.agentId === agentId : event.type === 'stream.reset',
    );
    if (isMeant) void actions.reload();
  });
  return { edited: agentId === null ? undefined : data, problem: error, ...actions };
};

const actionsOn = (queries: QueryClient, businessId: string, agentId: string) => {
  const queryKey = keyOf(businessId, agentId);
  return {
    reload: () => queries.invalidateQueries({ queryKey }),
    set: async (edited: Edited): Promise<void> => {
      // A read that began before the change would bring back what was there before it.
      await queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, edited);
    },
  };
};
