/** A webhook's address and the events it receives. */
import type { ReactNode } from 'react';
import { updateSubscriptionBody } from '../../api/bodies/webhooks.js';
import { Form, FormProblem, Submit, TextField, useFormField } from '../../ui/forms/form.js';
import { useBodyForm } from '../../ui/forms/use-body-form.js';
import { useBusinessId } from '../session/session.js';
import { EventChoice } from './event-choice.js';
import { WEBHOOKS } from './messages.js';
import type { Subscription } from './subscription-status.js';

export const Settings = ({ subscription }: { readonly subscription: Subscription }): ReactNode => {
  const businessId = useBusinessId();
  const { id, channel } = subscription;
  const { form, sending } = useBodyForm({
    body: updateSubscriptionBody,
    values: { callbackUrl: subscription.callbackUrl, events: subscription.events },
    toBody: ({ callbackUrl, events }) => ({ businessId, callbackUrl: callbackUrl.trim(), events }),
    request: { path: { subscriptionId: id } },
  });
  const events = useFormField({ form, name: 'events' });
  const values = form.methods.watch();
  const isSame =
    values.callbackUrl === subscription.callbackUrl &&
    values.events.join(' ') === subscription.events.join(' ');
  const texts = WEBHOOKS;
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
