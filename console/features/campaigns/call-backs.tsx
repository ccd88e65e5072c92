/** The fields of a campaign that calls people back at the time that they requested. */
import type { ReactNode } from 'react';
import { PartProblem, TextField } from '../../ui/forms/form.js';
import type { BodyForm } from '../../ui/forms/use-body-form.js';
import styles from './campaign-builder.module.css';
import type { Draft } from './draft.js';
import { CAMPAIGNS } from './messages.js';

const texts = CAMPAIGNS.builder;

interface CallBackFieldsProps {
  readonly form: BodyForm<Draft>;
}

export const CallBackFields = ({ form }: CallBackFieldsProps): ReactNode => (
  <>
    <label className="tick">
      <input
        type="checkbox"
        checked={form.methods.watch('callsBack')}
        onChange={({ target }) => form.methods.setValue('callsBack', target.checked)}
      />
      {texts.callsBack}
    </label>
    {form.methods.watch('callsBack') && (
      <>
        <p className="help">{texts.callsBackHelp}</p>
        <div className={styles.two}>
          <TextField
            form={form}
            name="callBacksEach"
            path="/settings/callBacks/maxPerContact"
            label={texts.callBacksEach}
            inputMode="numeric"
          />
          <TextField
            form={form}
            name="callBackDays"
            path="/settings/callBacks/withinDays"
            label={texts.callBackDays}
            inputMode="numeric"
          />
        </div>
        <PartProblem form={form} path="/settings/callBacks" />
      </>
    )}
  </>
);
