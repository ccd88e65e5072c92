/** One conversation: the customer, who answers, the messages, and a reply. */

import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { type ApiProblem, callApi } from '../../api/client.js';
import { useRead } from '../../api/live.js';
import { classes } from '../../ui/classes.js';
import { deferred } from '../../ui/deferred.js';
import { Time } from '../../ui/format.js';
import { Icon } from '../../ui/icon.js';
import { COMMON } from '../../ui/messages.js';
import { Loading, Problem } from '../../ui/states.js';
import { ConversationOutcome } from '../calls/call/outcome.js';
import { IfAllowed, RoleRequired } from '../session/if-allowed.js';
import { useCan } from '../session/role.js';
import { useBusinessId, useSession } from '../session/session.js';
import { Composer } from './composer.js';
import closing from './composer.module.css';
import styles from './conversation.module.css';
import { Handling } from './handling.js';
import { INBOX } from './messages.js';
import { Thread } from './thread.js';
import type { Conversation, Pending, ThreadItem } from './types.js';
import { useThread } from './use-thread.js';
import { WindowLeft } from './window.js';

const LinkParticipant = deferred(
  async () => (await import('../contacts/link-participant.js')).LinkParticipant,
);

export const ConversationView = ({ id }: { readonly id: string }): ReactNode => {
  const businessId = useBusinessId();
  const { data, error, refetch } = useRead('readConversation', {
    path: { conversationId: id },
    query: { businessId },
  });
  const thread = useThread(businessId, id);
  const [pending, setPending] = useState<readonly Pending[]>([]);
  const [draft, setDraft] = useState('');
  const conversation = data?.conversation.id === id ? data.conversation : undefined;
  useReading(conversation, thread.items);
  const [params] = useSearchParams();
  const canReply = useCan('replyInConversation');
  if (error !== null && conversation === undefined)
    return <Problem problem={error} onRetry={() => void refetch()} />;
  if (conversation === undefined) return <Loading rows={6} />;
  // Accepted messages are in the thread; until the thread has been read again, they are shown below it.
  const shown = pending.filter(
    ({ key }) => thread.items?.some((item) => item.type === 'message' && item.messageId === key) !== true,
  );
  const canSend = conversation.accountName !== null;
  return (
    <article className={styles.conversation} aria-label={conversation.name ?? conversation.address}>
      <Link
        className="back"
        href={`/conversations${params.size === 0 ? '' : `?${params}`}`}
        aria-label={COMMON.close}
      >
        <Icon name="close" />
      </Link>
      <Head conversation={conversation} />
      <ConversationOutcome analysis={data?.analysis ?? null} />
      <Thread {...thread} conversationId={id} pending={shown} again={canSend && canReply ? setDraft : null} />
      {!canReply ? (
        <RoleRequired operation="replyInConversation" />
      ) : canSend ? (
        <Composer
          conversation={conversation}
          draft={draft}
          setDraft={setDraft}
          addPending={(message) => setPending((before) => [...before, message])}
          resolvePending={(key, messageId) =>
            setPending((before) =>
              before.flatMap((message) => {
                if (message.key !== key) return [message];
                return messageId === null ? [] : [{ ...message, key: messageId }];
              }),
            )
          }
        />
      ) : (
        <p className={closing.closed}>{INBOX.disconnected}</p>
      )}
    </article>
  );
};

/** Marks the shown messages as read, if the user may do so. */
const useReading = (
  conversation: Conversation | undefined,
  items: readonly ThreadItem[] | undefined,
): void => {
  const businessId = useBusinessId();
  const latest = items?.findLast((item) => item.type === 'message' && item.direction === 'inbound');
  const messageId = latest?.type === 'message' ? latest.messageId : null;
  const id = conversation?.id;
  const isUnread = (conversation?.unread ?? 0) > 0;
  const canMark = useCan('markConversationRead');
  useEffect(() => {
    if (!canMark || id === undefined || messageId === null || !isUnread || document.hidden) return;
    callApi('markConversationRead', {
      path: { conversationId: id },
      body: { businessId, messageId },
    }).catch(() => {
      // It stays unread; the next message tries again.
    });
  }, [businessId, id, messageId, isUnread, canMark]);
};

