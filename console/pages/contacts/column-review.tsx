/** The columns of a file that is about to be imported: the use of each, with its first values. */
import type { ReactNode } from 'react';
import type { TableHead } from '../../parts/table-head.js';
import { TEXTS } from '../../texts.js';
import { type ColumnUse, mayBePart, type Use, withUse } from './columns.js';

interface ColumnReviewProps {
  readonly head: TableHead;
  readonly uses: readonly ColumnUse[];
  readonly change: (uses: readonly ColumnUse[]) => void;
}

const USES: readonly Use[] = ['mobile', 'name', 'part', 'field', 'zone', 'ignore'];

export const ColumnReview = ({ head, uses, change }: ColumnReviewProps): ReactNode => {
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
                    const chosen = USES.find((one) => one === target.value);
                    if (chosen !== undefined) change(withUse(uses, column, chosen));
                  }}
                >
                  {USES.filter((one) => one !== 'part' || (mayBePart(column) && !hasName)).map((one) => (
                    <option key={one} value={one}>
                      {texts.uses[one]}
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
                      change(uses.map((one) => (one.column === column ? { ...one, key: target.value } : one)))
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
