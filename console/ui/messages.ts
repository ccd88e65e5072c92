/** Words that all pages share. */
import { message, messages } from './i18n/messages.js';

/** The names of pages, by the first part of their addresses. */
export const SECTION_NAMES = messages('SECTION_NAMES', {
  home: 'Home',
  live: 'Live',
  alerts: 'Alerts',
  reset: 'New password',
  calls: 'Calls',
  agents: 'Agents',
  conversations: 'Inbox',
  contacts: 'Contacts',
  suppressions: 'Suppressions',
  campaigns: 'Campaigns',
  channels: 'Channels',
  webhooks: 'Webhooks',
  simulations: 'Simulation',
  'data-sources': 'Data sources',
  settings: 'Settings',
  docs: 'API reference',
  keys: 'API keys',
  team: 'Team',
  billing: 'Billing',
  audit: 'Audit log',
  join: 'Join the team',
  welcome: 'Welcome',
  setup: 'Set up',
  analytics: 'Analytics',
  quotas: 'Limits and usage',
});

/** Words of buttons and states that are not about a resource. */
export const COMMON = messages('COMMON', {
  language: 'Language',
  loading: 'Loading',
  slow: 'The service is slow to respond. Still waiting…',
  request: 'Request',
  tryAgain: 'Try again',
  retrying: message<[seconds: number]>('Trying again in {seconds} s', 'seconds'),
  waiting: message<[seconds: number]>('Try again in {seconds} s.', 'seconds'),
  cancel: 'Cancel',
  close: 'Close',
  more: 'Show more',
  copied: 'Copied',
  copy: 'Copy',
  period: {
    legend: 'Period',
    choices: { all: 'All', today: 'Today', '7d': '7 days', '30d': '30 days', custom: 'Custom' },
    from: 'From',
    to: 'To',
  },
  chart: { table: 'Show as table', time: 'Time' },
  table: {
    columns: 'Columns',
    selected: 'Selected',
    select: message<[name: string]>('Select {name}', 'name'),
    sortBy: message<[title: string]>('Sort by {title}', 'title'),
  },
});
