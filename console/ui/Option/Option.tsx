/** A checkbox with a name and a sentence about it. */
import { type ReactNode, type Ref, useId } from 'react';
import styles from './Option.module.css';

interface OptionProps {
  readonly label: ReactNode;
  readonly help: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly error?: string | undefined;
  /** Receives the checkbox, to move the focus to it. */
  readonly inputRef?: Ref<HTMLInputElement>;
}

export const Option = ({ label, help, checked, onChange, error, inputRef }: OptionProps): ReactNode => {
  const id = useId();
  return (
    <>
      <label className={styles.option}>
        <input
          ref={inputRef}
          type="checkbox"
          checked={checked}
          onChange={({ target }) => onChange(target.checked)}
          aria-describedby={error === undefined ? undefined : id}
          aria-invalid={error === undefined ? undefined : true}
        />
        <span>
          {label}
          <span className={styles.help}>{help}</span>
        </span>
      </label>
      {error !== undefined && (
        <p className="wrong" id={id}>
          {error}
        </p>
      )}
    </>
  );
};
