/** The order of a column's dates: what a value means in each, and which one the user chooses. */
import type { ReactNode } from 'react';
import { language } from '../../ui/i18n/language.js';
import type { ColumnUse, DateOrder, PreviewedColumn } from './columns.js';
import styles from './contact-import.module.css';
import { CONTACTS } from './messages.js';

type Dates = NonNullable<PreviewedColumn['dates']>;

interface DateChoiceProps {
  readonly column: string;
  readonly dates: Dates;
  /** Values that are no dates, in the chosen order if there is one. */
  readonly misfits: number;
  readonly chosen: ColumnUse['dates'];
  readonly onChange: (order: ColumnUse['dates']) => void;
}

const ORDERS: readonly DateOrder[] = ['dmy', 'mdy', 'ymd'];

const spelled = new Intl.DateTimeFormat(language, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** In words, without its time. */
const inWords = (iso: string): string => spelled.format(new Date(`${iso.slice(0, 10)}T00:00:00Z`));

export const DateChoice = ({ column, dates, misfits, chosen, onChange }: DateChoiceProps): ReactNode => {
  const texts = CONTACTS.imports.dates;
  const options = ORDERS.flatMap((order) => {
    const reading = dates.readings.find((candidate) => candidate[order] !== null);
    const iso = reading?.[order] ?? null;
    return iso === null ? [] : [{ order, name: texts.order(order, reading?.value ?? '', inWords(iso)) }];
  });
  return (
    <div className={styles.dateChoice}>
      {chosen === 'open' && <p className="warns wraps">{texts.ambiguous(dates.readings[0]?.value ?? '')}</p>}
      <select
        aria-label={texts.of(column)}
        value={chosen}
        onChange={({ target }) => {
          const order = ORDERS.find((candidate) => candidate === target.value);
          onChange(order ?? 'text');
        }}
      >
        {chosen === 'open' && (
          <option value="open" disabled>
            {texts.choose}
          </option>
        )}
        {options.map(({ order, name }) => (
          <option key={order} value={order}>
            {name}
          </option>
        ))}
        <option value="text">{texts.text}</option>
      </select>
      {misfits > 0 && <p className="warns wraps">{texts.misfits(misfits)}</p>}
    </div>
  );
};
