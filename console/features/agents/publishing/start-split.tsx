/** Starts the comparison of an earlier version with the published one. */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type ApiProblem, callApi } from '../../../api/client.js';
import { Field } from '../../../ui/forms/field.js';
import { Problem } from '../../../ui/states.js';
import { useBusinessId } from '../../session/session.js';
import type { Agent } from '../agent-draft.js';
import { VERSIONS } from './messages.js';

interface StartSplitProps {
  readonly agent: Agent;
  /** The campaign whose calls are divided; null: all that the agent does. */
  readonly campaignId: string | null;
}

export const StartSplit = ({ agent, campaignId }: StartSplitProps): ReactNode => {
  const texts = VERSIONS;
  const businessId = useBusinessId();
  const newest = (agent.version ?? 1) - 1;
  const [version, setVersion] = useState(String(newest));
  const [percent, setPercent] = useState('50');
  const starting = useMutation<unknown, ApiProblem>({
    mutationFn: () =>
      callApi('startSplit', {
        path: { agentId: agent.id },
        body: {
          businessId,
          version: Number(version),
          percent: Number(percent),
          ...(campaignId === null ? {} : { campaignId }),
        },
      }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    starting.mutate();
  };
  return (
    <form className="stack" onSubmit={submit}>
      <div className="pair">
        <Field
          label={texts.earlier}
          type="number"
          min={1}
          max={newest}
          required
          value={version}
          onChange={setVersion}
        />
        <Field
          label={texts.earlierShare}
          type="number"
          min={1}
          max={99}
          required
          value={percent}
          onChange={setPercent}
        />
      </div>
      {starting.error !== null && <Problem problem={starting.error} />}
      <div className="actions">
        <button type="submit" className="plain" disabled={starting.isPending}>
          {texts.start}
        </button>
      </div>
    </form>
  );
};
