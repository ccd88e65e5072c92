/** Words of the pages of alerts. */
import type { Data } from '../../api/client.js';
import { message, messages } from '../../ui/i18n/messages.js';
import type { AlertRule, Metric } from './draft.js';

type Firing = Data<'listAlertFirings'>['firings'][number];
type MailProblem = NonNullable<Firing['mails'][number]['problem']>;

const metrics: Readonly<Record<Metric, string>> = {
  success_rate: 'Success rate',
  answer_rate: 'Answer rate',
  call_failure_rate: 'Failed calls',
  message_failure_rate: 'Failed messages',
  heard_latency_p95: 'Response heard after (95 %)',
  cost: 'Cost',
  credit_left: 'Credit left',
  credit_days: 'Days of credit left',
};

const statuses: Readonly<Record<AlertRule['status'], string>> = { ok: 'OK', firing: 'Firing', off: 'Off' };

const resolutions: Readonly<Record<NonNullable<Firing['resolution']>, string>> = {
  recovered: 'recovered',
  no_data: 'too little data',
  rule_changed: 'the rule was changed',
  rule_disabled: 'the rule was switched off',
  rule_removed: 'the rule was deleted',
};

const mailProblems: Readonly<Record<MailProblem, string>> = {
  smtp_not_configured: 'this service has no mail server',
  connection_failed: 'the mail server could not be reached',
  timeout: 'the mail server did not answer in time',
  tls_failed: 'the mail server has no valid certificate',
  authentication_failed: 'the mail server rejected the sign-in',
  sender_refused: 'the mail server rejected the sender',
  recipient_refused: 'the mail server rejected the address',
  message_refused: 'the mail server rejected the message',
  daily_limit: 'the daily limit is reached',
  dropped_by_operator: 'an operator of the service dropped it',
};

const windows = {
  minutes: message<[count: number]>('{count, plural, one {# minute} other {# minutes}}', 'count'),
  hours: message<[count: number]>('{count, plural, one {# hour} other {# hours}}', 'count'),
  days: message<[count: number]>('{count, plural, one {# day} other {# days}}', 'count'),
};

const spans: typeof windows = {
  minutes: message<[count: number]>('in the last {count, plural, one {# minute} other {# minutes}}', 'count'),
  hours: message<[count: number]>('in the last {count, plural, one {# hour} other {# hours}}', 'count'),
  days: message<[count: number]>('in the last {count, plural, one {# day} other {# days}}', 'count'),
};

/** Minutes in the largest unit that suits. */
const lengthIn = (units: typeof windows, minutes: number): string => {
  if (minutes < 60) return units.minutes(minutes);
  return minutes < 1_440 ? units.hours(minutes / 60) : units.days(minutes / 1_440);
};

const conditions = {
  above: message<[figure: string, threshold: string]>('{figure} above {threshold}', 'figure', 'threshold'),
  below: message<[figure: string, threshold: string]>('{figure} below {threshold}', 'figure', 'threshold'),
};

export const ALERTS = messages('ALERTS', {
  title: 'Alerts',
  create: 'New alert rule',
  missing: 'This alert rule does not exist, or it was deleted.',
  none: 'No alert rules yet',
  noneHelp: 'A rule notifies you by e-mail or webhook when a figure crosses a threshold.',
  metrics,
  statuses,
  muted: 'muted until',
  conditions,
  condition: (metric: Metric, side: AlertRule['comparison'], threshold: string): string =>
    conditions[side](metrics[metric], threshold),
  spans,
  during: (minutes: number): string => lengthIn(spans, minutes),
  windows,
  window: (minutes: number): string => lengthIn(windows, minutes),
  figures: {
    percent: message<[value: number]>('{value, number} %', 'value'),
    seconds: message<[value: number]>('{value, number} s', 'value'),
    credits: message<[credits: string]>('{credits} credits', 'credits'),
    days: message<[value: number]>('{value, plural, one {# day} other {# days}}', 'value'),
  },
  now: 'Now',
  noValue: 'no data yet',
  counted: message<[count: number]>(
    'of {count, plural, one {# call or message} other {# calls or messages}}',
    'count',
  ),
  form: {
    name: 'Name',
    nameHelp: 'The subject of the e-mail.',
    metric: 'Figure',
    side: 'Alert when it is',
    sides: { above: 'above', below: 'below' },
    threshold: {
      percent: 'Threshold, in per cent',
      seconds: 'Threshold, in seconds',
      credits: 'Threshold, in credits',
      days: 'Threshold, in days',
    },
    window: 'During the last',
    minimum: 'With at least',
    minimumHelp: 'Fewer calls or messages raise no alert.',
    agent: 'Agent',
    campaign: 'Campaign',
    all: 'All',
    webhooks: 'Notify webhooks',
    webhooksHelp: 'Webhooks that are subscribed to alerts receive alert.fired and alert.resolved.',
    emails: 'E-mail addresses',
    emailsHelp: 'One a line, at most ten.',
    noMail:
      'This service has no mail server, so it cannot send e-mails. The operator of the service sets one up.',
    save: 'Save',
    create: 'Create rule',
    saved: 'Saved',
    notify: 'Choose webhooks, or enter an address.',
  },
  enabled: 'Rule is on',
  mute: 'Mute for 4 hours',
  unmute: 'Unmute',
  test: 'Send a test',
  testing: 'Sending…',
  testResult: message<[sent: number, failed: number]>(
    '{sent, plural, =0 {{failed, number} failed} other {{failed, plural, =0 {{sent, number} delivered} other {{sent, number} delivered, # failed}}}}',
    'sent',
    'failed',
  ),
  testNothing: 'No webhook is subscribed to alerts, and the rule has no address.',
  remove: 'Delete',
  removeTitle: message<[name: string]>('Delete the rule “{name}”?', 'name'),
  removeHelp: 'Its past alerts are deleted with it.',
  removeName: message<[name: string]>('Type {name} to confirm', 'name'),
  firings: {
    title: 'Past alerts',
    none: 'This rule has never fired.',
    value: 'Value',
    fired: 'Fired',
    resolved: 'Resolved',
    open: 'still firing',
    resolutions,
    mails: 'E-mails',
    mailStates: { pending: 'being sent', sent: 'sent', failed: 'failed' },
    mailProblems,
    notNotified: 'muted',
  },
});
