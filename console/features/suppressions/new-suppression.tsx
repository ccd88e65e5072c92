/** Adds a number to the suppressions. */
import type { ReactNode } from 'react';
import { addSuppressionsBody } from '../../api/bodies/suppressions.js';
import type { Data } from '../../api/client.js';
import { ChoiceField, Form, FormProblem, Submit, TextField } from '../../ui/forms/form.js';
import { useBodyForm } from '../../ui/forms/use-body-form.js';
import { useBusinessId } from '../session/session.js';
import { SUPPRESSIONS } from './messages.js';

type Purpose = Data<'listSuppressions'>['suppressions'][number]['purpose'];

const texts = SUPPRESSIONS;

const PURPOSES: readonly { readonly value: Purpose; readonly name: string }[] = [
  { value: 'service', name: texts.purposes.service },
  { value: 'marketing', name: texts.purposes.marketing },
];

const FIRST: { readonly address: string; readonly purpose: Purpose; readonly reason: string } = {
  address: '',
  purpose: 'service',
  reason: '',
};

export const NewSuppression = (): ReactNode => {
  const businessId = useBusinessId();
  const { form, sending: adding } = useBodyForm({
    body: addSuppressionsBody,
    values: FIRST,
    toBody: ({ address, ...values }) => ({
      businessId,
      suppressions: [{ address: address.trim(), ...values }],
    }),
    onSuccess: (_, { reset, getValues }) => reset({ ...getValues(), address: '', reason: '' }),
  });
  return (
    <section className="block" aria-labelledby="new-suppression">
      <h2 id="new-suppression">{texts.add}</h2>
      <Form form={form} className="inline-form with-help">
        <TextField
          form={form}
          name="address"
          path="/suppressions/0/address"
          label={texts.number}
          help={texts.numberHelp}
          type="tel"
          autoComplete="off"
        />
        <ChoiceField
          form={form}
          name="purpose"
          path="/suppressions/0/purpose"
          label={texts.purpose}
          choices={PURPOSES}
        />
        <TextField
          form={form}
          name="reason"
          path="/suppressions/0/reason"
          label={texts.reason}
          help={texts.reasonHelp}
          autoComplete="off"
        />
        <Submit form={form}>{texts.add}</Submit>
      </Form>
      <FormProblem form={form} />
      {adding.data !== undefined && (
        <p className="note" role="status">
          {texts.added(adding.data.callsAtCarrier.length)}
        </p>
      )}
    </section>
  );
};
