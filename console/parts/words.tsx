/** Times, money and states as they are shown. */
import { type ReactNode, useEffect, useState } from 'react';
import type { Data } from '../api/client.js';
import { TEXTS } from '../texts.js';

type CallStatus = Data<'listVoiceCalls'>['calls'][number]['status'];

const MICROCREDITS = 1_000_000;
const exact = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'medium' });
const clock = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hour12: false });
const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' });
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });

const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 86_400_000;

export const creditsOf = (microcredits: number): string =>
  (microcredits / MICROCREDITS).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** `2:05` of seconds. */
export const lengthOf = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

/** How long something has been going on, each second anew. `since`: ms since the epoch. */
export const Elapsed = ({ since }: { readonly since: number }): ReactNode => {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return <span className="figure">{lengthOf(Math.max(0, now - since) / 1_000)}</span>;
};

const spoken = (at: number, now: number): string => {
  const ago = now - at;
  if (ago < MINUTE) return relative.format(-Math.max(0, Math.round(ago / 1_000)), 'second');
  if (ago < HOUR) return relative.format(-Math.round(ago / MINUTE), 'minute');
  if (ago < DAY) return clock.format(at);
  return `${day.format(at)}, ${clock.format(at)}`;
};

/** To the second, in the reader's zone. */
export const exactTime = (at: string): string => exact.format(Date.parse(at));

/** On a clock, with the day where that is not today's. */
export const clockTime = (at: string): string => {
  const then = new Date(at);
  const time = clock.format(then);
  return then.toDateString() === new Date().toDateString() ? time : `${day.format(then)}, ${time}`;
};

/** How long ago, and the exact time for who looks closer. */
export const Time = ({ at }: { readonly at: string }): ReactNode => (
  <time dateTime={at} title={exact.format(Date.parse(at))}>
    {spoken(Date.parse(at), Date.now())}
  </time>
);

/** Of a call: what colour says, the sign says too. */
const TONES: Readonly<Record<CallStatus, { readonly tone: string; readonly sign: string }>> = {
  queued: { tone: 'waits', sign: '○' },
  ringing: { tone: 'waits', sign: '◔' },
  answered: { tone: 'live', sign: '●' },
  cancelling: { tone: 'waits', sign: '◔' },
  completed: { tone: 'good', sign: '✓' },
  no_answer: { tone: 'quiet', sign: '–' },
  busy: { tone: 'quiet', sign: '–' },
  failed: { tone: 'bad', sign: '!' },
  cancelled: { tone: 'quiet', sign: '×' },
};

export const Status = ({ status }: { readonly status: CallStatus }): ReactNode => (
  <span className={`status ${TONES[status].tone}`}>
    <span aria-hidden="true">{TONES[status].sign}</span> {TEXTS.statuses[status]}
  </span>
);

/** Whether a call can still be heard of. */
export const isUp = (status: CallStatus): boolean =>
  status === 'queued' || status === 'ringing' || status === 'answered' || status === 'cancelling';
