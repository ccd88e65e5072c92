/** The columns of a file that is about to be imported: the use of each, with its first values, and the order of its dates. */
import type { ReactNode } from 'react';
import {
  type ColumnUse,
  labelledColumns,
  type Preview,
  type PreviewedColumn,
  type Use,
  withUse,
} from './columns.js';
import styles from './contact-import.module.css';
import { DateChoice } from './date-choice.js';
import { CONTACTS } from './messages.js';

interface ColumnReviewProps {
  /** As the service took the columns before they were corrected. */
  readonly base: Preview;
  /** With the corrections that the service knows of. */
  readonly preview: Preview;
  readonly uses: readonly ColumnUse[];
  readonly onChange: (uses: readonly ColumnUse[]) => void;
}

const USES: readonly Use[] = ['mobile', 'labelled', 'name', 'part', 'field', 'zone', 'ignore'];

export const ColumnReview = ({ base, preview, uses, onChange }: ColumnReviewProps): ReactNode => {
  const texts = CONTACTS.imports;
  const labelled = labelledColumns(base);
  const change = (column: string, next: Partial<ColumnUse>): void =>
    onChange(uses.map((columnUse) => (columnUse.column === column ? { ...columnUse, ...next } : columnUse)));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: people without a mouse scroll it with the keys.
    <section className="scrolls" tabIndex={0} aria-label={texts.columns}>
      <table className={`rows still ${styles.columns}`}>
        <thead>
          <tr>
            <th scope="col">{texts.column}</th>
            <th scope="col">{texts.use}</th>
            <th scope="col">{texts.key}</th>
            <th scope="col">{texts.first}</th>
          </tr>
        </thead>
        <tbody>
          {uses.map((columnUse) => {
            const { column, use } = columnUse;
            return (
              <ColumnRow
                key={column}
                columnUse={columnUse}
                found={base.columns.find((candidate) => candidate.column === column)}
                misfits={
                  preview.columns.find((candidate) => candidate.column === column)?.dates?.misfits ?? 0
                }
                offered={USES.filter((option) => option !== 'labelled' || labelled.has(column))}
                onUse={(chosen) => {
                  if (chosen !== use) onChange(withUse(uses, column, chosen, labelled));
                }}
                onChange={(next) => change(column, next)}
              />
            );
          })}
        </tbody>
      </table>
    </section>
  );
};

interface ColumnRowProps {
  readonly columnUse: ColumnUse;
  readonly found: PreviewedColumn | undefined;
  readonly misfits: number;
  readonly offered: readonly Use[];
  readonly onUse: (use: Use) => void;
  readonly onChange: (next: Partial<ColumnUse>) => void;
}

const ColumnRow = ({ columnUse, found, misfits, offered, onUse, onChange }: ColumnRowProps): ReactNode => {
  const { column, use, key, dates } = columnUse;
  const texts = CONTACTS.imports;
  return (
    <tr>
      <th scope="row">{column}</th>
      <td>
        <select
          aria-label={texts.usageOf(column)}
          value={use}
          onChange={({ target }) => {
            const chosen = offered.find((candidate) => candidate === target.value);
            if (chosen !== undefined) onUse(chosen);
          }}
        >
          {offered.map((option) => (
            <option key={option} value={option}>
              {texts.uses[option]}
            </option>
          ))}
        </select>
      </td>
      <td>
        {use === 'field' && (
          <input
            aria-label={texts.keyOf(column)}
            value={key}
            maxLength={64}
            onChange={({ target }) => onChange({ key: target.value })}
          />
        )}
      </td>
      <td className={`quiet ${styles.firstValues}`}>
        <p>{found?.samples.join(' · ')}</p>
        {use === 'field' && found?.dates != null && (
          <DateChoice
            column={column}
            dates={found.dates}
            misfits={misfits}
            chosen={dates}
            onChange={(order) => onChange({ dates: order })}
          />
        )}
      </td>
    </tr>
  );
};
