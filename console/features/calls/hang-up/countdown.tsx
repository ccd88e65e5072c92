/** Whole seconds until a moment, for the eye alone. */
import { type ReactNode, useEffect, useState } from 'react';

interface CountdownProps {
  /** ms since the epoch. */
  readonly until: number;
  readonly textOf: (seconds: number) => string;
}

const secondsTo = (until: number): number => Math.max(0, Math.ceil((until - Date.now()) / 1_000));

export const Countdown = ({ until, textOf }: CountdownProps): ReactNode => {
  const [seconds, setSeconds] = useState(() => secondsTo(until));
  useEffect(() => {
    setSeconds(secondsTo(until));
    const timer = setInterval(() => setSeconds(secondsTo(until)), 250);
    return () => clearInterval(timer);
  }, [until]);
  return (
    <span className="figure" aria-hidden="true">
      {textOf(seconds)}
    </span>
  );
};
