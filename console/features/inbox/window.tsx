/** An unobtrusive countdown of how long free text may still be sent to a customer. */

import { type ReactNode, useEffect, useState } from 'react';
import { classes } from '../../ui/classes.js';
import styles from './conversation.module.css';
import { INBOX } from './messages.js';

const MINUTE = 60_000;
const HOUR = 3_600_000;

/** The current time, updated every `everyMs` ms. */
const useNow = (everyMs: number): number => {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
};

/** Whether text may be sent now; `closesAt` is null until the customer has written. */
export const useIsOpen = (closesAt: string | null): boolean => {
  const now = useNow(10_000);
  return closesAt !== null && now < Date.parse(closesAt);
};

const leftOf = (ms: number): string =>
  ms < HOUR ? INBOX.minutes(Math.max(1, Math.floor(ms / MINUTE))) : INBOX.hours(Math.floor(ms / HOUR));

export const WindowLeft = ({ closesAt }: { readonly closesAt: string | null }): ReactNode => {
  const now = useNow(10_000);
  const texts = INBOX.window;
  if (closesAt === null) return <span className={classes(styles.window, 'quiet')}>{texts.never}</span>;
  const left = Date.parse(closesAt) - now;
  if (left <= 0)
    return (
      <span className={classes(styles.window, 'quiet')} title={texts.openHelp}>
        {texts.closed}
      </span>
    );
  return (
    <time
      className={classes(styles.window, left < HOUR && styles.soon)}
      dateTime={closesAt}
      title={texts.openHelp}
    >
      {texts.open(leftOf(left))}
    </time>
  );
};
