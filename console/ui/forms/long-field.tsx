/** A labelled multi-line text with its help and its error. */
import { type ReactNode, type Ref, useId } from 'react';
import { describedBy, Notes } from './notes.js';

interface LongFieldProps {
  readonly label: string;
  readonly help?: string | undefined;
  readonly error?: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly required?: boolean;
  /** Characters. */
  readonly maxLength?: number;
  /** Default: 12. */
  readonly rows?: number;
  /** Receives the text area, to move the focus to it. */
  readonly inputRef?: Ref<HTMLTextAreaElement>;
}

export const LongField = ({
  label,
  help,
  error,
  value,
  onChange,
  required = false,
  maxLength,
  rows = 12,
  inputRef,
}: LongFieldProps): ReactNode => {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        ref={inputRef}
        id={id}
        rows={rows}
        value={value}
        required={required}
        maxLength={maxLength}
        {...describedBy(id, help, error)}
        onChange={({ target }) => onChange(target.value)}
      />
      <Notes id={id} help={help} error={error} />
    </div>
  );
};
