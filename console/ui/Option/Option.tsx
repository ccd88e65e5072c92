/** A checkbox with a name and a sentence about it. */
import type { ReactNode } from 'react';
import styles from './Option.module.css';

interface OptionProps {
  readonly label: ReactNode;
  readonly help: string;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
}

export const Option = ({ label, help, checked, onChange }: OptionProps): ReactNode => (
  <label className={styles.option}>
    <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />
    <span>
      {label}
      <span className={styles.help}>{help}</span>
    </span>
  </label>
);
