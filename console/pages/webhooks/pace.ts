/** Deliveries are told of by nothing: while their page is looked at they are read again now and then. */
import { useEffect, useRef } from 'react';

/** ms between two looks. */
const PACE_MS = 3_000;

/** `pages`: of the list that were read; who reads on is not to be read to. */
export const usePace = (read: () => unknown, pages: number): void => {
  const latest = useRef(read);
  latest.current = read;
  useEffect(() => {
    if (pages > 1) return;
    const timer = setInterval(() => {
      if (!document.hidden) latest.current();
    }, PACE_MS);
    return () => clearInterval(timer);
  }, [pages]);
};
