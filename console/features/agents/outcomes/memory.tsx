/** Whether an agent remembers contacts. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type ApiProblem, callApi, type Data } from '../../../api/client.js';
import { useRead } from '../../../api/live.js';
import { Loading, Problem } from '../../../ui/states.js';
import { useCan } from '../../session/role.js';
import { useBusinessId } from '../../session/session.js';
import { AGENTS } from '../messages.js';

export const MemorySetting = ({ agentId }: { readonly agentId: string }): ReactNode => {
  const businessId = useBusinessId();
  const queries = useQueryClient();
  const canEdit = useCan('setMemorySettings');
  const { data, error, refetch } = useRead('readMemorySettings', {
    path: { agentId },
    query: { businessId },
  });
  const saving = useMutation<Data<'setMemorySettings'>, ApiProblem, boolean>({
    mutationFn: (enabled) =>
      callApi('setMemorySettings', { path: { agentId }, body: { businessId, memory: { enabled } } }),
    onSuccess: (answer) => queries.setQueryData(['readMemorySettings', { agentId }, { businessId }], answer),
  });
  const texts = AGENTS.memory;
  return (
    <section className="stack" aria-labelledby="agent-memory">
      <div>
        <h3 id="agent-memory">{texts.title}</h3>
        <p className="help">{texts.help}</p>
      </div>
      {error !== null && <Problem problem={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading rows={1} />}
      {data !== undefined && (
        <label className="tick">
          <input
            type="checkbox"
            checked={data.memory.enabled}
            disabled={!canEdit || saving.isPending}
            onChange={({ target }) => saving.mutate(target.checked)}
          />
          {texts.enabled}
        </label>
      )}
      {saving.error !== null && <Problem problem={saving.error} />}
      {saving.isSuccess && <p role="status">{texts.saved}</p>}
    </section>
  );
};
