/** Formats times, money and states. */
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

/** Seconds as `2:05`. */
export const lengthOf = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

/** Time since a moment, updated every second. `since` is ms since the epoch. */
export const Elapsed = ({ since }: { readonly since: number }): ReactNode => {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return <span className="figure">{lengthOf(Math.max(0, now - since) / 1_000)}</span>;
};

const relativeTime = (at: number, now: number): string => {
  const ago = now - at;
  if (ago < MINUTE) return relative.format(-Math.max(0, Math.round(ago / 1_000)), 'second');
  if (ago < HOUR) return relative.format(-Math.round(ago / MINUTE), 'minute');
  if (ago < DAY) return clock.format(at);
  return `${day.format(at)}, ${clock.format(at)}`;
};

/** To the second, in the viewer's time zone. */
export const exactTime = (at: string): string => exact.format(Date.parse(at));

/** Time of day, preceded by the day unless it is today. */
export const clockTime = (at: string): string => {
  const then = new Date(at);
  const time = clock.format(then);
  return then.toDateString() === new Date().toDateString() ? time : `${day.format(then)}, ${time}`;
};

/** How long ago, with the exact time as a tooltip. */
export const Time = ({ at }: { readonly at: string }): ReactNode => (
  <time dateTime={at} title={exact.format(Date.parse(at))}>
    {relativeTime(Date.parse(at), Date.now())}
  </time>
);

/** Colour and sign of each call status; the sign says the same as the colour. */
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

/** Whether a call has not ended yet. */
export const isLive = (status: CallStatus): boolean =>
  status === 'queued' || status === 'ringing' || status === 'answered' || status === 'cancelling';
