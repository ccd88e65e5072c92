/** The name of the business, and how many calls it makes at a time. */
import { type FormEvent, type ReactNode, useState } from 'react';
import { Field } from '../../ui/forms/field.js';
import { errorAt, otherDetails } from '../../ui/forms/field-errors.js';
import { Problem } from '../../ui/states.js';
import { SETTINGS } from './messages.js';
import type { Settings } from './setting.js';
import { useChange } from './use-change.js';

/** Characters, as in the API. */
const MAX_NAME = 120;

export const BusinessSetting = ({ settings }: { readonly settings: Settings }): ReactNode => {
  const { lines } = settings;
  const [name, setName] = useState(settings.name);
  const [calls, setCalls] = useState(settings.concurrentCalls?.toString() ?? '');
  const changing = useChange();
  const texts = SETTINGS.business;
  const limit = calls.trim() === '' ? null : Number(calls);
  const isSame = name.trim() === settings.name && limit === settings.concurrentCalls;
  const isValid = name.trim() !== '' && (limit === null || (Number.isInteger(limit) && limit >= 0));
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isValid && !isSame) changing.mutate({ name: name.trim(), concurrentCalls: limit });
  };
  const { error } = changing;
  return (
    <form className="stack narrow-form" onSubmit={submit}>
      <Field
        label={texts.name}
        value={name}
        onChange={setName}
        maxLength={MAX_NAME}
        error={errorAt(error, '/name')}
      />
      <Field
        label={texts.calls}
        help={texts.callsHelp(lines)}
        inputMode="numeric"
        value={calls}
        onChange={setCalls}
        placeholder={String(lines)}
        error={errorAt(error, '/concurrentCalls')}
      />
      {error !== null && (
        <Problem
          problem={{
            code: error.code,
            message: error.message,
            requestId: error.requestId,
            details: otherDetails(error, ['/name', '/concurrentCalls']),
          }}
        />
      )}
      <button type="submit" className="main" disabled={isSame || !isValid || changing.isPending}>
        {SETTINGS.save}
      </button>
    </form>
  );
};
