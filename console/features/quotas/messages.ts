/** Words of the page of limits. */
import { formatNumber } from '../../ui/i18n/language.js';
import { message, messages } from '../../ui/i18n/messages.js';

export const QUOTAS = messages('QUOTAS', {
  title: 'Limits and usage',
  help: 'What the business uses, and what happens at each limit.',
  change: 'Owners change limits of calls in the settings.',
  operator: 'The operator of the service changes these.',
  toSettings: 'Settings',
  columns: {
    limit: 'Limit',
    used: 'Used',
    max: 'Of',
    resets: 'Resets',
    atLimit: 'At the limit',
  },
  full: 'full',
  none: 'No limit',
  unknown: '–',
  share: message<[name: string]>('{name}: share of the limit', 'name'),
  calls: {
    title: 'Calls and credit',
    lines: {
      name: 'Lines in use',
      resets: 'When a call ends',
      atLimit: 'Further calls wait up to 30 minutes for a line.',
    },
    concurrent: {
      name: 'Calls at a time',
      resets: 'When a call ends',
      atLimit: 'Further calls wait up to 30 minutes.',
    },
    spend: {
      name: 'Spend on calls today, credits',
      resets: 'At the end of the day',
      atLimit: 'New calls are rejected. Campaigns wait.',
    },
    rate: {
      name: 'Calls started per minute',
      resets: 'Each minute',
      atLimit: 'New calls are rejected for the rest of the minute. Campaigns wait.',
    },
    attempts: {
      name: 'Attempts per number and day',
      resets: 'A day after each attempt',
      atLimit: 'Calls to that number are rejected. Campaigns call later.',
    },
    credit: {
      name: 'Credits',
      of: message<[available: string]>('{available} left', 'available'),
      resets: 'When credits are added',
      atLimit:
        'New calls, analyses and simulations are rejected. Calls in progress end when theirs are used up.',
    },
  },
  storage: {
    title: 'Storage and quotas',
    resets: {
      stored: 'Never: removed files free their part, the history does not',
      things: 'When one is removed',
    },
    atLimit: {
      stored:
        'Uploads and changes are rejected. Calls continue and are recorded; messages of customers are accepted.',
      things: 'No more can be added. Everything else continues.',
    },
    items: {
      stored_bytes: 'Stored data',
      agents: 'Agents',
      contacts: 'Contacts',
      contact_categories: 'Contact categories',
      data_sources: 'Data sources',
      campaigns: 'Campaigns',
      webhook_subscriptions: 'Webhooks',
      webhook_hosts: 'Webhook hosts',
      api_keys: 'API keys',
    },
    amount: (item: string, count: number): string =>
      item === 'stored_bytes'
        ? `${formatNumber(count / 1024 ** 2, { maximumFractionDigits: 1 })} MiB`
        : formatNumber(count),
  },
});
