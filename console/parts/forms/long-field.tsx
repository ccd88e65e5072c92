/** A labelled multi-line text with its help and its error. */
import { type ReactNode, useId } from 'react';

interface LongFieldProps {
  readonly label: string;
  readonly help: string;
  readonly error?: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly required?: boolean;
  /** Characters. */
  readonly maxLength: number;
}

export const LongField = ({
  label,
  help,
  error,
  value,
  onChange,
  required = false,
  maxLength,
}: LongFieldProps): ReactNode => {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        rows={12}
        value={value}
        required={required}
        maxLength={maxLength}
        aria-describedby={`${id}-help`}
        aria-invalid={error === undefined ? undefined : true}
        onChange={({ target }) => onChange(target.value)}
      />
      <p className="help" id={`${id}-help`}>
        {help}
      </p>
      {error !== undefined && <p className="wrong">{error}</p>}
    </div>
  );
};
