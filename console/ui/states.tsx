/** What a page shows while it loads, when it is empty, and when it has failed. */
import { type ReactNode, useEffect, useState } from 'react';
import { COMMON } from './messages.js';
import styles from './states.module.css';

export { Problem } from './Problem/Problem.js';

/** Shorter waits show nothing, to avoid a flicker, ms. */
const LOADING_DELAY_MS = 300;
/** After this time the page says that it waits for the service, ms. */
const SLOW_MS = 3_000;

export const Loading = ({ rows = 4 }: { readonly rows?: number }): ReactNode => {
  const [stage, setStage] = useState<'hidden' | 'bones' | 'slow'>('hidden');
  useEffect(() => {
    const timers = [
      setTimeout(() => setStage('bones'), LOADING_DELAY_MS),
      setTimeout(() => setStage('slow'), SLOW_MS),
    ];
    return () => timers.forEach(clearTimeout);
  }, []);
  if (stage === 'hidden') return null;
  return (
    <div className={styles.loading} data-loading role="status">
      {stage === 'slow' ? <p>{COMMON.slow}</p> : <span className="hidden">{COMMON.loading}</span>}
      {Array.from({ length: rows }, (_, row) => `row ${row}`).map((row) => (
        <div key={row} className={styles.bone} />
      ))}
    </div>
  );
};

interface EmptyProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** Explains an empty page: one sentence, one action. */
export const Empty = ({ title, children }: EmptyProps): ReactNode => (
  <div className={styles.empty}>
    <h2>{title}</h2>
    {children}
  </div>
);
