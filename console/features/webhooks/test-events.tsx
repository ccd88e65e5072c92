/** Sends an example of each event of a webhook, and shows what became of it. */

import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type ApiProblem, callApi, type Data } from '../../api/client.js';
import { StatusPill } from '../../ui/StatusPill/StatusPill.js';
import { Problem } from '../../ui/states.js';
import { useBusinessId } from '../session/session.js';
import styles from './deliveries.module.css';
import { WEBHOOKS } from './messages.js';

type TestDelivery = Data<'testSubscription'>['deliveries'][number];

export const TestEvents = ({ id }: { readonly id: string }): ReactNode => {
  const businessId = useBusinessId();
  const testing = useMutation<Data<'testSubscription'>, ApiProblem>({
    mutationFn: () => callApi('testSubscription', { path: { subscriptionId: id }, body: { businessId } }),
  });
  const deliveries = testing.data?.deliveries ?? [];
  const delivered = deliveries.filter(({ outcome }) => outcome === 'delivered').length;
  const texts = WEBHOOKS.test;
  return (
    <section className={styles.deliveries}>
      <p className="help">{texts.help}</p>
      <button type="button" className="main" disabled={testing.isPending} onClick={() => testing.mutate()}>
        {testing.isPending ? texts.sending : texts.send}
      </button>
      {testing.error !== null && <Problem problem={testing.error} />}
      <p role="status">{testing.data !== undefined && texts.result(delivered, deliveries.length)}</p>
      <ol>
        {deliveries.map((delivery) => (
          <li key={delivery.eventId}>
            <DeliveryLine delivery={delivery} />
          </li>
        ))}
      </ol>
    </section>
  );
};

const DeliveryLine = ({ delivery }: { readonly delivery: TestDelivery }): ReactNode => {
  const { eventId, eventType, outcome, httpStatus, problem, latencyMs, responseExcerpt } = delivery;
  const isDelivered = outcome === 'delivered';
  const texts = WEBHOOKS.deliveries;
  return (
    <details>
      <summary>
        <StatusPill tone={isDelivered ? 'good' : 'bad'}>
          {isDelivered ? texts.delivered : texts.failed}
        </StatusPill>
        <code>{eventType}</code>
        <span className="figure quiet">{httpStatus ?? texts.noAnswer(problem ?? '')}</span>
        <span className="figure quiet">{texts.took(latencyMs)}</span>
      </summary>
      <p className={styles.id}>
        <code>{eventId}</code>
      </p>
      {problem !== null && texts.problems[problem] !== undefined && <p>{texts.problems[problem]}</p>}
      {responseExcerpt !== '' && (
        <pre className="command">
          <code>{responseExcerpt}</code>
        </pre>
      )}
    </details>
  );
};
