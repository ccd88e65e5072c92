/** Who handles a conversation, and whether it is done. */
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { type ApiProblem, callApi } from '../../api/client.js';
import { useShortcuts } from '../../ui/shortcuts.js';
import { Problem } from '../../ui/states.js';
import { useCan } from '../session/role.js';
import { useBusinessId } from '../session/session.js';
import { AssigneeChoice } from './assignee-choice.js';
import styles from './handling.module.css';
import { INBOX } from './messages.js';
import type { Conversation } from './types.js';

export const Handling = ({ conversation }: { readonly conversation: Conversation }): ReactNode => {
  const businessId = useBusinessId();
  const texts = INBOX.handling;
  const { id, status, assignedTo } = conversation;
  const path = { conversationId: id };
  const canChange = useCan('setConversationStatus');
  const choice = useRef<HTMLSelectElement>(null);
  const changing = useMutation<unknown, ApiProblem, () => Promise<unknown>>({
    mutationFn: async (change) => {
      await change();
    },
  });
  const next = status === 'done' ? 'open' : 'done';
  const setStatus = (): void =>
    changing.mutate(() => callApi('setConversationStatus', { path, body: { businessId, status: next } }));
  useShortcuts(
    canChange
      ? [
          { key: 'e', label: texts[next], isOnce: true, run: setStatus },
          { key: 'a', label: texts.assign, run: () => choice.current?.focus() },
        ]
      : [],
  );
  if (!canChange)
    return assignedTo === null ? null : (
      <p className="quiet">{texts.assignedTo(assignedTo.name ?? texts.colleague)}</p>
    );
  return (
    <div className={styles.handling}>
      <AssigneeChoice
        inputRef={choice}
        label={texts.assign}
        value={assignedTo}
        onChange={(assigneeId) =>
          changing.mutate(() => callApi('assignConversation', { path, body: { businessId, assigneeId } }))
        }
      />
      <button
        type="button"
        className="plain"
        disabled={changing.isPending}
        onClick={setStatus}
        aria-keyshortcuts="e"
      >
        {texts[next]}
      </button>
      {changing.error !== null && <Problem problem={changing.error} />}
    </div>
  );
};
