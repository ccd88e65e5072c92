/** A note to the agent during a call; the customer does not hear it. */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type ApiProblem, ask } from '../../api/client.js';
import { Field } from '../../parts/field.js';
import { Problem } from '../../parts/states.js';
import { useBusinessId } from '../../session.js';
import { TEXTS } from '../../texts.js';

/** Characters, as in the API (schemas/voice-call.ts). */
const MOST = 2_000;

export const AgentNote = ({ callId }: { readonly callId: string }): ReactNode => {
  const businessId = useBusinessId();
  const [text, setText] = useState('');
  const telling = useMutation<unknown, ApiProblem, string>({
    mutationFn: (told) => ask('noteToAgent', { path: { callId }, body: { businessId, text: told } }),
    onSuccess: () => setText(''),
  });
  const told = text.trim();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (told !== '' && !telling.isPending) telling.mutate(told);
  };
  const { agentNote } = TEXTS.live;
  return (
    <form className="agent-note" onSubmit={submit}>
      <Field label={agentNote.label} value={text} change={setText} autoComplete="off" maxLength={MOST} />
      <button type="submit" className="plain" disabled={told === '' || telling.isPending}>
        {agentNote.send}
      </button>
      <p className="help" role="status">
        {telling.isSuccess && told === '' ? agentNote.sent : agentNote.help}
      </p>
      {telling.error !== null && <Problem problem={telling.error} />}
    </form>
  );
};
