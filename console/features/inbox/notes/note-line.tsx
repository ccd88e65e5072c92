/** An internal note in the thread. Its author, and owners, may change or remove it. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type ApiProblem, callApi } from '../../../api/client.js';
import { LongField } from '../../../ui/forms/long-field.js';
import { Problem } from '../../../ui/states.js';
import { useBusinessId, useSession } from '../../session/session.js';
import { INBOX } from '../messages.js';
import { readInboxAgain } from '../refresh.js';
import type { ThreadItem } from '../types.js';

type Note = Extract<ThreadItem, { readonly type: 'note' }>;

interface NoteLineProps {
  readonly note: Note;
  readonly conversationId: string;
}

export const NoteLine = ({ note, conversationId }: NoteLineProps): ReactNode => {
  const businessId = useBusinessId();
  const { user, role } = useSession();
  const queries = useQueryClient();
  const [edited, setEdited] = useState<string | null>(null);
  const texts = INBOX.internal;
  const path = { conversationId, noteId: note.noteId };
  const changing = useMutation<unknown, ApiProblem, string | null>({
    mutationFn: (text) =>
      text === null
        ? callApi('removeConversationNote', { path, query: { businessId } })
        : callApi('editConversationNote', { path, body: { businessId, text } }),
    onSuccess: async () => {
      await readInboxAgain(queries);
      setEdited(null);
    },
  });
  const save = (event: FormEvent): void => {
    event.preventDefault();
    changing.mutate(edited?.trim() ?? '');
  };
  const mayChange = role === 'owner' || (role === 'operator' && note.author.userId === user.id);
  if (edited !== null)
    return (
      <form onSubmit={save} className="stack">
        <LongField
          label={texts.title}
          help={texts.help}
          rows={3}
          maxLength={2_000}
          value={edited}
          onChange={setEdited}
        />
        {changing.error !== null && <Problem problem={changing.error} />}
        <div className="actions">
          <button type="button" className="plain" onClick={() => setEdited(null)}>
            {texts.cancel}
          </button>
          <button type="submit" className="main" disabled={edited.trim() === '' || changing.isPending}>
            {texts.save}
          </button>
        </div>
      </form>
    );
  return (
    <>
      {INBOX.notes.note(note.author.name, note.text)}
      {note.editedAt !== null && <span className="quiet"> ({INBOX.edited})</span>}
      {mayChange && (
        <>
          {' '}
          <button type="button" className="link" onClick={() => setEdited(note.text)}>
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
