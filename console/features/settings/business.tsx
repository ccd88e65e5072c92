/** The name of the business, and how many calls it makes at a time. */
import type { ReactNode } from 'react';
import { Form, FormProblem, Submit, TextField } from '../../ui/forms/form.js';
import { SETTINGS } from './messages.js';
import type { Settings } from './setting.js';
import { useSettingsForm } from './use-settings-form.js';

interface Values {
  readonly name: string;
  /** Empty: no limit of its own. */
  readonly concurrentCalls: string;
}

const changeOf = ({ name, concurrentCalls }: Values) => ({
  name: name.trim(),
  concurrentCalls: concurrentCalls.trim() === '' ? null : Number(concurrentCalls),
});

export const BusinessSetting = ({ settings }: { readonly settings: Settings }): ReactNode => {
  const { lines } = settings;
  const first: Values = {
    name: settings.name,
    concurrentCalls: settings.concurrentCalls?.toString() ?? '',
  };
  const form = useSettingsForm({ values: first, toChange: changeOf });
  const change = changeOf(form.methods.watch());
  const isSame = change.name === settings.name && change.concurrentCalls === settings.concurrentCalls;
  const texts = SETTINGS.business;
  return (
    <Form form={form} className="stack narrow-form">
      <TextField form={form} name="name" label={texts.name} required />
      <TextField
        form={form}
        name="concurrentCalls"
        label={texts.calls}
        help={texts.callsHelp(lines)}
        inputMode="numeric"
        placeholder={String(lines)}
      />
      <FormProblem form={form} />
      <Submit form={form} disabled={isSame}>
        {SETTINGS.save}
      </Submit>
    </Form>
  );
};
