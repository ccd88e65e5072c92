/** The time zone in which agents are given the current time. */
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Field } from '../../ui/forms/field.js';
import { errorAt, otherDetails } from '../../ui/forms/field-errors.js';
import { TimeZoneNames } from '../../ui/forms/time-zone-names.js';
import { Problem } from '../../ui/states.js';
import { SETTINGS } from './messages.js';
import type { Settings } from './setting.js';
import { useChange } from './use-change.js';

export const TimeZoneSetting = ({ settings }: { readonly settings: Settings }): ReactNode => {
  const list = useId();
  const [zone, setZone] = useState(settings.timeZone ?? '');
  const changing = useChange();
  const texts = SETTINGS;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    changing.mutate({ timeZone: zone.trim() === '' ? null : zone.trim() });
  };
  const { error } = changing;
  return (
    <form className="stack narrow-form" onSubmit={submit}>
      <div className="say">
        <Field
          label={texts.business.timeZone}
          value={zone}
          onChange={setZone}
          list={list}
          maxLength={64}
          autoComplete="off"
          placeholder={settings.installation.timeZone}
          error={errorAt(error, '/timeZone')}
        />
        <button
          type="submit"
          className="main"
          disabled={changing.isPending || zone.trim() === (settings.timeZone ?? '')}
        >
          {texts.save}
        </button>
      </div>
      <p className="help">{texts.business.timeZoneHelp(settings.installation.timeZone)}</p>
      <TimeZoneNames id={list} />
      {error !== null && (
        <Problem
          problem={{
            code: error.code,
            message: error.message,
            requestId: error.requestId,
            details: otherDetails(error, ['/timeZone']),
          }}
        />
      )}
    </form>
  );
};
