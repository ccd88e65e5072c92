/** The delivery state of an outbound message: a sign and a word, with the times in a tooltip. */

import type { ReactNode } from 'react';
import { classes } from '../../ui/classes.js';
import { exactTime } from '../../ui/format.js';
import { INBOX } from './messages.js';
import styles from './thread.module.css';
import type { ThreadMessage } from './types.js';

type Status = NonNullable<ThreadMessage['status']>;

const SIGNS: Readonly<Record<Status, string>> = {
  queued: '○',
  submitted: '◔',
  accepted: '✓',
  sent: '✓',
  delivered: '✓✓',
  read: '✓✓',
  failed: '!',
};

/** Each step with its time, one per line. */
const timesOf = ({ sentAt, deliveredAt, readAt, failedAt }: ThreadMessage): string => {
  const texts = INBOX.statuses;
  const steps = [
    [texts.sent, sentAt],
    [texts.delivered, deliveredAt],
    [texts.read, readAt],
    [texts.failed, failedAt],
  ] as const;
  return steps.flatMap(([name, at]) => (at === null ? [] : [`${name} ${exactTime(at)}`])).join('\n');
};

const STEPS: ReadonlyMap<Status, string | undefined> = new Map([
  ['read', styles.read],
  ['failed', styles.failed],
]);

export const Ticks = ({
  message,
  status,
}: {
  readonly message: ThreadMessage;
  readonly status: Status;
}): ReactNode => (
  <span
    className={classes(styles.receipt, STEPS.get(status))}
    data-receipt={status}
    title={timesOf(message) || INBOX.statuses[status]}
  >
    <span aria-hidden="true">{SIGNS[status]}</span>
    <span className="hidden">{INBOX.statuses[status]}</span>
  </span>
);

/** For lists, which only know the step. */
export const Tick = ({ status }: { readonly status: Status }): ReactNode => (
  <span
    className={classes(styles.receipt, STEPS.get(status))}
    data-receipt={status}
    title={INBOX.statuses[status]}
  >
    <span aria-hidden="true">{SIGNS[status]}</span>
    <span className="hidden">{INBOX.statuses[status]}</span>
  </span>
);
