/** Says that what is shown may be out of date, and why: the browser is offline, or the service does not respond. */
import { type ReactNode, useSyncExternalStore } from 'react';
import { useStale } from '../api/live.js';
import styles from './connection-bar.module.css';
import { APP } from './messages.js';

const watch = (notify: () => void): (() => void) => {
  window.addEventListener('online', notify);
  window.addEventListener('offline', notify);
  return () => {
    window.removeEventListener('online', notify);
    window.removeEventListener('offline', notify);
  };
};

/** What the bar says; empty if all is well. */
const connectionText = (isOnline: boolean, isStale: boolean): string => {
  if (!isOnline) return APP.offline;
  return isStale ? APP.reconnecting : '';
};

export const ConnectionBar = (): ReactNode => {
  const isOnline = useSyncExternalStore(watch, () => navigator.onLine);
  const text = connectionText(isOnline, useStale());
  // It is there before it says something, so that screen readers read it.
  return (
    <p role="status" className={text === '' ? 'hidden' : styles.bar}>
      {text}
    </p>
  );
};
