/** A webhook's address and the events it receives. */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type ApiProblem, callApi } from '../../api/client.js';
import { Field } from '../../ui/forms/field.js';
import { Problem } from '../../ui/states.js';
import { useBusinessId } from '../session/session.js';
import { EventChoice } from './event-choice.js';
import { WEBHOOKS } from './messages.js';
import type { Subscription } from './subscription-status.js';

export const Settings = ({ subscription }: { readonly subscription: Subscription }): ReactNode => {
  const businessId = useBusinessId();
  const { id, channel } = subscription;
  const [callbackUrl, setUrl] = useState(subscription.callbackUrl);
  const [events, setEvents] = useState(subscription.events);
  const isSame =
    callbackUrl === subscription.callbackUrl && events.join(' ') === subscription.events.join(' ');
  const saving = useMutation<unknown, ApiProblem>({
    mutationFn: () =>
      callApi('updateSubscription', {
        path: { subscriptionId: id },
        body: { businessId, callbackUrl: callbackUrl.trim(), events },
      }),
  });
  const texts = WEBHOOKS;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (events.length > 0 && !saving.isPending) saving.mutate();
  };
  return (
    <form className="stack" onSubmit={submit}>
      <Field
        label={texts.url}
        help={texts.urlHelp}
        type="url"
        value={callbackUrl}
        onChange={setUrl}
        maxLength={2_048}
      />
      <EventChoice channel={channel} chosen={events} onChange={setEvents} />
      {saving.error !== null && <Problem problem={saving.error} />}
      <div className="actions">
        {saving.isSuccess && isSame && <span className="grows">{texts.saved}</span>}
        <button type="submit" className="main" disabled={isSame || events.length === 0 || saving.isPending}>
          {texts.save}
        </button>
      </div>
    </form>
  );
};
