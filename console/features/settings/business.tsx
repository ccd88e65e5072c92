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

const valuesOf = ({ name, concurrentCalls }: Settings): Values => ({
  name,
  concurrentCalls: concurrentCalls?.toString() ?? '',
});

const changeOf = ({ name, concurrentCalls }: Values) => ({
  name: name.trim(),
  concurrentCalls: concurrentCalls.trim() === '' ? null : Number(concurrentCalls),
});

export const BusinessSetting = ({ settings }: { readonly settings: Settings }): ReactNode => {
  const { lines } = settings;
  const texts = SETTINGS.business;
  const form = useSettingsForm({
    settings,
    valuesOf,
    toChange: changeOf,
    shown: [
      { name: 'name', label: texts.name, text: ({ name }) => name },
      { name: 'concurrentCalls', label: texts.calls, text: ({ concurrentCalls }) => concurrentCalls },
    ],
  });
  const change = changeOf(form.methods.watch());
  const isSame = change.name === settings.name && change.concurrentCalls === settings.concurrentCalls;
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
