/** Words of the start page. */
import type { Data } from '../../api/client.js';
import { message, messages } from '../../ui/i18n/messages.js';

type Home = Data<'readHome'>;
type Step = Home['setup'][number]['step'];
type Fault = Home['broken']['failedCalls'][number]['endReason'];

const steps: Readonly<
  Record<Step, { readonly name: string; readonly help: string; readonly action: string }>
> = {
  provider: {
    name: 'Connect a model and a voice',
    help: 'Until then, agents use the offline voices and a scripted model.',
    action: 'Add a provider',
  },
  phone: {
    name: 'Connect a phone number',
    help: 'Until then, calls are simulated.',
    action: 'Connect a carrier',
  },
  agent: {
    name: 'Create an agent',
    help: 'Start from an example or from your own words.',
    action: 'Create an agent',
  },
  first_call: {
    name: 'Hear a first call',
    help: 'Talk to the agent, or watch a simulated caller.',
    action: 'Try an agent',
  },
  contacts: {
    name: 'Import contacts',
    help: 'A file from your CRM, or one by one.',
    action: 'Import contacts',
  },
  campaign: {
    name: 'Run a campaign',
    help: 'An agent calls or messages many contacts.',
    action: 'New campaign',
  },
  colleague: {
    name: 'Invite a colleague',
    help: 'Operators take over calls and answer messages.',
    action: 'Invite',
  },
  webhook: { name: 'Add a webhook', help: 'Your own systems learn how calls went.', action: 'Add a webhook' },
};

const faults: Readonly<Record<Fault, string>> = {
  model_failed: 'the model failed',
  speech_provider_failed: 'a speech provider failed',
  disclosure_failed: 'the disclosure could not be spoken',
  carrier_failed: 'the carrier failed',
  placement_unknown: 'the carrier did not confirm the call',
  media_lost: 'the audio was lost',
  internal: 'Parley failed',
};

const failures = {
  text: message<[calls: number, fault: string]>(
    '{calls, plural, one {# call} other {# calls}} ended because {fault}',
    'calls',
    'fault',
  ),
  faults,
};

const lasts = {
  lessThanADay: 'Credit lasts less than a day',
  days: message<[days: number]>('Credit lasts about {days, plural, one {# day} other {# days}}', 'days'),
};

const waits = {
  text: message<[reason: string]>('waits: {reason}', 'reason'),
  /** As in the progress of a campaign. */
  reasons: {
    audience: 'audience',
    start: 'start',
    window: 'window',
    credit: 'credit',
    agent: 'agent',
    channel: 'channel',
    calling_hours: 'calling hours',
    attempts: 'attempts',
    limit: 'limit',
    limits: 'limits',
    call_back: 'call back',
    analysis: 'analysis',
  },
};

export const HOME = messages('HOME', {
  title: 'Home',
  today: message<[zone: string]>('Today, compared with the same hours a week ago ({zone})', 'zone'),
  figures: {
    calls: 'Calls',
    answered: 'Answered',
    success: 'Success',
    heard: 'Response heard after',
    cost: 'Cost in credits',
  },
  answeredOf: message<[answered: number]>(
    '{answered, plural, one {# call} other {# calls}} answered',
    'answered',
  ),
  slowest: message<[text: string]>('95 % within {text}', 'text'),
  none: '–',
  more: message<[text: string]>('{text} more than a week ago', 'text'),
  less: message<[text: string]>('{text} less than a week ago', 'text'),
  same: 'As a week ago',
  noComparison: 'Nothing to compare with',
  lastDays: message<[count: number, name: string]>(
    '{name} in the last {count, plural, one {# day} other {# days}}',
    'count',
    'name',
  ),
  points: message<[points: number]>('{points, plural, one {# point} other {# points}}', 'points'),
  attention: {
    title: 'Needs you',
    nothing: 'Nothing needs you right now.',
    waiting: message<[count: string, isOne: boolean]>(
      '{isOne, select, true {{count} conversation waits for a person} other {{count} conversations wait for a person}}',
      'count',
      'isOne',
    ),
    since: 'since',
    unnamed: 'Unnamed customer',
    asked: message<[count: string, isOne: boolean]>(
      '{isOne, select, true {{count} call} other {{count} calls}} in which the customer asked for a person',
      'count',
      'isOne',
    ),
    reviewAll: 'Show all',
  },
  broken: {
    failures,
    failed: (calls: number, fault: string): string =>
      failures.text(calls, faults[isFault(fault) ? fault : 'internal']),
    open: 'Open the latest',
    webhooks: message<[count: number]>(
      '{count, plural, one {# webhook is} other {# webhooks are}} paused after failures',
      'count',
    ),
    deadLetters: message<[count: string, isOne: boolean]>(
      '{isOne, select, true {{count} event was} other {{count} events were}} not accepted by any webhook',
      'count',
      'isOne',
    ),
    stuck: message<[count: number]>(
      '{count, plural, one {# piece} other {# pieces}} of work keep failing. Ask the operator of this service to run parley admin trouble.',
      'count',
    ),
    limits: message<[count: number]>(
      '{count, plural, one {# limit} other {# limits}} on calls reached',
      'count',
    ),
    openWebhooks: 'Open webhooks',
    openSettings: 'Open settings',
  },
  credit: {
    lasts,
    left: (days: number): string => (days < 1 ? lasts.lessThanADay : lasts.days(Math.floor(days))),
    none: 'There is no credit left. Calls are not started.',
    open: 'Open billing',
  },
  running: {
    title: 'Running now',
    nothing: 'No live calls and no running campaign.',
    live: message<[count: number]>('{count, plural, one {# live call} other {# live calls}}', 'count'),
    queued: message<[count: number]>(
      '{count, plural, one {# call} other {# calls}} waiting for a line',
      'count',
    ),
    open: 'Open',
    done: message<[finished: number, total: number]>(
      '{finished, number} of {total, plural, one {# contact} other {# contacts}}',
      'finished',
      'total',
    ),
    endsAt: 'ends about',
    waits,
    waitsFor: (reason: string): string =>
      waits.text(isWait(reason) ? waits.reasons[reason] : reason.replaceAll('_', ' ')),
  },
  setup: {
    title: 'Set-up',
    progress: message<[done: number, total: number]>('{done} of {total} steps done', 'done', 'total'),
    done: 'Done',
    simulated: 'Done, simulated',
    steps,
  },
});

/** Further reasons may be added by a newer service. */
const isFault = (reason: string): reason is Fault => Object.hasOwn(faults, reason);
const isWait = (reason: string): reason is keyof typeof waits.reasons => Object.hasOwn(waits.reasons, reason);
