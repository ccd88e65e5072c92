/** No live event announces deliveries, so they are polled while their page is visible. */
import { useEffect, useRef } from 'react';

/** Polling interval, ms. */
const POLL_MS = 3_000;

/** `pages` is the number of pages read: do not refetch once further pages are loaded. */
export const usePolling = (read: () => unknown, pages: number): void => {
  const latest = useRef(read);
  latest.current = read;
  useEffect(() => {
    if (pages > 1) return;
    const timer = setInterval(() => {
      if (!document.hidden) latest.current();
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [pages]);
};
