/** What a page shows while it loads, when it is empty, and when it has failed. */
import { type ReactNode, useEffect, useState } from 'react';
import type { ApiProblem } from '../api/client.js';
import { COMMON } from './messages.js';

/** Shorter waits show nothing, to avoid a flicker, ms. */
const LOADING_DELAY_MS = 300;

export const Loading = ({ rows = 4 }: { readonly rows?: number }): ReactNode => {
  const [isVisible, setVisible] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setVisible(true), LOADING_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isVisible) return null;
  return (
    <div className="loading" role="status">
      <span className="hidden">{COMMON.loading}</span>
      {Array.from({ length: rows }, (_, row) => `row ${row}`).map((row) => (
        <div key={row} className="bone" />
      ))}
    </div>
  );
};

interface ProblemProps {
  readonly problem: Pick<ApiProblem, 'message' | 'requestId' | 'details'>;
  readonly onRetry?: () => void;
}

/** What happened, what to do, and the id that finds it in the log. */
export const Problem = ({ problem, onRetry }: ProblemProps): ReactNode => (
  <div className="problem" role="alert">
    <p>{problem.message}</p>
    {problem.details.length > 0 && (
      <ul>
        {problem.details.map(({ path, message }) => (
          <li key={`${path} ${message}`}>
            <code>{path.replace(/^\//, '')}</code> {message}
          </li>
        ))}
      </ul>
    )}
    {problem.requestId !== null && (
      <p className="small">
        {COMMON.request} <code>{problem.requestId}</code>
      </p>
    )}
    {onRetry !== undefined && (
      <button type="button" className="plain" onClick={onRetry}>
        {COMMON.tryAgain}
      </button>
    )}
  </div>
);

interface EmptyProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** Explains an empty page: one sentence, one action. */
export const Empty = ({ title, children }: EmptyProps): ReactNode => (
  <div className="empty">
    <h2>{title}</h2>
    {children}
  </div>
);
