/** Words of the pages of alerts. */
import type { Data } from '../../api/client.js';
import { plural } from '../../ui/plural.js';
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

const windowOf = (minutes: number): string => {
  if (minutes < 60) return plural(minutes, 'minute', 'minutes');
  return minutes < 1_440 ? plural(minutes / 60, 'hour', 'hours') : plural(minutes / 1_440, 'day', 'days');
};

export const ALERTS = {
  title: 'Alerts',
  create: 'New alert rule',
  missing: 'This alert rule does not exist, or it was deleted.',
  none: 'No alert rules yet',
  noneHelp: 'A rule notifies you by e-mail or webhook when a figure crosses a threshold.',
  metrics,
  statuses,
  muted: 'muted until',
  condition: (metric: Metric, side: AlertRule['comparison'], threshold: string) =>
    `${metrics[metric]} ${side} ${threshold}`,
  during: (minutes: number) => `in the last ${windowOf(minutes)}`,
  window: windowOf,
  now: 'Now',
  noValue: 'no data yet',
  counted: (count: number) => `of ${plural(count, 'call or message', 'calls or messages')}`,
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
    missing: {
      name: 'Enter a name.',
      threshold: 'Enter a number; shares are from 0 to 100 per cent.',
      minimumCount: 'Enter a whole number from 1 to 100,000.',
      notify: 'Choose webhooks, or enter an address.',
    },
  },
  enabled: 'Rule is on',
  mute: 'Mute for 4 hours',
  unmute: 'Unmute',
  test: 'Send a test',
  testing: 'Sending…',
  testResult: (sent: number, failed: number) =>
    [sent === 0 ? '' : `${sent} delivered`, failed === 0 ? '' : `${failed} failed`]
      .filter((part) => part !== '')
      .join(', '),
  testNothing: 'No webhook is subscribed to alerts, and the rule has no address.',
  remove: 'Delete',
  removeTitle: (name: string) => `Delete the rule “${name}”?`,
  removeHelp: 'Its past alerts are deleted with it.',
  removeName: (name: string) => `Type ${name} to confirm`,
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
} as const;
