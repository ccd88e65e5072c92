/** One webhook: its deliveries, its verification, and its actions. */

import { Tab, TabList, TabPanel, TabProvider } from '@ariakit/react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type ApiProblem, ask } from '../../api/client.js';
import { Confirm } from '../../parts/confirm.js';
import { Problem } from '../../parts/states.js';
import { Time } from '../../parts/words.js';
import { useMay } from '../../role.js';
import { useBusinessId } from '../../session.js';
import { TEXTS } from '../../texts.js';
import { DeadLetters } from './dead-letters.js';
import { Deliveries } from './deliveries.js';
import { hostOf, type Subscription, SubscriptionStatus } from './one.js';
import type { Told } from './secret.js';
import { Settings } from './settings.js';
import { Verify } from './verify.js';

interface SubscriptionProps {
  readonly subscription: Subscription;
  readonly tell: (told: Told) => void;
}

export const SubscriptionView = ({ subscription, tell }: SubscriptionProps): ReactNode => {
  const { id, callbackUrl, channel, phoneNumberId, providerAccountId, secretLast4, createdAt, status } =
    subscription;
  const mayChange = useMay('updateSubscription');
  const mayResend = useMay('resendDeadLetter');
  const account = phoneNumberId ?? providerAccountId;
  const texts = TEXTS.webhooks;
  const tabs = [
    { name: 'deliveries', panel: <Deliveries id={id} /> },
    { name: 'dead', panel: <DeadLetters id={id} mayResend={mayResend && status !== 'revoked'} /> },
    { name: 'verify', panel: <Verify /> },
    ...(!mayChange || status === 'revoked'
      ? []
      : ([{ name: 'settings', panel: <Settings subscription={subscription} /> }] as const)),
  ] as const;
  return (
    <article className="webhook" aria-label={hostOf(subscription)}>
      <header className="call-head">
        <div>
          <h2>{hostOf(subscription)}</h2>
          <p>
            <SubscriptionStatus status={status} />
          </p>
        </div>
        {mayChange && status !== 'revoked' && <Actions subscription={subscription} tell={tell} />}
      </header>
      <dl className="facts">
        <div>
          <dt>{texts.url}</dt>
          <dd className="long">{callbackUrl}</dd>
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

const Actions = ({ subscription, tell }: SubscriptionProps): ReactNode => {
  const businessId = useBusinessId();
  const queries = useQueryClient();
  const [asking, setAsking] = useState<'rotate' | 'revoke' | null>(null);
  const { id, status } = subscription;
  const path = { subscriptionId: id };
  const host = hostOf(subscription);
  const texts = TEXTS.webhooks;
  const pausing = useMutation<unknown, ApiProblem, 'active' | 'paused'>({
    mutationFn: (next) => ask('updateSubscription', { path, body: { businessId, status: next } }),
    onSuccess: () => queries.invalidateQueries(),
  });
  const rotate = async (): Promise<void> => {
    const { signingSecret } = await ask('rotateSubscriptionSecret', { path, body: { businessId } });
    tell({ host, signingSecret });
    await queries.invalidateQueries();
  };
  const revoke = async (): Promise<void> => {
    await ask('revokeSubscription', { path, query: { businessId } });
    await queries.invalidateQueries();
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
      <button type="button" className="plain" onClick={() => setAsking('rotate')}>
        {texts.rotate}
      </button>
      <button type="button" className="danger quiet-danger" onClick={() => setAsking('revoke')}>
        {texts.revoke}
      </button>
      {asking === 'rotate' && (
        <Confirm
          title={texts.rotateTitle}
          help={texts.rotateHelp}
          name={host}
          label={texts.rotateName(host)}
          button={texts.rotate}
          act={rotate}
          close={() => setAsking(null)}
        />
      )}
      {asking === 'revoke' && (
        <Confirm
          title={texts.revokeTitle(host)}
          help={texts.revokeHelp}
          name={host}
          label={texts.revokeName(host)}
          button={texts.revoke}
          act={revoke}
          close={() => setAsking(null)}
        />
      )}
    </div>
  );
};
