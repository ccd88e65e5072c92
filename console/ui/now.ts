/** The current time for what shows it: one timer for the whole page, which runs while something needs it. */
import { useCallback, useSyncExternalStore } from 'react';

/** The timer's interval, ms. */
const TICK_MS = 1_000;

const watchers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | null = null;

const watch = (notify: () => void): (() => void) => {
  watchers.add(notify);
  timer ??= setInterval(() => {
    for (const watcher of watchers) watcher();
  }, TICK_MS);
  return () => {
    watchers.delete(notify);
    if (watchers.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  };
};

/** The time in ms since the epoch, in whole steps of `stepMs`: the component is drawn again once for each. */
export const useNow = (stepMs: number): number => {
  const read = useCallback(() => Math.floor(Date.now() / stepMs) * stepMs, [stepMs]);
  return useSyncExternalStore(watch, read, read);
};
