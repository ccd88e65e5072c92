/** Texts of the pages of campaigns. */
import type { Data } from '../../api/client.js';
import { message, messages } from '../../ui/i18n/messages.js';
import { BUILDER } from './builder-messages.js';

type Campaign = Data<'listCampaigns'>['campaigns'][number];

/** A campaign's state in words. */
export const CAMPAIGN_STATUSES: Readonly<Record<Campaign['status'], string>> = messages('CAMPAIGN_STATUSES', {
  draft: 'Draft',
  scheduled: 'Scheduled',
  running: 'Running',
  paused: 'Paused',
  cancelling: 'Cancelling',
  cancelled: 'Cancelled',
  completed: 'Completed',
});

/** Why contacts are left out, by error code: each follows a number of them, and stands alone for a single one. */
const REASONS: ReadonlyMap<string, string> = new Map(
  Object.entries(
    messages('CAMPAIGN_REASONS', {
      contact_blocked: 'blocked',
      contact_out_of_scope: 'outside the agent’s categories',
      contact_context_required: 'missing a value that the agent needs',
      contact_not_found: 'deleted',
      contact_merged: 'merged with another recipient',
      contact_unconfirmed: 'with a number that is not confirmed',
      suppressed: 'on the suppression list',
      destination_not_allowed: 'with a number that this business does not call',
      conversation_outbox_full: 'with too many unsent messages',
      no_common_window: 'with no time that all of their time zones allow',
      conversation_window_closed: 'without a message in the last 24 hours',
      template_parameter_invalid: 'missing a value of the template',
    }),
  ),
);

/** Why a recipient is not called back, if not for an error. */
const DECLINED: ReadonlyMap<string, string> = new Map(
  Object.entries(
    messages('CAMPAIGN_DECLINED', {
      no_contact: 'no contact',
      too_late: 'too late',
      cancelled: 'cancelled',
    }),
  ),
);

const reasonOf = (code: string): string => REASONS.get(code) ?? code.replaceAll('_', ' ');

/** The counts of a verdict; `rate` is null if no call was judged. */
interface Verdicts {
  readonly met: number;
  readonly notMet: number;
  readonly unknown: number;
  readonly rate: number | null;
}

