/** A webhook's address and the events it receives. */
import type { ReactNode } from 'react';
import { updateSubscriptionBody } from '../../api/bodies/webhooks.js';
import { ApiProblem } from '../../api/client.js';
import { findInPages } from '../../api/pages.js';
import { Form, FormProblem, Submit, TextField, useFormField } from '../../ui/forms/form.js';
import { useBodyForm } from '../../ui/forms/use-body-form.js';
import { useBusinessId } from '../session/session.js';
import { EventChoice } from './event-choice.js';
import { WEBHOOKS } from './messages.js';
import type { Subscription } from './subscription-status.js';

type Values = Pick<Subscription, 'callbackUrl' | 'events'>;

const valuesOf = ({ callbackUrl, events }: Subscription): Values => ({ callbackUrl, events });

/** As the service has it now. @throws ApiProblem subscription_not_found */
const readSubscription = async (businessId: string, id: string): Promise<Subscription> => {
  const found = await findInPages('listSubscriptions', { businessId, limit: 200 }, ({ subscriptions }) =>
    subscriptions.find((subscription) => subscription.id === id),
  );
  if (found === null) throw new ApiProblem('There is no such webhook.', 'subscription_not_found', null);
  return found;
};

export const Settings = ({ subscription }: { readonly subscription: Subscription }): ReactNode => {
  const businessId = useBusinessId();
  const { id, channel } = subscription;
  const texts = WEBHOOKS;
  const { form, sending } = useBodyForm({
    body: updateSubscriptionBody,
    values: valuesOf(subscription),
    toBody: ({ callbackUrl, events }) => ({ businessId, callbackUrl: callbackUrl.trim(), events }),
    request: { path: { subscriptionId: id } },
    edited: {
      tag: subscription.tag,
      read: async () => {
        const now = await readSubscription(businessId, id);
        return { words: valuesOf(now), tag: now.tag };
      },
      shown: [
        { name: 'callbackUrl', label: texts.url, text: ({ callbackUrl }) => callbackUrl },
        { name: 'events', label: texts.events, text: ({ events }) => events.join('\n') },
      ],
    },
  });
  const events = useFormField({ form, name: 'events' });
  const values = form.methods.watch();
  const isSame =
    values.callbackUrl === subscription.callbackUrl &&
    values.events.join(' ') === subscription.events.join(' ');
  return (
    <Form form={form} className="stack">
      <TextField form={form} name="callbackUrl" label={texts.url} help={texts.urlHelp} type="url" />
      <EventChoice
        channel={channel}
        chosen={values.events}
        onChange={events.field.onChange}
        error={events.fieldState.error?.message}
      />
      <FormProblem form={form} />
      <div className="actions">
        {sending.isSuccess && isSame && <span className="grows">{texts.saved}</span>}
        <Submit form={form} disabled={isSame}>
          {texts.save}
        </Submit>
      </div>
    </Form>
  );
};
