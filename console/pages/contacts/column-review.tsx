/** The columns of a file that is about to be imported: the use of each, with its first values. */
import type { ReactNode } from 'react';
import type { TableHead } from '../../parts/files/table-head.js';
import { TEXTS } from '../../texts.js';
import { type ColumnUse, canBeNamePart, type Use, withUse } from './columns.js';

interface ColumnReviewProps {
  readonly head: TableHead;
  readonly uses: readonly ColumnUse[];
  readonly onChange: (uses: readonly ColumnUse[]) => void;
}

const USES: readonly Use[] = ['mobile', 'name', 'part', 'field', 'zone', 'ignore'];

export const ColumnReview = ({ head, uses, onChange }: ColumnReviewProps): ReactNode => {
  const texts = TEXTS.contacts.imports;
  const hasName = uses.some(({ use }) => use === 'name');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: people without a mouse scroll it with the keys.
    <section className="scrolls" tabIndex={0} aria-label={texts.columns}>
      <table className="rows still review">
        <thead>
          <tr>
            <th scope="col">{texts.column}</th>
            <th scope="col">{texts.use}</th>
            <th scope="col">{texts.key}</th>
            <th scope="col">{texts.first}</th>
          </tr>
        </thead>
        <tbody>
          {uses.map(({ column, use, key }, index) => (
            <tr key={column}>
              <th scope="row">{column}</th>
              <td>
                <select
                  aria-label={texts.usageOf(column)}
                  value={use}
                  onChange={({ target }) => {
                    const chosen = USES.find((candidate) => candidate === target.value);
                    if (chosen !== undefined) onChange(withUse(uses, column, chosen));
                  }}
                >
                  {USES.filter(
                    (candidate) => candidate !== 'part' || (canBeNamePart(column) && !hasName),
                  ).map((option) => (
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
                    onChange={({ target }) =>
                      onChange(
                        uses.map((columnUse) =>
                          columnUse.column === column ? { ...columnUse, key: target.value } : columnUse,
                        ),
                      )
                    }
                  />
                )}
              </td>
              <td className="quiet first-values">
                {head.rows
                  .map((row) => row[index] ?? '')
                  .filter((value) => value !== '')
                  .slice(0, 3)
                  .join(' · ')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
};
