/** A labelled input with its help and its error. */
import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import { describedBy, Notes } from './notes.js';

interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value' | 'id'> {
  readonly label: string;
  readonly help?: string;
  /** The service's error for this field. */
  readonly error?: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Receives the input, to move the focus to it. */
  readonly inputRef?: Ref<HTMLInputElement>;
}

export const Field = ({ label, help, error, value, onChange, inputRef, ...input }: FieldProps): ReactNode => {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        {...describedBy(id, help, error)}
        ref={inputRef}
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <Notes id={id} help={help} error={error} />
    </div>
  );
};

interface ChoiceProps<V extends string> {
  readonly label: string;
  readonly help?: string;
  readonly error?: string | undefined;
  readonly value: V;
  readonly choices: readonly { readonly value: V; readonly name: string }[];
  readonly onChange: (value: V) => void;
  /** Receives the select, to move the focus to it. */
  readonly inputRef?: Ref<HTMLSelectElement>;
}

/** The browser's own select, which works on every screen and with every keyboard. */
export const Choice = <V extends string>({
  label,
  help,
  error,
  value,
  choices,
  onChange,
  inputRef,
}: ChoiceProps<V>): ReactNode => {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        {...describedBy(id, help, error)}
        ref={inputRef}
        id={id}
        value={value}
        onChange={(event) => {
          const chosen = choices.find((choice) => choice.value === event.target.value);
          if (chosen !== undefined) onChange(chosen.value);
        }}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.name}
          </option>
        ))}
      </select>
      <Notes id={id} help={help} error={error} />
    </div>
  );
};
