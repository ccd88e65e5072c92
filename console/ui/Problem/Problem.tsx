/** A problem: what happened, what to do, and the id that finds it in the log. If the service says when, it retries by itself. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ApiProblem } from '../../api/client.js';
import { COMMON } from '../messages.js';
import { detailOf } from './field-details.js';
import styles from './Problem.module.css';
import { fieldNameOf, sentenceOf } from './problem-texts.js';

/** Longer waits are left to the person, s. */
const MOST_SECONDS = 120;

interface ProblemProps {
  readonly problem: Pick<ApiProblem, 'message' | 'requestId' | 'details'> &
    Partial<Pick<ApiProblem, 'code' | 'retryAfterSeconds'>>;
  /** For reads: what is changed is repeated by the person alone. */
  readonly onRetry?: () => void;
}

export const Problem = ({ problem, onRetry }: ProblemProps): ReactNode => {
  const { code, message, details, requestId, retryAfterSeconds = null } = problem;
  return (
    <div className={styles.problem} role="alert">
      <p>{sentenceOf({ message, ...(code === undefined ? {} : { code }) })}</p>
      {details.length > 0 && (
        <ul>
          {details.map((detail) => (
            <li key={`${detail.path} ${detail.message}`}>
              <span className={styles.field}>{fieldNameOf(detail.path)}</span> {detailOf(detail.message)}
            </li>
          ))}
        </ul>
      )}
      {requestId !== null && (
        <p className={styles.request}>
          {COMMON.request} <code>{requestId}</code>
        </p>
      )}
      {retryAfterSeconds !== null && retryAfterSeconds <= MOST_SECONDS ? (
        <Countdown
          key={requestId}
          seconds={Math.ceil(retryAfterSeconds)}
          {...(onRetry === undefined ? {} : { onRetry })}
        />
      ) : (
        onRetry !== undefined && (
          <button type="button" className="plain" onClick={onRetry}>
            {COMMON.tryAgain}
          </button>
        )
      )}
    </div>
  );
};

interface CountdownProps {
  readonly seconds: number;
  readonly onRetry?: () => void;
}

const Countdown = ({ seconds, onRetry }: CountdownProps): ReactNode => {
  const [left, setLeft] = useState(seconds);
  const retry = useRef(onRetry);
  useEffect(() => {
    retry.current = onRetry;
  });
  useEffect(() => {
    const timer = setInterval(() => setLeft((before) => Math.max(0, before - 1)), 1_000);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    if (left === 0) retry.current?.();
  }, [left]);
  if (onRetry === undefined) return left > 0 && <p className={styles.request}>{COMMON.waiting(left)}</p>;
  return (
    <button type="button" className="plain" onClick={onRetry}>
      {left > 0 ? COMMON.retrying(left) : COMMON.tryAgain}
    </button>
  );
};
