/** A choice of one among few, all of which are shown. */
import type { ReactNode } from 'react';
import styles from './Segments.module.css';

interface SegmentsProps<V extends string> {
  /** For screen readers. */
  readonly label: string;
  readonly value: V;
  readonly choices: readonly { readonly value: V; readonly name: string; readonly count?: number }[];
  readonly onChange: (value: V) => void;
}

export const Segments = <V extends string>({
  label,
  value,
  choices,
  onChange,
}: SegmentsProps<V>): ReactNode => (
  <fieldset className={styles.segments}>
    <legend className="hidden">{label}</legend>
    {choices.map((choice) => (
      <button
        key={choice.value}
        type="button"
        aria-pressed={choice.value === value}
        onClick={() => onChange(choice.value)}
      >
        {choice.name}
        {choice.count !== undefined && <span className={styles.count}> {choice.count}</span>}
      </button>
    ))}
  </fieldset>
);
