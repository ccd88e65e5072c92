/** Changes the selected conversations together. */
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type ApiProblem, type Body, callApi, type Data } from '../../api/client.js';
import { Problem } from '../../ui/states.js';
import { useBusinessId } from '../session/session.js';
import { AssigneeChoice } from './assignee-choice.js';
import styles from './handling.module.css';
import { INBOX } from './messages.js';

/** Conversations of one request. */
export const MAX_PICKED = 100;

type Change = Pick<Body<'changeConversations'>, 'assigneeId' | 'status'>;

interface BulkBarProps {
  readonly ids: readonly string[];
  /** How many conversations `onAll` selects. */
  readonly all: number;
  readonly onAll: () => void;
  readonly onDone: () => void;
}

export const BulkBar = ({ ids, all, onAll, onDone }: BulkBarProps): ReactNode => {
  const businessId = useBusinessId();
  const texts = INBOX.bulk;
  const changing = useMutation<Data<'changeConversations'>, ApiProblem, Change>({
    mutationFn: (change) =>
      callApi('changeConversations', { body: { businessId, conversationIds: [...ids], ...change } }),
    onSuccess: ({ failures }) => {
      if (failures.length === 0) onDone();
    },
  });
  const failures = changing.data?.failures.length ?? 0;
  return (
    <section className={styles.bulk} aria-label={texts.title}>
      <strong>{texts.count(ids.length)}</strong>
      <AssigneeChoice
        label={texts.assign}
        value={null}
        prompt={texts.choose}
        onChange={(assigneeId) => changing.mutate({ assigneeId })}
      />
      <button
        type="button"
        className="plain"
        disabled={changing.isPending}
        onClick={() => changing.mutate({ status: 'done' })}
      >
        {texts.done}
      </button>
      {ids.length < all && (
        <button type="button" className="plain" onClick={onAll}>
          {texts.all(all)}
        </button>
      )}
      <button type="button" className="plain" onClick={onDone}>
        {texts.clear}
      </button>
      {failures > 0 && <span role="alert">{texts.failed(failures)}</span>}
      {changing.error !== null && <Problem problem={changing.error} />}
    </section>
  );
};
