/** Adds a number to the suppressions. */
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { type ApiProblem, callApi, type Data } from '../../api/client.js';
import { Choice, Field } from '../../ui/forms/field.js';
import { errorAt, otherDetails } from '../../ui/forms/field-errors.js';
import { Problem } from '../../ui/states.js';
import { useBusinessId } from '../session/session.js';
import { SUPPRESSIONS } from './messages.js';

type Purpose = Data<'listSuppressions'>['suppressions'][number]['purpose'];

const texts = SUPPRESSIONS;

const PURPOSES: readonly { readonly value: Purpose; readonly name: string }[] = [
  { value: 'service', name: texts.purposes.service },
  { value: 'marketing', name: texts.purposes.marketing },
];

const FIELD_PATHS = ['/suppressions/0/address', '/suppressions/0/reason'] as const;

export const NewSuppression = (): ReactNode => {
  const businessId = useBusinessId();
  const [address, setAddress] = useState('');
  const [purpose, setPurpose] = useState<Purpose>('service');
  const [reason, setReason] = useState('');
  const adding = useMutation<Data<'addSuppressions'>, ApiProblem>({
    mutationFn: () =>
      callApi('addSuppressions', {
        body: { businessId, suppressions: [{ address: address.trim(), purpose, reason }] },
      }),
    onSuccess: () => {
      setAddress('');
      setReason('');
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    adding.mutate();
  };
  const { error } = adding;
  return (
    <section className="block" aria-labelledby="new-suppression">
      <h2 id="new-suppression">{texts.add}</h2>
      <form className="inline-form with-help" onSubmit={submit}>
        <Field
          label={texts.number}
          help={texts.numberHelp}
          type="tel"
          required
          maxLength={64}
          value={address}
          onChange={setAddress}
          autoComplete="off"
          error={errorAt(error, '/suppressions/0/address')}
        />
        <Choice label={texts.purpose} value={purpose} choices={PURPOSES} onChange={setPurpose} />
        <Field
          label={texts.reason}
          help={texts.reasonHelp}
          maxLength={500}
          value={reason}
          onChange={setReason}
          autoComplete="off"
          error={errorAt(error, '/suppressions/0/reason')}
        />
        <button type="submit" className="main" disabled={adding.isPending}>
          {texts.add}
        </button>
      </form>
      {error !== null && (
        <Problem
          problem={{
            message: error.message,
            requestId: error.requestId,
            details: otherDetails(error, FIELD_PATHS),
          }}
        />
      )}
      {adding.data !== undefined && (
        <p className="note" role="status">
          {texts.added(adding.data.callsAtCarrier.length)}
        </p>
      )}
    </section>
  );
};
