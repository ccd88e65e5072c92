/** A setting that takes effect at once. */
import type { ReactNode } from 'react';
import styles from './Switch.module.css';

interface SwitchProps {
  readonly label: string;
  readonly help?: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

export const Switch = ({ label, help, isOn, onChange }: SwitchProps): ReactNode => (
  <button
    type="button"
    role="switch"
    className={styles.switch}
    aria-checked={isOn}
    title={help}
    onClick={() => onChange(!isOn)}
  >
    <i className={styles.knob} aria-hidden="true" />
    {label}
  </button>
);
