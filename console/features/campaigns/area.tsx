/** A labelled text of several lines. */
import { type ReactNode, useId } from 'react';

interface AreaProps {
  readonly label: string;
  readonly help?: string;
  readonly rows: number;
  readonly required?: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export const Area = ({ label, help, rows, required = false, value, onChange }: AreaProps): ReactNode => {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        rows={rows}
        required={required}
        maxLength={4_000}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-describedby={help === undefined ? undefined : `${id}-help`}
      />
      {help !== undefined && (
        <p className="help" id={`${id}-help`}>
          {help}
        </p>
      )}
    </div>
  );
};
