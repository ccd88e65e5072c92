/** Words of the start page. */
import type { Data } from '../../api/client.js';
import { plural } from '../../ui/plural.js';

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

export const HOME = {
  title: 'Home',
  today: (zone: string) => `Today, compared with the same hours a week ago (${zone})`,
  figures: {
    calls: 'Calls',
    answered: 'Answered',
    success: 'Success',
    heard: 'Response heard after',
    cost: 'Cost in credits',
  },
  answeredOf: (answered: number) => `${plural(answered, 'call', 'calls')} answered`,
  slowest: (text: string) => `95 % within ${text}`,
  none: '–',
  more: (text: string) => `${text} more than a week ago`,
  less: (text: string) => `${text} less than a week ago`,
  same: 'As a week ago',
  noComparison: 'Nothing to compare with',
  lastDays: (count: number, name: string) => `${name} in the last ${plural(count, 'day', 'days')}`,
  attention: {
    title: 'Needs you',
    nothing: 'Nothing needs you right now.',
    waiting: (count: string, isOne: boolean) =>
      isOne ? `${count} conversation waits for a person` : `${count} conversations wait for a person`,
    since: 'since',
    unnamed: 'Unnamed customer',
    asked: (count: string, isOne: boolean) =>
      isOne
        ? `${count} call in which the customer asked for a person`
        : `${count} calls in which the customer asked for a person`,
    reviewAll: 'Show all',
  },
  broken: {
    failed: (calls: number, fault: string) =>
      `${plural(calls, 'call', 'calls')} ended because ${faults[isFault(fault) ? fault : 'internal']}`,
    open: 'Open the latest',
    webhooks: (count: number) => `${plural(count, 'webhook is', 'webhooks are')} paused after failures`,
    deadLetters: (count: string, isOne: boolean) =>
      isOne
        ? `${count} event was not accepted by any webhook`
        : `${count} events were not accepted by any webhook`,
    stuck: (count: number) =>
      `${plural(count, 'piece', 'pieces')} of work keep failing. Ask the operator of this service to run parley admin trouble.`,
    limits: (count: number) => `${plural(count, 'limit', 'limits')} on calls reached`,
    openWebhooks: 'Open webhooks',
    openSettings: 'Open settings',
  },
  credit: {
    left: (days: number) =>
      days < 1
        ? 'Credit lasts less than a day'
        : `Credit lasts about ${plural(Math.floor(days), 'day', 'days')}`,
    none: 'There is no credit left. Calls are not started.',
    open: 'Open billing',
  },
  running: {
    title: 'Running now',
    nothing: 'No live calls and no running campaign.',
    live: (count: number) => plural(count, 'live call', 'live calls'),
    queued: (count: number) => `${plural(count, 'call', 'calls')} waiting for a line`,
    open: 'Open',
    done: (finished: number, total: number) =>
      `${finished.toLocaleString('en')} of ${plural(total, 'contact', 'contacts')}`,
    endsAt: 'ends about',
    waitsFor: (reason: string) => `waits: ${reason.replaceAll('_', ' ')}`,
  },
  setup: {
    title: 'Set-up',
    progress: (done: number, total: number) => `${done} of ${total} steps done`,
    done: 'Done',
    simulated: 'Done, simulated',
    steps,
  },
} as const;

/** Further reasons may be added by a newer service. */
const isFault = (reason: string): reason is Fault => Object.hasOwn(faults, reason);
