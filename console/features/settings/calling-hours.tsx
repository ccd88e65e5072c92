/** When recipients may not be called, and how many calls a number may receive per day. */
import { type FormEvent, type ReactNode, useState } from 'react';
import { DAYS, type Day, DayTicks } from '../../ui/forms/day-ticks.js';
import { Field } from '../../ui/forms/field.js';
import { errorAt, otherDetails } from '../../ui/forms/field-errors.js';
import { Icon } from '../../ui/icon.js';
import { Problem } from '../../ui/states.js';
import { SETTINGS } from './messages.js';
import type { Settings } from './setting.js';
import { useChange } from './use-change.js';

const MOST_PERIODS = 14;
const MOST_ATTEMPTS = 20;

interface Period {
  /** Identifies a period while it is edited. */
  readonly line: number;
  readonly days: readonly Day[];
  readonly start: string;
  readonly end: string;
}

const periodsOf = ({ quietHours }: Settings): readonly Period[] =>
  (quietHours ?? []).map((period, line) => ({ line, ...period }));

export const CallingHoursSettings = ({ settings }: { readonly settings: Settings }): ReactNode => {
  const changing = useChange();
  const texts = SETTINGS.callingHours;
  return (
    <section className="stack" aria-labelledby="settings-calling-hours">
      <div>
        <h2 id="settings-calling-hours">{texts.title}</h2>
        <p className="help">{texts.help}</p>
      </div>
      <Editor
        key={JSON.stringify([settings.quietHours, settings.attemptsPerDay])}
        settings={settings}
        changing={changing}
      />
    </section>
  );
};

interface EditorProps {
  readonly settings: Settings;
  readonly changing: ReturnType<typeof useChange>;
}

const Editor = ({ settings, changing }: EditorProps): ReactNode => {
  const [periods, setPeriods] = useState(() => periodsOf(settings));
  const [attempts, setAttempts] = useState(String(settings.attemptsPerDay ?? ''));
  const texts = SETTINGS.callingHours;
  const { error } = changing;
  const change = (line: number, changes: Partial<Period>): void =>
    setPeriods(periods.map((period) => (period.line === line ? { ...period, ...changes } : period)));
  const add = (): void => {
    const line = Math.max(-1, ...periods.map((period) => period.line)) + 1;
    setPeriods([...periods, { line, days: [...DAYS], start: '21:00', end: '08:00' }]);
  };
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    const quietHours = periods.map(({ days, start, end }) => ({ days, start, end }));
    changing.mutate({
      quietHours: quietHours.length === 0 ? null : quietHours,
      attemptsPerDay: attempts.trim() === '' ? null : Number(attempts),
    });
  };
  return (
    <form className="stack" onSubmit={handleSubmit}>
      {periods.length === 0 && <p>{texts.none}</p>}
      {periods.map((period, index) => (
        <PeriodLine
          key={period.line}
          number={index + 1}
          period={period}
          onChange={(changes) => change(period.line, changes)}
          onRemove={() => setPeriods(periods.filter(({ line }) => line !== period.line))}
        />
      ))}
      {periods.length > 0 && <p className="help">{texts.endHelp}</p>}
      {errorAt(error, '/quietHours') !== undefined && (
        <p className="wrong">{errorAt(error, '/quietHours')}</p>
      )}
      <div>
        <button type="button" className="plain" disabled={periods.length >= MOST_PERIODS} onClick={add}>
          {texts.add}
        </button>
      </div>
      <div className="pair">
        <Field
          label={texts.attempts}
          help={texts.attemptsHelp}
          type="number"
          min={1}
          max={MOST_ATTEMPTS}
          step={1}
          value={attempts}
          onChange={setAttempts}
          error={errorAt(error, '/attemptsPerDay')}
        />
      </div>
      {error !== null && (
        <Problem
          problem={{
            code: error.code,
            message: error.message,
            requestId: error.requestId,
            details: otherDetails(error, ['/quietHours', '/attemptsPerDay']),
          }}
        />
      )}
      <div>
        <button
          type="submit"
          className="main"
          disabled={changing.isPending || periods.some(({ days }) => days.length === 0)}
        >
          {SETTINGS.save}
        </button>
      </div>
      {changing.isSuccess && <p role="status">{SETTINGS.saved}</p>}
    </form>
  );
};

interface PeriodLineProps {
  readonly number: number;
  readonly period: Period;
  readonly onChange: (changes: Partial<Period>) => void;
  readonly onRemove: () => void;
}

const PeriodLine = ({ number, period, onChange, onRemove }: PeriodLineProps): ReactNode => {
  const texts = SETTINGS.callingHours;
  return (
    <fieldset className="choices">
      <legend>{texts.quiet(number)}</legend>
      <div className="choices days">
        <DayTicks days={period.days} onChange={(days) => onChange({ days })} />
      </div>
      {period.days.length === 0 && <p className="small bad">{texts.noDays}</p>}
      <div className="three">
        <Field
          label={texts.start}
          type="time"
          required
          value={period.start}
          onChange={(start) => onChange({ start })}
        />
        <Field
          label={texts.end}
          type="time"
          required
          value={period.end}
          onChange={(end) => onChange({ end })}
        />
        <button type="button" className="plain" aria-label={texts.remove(number)} onClick={onRemove}>
          <Icon name="close" />
        </button>
      </div>
    </fieldset>
  );
};
