/** A labelled multi-line text with its help and its error. */
import { type ReactNode, useId } from 'react';

interface LongFieldProps {
  readonly label: string;
  readonly help: string;
  readonly wrong?: string | undefined;
  readonly value: string;
  readonly change: (value: string) => void;
  readonly required?: boolean;
  /** Characters. */
  readonly maxLength: number;
}

export const LongField = ({
  label,
  help,
  wrong,
  value,
  change,
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
        aria-invalid={wrong === undefined ? undefined : true}
        onChange={({ target }) => change(target.value)}
      />
      <p className="help" id={`${id}-help`}>
        {help}
      </p>
      {wrong !== undefined && <p className="wrong">{wrong}</p>}
    </div>
  );
};