const Head = ({ conversation }: { readonly conversation: Conversation }): ReactNode => {
  const { channel, name, address, accountName, contactId, takenBy, waitingSince, handOverReason } =
    conversation;
  const texts = INBOX;
  return (
    <header className={styles.head}>
      <div className={styles.customer}>
        <h2>{name ?? address}</h2>
        <p className="quiet small">
          {texts.channels[channel]}
          {accountName !== null && ` · ${accountName}`}
          {name !== null && ` · ${address}`}
          {' · '}
          {contactId === null ? (
            <LinkParticipant
              participantId={conversation.participantId}
              name={name}
              mobile={channel === 'whatsapp' ? `+${address.replace(/^\+/, '')}` : ''}
            />
          ) : (
            <Link href={`/contacts/${contactId}`}>{texts.contact}</Link>
          )}
        </p>
      </div>
      <Owner conversation={conversation} />
      <Handling conversation={conversation} />
      {waitingSince !== null && (takenBy === null || handOverReason !== null) && (
        <p className={styles.handOver}>
          <strong>◔ {handOverReason === null ? texts.waiting : texts.handOverTitle}</strong>{' '}
          <Time at={waitingSince} />
          {handOverReason !== null && <span className={styles.reason}>{handOverReason}</span>}
        </p>
      )}
    </header>
  );
};

const ownerText = ({ answering, agentName, takenBy }: Conversation, userId: string): string => {
  const texts = INBOX;
  if (takenBy !== null)
    return takenBy.userId === userId
      ? texts.youAnswer
      : texts.answeringUser(takenBy.name ?? texts.authors.human);
  return answering === 'agent' && agentName !== null
    ? texts.answeringAgent(agentName)
    : texts.answering[answering];
};

const ANSWERING: ReadonlyMap<Conversation['answering'], string | undefined> = new Map([
  ['human', styles.answeringHuman],
  ['agent', styles.answeringAgent],
]);

const Owner = ({ conversation }: { readonly conversation: Conversation }): ReactNode => {
  const businessId = useBusinessId();
  const { user } = useSession();
  const { id, takenBy, humanUntil, windowClosesAt, answering } = conversation;
  const acting = useMutation<unknown, ApiProblem, 'takeConversation' | 'giveBackConversation'>({
    mutationFn: (operation) => callApi(operation, { path: { conversationId: id }, body: { businessId } }),
  });
  const texts = INBOX;
  const isMine = takenBy?.userId === user.id;
  return (
    <div className={styles.owner}>
      <WindowLeft closesAt={windowClosesAt} />
      <span
        className={classes(styles.answering, ANSWERING.get(answering))}
        title={humanUntil === null ? undefined : texts.until}
      >
        <span aria-hidden="true">●</span> {ownerText(conversation, user.id)}
      </span>
      <IfAllowed operation="takeConversation">
        <div className="actions">
          {!isMine && (
            <button
              type="button"
              className="main"
              title={texts.takeHelp}
              disabled={acting.isPending}
              onClick={() => acting.mutate('takeConversation')}
            >
              {takenBy === null ? texts.take : texts.takeOver(takenBy.name ?? texts.authors.human)}
            </button>
          )}
          {humanUntil !== null && (
            <button
              type="button"
              className="plain"
              title={texts.giveBackHelp}
              disabled={acting.isPending}
              onClick={() => acting.mutate('giveBackConversation')}
            >
              {texts.giveBack}
            </button>
          )}
        </div>
      </IfAllowed>
      {acting.error !== null && <Problem problem={acting.error} />}
    </div>
  );
};
