/** The time zone in which agents are given the current time. */
import { type ReactNode, useId } from 'react';
import { Form, FormProblem, Submit, TextField } from '../../ui/forms/form.js';
import { TimeZoneNames } from '../../ui/forms/time-zone-names.js';
import { SETTINGS } from './messages.js';
import type { Settings } from './setting.js';
import { useSettingsForm } from './use-settings-form.js';

export const TimeZoneSetting = ({ settings }: { readonly settings: Settings }): ReactNode => {
  const list = useId();
  const form = useSettingsForm({
    settings,
    valuesOf: (now) => ({ timeZone: now.timeZone ?? '' }),
    toChange: ({ timeZone }) => ({ timeZone: timeZone.trim() === '' ? null : timeZone.trim() }),
    shown: [{ name: 'timeZone', label: SETTINGS.business.timeZone, text: ({ timeZone }) => timeZone }],
  });
  const isSame = form.methods.watch('timeZone').trim() === (settings.timeZone ?? '');
  const texts = SETTINGS;
  return (
    <Form form={form} className="stack narrow-form">
      <div className="say">
        <TextField
          form={form}
          name="timeZone"
          label={texts.business.timeZone}
          list={list}
          autoComplete="off"
          placeholder={settings.installation.timeZone}
        />
        <Submit form={form} disabled={isSame}>
          {texts.save}
        </Submit>
      </div>
      <p className="help">{texts.business.timeZoneHelp(settings.installation.timeZone)}</p>
      <TimeZoneNames id={list} />
      <FormProblem form={form} />
    </Form>
  );
};
