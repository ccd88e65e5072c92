/** Chooses a period: today, the last days, or days of one's choice. The choice is in the address (bounds.ts). */
import { type ReactNode, useId } from 'react';
import type { Filters } from '../filters.js';
import { COMMON } from '../messages.js';
import { PRESETS, type Preset, periodOf } from './bounds.js';
import styles from './Period.module.css';

const texts = COMMON.period;

interface PeriodChoiceProps {
  readonly filters: Filters;
  /** The choice while the address has none; `all` also offers all of time. */
  readonly fallback: Preset | 'all';
}

export const PeriodChoice = ({ filters, fallback }: PeriodChoiceProps): ReactNode => {
  const id = useId();
  const period = periodOf(filters, fallback);
  const chosen = period.type === 'preset' ? period.preset : period.type;
  const choices = [...(fallback === 'all' ? (['all'] as const) : []), ...PRESETS, 'custom' as const];
  const choose = (choice: (typeof choices)[number]): void => {
    filters.setFilter('period', choice === fallback ? '' : choice);
    if (choice === 'custom') return;
    filters.setFilter('from', '');
    filters.setFilter('to', '');
  };
  return (
    <fieldset className={styles.period}>
      <legend className="hidden">{texts.legend}</legend>
      <div className={styles.choices}>
        {choices.map((choice) => (
          <button key={choice} type="button" aria-pressed={choice === chosen} onClick={() => choose(choice)}>
            {texts.choices[choice]}
          </button>
        ))}
      </div>
      {period.type === 'custom' &&
        (['from', 'to'] as const).map((bound) => (
          <label key={bound} htmlFor={`${id}-${bound}`} className={styles.day}>
            {texts[bound]}
            <input
              id={`${id}-${bound}`}
              type="date"
              value={period[bound]}
              onChange={({ target }) => filters.setFilter(bound, target.value)}
            />
          </label>
        ))}
    </fieldset>
  );
};
