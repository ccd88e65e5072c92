/** The e-mails of alerts, in plain English. Names come from users: they are one line of text, and escaped in HTML. */
import type { FiringFacts, Resolved } from '../../actors/alert-rule/events.js';
import type { Mail } from '../../providers/mail/mail-sender.js';
import type { AlertResolution } from '../../schemas/alerts/firing.js';
import { type AlertMetric, type AlertUnit, metricFacts } from '../../schemas/alerts/metrics.js';
import { assertNever } from '../../schemas/assert.js';
import { oneLine } from '../../schemas/text.js';

/** What an e-mail reports. */
export type AlertMailKind =
  | { readonly is: 'fired' }
  | { readonly is: 'resolved'; readonly resolved: Resolved }
  | { readonly is: 'test' };

/** What an e-mail is about. */
export interface AlertMailFacts {
  readonly to: string;
  /** Identifies the e-mail: letters, digits, `-`, `:`, `@` and what addresses have. */
  readonly id: string;
  readonly businessName: string;
  readonly firing: FiringFacts;
  readonly kind: AlertMailKind;
  /** The page of alerts in the console. */
  readonly url: string;
}

const METRIC_NAMES: Readonly<Record<AlertMetric, string>> = {
  success_rate: 'Success rate',
  answer_rate: 'Answer rate',
  call_failure_rate: 'Share of failed calls',
  message_failure_rate: 'Share of failed messages',
  heard_latency_p95: 'Heard latency (95th percentile)',
  cost: 'Cost',
  credit_left: 'Credit left',
  credit_days: 'Days until the credit runs out',
};

const RESOLUTIONS: Readonly<Record<AlertResolution, string>> = {
  recovered: 'The value is back on the right side of the threshold.',
  no_data: 'There are too few calls or messages to tell.',
  rule_changed: 'The rule was changed.',
  rule_disabled: 'The rule was switched off.',
  rule_removed: 'The rule was removed.',
};

const MICROCREDITS = 1_000_000;
const SUBJECT_CHARACTERS = 150;

/** Numbers as English writes them, with at most so many decimals. */
const decimal = (value: number, digits: number): string =>
  value.toLocaleString('en-US', { maximumFractionDigits: digits });

const written = (unit: AlertUnit, value: number): string => {
  switch (unit) {
    case 'share':
      return `${decimal(value * 100, 1)} %`;
    case 'ms':
      return `${decimal(value, 0)} ms`;
    case 'microcredits':
      return `${decimal(value / MICROCREDITS, 2)} credits`;
    case 'days':
      return `${decimal(value, 1)} days`;
    default:
      return assertNever(unit);
  }
};

const HOUR = 60;
const DAY = 1_440;

const windowText = (minutes: number): string => {
  if (minutes % DAY === 0) return minutes === DAY ? 'day' : `${minutes / DAY} days`;
  if (minutes % HOUR === 0) return minutes === HOUR ? 'hour' : `${minutes / HOUR} hours`;
  return `${minutes} minutes`;
};

const timeText = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** The rows of the e-mail: a label and its text. */
const rowsOf = ({ firing, kind }: AlertMailFacts): readonly (readonly [string, string])[] => {
  const { unit, sample } = metricFacts(firing.metric);
  const { windowMinutes, count } = firing;
  const span = windowMinutes === null ? '' : ` in the last ${windowText(windowMinutes)}`;
  const isTest = kind.is === 'test';
  const rows: (readonly [string, string])[] = [
    [METRIC_NAMES[firing.metric], `${written(unit, firing.value)}${isTest ? ' (an example)' : span}`],
    ['Rule', `${firing.comparison} ${written(unit, firing.threshold)}${span}`],
  ];
  if (count !== null && sample !== null && !isTest) rows.push([`Counted ${sample}`, decimal(count, 0)]);
  if (!isTest) rows.push(['Since', timeText(firing.firedAt)]);
  if (kind.is !== 'resolved') return rows;
  const { at, value } = kind.resolved;
  rows.push(['Resolved', timeText(at)]);
  if (value !== null) rows.push(['Value now', written(unit, value)]);
  return rows;
};

const introOf = (kind: AlertMailKind): string => {
  switch (kind.is) {
    case 'fired':
      return 'This alert rule fires:';
    case 'resolved':
      return `This alert is resolved. ${RESOLUTIONS[kind.resolved.resolution]}`;
    case 'test':
      return 'This is a test: nothing has happened. An alert of this rule would look like this:';
    default:
      return assertNever(kind);
  }
};

const TITLES = { fired: 'Alert', resolved: 'Resolved', test: 'Test' } as const;

const escaped = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

/** The part of an address after the @ would look like a host of ours: both halves are one word. */
const messageIdOf = (id: string, firing: FiringFacts): string =>
  `${id.replace(/[^A-Za-z0-9.-]/g, '_')}@${firing.firingId}.alerts.parley`;

/** Pure. */
export const alertMail = (facts: AlertMailFacts): Mail => {
  const { to, id, businessName, firing, kind, url } = facts;
  const name = oneLine(firing.name, SUBJECT_CHARACTERS);
  const business = oneLine(businessName, SUBJECT_CHARACTERS);
  const rows = rowsOf(facts);
  const intro = introOf(kind);
  const footer = `You receive this e-mail because the rule of ${business} lists your address.`;
  const text = [
    ...[name, '', intro, '', ...rows.map(([label, value]) => `${label}: ${value}`)],
    ...['', `Open the alerts: ${url}`, '', footer, ''],
  ].join('\n');
  const cells = rows
    .map(([label, value]) => `<tr><td>${escaped(label)}</td><td><b>${escaped(value)}</b></td></tr>`)
    .join('');
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(name)}</title></head><body><h1>${escaped(name)}</h1><p>${escaped(intro)}</p><table cellpadding="4">${cells}</table><p><a href="${escaped(url)}">Open the alerts</a></p><p><small>${escaped(footer)}</small></p></body></html>`;
  return { to, subject: `${TITLES[kind.is]}: ${name}`, text, html, messageId: messageIdOf(id, firing) };
};
