/** A note to the agent during a call; the customer does not hear it. */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, type Ref, useState } from 'react';
import { type ApiProblem, callApi } from '../../api/client.js';
import { Field } from '../../ui/forms/field.js';
import { Problem } from '../../ui/states.js';
import { useBusinessId } from '../session/session.js';
import styles from './agent-note.module.css';
import { LIVE } from './messages.js';

/** Characters, as in the API (schemas/calls/voice-call.ts). */
const MAX_CHARACTERS = 2_000;

interface AgentNoteProps {
  readonly callId: string;
  /** Its text field. */
  readonly field: Ref<HTMLInputElement>;
}

export const AgentNote = ({ callId, field }: AgentNoteProps): ReactNode => {
  const businessId = useBusinessId();
  const [text, setText] = useState('');
  const sending = useMutation<unknown, ApiProblem, string>({
    mutationFn: (message) =>
      callApi('noteToAgent', { path: { callId }, body: { businessId, text: message } }),
    onSuccess: () => setText(''),
  });
  const note = text.trim();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (note !== '' && !sending.isPending) sending.mutate(note);
  };
  const { agentNote } = LIVE;
  return (
    <form className={styles.note} onSubmit={submit}>
      <Field
        inputRef={field}
        label={agentNote.label}
        value={text}
        onChange={setText}
        autoComplete="off"
        maxLength={MAX_CHARACTERS}
      />
      <button type="submit" className="plain" disabled={note === '' || sending.isPending}>
        {agentNote.send}
      </button>
      <p className="help" role="status">
        {sending.isSuccess && note === '' ? agentNote.sent : agentNote.help}
      </p>
      {sending.error !== null && <Problem problem={sending.error} />}
    </form>
  );
};
