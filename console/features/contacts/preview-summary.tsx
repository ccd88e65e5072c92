/** How a file is read: its encoding, which can be corrected, its form, and the rows that would be rejected. */
import type { ReactNode } from 'react';
import { Issues } from '../../ui/files/issues.js';
import { Choice } from '../../ui/forms/field.js';
import type { Encoding, Preview } from './columns.js';
import styles from './contact-import.module.css';
import { ENCODINGS } from './encodings.js';
import { CONTACTS, ENCODING_NAMES } from './messages.js';

interface PreviewSummaryProps {
  readonly preview: Preview;
  readonly fileName: string;
  /** Null: as detected. */
  readonly encoding: Encoding | null;
  readonly onEncoding: (encoding: Encoding | null) => void;
}

const DETECTED = 'detected';

export const PreviewSummary = ({
  preview,
  fileName,
  encoding,
  onEncoding,
}: PreviewSummaryProps): ReactNode => {
  const texts = CONTACTS.imports;
  const { delimiter, sheet, headerRow, rows, complete, failed, issues } = preview;
  const detected = encoding === null && preview.encoding !== null ? ENCODING_NAMES[preview.encoding] : null;
  const ofRows = issues.filter(({ row }) => row !== null);
  return (
    <section className="stack" aria-label={texts.reading}>
      <p className="quiet">
        {[
          sheet === null ? [] : [texts.sheet(sheet)],
          delimiter === null ? [] : [texts.delimiter(delimiter)],
          headerRow === 1 ? [] : [texts.headerRow(headerRow)],
          [texts.rowsRead(rows, complete)],
        ]
          .flat()
          .join(' · ')}
      </p>
      {preview.encoding !== null && (
        <div className={styles.encoding}>
          <Choice
            label={texts.encoding}
            help={texts.encodingHelp}
            value={encoding ?? DETECTED}
            choices={[
              { value: DETECTED, name: texts.detected(detected) },
              ...ENCODINGS.map((value) => ({ value, name: ENCODING_NAMES[value] })),
            ]}
            onChange={(chosen) => onEncoding(chosen === DETECTED ? null : chosen)}
          />
        </div>
      )}
      {failed > 0 && <p className="warns">{texts.rejected(failed, rows, complete)}</p>}
      {ofRows.length > 0 && (
        <details>
          <summary>{texts.showIssues(ofRows.length)}</summary>
          <Issues issues={ofRows} fileName={fileName} />
        </details>
      )}
    </section>
  );
};
