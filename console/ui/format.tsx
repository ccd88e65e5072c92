/** Formats times, money and states. */
import type { ReactNode } from 'react';
import type { Data } from '../api/client.js';
import { CALL_STATUSES } from '../features/calls/messages.js';
import { formatNumber, language } from './i18n/language.js';
import { useNow } from './now.js';
import { StatusPill, type Tone } from './StatusPill/StatusPill.js';

type CallStatus = Data<'listVoiceCalls'>['calls'][number]['status'];

const MICROCREDITS = 1_000_000;
const exact = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' });
const clock = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', hour12: false });
const day = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' });
const dayOfYear = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric' });
const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' });

/** ms */
const SKEW = 5_000;
const MINUTE = 60_000;
const HOUR = 3_600_000;
const DAY = 86_400_000;

/** Credits with two decimals; amounts that would be 0.00 have as many as they need. */
export const creditsOf = (microcredits: number): string =>
  formatNumber(microcredits / MICROCREDITS, {
    minimumFractionDigits: 2,
    maximumFractionDigits: Math.abs(microcredits) < MICROCREDITS / 100 ? 6 : 2,
  });

/** Milliseconds as `0.9 s`. */
export const secondsOf = (ms: number): string =>
  `${formatNumber(ms / 1_000, { minimumFractionDigits: 1, maximumFractionDigits: 1 })} s`;

/** Seconds as `2:05`. */
export const lengthOf = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

/** Time since a moment, updated every second. `since` is ms since the epoch. */
export const Elapsed = ({ since }: { readonly since: number }): ReactNode => (
  <span className="figure">{lengthOf(Math.max(0, useNow(1_000) - since) / 1_000)}</span>
);

/**
 * How far from now: to the second below a minute, to the day up to a week; beyond that the day, with the year unless it
 * is this one. Both in ms since the epoch.
 */
export const relativeTime = (at: number, now: number): string => {
  const ahead = at - now;
  const distance = Math.abs(ahead);
  // Clocks differ by some seconds, and what has happened is not ahead.
  if (distance < MINUTE)
    return relative.format(Math.round((ahead < SKEW ? Math.min(0, ahead) : ahead) / 1_000), 'second');
  if (Math.round(distance / MINUTE) < 60) return relative.format(Math.round(ahead / MINUTE), 'minute');
  if (Math.round(distance / HOUR) < 24) return relative.format(Math.round(ahead / HOUR), 'hour');
  if (Math.round(distance / DAY) <= 7) return relative.format(Math.round(ahead / DAY), 'day');
  return new Date(at).getFullYear() === new Date(now).getFullYear()
    ? `${day.format(at)}, ${clock.format(at)}`
    : dayOfYear.format(at);
};

/** How long the text of {@link relativeTime} stays right, ms. */
export const freshFor = (at: number, now: number): number => {
  const distance = Math.abs(at - now);
  if (distance < MINUTE) return 1_000;
  return distance < HOUR ? 10_000 : MINUTE;
};

const isSameDay = (a: number, b: number): boolean =>
  new Date(a).toDateString() === new Date(b).toDateString();

/** To the second, in the viewer's time zone. */
export const exactTime = (at: string): string => exact.format(Date.parse(at));

/** Time of day, preceded by the day unless it is today. */
export const clockTime = (at: string): string => {
  const then = Date.parse(at);
  const time = clock.format(then);
  return isSameDay(then, Date.now()) ? time : `${day.format(then)}, ${time}`;
};

/** How long ago, or when, kept up to date; the exact time is a tooltip. */
export const Time = ({ at }: { readonly at: string }): ReactNode => {
  const then = Date.parse(at);
  const now = useNow(freshFor(then, Date.now()));
  return (
    <time dateTime={at} title={exact.format(then)}>
      {relativeTime(then, now)}
    </time>
  );
};

/** Colour and sign of each call status; the sign says the same as the colour. */
const TONES: Readonly<Record<CallStatus, { readonly tone: Tone; readonly sign: string }>> = {
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
  <StatusPill tone={TONES[status].tone} sign={TONES[status].sign}>
    {CALL_STATUSES[status]}
  </StatusPill>
);

/** Whether a call has not ended yet. */
export const isLive = (status: CallStatus): boolean =>
  status === 'queued' || status === 'ringing' || status === 'answered' || status === 'cancelling';
