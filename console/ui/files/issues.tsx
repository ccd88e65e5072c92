/** The issues found in a file, row by row; they can be downloaded as a table. */
import type { ReactNode } from 'react';
import { FILES } from './messages.js';

interface Issue {
  readonly row: number | null;
  readonly column: string | null;
  readonly code: string;
  readonly message: string;
}

interface IssuesProps {
  readonly issues: readonly Issue[];
  /** Name of the file with the issues. */
  readonly fileName: string;
}

/** A spreadsheet interprets a leading sign as a formula. */
const cell = (value: string | number | null): string => {
  const text = value === null ? '' : String(value);
  return `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
};

const tableOf = (issues: readonly Issue[]): string =>
  [
    'row,column,code,message',
    ...issues.map(({ row, column, code, message }) => [row, column, code, message].map(cell).join(',')),
  ].join('\r\n');

const save = (text: string, name: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
};

export const Issues = ({ issues, fileName }: IssuesProps): ReactNode => {
  if (issues.length === 0) return null;
  const texts = FILES.issues;
  return (
    <div>
      <div className="head-line">
        <h3>{texts.title}</h3>
        <button
          type="button"
          className="plain"
          onClick={() => save(tableOf(issues), `${fileName.replace(/\.[^.]*$/, '')}-issues.csv`)}
        >
          {texts.download}
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: people without a mouse scroll it with the keys. */}
      <section className="scrolls issues" tabIndex={0} aria-label={`${texts.title}: ${fileName}`}>
        <table className="rows still">
          <thead>
            <tr>
              <th scope="col" className="number">
                {texts.row}
              </th>
              <th scope="col">{texts.column}</th>
              <th scope="col">{texts.message}</th>
            </tr>
          </thead>
          <tbody>
            {issues.map(({ row, column, code, message }) => (
              <tr key={`${row} ${column} ${code} ${message}`}>
                <td className="number">{row ?? '–'}</td>
                <td>{column ?? '–'}</td>
                <td className="wraps">{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
};
