/** Deliveries to a webhook, latest first, and their responses. */
import type { ReactNode } from 'react';
import type { Data } from '../../api/client.js';
import { usePages } from '../../api/pages.js';
import { Time } from '../../ui/format.js';
import { COMMON } from '../../ui/messages.js';
import { StatusPill } from '../../ui/StatusPill/StatusPill.js';
import { Loading, Problem } from '../../ui/states.js';
import { useBusinessId } from '../session/session.js';
import styles from './deliveries.module.css';
import { WEBHOOKS } from './messages.js';
import { usePolling } from './use-polling.js';

type Attempt = Data<'listDeliveryAttempts'>['deliveries'][number];

export const Deliveries = ({ id }: { readonly id: string }): ReactNode => {
  const businessId = useBusinessId();
  const { data, error, refetch, hasNextPage, fetchNextPage } = usePages('listDeliveryAttempts', {
    path: { subscriptionId: id },
    query: { businessId, limit: 50 },
  });
  usePolling(() => void refetch(), data?.pages.length ?? 0);
  const attempts = data?.pages.flatMap((page) => page.deliveries) ?? [];
  const texts = WEBHOOKS;
  return (
    <section className={styles.deliveries}>
      <p className="help">{texts.deliveries.help}</p>
      {error !== null && <Problem problem={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <Loading />}
      {data !== undefined && attempts.length === 0 && <p className="quiet">{texts.deliveries.none}</p>}
      <ol>
        {attempts.map((attempt) => (
          <li key={`${attempt.eventId} ${attempt.retryNumber} ${attempt.at}`}>
            <AttemptLine attempt={attempt} />
          </li>
        ))}
      </ol>
      {attempts.some(({ outcome }) => outcome === 'failed') && <p className="help">{texts.schedule}</p>}
      {hasNextPage && (
        <button type="button" className="plain more" onClick={() => void fetchNextPage()}>
          {COMMON.more}
        </button>
      )}
    </section>
  );
};

const AttemptLine = ({ attempt }: { readonly attempt: Attempt }): ReactNode => {
  const texts = WEBHOOKS.deliveries;
  const { eventId, eventType, retryNumber, at, outcome, httpStatus, problem, latencyMs, responseExcerpt } =
    attempt;
  const isDelivered = outcome === 'delivered';
  return (
    <details>
      <summary>
        <StatusPill tone={isDelivered ? 'good' : 'bad'}>
          {isDelivered ? texts.delivered : texts.failed}
        </StatusPill>
        <code>{eventType}</code>
        <span className="figure quiet">{httpStatus ?? texts.noAnswer(problem ?? '')}</span>
        {retryNumber > 0 && <span className="figure quiet">{texts.retry(retryNumber)}</span>}
        <Time at={at} />
      </summary>
      <dl className="facts">
        <div>
          <dt>{texts.id}</dt>
          <dd className={styles.id}>
            <code>{eventId}</code>
          </dd>
        </div>
        <div>
          <dt>{texts.columns.took}</dt>
          <dd className="figure">{texts.took(latencyMs)}</dd>
        </div>
      </dl>
      {problem !== null && texts.problems[problem] !== undefined && <p>{texts.problems[problem]}</p>}
      {responseExcerpt === '' && httpStatus !== null && <p className="quiet">{texts.emptyAnswer}</p>}
      {responseExcerpt !== '' && (
        <pre className="command">
          <code>{responseExcerpt}</code>
        </pre>
      )}
    </details>
  );
};
