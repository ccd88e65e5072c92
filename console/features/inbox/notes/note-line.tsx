/** An internal note in the thread. Its author, and owners, may change or remove it. */
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type ApiProblem, callApi } from '../../../api/client.js';
import { Problem } from '../../../ui/states.js';
import { useBusinessId, useSession } from '../../session/session.js';
import { INBOX } from '../messages.js';
import type { ThreadItem } from '../types.js';
import { NoteForm } from './note-form.js';

type Note = Extract<ThreadItem, { readonly type: 'note' }>;

interface NoteLineProps {
  readonly note: Note;
  readonly conversationId: string;
}

export const NoteLine = ({ note, conversationId }: NoteLineProps): ReactNode => {
  const businessId = useBusinessId();
  const { user, role } = useSession();
  const [isEditing, setEditing] = useState(false);
  const texts = INBOX.internal;
  const path = { conversationId, noteId: note.noteId };
  const changing = useMutation<unknown, ApiProblem, string | null>({
    mutationFn: (text) =>
      text === null
        ? callApi('removeConversationNote', { path, query: { businessId } })
        : callApi('editConversationNote', { path, body: { businessId, text } }),
    onSuccess: () => {
      setEditing(false);
    },
  });
  const mayChange = role === 'owner' || (role === 'operator' && note.author.userId === user.id);
  if (isEditing)
    return (
      <NoteForm
        initial={note.text}
        action={texts.save}
        isSaving={changing.isPending}
        problem={changing.error}
        onSave={changing.mutate}
        onClose={() => setEditing(false)}
      />
    );
  return (
    <>
      {INBOX.notes.note(note.author.name, note.text)}
      {note.editedAt !== null && <span className="quiet"> ({INBOX.edited})</span>}
      {mayChange && (
        <>
          {' '}
          <button type="button" className="link" onClick={() => setEditing(true)}>
            {texts.edit}
          </button>{' '}
          <button
            type="button"
            className="link"
            disabled={changing.isPending}
            onClick={() => changing.mutate(null)}
          >
            {texts.remove}
          </button>
        </>
      )}
      {changing.error !== null && <Problem problem={changing.error} />}
    </>
  );
};
