/** Hears an agent at work: a simulated caller calls it and says these sentences. */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useLocation } from 'wouter';
import { type ApiProblem, callApi, type Data } from '../../../api/client.js';
import { useRead } from '../../../api/live.js';
import { EXAMPLES } from '../../../examples.js';
import { Problem } from '../../../ui/states.js';
import { useBusinessId } from '../../session/session.js';
import { AGENTS } from '../messages.js';

/** Limit of the API. */
const MOST_SENTENCES = 12;

interface AgentListenProps {
  readonly agentId: string;
  /** The agent's instructions; they identify an example and its caller. */
  readonly instructions: string;
}

export const AgentListen = ({ agentId, instructions }: AgentListenProps): ReactNode => {
  const id = useId();
  const businessId = useBusinessId();
  const [, navigate] = useLocation();
  const overview = useRead('readOverview', { query: { businessId } });
  const [text, setText] = useState(
    () => EXAMPLES.find((example) => example.instructions === instructions)?.says.join('\n') ?? '',
  );
  const says = text
    .split('\n')
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
    .slice(0, MOST_SENTENCES);
  const calling = useMutation<Data<'startSimulatedCall'>, ApiProblem>({
    mutationFn: () => callApi('startSimulatedCall', { body: { businessId, agentId, says } }),
    onSuccess: ({ callId }) => navigate(`/live/${callId}`),
  });
  if (overview.data?.simulatedCallers !== true) return null;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    calling.mutate();
  };
  return (
    <form className="stack" onSubmit={submit}>
      <div className="field">
        <label htmlFor={id}>{AGENTS.listenHelp}</label>
        <textarea id={id} rows={3} required value={text} onChange={(event) => setText(event.target.value)} />
      </div>
      <p className="help">{AGENTS.talk.live}</p>
      {calling.error !== null && <Problem problem={calling.error} />}
      <div className="actions">
        <button type="submit" className="plain" disabled={says.length === 0 || calling.isPending}>
          {AGENTS.listen}
        </button>
      </div>
    </form>
  );
};
