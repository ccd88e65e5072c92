/** Two states of a text, word by word. */
import { diffWordsWithSpace } from 'diff';
import { type ReactNode, useMemo } from 'react';
import styles from './publishing.module.css';

/** A comparison that takes longer is abandoned, because it would block the page, ms. */
const DIFF_MS = 500;

interface ComparedProps {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

export const Compared = ({ name, before, after }: ComparedProps): ReactNode => {
  const pieces = useMemo(
    () => diffWordsWithSpace(before, after, { timeout: DIFF_MS }) ?? null,
    [before, after],
  );
  return (
    <div className="field">
      <h2 className="minor">{name}</h2>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: people without a mouse scroll it with the keys. */}
      <p className={styles.compared} tabIndex={0}>
        {pieces === null ? (
          <>
            <del>{before}</del> <ins>{after}</ins>
          </>
        ) : (
          pieces.map(({ value, added, removed }, index) => {
            const key = `${index} ${value.length}`;
            if (added) return <ins key={key}>{value}</ins>;
            if (removed) return <del key={key}>{value}</del>;
            return <span key={key}>{value}</span>;
          })
        )}
      </p>
    </div>
  );
};