export const CAMPAIGNS = messages('CAMPAIGNS', {
  title: 'Campaigns',
  create: 'New campaign',
  none: 'No campaigns yet',
  noneHelp: 'In a campaign, an agent calls or messages many contacts during the hours you choose.',
  progress: message<[done: number, total: number]>('{done, number} of {total, number} done', 'done', 'total'),
  start: 'Start',
  startHelp: message<[left: number, isVoice: boolean]>(
    '{isVoice, select, true {{left, plural, one {# person} other {# people}} will be called, limited by the number of lines. Connected calls cost credit.} other {{left, plural, one {# person} other {# people}} will receive a message.}}',
    'left',
    'isVoice',
  ),
  resume: 'Resume',
  pause: 'Pause',
  pauseHelp: 'Contacts in progress will finish. No new ones start until you resume.',
  pausedHelp: message<[left: number]>(
    'Paused. {left, plural, one {# person} other {# people}} left to contact.',
    'left',
  ),
  scheduledHelp: message<[at: string]>('Starts automatically at {at}.', 'at'),
  cancel: 'Cancel campaign',
  cancelTitle: message<[name: string]>('Cancel {name}?', 'name'),
  cancelHelp: message<[left: number]>(
    '{left, plural, one {# recipient} other {# recipients}} will not be contacted, and live calls are hung up. This cannot be undone.',
    'left',
  ),
  cancelName: message<[name: string]>('Type {name} to confirm', 'name'),
  objective: 'Objective',
  pace: message<[perMinute: number]>('{perMinute, number} per minute', 'perMinute'),
  estimatedEnd: message<[at: string]>('estimated end: {at}', 'at'),
  waitingFor: {
    audience: 'Reading the audience.',
    start: 'Waiting to be started.',
    window: 'Waiting for its contact hours.',
    credit: 'Waiting for credit.',
    agent: 'The agent is not active.',
    channel: 'The channel is not connected.',
    calling_hours: 'Waiting for the calling hours of the remaining recipients, in their time zones.',
    attempts: 'The remaining recipients have reached today’s call limit.',
    limits: 'The remaining recipients are waiting for a limit of this business.',
    call_back:
      'Waiting for the times at which people want to be called back. Cancel the campaign to end it without these calls.',
    analysis: 'Waiting for the outcomes of the last calls, in case someone wants to be called back.',
    limit: 'Waiting for the daily spend limit or the calls-per-minute limit (Settings).',
  },
  course: 'Outcomes over time',
  noCourse: 'Outcomes appear here after the first contact.',
  lines: 'lines in use',
  iterations: 'Iterations',
  iteration: message<[ordinal: number]>('Iteration {ordinal}', 'ordinal'),
  recipients: {
    title: 'Recipients',
    all: 'All',
    status: 'Outcome',
    none: 'No recipients with this outcome.',
    columns: {
      who: 'Contact',
      outcome: 'Outcome',
      detail: 'Details',
      attempts: 'Attempts',
      call: 'Call',
      last: 'Last activity',
    },
    deletedContact: 'Deleted contact',
    waits: {
      calling_hours: message<[at: string]>('Allowed from {at}', 'at'),
      attempts: message<[at: string]>('Daily call limit reached, again from {at}', 'at'),
      limits: message<[at: string]>('Limit reached, again from {at}', 'at'),
      call_back: message<[at: string]>('Call back requested for {at}', 'at'),
    },
    callBacks: {
      planned: 'Call back planned',
      called: 'Called back',
      declined: 'Call back declined',
    },
    declinedFor: message<[requestedAt: string, reason: string | null]>(
      'Call back at {requestedAt} declined{reason, select, null {} other { ({reason})}}',
      'requestedAt',
      'reason',
    ),
    declined: (requestedAt: string, reason: string | null): string =>
      CAMPAIGNS.recipients.declinedFor(
        requestedAt,
        reason === null ? null : (DECLINED.get(reason) ?? reasonOf(reason)),
      ),
    call: 'Open last call',
    success: 'Criteria met',
    noSuccess: 'Criteria not met',
  },
  statuses: {
    pending: 'Waiting',
    claimed: 'Next',
    active: 'In progress',
    retry_wait: 'Retry scheduled',
    completed: 'Completed',
    voicemail: 'Voicemail',
    no_answer: 'No answer',
    busy: 'Busy',
    failed: 'Failed',
    cancelled: 'Cancelled',
    skipped: 'Skipped',
  },
  /** Why a contact is skipped, by error code. */
  reasonOf,
  /** How many are skipped for a reason. */
  reasons: (code: string, people: number): string => CAMPAIGNS.withReason(people, reasonOf(code)),
  withReason: message<[people: number, reason: string]>('{people, number} {reason}', 'people', 'reason'),
  contactsWithReason: message<[people: number, reason: string]>(
    '{people, plural, one {# contact} other {# contacts}} {reason}',
    'people',
    'reason',
  ),
  follow: {
    button: 'Follow up',
    title: 'Follow up',
    help: 'Creates a new iteration for people with these outcomes in earlier ones. You start it yourself.',
    outcomes: 'People with outcome',
    people: message<[number: number]>(
      '{number, plural, one {# person} other {# people}} from the previous iteration.',
      'number',
    ),
    create: 'Create iteration',
  },
  activities: {
    title: 'Calls and messages',
    none: 'No calls or messages yet.',
    status: 'Status',
    kind: 'Kind',
    kinds: {
      voice: { outbound: 'Outgoing call', inbound: 'Incoming call' },
      message: { outbound: 'Message sent', inbound: 'Message received' },
    },
    length: 'Length',
    at: 'Time',
    statuses: {
      queued: 'Waiting',
      ringing: 'Ringing',
      answered: 'In conversation',
      completed: 'Completed',
      no_answer: 'No answer',
      busy: 'Busy',
      failed: 'Failed',
      cancelled: 'Cancelled',
      sent: 'Sent',
      delivered: 'Delivered',
      read: 'Read',
      received: 'Received',
    },
  },
  figures: {
    title: 'Figures',
    funnel: 'How far people came',
    steps: {
      audience: 'Audience',
      contacted: 'Contacted',
      answered: 'Answered',
      success: 'Criteria met',
    },
    calls: 'Calls',
    share: 'Share',
    answerRate: 'Answer rate',
    successRate: 'Success rate',
    cost: 'Cost (credits)',
    perAnswered: 'Per answered call',
    perSuccess: 'Per success',
    byHourOfDay: 'By hour of day',
    byHourIn: message<[timeZone: string]>('By hour of day ({timeZone})', 'timeZone'),
    byHour: (timeZone: string): string =>
      timeZone === '' ? CAMPAIGNS.figures.byHourOfDay : CAMPAIGNS.figures.byHourIn(timeZone),
    hour: 'Hour',
    hourOf: message<[hour: string]>('{hour}:00', 'hour'),
    byVersion: 'By version of the agent',
    version: 'Version',
    versionOf: message<[agent: string | null, version: number | null]>(
      '{version, select, null {Not known} other {{agent, select, null {} other {{agent} }}v{version}}}',
      'agent',
      'version',
    ),
  },
  rules: {
    window: 'Hours',
    always: 'At any time',
    hours: message<[days: string, from: string, to: string, zone: string]>(
      '{days}, {from} to {to} ({zone})',
      'days',
      'from',
      'to',
      'zone',
    ),
    ofRecipient: message<[zone: string]>('recipient’s time zone, or {zone} if it is unknown', 'zone'),
    noRetries: 'None',
    retries: message<[most: number, minutes: number]>(
      'Up to {most, number}, {minutes, plural, one {# minute} other {# minutes}} apart.',
      'most',
      'minutes',
    ),
    voicemailRetried: 'Also after voicemail.',
    voicemailFinal: 'Not after voicemail.',
    callBacks: 'Call-backs',
    callBacksOf: message<[most: number, days: number]>(
      'Up to {most, number} per person, within {days, plural, one {# day} other {# days}}',
      'most',
      'days',
    ),
  },
  findings: {
    title: 'Outcomes of the calls',
    help: message<[calls: number, complete: boolean]>(
      '{complete, select, true {Of {calls, plural, one {# analysed call} other {# analysed calls}}.} other {Of the latest {calls, number} analysed calls.}}',
      'calls',
      'complete',
    ),
    success: 'All criteria met',
    verdictsOf: message<[rate: number | null, met: number, notMet: number, unknown: number]>(
      '{rate, select, null {Not known} other {{rate, number, percent}}} (met: {met, number}, not met: {notMet, number}, unknown: {unknown, number})',
      'rate',
      'met',
      'notMet',
      'unknown',
    ),
    verdicts: ({ met, notMet, unknown, rate }: Verdicts): string =>
      met + notMet + unknown === 0 ? '' : CAMPAIGNS.findings.verdictsOf(rate, met, notMet, unknown),
    sentiment: 'Sentiment',
    sentiments: { positive: 'Positive', neutral: 'Neutral', negative: 'Negative', mixed: 'Mixed' },
    requests: 'Requested',
    requested: { human: 'A person', no_contact: 'No further contact', call_back: 'A call back' },
    callBacks: 'Call-backs at a requested time',
    callBackStates: { planned: 'Planned', called: 'Called', declined: 'Declined' },
    booleans: { true: 'Yes', false: 'No' },
    numbers: message<[least: number, mean: number, most: number]>(
      '{least, number} to {most, number}, on average {mean, number, ::.##}',
      'least',
      'mean',
      'most',
    ),
  },
  summary: {
    title: 'Summary',
    help: 'An AI model reads each conversation, and reports its outcome and the next step.',
    estimate: 'Estimate cost',
    offer: message<[people: number, credits: string]>(
      '{people, plural, one {# person} other {# people}}, at most {credits} credits. Only assessed conversations are charged.',
      'people',
      'credits',
    ),
    run: message<[credits: string]>('Run for at most {credits} credits', 'credits'),
    running: message<[done: number, of: number]>('{done, number} of {of, number} assessed', 'done', 'of'),
    done: message<[assessed: number, failed: number, credits: string]>(
      '{assessed, number} assessed, {failed, number} failed, {credits} credits charged.',
      'assessed',
      'failed',
      'credits',
    ),
    recommended: message<[people: number]>(
      '{people, plural, one {# person is} other {# people are}} worth contacting again.',
      'people',
    ),
    export: 'Export CSV',
    follow: 'Follow up with them',
    expired: 'This estimate has expired. Request a new one.',
  },
  builder: BUILDER,
  versions: {
    title: 'Versions of the agent',
    help: 'Some people of this campaign get an earlier version of the agent; each always gets the same one. Do not edit the agent meanwhile: the next publication ends the comparison.',
    ofAgent:
      'The agent is divided between two versions. The figures have all its calls, not only those of this campaign.',
  },
});
