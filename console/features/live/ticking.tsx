/** Running durations: one timer for all of them, which writes to the DOM without rendering anything. */
import { type ReactNode, useEffect, useRef } from 'react';
import { lengthOf } from '../../ui/format.js';

const writers = new Set<(now: number) => void>();
let timer = 0;

const tick = (): void => {
  const now = Date.now();
  for (const write of writers) write(now);
};

const join = (write: (now: number) => void): (() => void) => {
  writers.add(write);
  if (writers.size === 1) timer = window.setInterval(tick, 1_000);
  return () => {
    writers.delete(write);
    if (writers.size === 0) window.clearInterval(timer);
  };
};

const textOf = (since: number, now: number): string => lengthOf(Math.max(0, now - since) / 1_000);

/** Time since a moment. `since` is ms since the epoch. */
export const Ticking = ({ since }: { readonly since: number }): ReactNode => {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(
    () =>
      join((now) => {
        if (place.current !== null) place.current.textContent = textOf(since, now);
      }),
    [since],
  );
  return (
    <span ref={place} className="figure">
      {textOf(since, Date.now())}
    </span>
  );
};
