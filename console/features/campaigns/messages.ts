/** Texts of the pages of campaigns. */
import type { Data } from '../../api/client.js';
import { plural } from '../../ui/plural.js';

type Campaign = Data<'listCampaigns'>['campaigns'][number];

/** A campaign's state in words. */
export const CAMPAIGN_STATUSES: Readonly<Record<Campaign['status'], string>> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  running: 'Running',
  paused: 'Paused',
  cancelling: 'Cancelling',
  cancelled: 'Cancelled',
  completed: 'Completed',
};

const count = (number: number): string => number.toLocaleString('en');

const REASONS: ReadonlyMap<string, string> = new Map([
  ['contact_blocked', 'blocked'],
  ['contact_out_of_scope', 'outside the agent’s categories'],
  ['contact_context_required', 'missing a value that the agent needs'],
  ['contact_not_found', 'deleted'],
  ['contact_merged', 'merged with another recipient'],
  ['contact_unconfirmed', 'with a number that is not confirmed'],
  ['suppressed', 'on the suppression list'],
  ['destination_not_allowed', 'with a number that this business does not call'],
  ['conversation_outbox_full', 'with too many unsent messages'],
  ['no_common_window', 'with no time that all of their time zones allow'],
  ['conversation_window_closed', 'without a message in the last 24 hours'],
  ['template_parameter_invalid', 'missing a value of the template'],
]);

const reasonOf = (code: string): string => REASONS.get(code) ?? code.replaceAll('_', ' ');

