/** Above the list: the search, the period, the filters, and the columns. */
import { Popover, PopoverDisclosure, PopoverProvider } from '@ariakit/react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { classes } from '../../../ui/classes.js';
import { useFilters } from '../../../ui/filters.js';
import { useTypedText } from '../../../ui/typed-text.js';
import { CALLS } from '../messages.js';
import { PERIODS, type Period, periodOf, setFilters } from './call-query.js';
import styles from './calls.module.css';
import { COLUMNS, type Column } from './columns.js';
import { AddFilter, Chip } from './facets.js';

/** As the API limits it. */
const MOST_CHARACTERS = 100;

interface FilterBarProps {
  readonly columns: readonly Column[];
  readonly onColumns: (columns: readonly Column[]) => void;
}

export const FilterBar = ({ columns, onColumns }: FilterBarProps): ReactNode => {
  const [params] = useSearchParams();
  const set = setFilters(params);
  return (
    <search className={styles.bar}>
      <SearchField />
      <PeriodChoice />
      {set.map((name) => (
        <Chip key={name} name={name} />
      ))}
      <AddFilter set={set} />
      <ColumnChoice columns={columns} onColumns={onColumns} />
    </search>
  );
};

/** The API refuses words without a letter or a digit. */
const wordsOf = (text: string): string => (/[\p{L}\p{N}]/u.test(text) ? text.trim() : '');

const SearchField = (): ReactNode => {
  const { filterOf, setFilter } = useFilters({ replace: true });
  const [text, setText] = useTypedText(filterOf('text'), (words) => setFilter('text', words), wordsOf);
  return (
    <input
      className={styles.search}
      type="search"
      aria-label={CALLS.search}
      placeholder={CALLS.search}
      maxLength={MOST_CHARACTERS}
      value={text}
      onChange={({ target }) => setText(target.value)}
    />
  );
};

const PeriodChoice = (): ReactNode => {
  const [params, setParams] = useSearchParams();
  const period = periodOf(params);
  const set = (values: Readonly<Record<string, string>>): void =>
    setParams((before) => {
      const after = new URLSearchParams(before);
      for (const [name, value] of Object.entries(values)) {
        if (value === '') after.delete(name);
        else after.set(name, value);
      }
      return after;
    });
  const choose = (value: string): void =>
    set({ period: value, ...(value === 'custom' ? {} : { from: '', to: '' }) });
  return (
    <>
      <select
        className={styles.period}
        aria-label={CALLS.period}
        value={period ?? ''}
        onChange={({ target }) => choose(target.value)}
      >
        <option value="">{CALLS.anyTime}</option>
        {PERIODS.map((name: Period) => (
          <option key={name} value={name}>
            {CALLS.periods[name]}
          </option>
        ))}
      </select>
      {period === 'custom' &&
        (['from', 'to'] as const).map((name) => (
          <input
            key={name}
            className={styles.day}
            type="date"
            aria-label={CALLS[name]}
            value={params.get(name) ?? ''}
            onChange={({ target }) => set({ period: 'custom', [name]: target.value })}
          />
        ))}
    </>
  );
};

const ColumnChoice = ({ columns, onColumns }: FilterBarProps): ReactNode => (
  <PopoverProvider placement="bottom-end">
    <PopoverDisclosure className="plain">{CALLS.chooseColumns}</PopoverDisclosure>
    <Popover
      className={classes('floats', styles.choices)}
      gutter={4}
      portal
      aria-label={CALLS.chooseColumns}
      unmountOnHide
    >
      {COLUMNS.map((column) => (
        <label key={column} className={styles.option}>
          {CALLS.columns[column]}
          <input
            type="checkbox"
            checked={columns.includes(column)}
            onChange={({ target }) =>
              onColumns(target.checked ? [...columns, column] : columns.filter((chosen) => chosen !== column))
            }
          />
        </label>
      ))}
    </Popover>
  </PopoverProvider>
);
