/** Adds an internal note to a conversation: the customer and the agent never see it. */

import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type ApiProblem, callApi } from '../../../api/client.js';
import { useBusinessId } from '../../session/session.js';
import styles from '../composer.module.css';
import { INBOX } from '../messages.js';
import { NoteForm } from './note-form.js';

interface AddNoteProps {
  readonly conversationId: string;
  readonly onClose: () => void;
}

export const AddNote = ({ conversationId, onClose }: AddNoteProps): ReactNode => {
  const businessId = useBusinessId();
  const adding = useMutation<unknown, ApiProblem, string>({
    mutationFn: (text) =>
      callApi('addConversationNote', { path: { conversationId }, body: { businessId, text } }),
    onSuccess: () => {
      onClose();
    },
  });
  return (
    <NoteForm
      initial=""
      action={INBOX.internal.add}
      className={styles.composer}
      isSaving={adding.isPending}
      problem={adding.error}
      onSave={adding.mutate}
      onClose={onClose}
    />
  );
};