export const CAMPAIGNS = {
  title: 'Campaigns',
  create: 'New campaign',
  none: 'No campaigns yet',
  noneHelp: 'In a campaign, an agent calls or messages many contacts during the hours you choose.',
  progress: (done: number, total: number) => `${count(done)} of ${count(total)} done`,
  start: 'Start',
  startHelp: (left: number, isVoice: boolean) =>
    isVoice
      ? `${plural(left, 'person', 'people')} will be called, limited by the number of lines. Connected calls cost credit.`
      : `${plural(left, 'person', 'people')} will receive a message.`,
  resume: 'Resume',
  pause: 'Pause',
  pauseHelp: 'Contacts in progress will finish. No new ones start until you resume.',
  pausedHelp: (left: number) => `Paused. ${plural(left, 'person', 'people')} left to contact.`,
  scheduledHelp: (at: string) => `Starts automatically at ${at}.`,
  cancel: 'Cancel campaign',
  cancelTitle: (name: string) => `Cancel ${name}?`,
  cancelHelp: (left: number) =>
    `${plural(left, 'recipient', 'recipients')} will not be contacted, and live calls are hung up. This cannot be undone.`,
  cancelName: (name: string) => `Type ${name} to confirm`,
  objective: 'Objective',
  pace: (perMinute: number) => `${perMinute.toLocaleString('en')} per minute`,
  estimatedEnd: (at: string) => `estimated end: ${at}`,
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
  iteration: (ordinal: number) => `Iteration ${ordinal}`,
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
      calling_hours: (at: string) => `Allowed from ${at}`,
      attempts: (at: string) => `Daily call limit reached, again from ${at}`,
      limits: (at: string) => `Limit reached, again from ${at}`,
      call_back: (at: string) => `Call back requested for ${at}`,
    },
    callBacks: {
      planned: 'Call back planned',
      called: 'Called back',
      declined: 'Call back declined',
    },
    declined: (requestedAt: string, reason: string | null) =>
      `Call back at ${requestedAt} declined${reason === null ? '' : ` (${reason.replaceAll('_', ' ')})`}`,
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
  reasons: (code: string, people: number): string => `${count(people)} ${reasonOf(code)}`,
  follow: {
    button: 'Follow up',
    title: 'Follow up',
    help: 'Creates a new iteration for people with these outcomes in earlier ones. You start it yourself.',
    outcomes: 'People with outcome',
    people: (number: number) => `${plural(number, 'person', 'people')} from the previous iteration.`,
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
    byHour: (timeZone: string) => `By hour of day${timeZone === '' ? '' : ` (${timeZone})`}`,
    hour: 'Hour',
    hourOf: (hour: string) => `${hour}:00`,
    byVersion: 'By version of the agent',
    version: 'Version',
    versionOf: (agent: string | null, version: number | null) =>
      version === null ? 'Not known' : `${agent === null ? '' : `${agent} `}v${version}`,
  },
  rules: {
    window: 'Hours',
    always: 'At any time',
    hours: (days: string, from: string, to: string, zone: string) => `${days}, ${from} to ${to} (${zone})`,
    ofRecipient: (zone: string) => `recipient’s time zone, or ${zone} if it is unknown`,
    noRetries: 'None',
    retries: (most: number, minutes: number) =>
      `Up to ${count(most)}, ${plural(minutes, 'minute', 'minutes')} apart.`,
    voicemailRetried: 'Also after voicemail.',
    voicemailFinal: 'Not after voicemail.',
    callBacks: 'Call-backs',
    callBacksOf: (most: number, days: number) =>
      `Up to ${count(most)} per person, within ${plural(days, 'day', 'days')}`,
  },
  findings: {
    title: 'Outcomes of the calls',
    help: (calls: number, complete: boolean) =>
      complete
        ? `Of ${plural(calls, 'analysed call', 'analysed calls')}.`
        : `Of the latest ${count(calls)} analysed calls.`,
    success: 'All criteria met',
    verdicts: ({
      met,
      notMet,
      unknown,
      rate,
    }: {
      met: number;
      notMet: number;
      unknown: number;
      rate: number | null;
    }) =>
      met + notMet + unknown === 0
        ? ''
        : `${rate === null ? 'Not known' : `${Math.round(rate * 100)}%`} (met: ${count(met)}, not met: ${count(notMet)}, unknown: ${count(unknown)})`,
    sentiment: 'Sentiment',
    sentiments: { positive: 'Positive', neutral: 'Neutral', negative: 'Negative', mixed: 'Mixed' },
    requests: 'Requested',
    requested: { human: 'A person', no_contact: 'No further contact', call_back: 'A call back' },
    callBacks: 'Call-backs at a requested time',
    callBackStates: { planned: 'Planned', called: 'Called', declined: 'Declined' },
    booleans: { true: 'Yes', false: 'No' },
    numbers: (least: number, mean: number, most: number) =>
      `${least.toLocaleString('en')} to ${most.toLocaleString('en')}, on average ${mean.toLocaleString('en', { maximumFractionDigits: 2 })}`,
  },
  summary: {
    title: 'Summary',
    help: 'An AI model reads each conversation, and reports its outcome and the next step.',
    estimate: 'Estimate cost',
    offer: (people: number, credits: string) =>
      `${plural(people, 'person', 'people')}, at most ${credits} credits. Only assessed conversations are charged.`,
    run: (credits: string) => `Run for at most ${credits} credits`,
    running: (done: number, of: number) => `${count(done)} of ${count(of)} assessed`,
    done: (assessed: number, failed: number, credits: string) =>
      `${count(assessed)} assessed, ${count(failed)} failed, ${credits} credits charged.`,
    recommended: (people: number) => `${plural(people, 'person is', 'people are')} worth contacting again.`,
    export: 'Export CSV',
    follow: 'Follow up with them',
    expired: 'This estimate has expired. Request a new one.',
  },
  builder: {
    title: 'New campaign',
    kept: 'The draft is saved in this browser.',
    name: 'Name',
    objective: 'Objective',
    objectiveHelp: 'The goal of the campaign. Summaries assess each conversation against it.',
    audience: 'Audience',
    categories: 'Categories',
    category: (name: string, people: number) => `${name} (${count(people)})`,
    noCategories: 'No categories yet. Add some when you import or create contacts.',
    contacts: 'Individual contacts',
    find: 'Find by name or number',
    add: (name: string) => `Add ${name}`,
    remove: (name: string) => `Remove ${name}`,
    content: 'Content',
    channel: 'Channel',
    channels: { voice: 'Calls', whatsapp: 'WhatsApp' },
    agent: 'Agent',
    chooseAgent: 'Choose an agent',
    noAgents: 'No active agent for this channel.',
    writes: 'Message',
    writing: { template: 'Approved template', text: 'Text, for people who wrote within 24 hours' },
    text: 'Text',
    template: 'Template',
    language: 'Language',
    languageHelp: 'For example en_US. Leave empty to use the agent’s language.',
    approved: 'Approved templates',
    byName: 'Enter a name below',
    values: 'Body variables, one per line',
    valuesHelp: 'A value, or an {{alias}} of the agent.',
    preview: (name: string) => `To ${name}`,
    schedule: 'Schedule',
    hours: 'Only within these hours',
    days: { mon: 'Mon', tue: 'Tue', wed: 'Wed', thu: 'Thu', fri: 'Fri', sat: 'Sat', sun: 'Sun' },
    opens: 'From',
    closes: 'To',
    zone: 'Time zone',
    inRecipientZone: 'In the recipient’s time zone',
    inRecipientZoneHelp:
      'The hours follow the time zone of the contact, or of its number’s area. The time zone above applies to numbers without an area.',
    noDays: 'Choose at least one day.',
    startAt: 'Schedule start',
    startHelp: 'In your time zone. Leave empty to start manually.',
    retryTitle: 'Retries',
    retries: 'Further attempts if busy, unanswered or failed',
    delay: 'Minutes between attempts',
    retryVoicemail: 'Also after voicemail',
    callsBack: 'Call people back at the time they request',
    callsBackHelp:
      'Outcomes of calls must be switched on in Settings: they state the time. The campaign waits for these calls, and makes them within its hours.',
    callBacksEach: 'Call-backs for each person',
    callBackDays: 'Days after the request',
    create: 'Create campaign',
    discard: 'Discard draft',
    missing: 'Choose an audience and an agent to see an estimate.',
    people: (people: number, complete: boolean) =>
      complete ? plural(people, 'person', 'people') : `up to ${plural(people, 'person', 'people')}`,
    ofFirst: (most: number) => `of the first ${count(most)}`,
    noPeople: 'The audience has no contacts.',
    noneLeft: (people: number, isVoice: boolean) =>
      `No contact can be ${isVoice ? 'called' : 'messaged'}: ${people === 1 ? 'the only one is' : `all ${count(people)} are`} left out.`,
    leftOut: 'Left out',
    fixes: {
      blocked: 'Show blocked contacts',
      variables: 'Open the agent’s variables',
      suppressed: 'Open suppressions',
      destinations: 'Open allowed countries',
      categories: 'Open the agent’s categories',
      template: 'Send a template instead',
    },
    summary: 'Summary',
    facts: { audience: 'Audience', end: 'Done by', most: 'Costs at most', credit: 'Your credit' },
    ofPeople: (eligible: number, people: number) =>
      `${count(eligible)} of ${plural(people, 'person', 'people')}`,
    unknownEnd: 'Not known',
    createEmpty: 'A campaign needs at least one contact who can be contacted.',
    duration: (length: string, lines: number) => `About ${length} with ${plural(lines, 'line', 'lines')}`,
    end: (at: string) => `done by ${at}`,
    noEnd: 'not done within the next two months',
    noLines: 'This business has no lines, so no calls can be made.',
    messages: 'Messages are sent as fast as the channel allows.',
    assumed: 'Assumes one minute per call, because the agent has made fewer than five calls.',
    history: (seconds: number, attempts: number) =>
      `Based on recent calls: ${seconds} s per attempt, ${attempts} attempts per person.`,
    cost: (expected: string, most: string) => `About ${expected} credits, never more than ${most}.`,
    free: 'Messages cost no credit.',
    noPrice: 'These calls have no price.',
    short: (available: string) => `You have ${available} credits. The campaign pauses when they run out.`,
    maybeShort: (available: string) =>
      `You have ${available} credits, less than the most it can cost. The campaign pauses when they run out.`,
  },
} as const;
