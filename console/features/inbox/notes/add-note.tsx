/** Adds an internal note to a conversation: the customer and the agent never see it. */

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type ApiProblem, callApi } from '../../../api/client.js';
import { LongField } from '../../../ui/forms/long-field.js';
import { Problem } from '../../../ui/states.js';
import { useBusinessId } from '../../session/session.js';
import styles from '../composer.module.css';
import { INBOX } from '../messages.js';
import { readInboxAgain } from '../refresh.js';

/** Characters, as in the API. */
const MAX_NOTE = 2_000;

interface AddNoteProps {
  readonly conversationId: string;
  readonly onClose: () => void;
}

export const AddNote = ({ conversationId, onClose }: AddNoteProps): ReactNode => {
  const businessId = useBusinessId();
  const queries = useQueryClient();
  const [text, setText] = useState('');
  const texts = INBOX.internal;
  const adding = useMutation<unknown, ApiProblem>({
    mutationFn: () =>
      callApi('addConversationNote', { path: { conversationId }, body: { businessId, text: text.trim() } }),
    onSuccess: async () => {
      await readInboxAgain(queries);
      onClose();
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    adding.mutate();
  };
  return (
    <form className={styles.composer} onSubmit={submit} aria-label={texts.title}>
      <LongField
        label={texts.title}
        help={texts.help}
        rows={3}
        maxLength={MAX_NOTE}
        value={text}
        onChange={setText}
      />
      {adding.error !== null && <Problem problem={adding.error} />}
      <div className="actions">
        <button type="button" className="plain" onClick={onClose}>
          {texts.cancel}
        </button>
        <button type="submit" className="main" disabled={text.trim() === '' || adding.isPending}>
          {texts.add}
        </button>
      </div>
    </form>
  );
};
