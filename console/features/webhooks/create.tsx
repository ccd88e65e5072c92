/** Creates a webhook: its channel, address and events. The service reports errors in the address. */

import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { type ApiProblem, callApi, type Data } from '../../api/client.js';
import { useRead } from '../../api/live.js';
import { Choice, Field } from '../../ui/forms/field.js';
import { Problem } from '../../ui/states.js';
import { useBusinessId } from '../session/session.js';
import { EventChoice } from './event-choice.js';
import { CHANNELS, EVENTS_OF, type EventType, isObserved, type WebhookChannel } from './events.js';
import { WEBHOOKS } from './messages.js';
import type { RevealedSecret } from './secret.js';
import { hostOf } from './subscription-status.js';
import styles from './webhooks.module.css';

export const Create = ({ onSecret }: { readonly onSecret: (secret: RevealedSecret) => void }): ReactNode => {
  const businessId = useBusinessId();
  const [, navigate] = useLocation();
  const [channel, setChannel] = useState<WebhookChannel>('voice');
  const [chosenAccount, setAccount] = useState('');
  const [callbackUrl, setUrl] = useState('');
  const [events, setEvents] = useState<readonly EventType[]>(EVENTS_OF.voice);
  const { data } = useRead('listChannelAccounts', { query: { businessId } });
  const isOfAccount = channel === 'whatsapp' || channel === 'instagram';
  const accounts = data?.accounts.filter((account) => account.channel === channel) ?? [];
  const accountId = accounts.some((account) => account.accountId === chosenAccount)
    ? chosenAccount
    : (accounts[0]?.accountId ?? '');
  const creating = useMutation<Data<'createSubscription'>, ApiProblem>({
    mutationFn: () =>
      callApi('createSubscription', {
        body: {
          businessId,
          channel,
          callbackUrl: callbackUrl.trim(),
          events,
          ...(channel === 'whatsapp' ? { phoneNumberId: accountId } : {}),
          ...(channel === 'instagram' ? { providerAccountId: accountId } : {}),
          // Without it, an agent goes on answering.
          ...(isOfAccount && !isObserved(events) ? { externalAutomation: true as const } : {}),
        },
      }),
    onSuccess: ({ subscription, signingSecret, standardSecret }) => {
      onSecret({ host: hostOf(subscription), signingSecret, standardSecret });
      navigate(`/webhooks/${subscription.id}`);
    },
  });
  const texts = WEBHOOKS;
  const isReady = callbackUrl.trim() !== '' && events.length > 0 && (!isOfAccount || accountId !== '');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isReady && !creating.isPending) creating.mutate();
  };
  return (
    <form className={`stack ${styles.create}`} onSubmit={submit} aria-label={texts.create}>
      <h2>{texts.create}</h2>
      <Choice
        label={texts.channel}
        value={channel}
        choices={CHANNELS.map((value) => ({ value, name: texts.channels[value] }))}
        onChange={(next) => {
          setChannel(next);
          setEvents(EVENTS_OF[next]);
        }}
      />
      {isOfAccount && accounts.length > 0 && (
        <>
          <Choice
            label={texts.account}
            value={accountId}
            choices={accounts.map((account) => ({
              value: account.accountId,
              name: `${account.displayName} (${account.accountId})`,
            }))}
            onChange={setAccount}
          />
          <p className="note">{texts.answers}</p>
        </>
      )}
      {isOfAccount && data !== undefined && accounts.length === 0 && (
        <p className="help">
          {texts.noAccount} <Link href="/channels/new">{texts.connect}</Link>
        </p>
      )}
      <Field
        label={texts.url}
        help={texts.urlHelp}
        type="url"
        value={callbackUrl}
        onChange={setUrl}
        maxLength={2_048}
        placeholder="https://example.org/hooks"
        autoComplete="off"
      />
      <EventChoice channel={channel} chosen={events} onChange={setEvents} />
      {creating.error !== null && <Problem problem={creating.error} />}
      <div className="actions">
        <button type="submit" className="main" disabled={!isReady || creating.isPending}>
          {texts.make}
        </button>
      </div>
    </form>
  );
};
