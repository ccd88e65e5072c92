/** Events that could not be delivered to a webhook, with their content and a way to send them again. */

import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { type ApiProblem, callApi, type Data } from '../../api/client.js';
import { useRead } from '../../api/live.js';
import { usePages } from '../../api/pages.js';
import { Time } from '../../ui/format.js';
import { COMMON } from '../../ui/messages.js';
import { StatusPill } from '../../ui/StatusPill/StatusPill.js';
import { Loading, Problem } from '../../ui/states.js';
import { useBusinessId } from '../session/session.js';
import styles from './deliveries.module.css';
import { WEBHOOKS } from './messages.js';
import { usePolling } from './use-polling.js';

type Letter = Data<'listDeadLetters'>['deadLetters'][number];

interface DeadLettersProps {
  readonly id: string;
  readonly canResend: boolean;
}

export const DeadLetters = ({ id, canResend }: DeadLettersProps): ReactNode => {
  const businessId = useBusinessId();
  const { data, error, refetch, hasNextPage, fetchNextPage } = usePages('listDeadLetters', {
    path: { subscriptionId: id },
    query: { businessId, limit: 50 },
  });
  usePolling(() => void refetch(), data?.pages.length ?? 0);
  const letters = data?.pages.flatMap((page) => page.deadLetters) ?? [];
  const texts = WEBHOOKS.dead;
  return (
    <section className={styles.deliveries}>
      <p className="help">{texts.help}</p>
      {error !== null && <Problem problem={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading />}
      {data !== undefined && letters.length === 0 && <p className="quiet">{texts.none}</p>}
      <ol>
        {letters.map((letter) => (
          <li key={`${letter.eventId} ${letter.diedAt}`}>
            <LetterLine id={id} letter={letter} canResend={canResend} />
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <button type="button" className="plain more" onClick={() => void fetchNextPage()}>
          {COMMON.more}
        </button>
      )}
    </section>
  );
};

const LetterLine = ({ id, letter, canResend }: DeadLettersProps & { readonly letter: Letter }): ReactNode => {
  const businessId = useBusinessId();
  const [open, setOpen] = useState(false);
  const { eventId, eventType, diedAt, attempts, reason, resentAt } = letter;
  const resending = useMutation<unknown, ApiProblem>({
    mutationFn: () =>
      callApi('resendDeadLetter', { path: { subscriptionId: id }, body: { businessId, eventId } }),
  });
  const texts = WEBHOOKS.dead;
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {resentAt === null ? (
          <StatusPill tone="bad">{texts.gaveUp}</StatusPill>
        ) : (
          <StatusPill tone="quiet" sign="↻">
            {texts.resent}
          </StatusPill>
        )}
        <code>{eventType}</code>
        <span className="figure quiet">{texts.attempts(attempts)}</span>
        <Time at={resentAt ?? diedAt} />
      </summary>
      <div className={styles.letter}>
        <p className={styles.id}>
          <code>{eventId}</code> <About letter={letter} />
        </p>
        <p>{texts.reasons[reason]}</p>
        {open && resentAt === null && <Payload id={id} eventId={eventId} />}
        {resending.error !== null && <Problem problem={resending.error} />}
        {canResend && resentAt === null && (
          <button
            type="button"
            className="main"
            disabled={resending.isPending}
            onClick={() => resending.mutate()}
          >
            {texts.resend}
          </button>
        )}
      </div>
    </details>
  );
};

const About = ({
  letter: { conversationId, callId, campaignId },
}: {
  readonly letter: Letter;
}): ReactNode => {
  const texts = WEBHOOKS.dead.about;
  if (conversationId !== null)
    return <Link href={`/conversations/${conversationId}`}>{texts.conversation}</Link>;
  if (callId !== null) return <Link href={`/calls/${callId}`}>{texts.call}</Link>;
  return campaignId === null ? null : <Link href={`/campaigns/${campaignId}`}>{texts.campaign}</Link>;
};

const Payload = ({ id, eventId }: { readonly id: string; readonly eventId: string }): ReactNode => {
  const businessId = useBusinessId();
  const { data, error, refetch } = useRead('readDeadLetter', {
    path: { subscriptionId: id },
    query: { businessId, eventId },
  });
  if (error !== null) return <Problem problem={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading rows={2} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: people without a mouse scroll it with the keys.
    <pre className="command" tabIndex={0}>
      <code>{JSON.stringify(data.payload, null, 2)}</code>
    </pre>
  );
};
