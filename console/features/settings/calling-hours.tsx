/** When recipients may not be called, and how many calls a number may receive per day. */
import { type ReactNode, useState } from 'react';
import { useFieldArray } from 'react-hook-form';
import { DAYS, type Day, DayTicks } from '../../ui/forms/day-ticks.js';
import {
  Form,
  FormProblem,
  PartProblem,
  Saved,
  Submit,
  TextField,
  useFormField,
} from '../../ui/forms/form.js';
import { numberOrNull } from '../../ui/forms/number-in.js';
import type { BodyForm } from '../../ui/forms/use-body-form.js';
import { Icon } from '../../ui/icon.js';
import { CAMPAIGNS } from '../campaigns/messages.js';
import { SETTINGS } from './messages.js';
import type { Settings } from './setting.js';
import { useSettingsForm } from './use-settings-form.js';

const MOST_PERIODS = 14;

interface Values {
  readonly periods: readonly {
    readonly days: readonly Day[];
    readonly start: string;
    readonly end: string;
  }[];
  /** Empty: no limit. */
  readonly attempts: string;
}

const valuesOf = ({ quietHours, attemptsPerDay }: Settings): Values => ({
  periods: quietHours ?? [],
  attempts: attemptsPerDay?.toString() ?? '',
});

const changeOf = ({ periods, attempts }: Values) => ({
  quietHours: periods.length === 0 ? null : periods.map(({ days, start, end }) => ({ days, start, end })),
  attemptsPerDay: numberOrNull(attempts),
});

const periodText = ({ days, start, end }: Values['periods'][number]): string =>
  `${days.map((day) => CAMPAIGNS.builder.days[day]).join(', ')} ${start}–${end}`;

export const CallingHoursSettings = ({ settings }: { readonly settings: Settings }): ReactNode => {
  const [isSaved, setSaved] = useState(false);
  const texts = SETTINGS.callingHours;
  return (
    <section className="stack" aria-labelledby="settings-calling-hours">
      <div>
        <h2 id="settings-calling-hours">{texts.title}</h2>
        <p className="help">{texts.help}</p>
      </div>
      <HoursForm settings={settings} isSaved={isSaved} onSaved={() => setSaved(true)} />
    </section>
  );
};

interface HoursFormProps {
  readonly settings: Settings;
  readonly isSaved: boolean;
  readonly onSaved: () => void;
}

const HoursForm = ({ settings, isSaved, onSaved }: HoursFormProps): ReactNode => {
  const texts = SETTINGS.callingHours;
  const form = useSettingsForm({
    settings,
    valuesOf,
    toChange: changeOf,
    shown: [
      { name: 'periods', label: texts.title, text: ({ periods }) => periods.map(periodText).join('\n') },
      { name: 'attempts', label: texts.attempts, text: ({ attempts }) => attempts },
    ],
    onSaved,
  });
  const { fields, append, remove } = useFieldArray({ control: form.methods.control, name: 'periods' });
  return (
    <Form form={form} className="stack">
      {fields.length === 0 && <p>{texts.none}</p>}
      {fields.map(({ id }, index) => (
        <PeriodLine key={id} form={form} index={index} onRemove={() => remove(index)} />
      ))}
      {fields.length > 0 && <p className="help">{texts.endHelp}</p>}
      <PartProblem form={form} path="/quietHours" />
      <div>
        <button
          type="button"
          className="plain"
          disabled={fields.length >= MOST_PERIODS}
          onClick={() => append({ days: DAYS, start: '21:00', end: '08:00' }, { shouldFocus: false })}
        >
          {texts.add}
        </button>
      </div>
      <div className="pair">
        <TextField
          form={form}
          name="attempts"
          path="/attemptsPerDay"
          label={texts.attempts}
          help={texts.attemptsHelp}
          inputMode="numeric"
        />
      </div>
      <FormProblem form={form} />
      <div className="actions from-left">
        <Submit form={form}>{SETTINGS.save}</Submit>
        <Saved form={form} isSaved={isSaved}>
          {SETTINGS.saved}
        </Saved>
      </div>
    </Form>
  );
};

interface PeriodLineProps {
  readonly form: BodyForm<Values>;
  readonly index: number;
  readonly onRemove: () => void;
}

const PeriodLine = ({ form, index, onRemove }: PeriodLineProps): ReactNode => {
  const texts = SETTINGS.callingHours;
  const place = (name: 'start' | 'end') =>
    ({ form, name: `periods.${index}.${name}`, path: `/quietHours/${index}/${name}` }) as const;
  return (
    <fieldset className="choices">
      <legend>{texts.quiet(index + 1)}</legend>
      <PeriodDays form={form} index={index} />
      <div className="three">
        <TextField {...place('start')} label={texts.start} type="time" required />
        <TextField {...place('end')} label={texts.end} type="time" required />
        <button type="button" className="plain" aria-label={texts.remove(index + 1)} onClick={onRemove}>
          <Icon name="close" />
        </button>
      </div>
    </fieldset>
  );
};

const PeriodDays = ({ form, index }: Omit<PeriodLineProps, 'onRemove'>): ReactNode => {
  const { field, fieldState } = useFormField({
    form,
    name: `periods.${index}.days`,
    path: `/quietHours/${index}/days`,
  });
  return (
    <>
      <div className="choices days">
        <DayTicks
          days={form.methods.watch(`periods.${index}.days`)}
          onChange={field.onChange}
          inputRef={field.ref}
        />
      </div>
      {fieldState.error !== undefined && <p className="wrong">{fieldState.error.message}</p>}
    </>
  );
};
