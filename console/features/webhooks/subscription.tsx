/** One webhook: its deliveries, its verification, and its actions. */

import { Tab, TabList, TabPanel, TabProvider } from '@ariakit/react';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type ApiProblem, callApi } from '../../api/client.js';
import { Confirm } from '../../ui/dialogs/confirm.js';
import { Time } from '../../ui/format.js';
import { Problem } from '../../ui/states.js';
import { useCan } from '../session/role.js';
import { useBusinessId } from '../session/session.js';
import { DeadLetters } from './dead-letters.js';
import { Deliveries } from './deliveries.js';
import { WEBHOOKS } from './messages.js';
import { Rotate } from './rotate.js';
import type { RevealedSecret } from './secret.js';
import { Settings } from './settings.js';
import { hostOf, type Subscription, SubscriptionStatus } from './subscription-status.js';
import { TestEvents } from './test-events.js';
import { Verify } from './verify.js';
import styles from './webhooks.module.css';

interface SubscriptionProps {
  readonly subscription: Subscription;
  readonly onSecret: (secret: RevealedSecret) => void;
}

export const SubscriptionView = ({ subscription, onSecret }: SubscriptionProps): ReactNode => {
  const { id, callbackUrl, channel, phoneNumberId, providerAccountId, createdAt, status } = subscription;
  const { secretLast4, previousSecretUntil } = subscription;
  const canChange = useCan('updateSubscription');
  const canResend = useCan('resendDeadLetter');
  const canTest = useCan('testSubscription');
  const account = phoneNumberId ?? providerAccountId;
  const texts = WEBHOOKS;
  const tabs = [
    { name: 'deliveries', panel: <Deliveries id={id} /> },
    { name: 'dead', panel: <DeadLetters id={id} canResend={canResend && status !== 'revoked'} /> },
    { name: 'verify', panel: <Verify /> },
    ...(!canTest || status === 'revoked' ? [] : ([{ name: 'test', panel: <TestEvents id={id} /> }] as const)),
    ...(!canChange || status === 'revoked'
      ? []
      : ([{ name: 'settings', panel: <Settings subscription={subscription} /> }] as const)),
  ] as const;
  return (
    <article className={styles.webhook} aria-label={hostOf(subscription)}>
      <header className="call-head">
        <div>
          <h2>{hostOf(subscription)}</h2>
          <p>
            <SubscriptionStatus {...subscription} />
          </p>
        </div>
        {canChange && status !== 'revoked' && <Actions subscription={subscription} onSecret={onSecret} />}
      </header>
      {subscription.pauseReason !== null && (
        <p className="note" role="status">
          {texts.gone}
        </p>
      )}
      <dl className="facts">
        <div>
          <dt>{texts.url}</dt>
          <dd className={styles.address}>{callbackUrl}</dd>
        </div>
        <div>
          <dt>{texts.channel}</dt>
          <dd>
            {texts.channels[channel]}
            {account !== null && <code> {account}</code>}
          </dd>
        </div>
        <div>
          <dt>{texts.secret}</dt>
          <dd>{texts.secretEnds(secretLast4)}</dd>
        </div>
        {previousSecretUntil !== null && (
          <div>
            <dt>{texts.previousSecret}</dt>
            <dd>
              {texts.signsUntil} <Time at={previousSecretUntil} />
            </dd>
          </div>
        )}
        <div>
          <dt>{texts.since}</dt>
          <dd>
            <Time at={createdAt} />
          </dd>
        </div>
      </dl>
      <TabProvider>
        <TabList className="tabs" aria-label={texts.title}>
          {tabs.map(({ name }) => (
            <Tab key={name} id={`webhook-${name}`} className="tab">
              {texts.tabs[name]}
            </Tab>
          ))}
        </TabList>
        {tabs.map(({ name, panel }) => (
          <TabPanel key={name} tabId={`webhook-${name}`} unmountOnHide>
            {panel}
          </TabPanel>
        ))}
      </TabProvider>
    </article>
  );
};

const Actions = ({ subscription, onSecret }: SubscriptionProps): ReactNode => {
  const businessId = useBusinessId();
  const [confirming, setConfirming] = useState<'rotate' | 'revoke' | null>(null);
  const { id, status } = subscription;
  const path = { subscriptionId: id };
  const host = hostOf(subscription);
  const texts = WEBHOOKS;
  const pausing = useMutation<unknown, ApiProblem, 'active' | 'paused'>({
    mutationFn: (next) => callApi('updateSubscription', { path, body: { businessId, status: next } }),
  });
  const revoke = async (): Promise<void> => {
    await callApi('revokeSubscription', { path, query: { businessId } });
  };
  return (
    <div className="actions">
      {pausing.error !== null && <Problem problem={pausing.error} />}
      {status === 'active' ? (
        <button
          type="button"
          className="plain"
          title={texts.pauseHelp}
          onClick={() => pausing.mutate('paused')}
        >
          {texts.pause}
        </button>
      ) : (
        <button type="button" className="main" onClick={() => pausing.mutate('active')}>
          {texts.resume}
        </button>
      )}
      <button type="button" className="plain" onClick={() => setConfirming('rotate')}>
        {texts.rotate}
      </button>
      <button type="button" className="danger quiet-danger" onClick={() => setConfirming('revoke')}>
        {texts.revoke}
      </button>
      {confirming === 'rotate' && (
        <Rotate subscription={subscription} onSecret={onSecret} onClose={() => setConfirming(null)} />
      )}
      {confirming === 'revoke' && (
        <Confirm
          title={texts.revokeTitle(host)}
          help={texts.revokeHelp}
          name={host}
          label={texts.revokeName(host)}
          button={texts.revoke}
          onConfirm={revoke}
          onClose={() => setConfirming(null)}
        />
      )}
    </div>
  );
};
