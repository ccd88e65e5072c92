/** Creates a webhook: its channel, address and events. The service reports errors in the address. */

import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { createSubscriptionBody } from '../../api/bodies/webhooks.js';
import { useRead } from '../../api/live.js';
import { Choice } from '../../ui/forms/field.js';
import { Form, FormProblem, Submit, TextField, useFormField } from '../../ui/forms/form.js';
import { useBodyForm } from '../../ui/forms/use-body-form.js';
import { useBusinessId } from '../session/session.js';
import { EventChoice } from './event-choice.js';
import { CHANNELS, EVENTS_OF, type EventType, isObserved, type WebhookChannel } from './events.js';
import { WEBHOOKS } from './messages.js';
import type { RevealedSecret } from './secret.js';
import { hostOf } from './subscription-status.js';
import styles from './webhooks.module.css';

interface Values {
  readonly channel: WebhookChannel;
  readonly callbackUrl: string;
  readonly events: readonly EventType[];
}

const FIRST: Values = { channel: 'voice', callbackUrl: '', events: EVENTS_OF.voice };

const isOfAccount = (channel: WebhookChannel): boolean => channel === 'whatsapp' || channel === 'instagram';

export const Create = ({ onSecret }: { readonly onSecret: (secret: RevealedSecret) => void }): ReactNode => {
  const businessId = useBusinessId();
  const [, navigate] = useLocation();
  const [chosenAccount, setAccount] = useState('');
  const { data } = useRead('listChannelAccounts', { query: { businessId } });
  const accountsOf = (channel: WebhookChannel) =>
    data?.accounts.filter((account) => account.channel === channel) ?? [];
  const accountOf = (channel: WebhookChannel): string => {
    const accounts = accountsOf(channel);
    const chosen = accounts.find(({ accountId }) => accountId === chosenAccount) ?? accounts[0];
    return chosen?.accountId ?? '';
  };
  const { form } = useBodyForm({
    body: createSubscriptionBody,
    values: FIRST,
    toBody: ({ channel, callbackUrl, events }) => ({
      businessId,
      channel,
      callbackUrl: callbackUrl.trim(),
      events,
      ...(channel === 'whatsapp' ? { phoneNumberId: accountOf(channel) } : {}),
      ...(channel === 'instagram' ? { providerAccountId: accountOf(channel) } : {}),
      // Without it, an agent goes on answering.
      ...(isOfAccount(channel) && !isObserved(events) ? { externalAutomation: true as const } : {}),
    }),
    onSuccess: ({ subscription, signingSecret, standardSecret }) => {
      onSecret({ host: hostOf(subscription), signingSecret, standardSecret });
      navigate(`/webhooks/${subscription.id}`);
    },
  });
  const chosenEvents = useFormField({ form, name: 'events' });
  const channel = form.methods.watch('channel');
  const accounts = accountsOf(channel);
  const needsAccount = isOfAccount(channel) && accounts.length === 0;
  const texts = WEBHOOKS;
  return (
    <Form form={form} className={`stack ${styles.create}`} label={texts.create}>
      <h2>{texts.create}</h2>
      <Choice
        label={texts.channel}
        value={channel}
        choices={CHANNELS.map((value) => ({ value, name: texts.channels[value] }))}
        onChange={(next) => {
          form.methods.setValue('channel', next);
          chosenEvents.field.onChange(EVENTS_OF[next]);
        }}
      />
      {isOfAccount(channel) && accounts.length > 0 && (
        <>
          <Choice
            label={texts.account}
            value={accountOf(channel)}
            choices={accounts.map((account) => ({
              value: account.accountId,
              name: `${account.displayName} (${account.accountId})`,
            }))}
            onChange={setAccount}
          />
          <p className="note">{texts.answers}</p>
        </>
      )}
      {needsAccount && data !== undefined && (
        <p className="help">
          {texts.noAccount} <Link href="/channels/new">{texts.connect}</Link>
        </p>
      )}
      <TextField
        form={form}
        name="callbackUrl"
        label={texts.url}
        help={texts.urlHelp}
        type="url"
        placeholder="https://example.org/hooks"
        autoComplete="off"
      />
      <EventChoice
        channel={channel}
        chosen={form.methods.watch('events')}
        onChange={chosenEvents.field.onChange}
        error={chosenEvents.fieldState.error?.message}
      />
      <FormProblem form={form} />
      <div className="actions">
        <Submit form={form} disabled={needsAccount}>
          {texts.make}
        </Submit>
      </div>
    </Form>
  );
};
