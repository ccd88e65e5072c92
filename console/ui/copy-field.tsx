/** A value to copy, with a button where the browser allows a page to copy. */
import { type ReactNode, useState } from 'react';
import styles from './copy-field.module.css';
import { COMMON } from './messages.js';

interface CopyFieldProps {
  readonly label: string;
  readonly value: string;
}

/** Over plain http, from another machine, a page may not write to the clipboard; the text can still be selected. */
export const CopyField = ({ label, value }: CopyFieldProps): ReactNode => {
  const [copied, setCopied] = useState(false);
  const clipboard: Clipboard | undefined = navigator.clipboard;
  return (
    <div className={styles.copied}>
      <label>
        <span className="small">{label}</span>
        <input readOnly value={value} onFocus={(event) => event.target.select()} />
      </label>
      {clipboard !== undefined && (
        <button
          type="button"
          className="plain"
          onClick={() => void clipboard.writeText(value).then(() => setCopied(true))}
        >
          {copied ? COMMON.copied : COMMON.copy}
        </button>
      )}
    </div>
  );
};
