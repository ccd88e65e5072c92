/** All texts of the console in one place; another language is another file like this one. */
import type { Data } from './api/client.js';
import { ACCESS } from './texts/access.js';
import { AGENTS, WELCOME } from './texts/agents.js';
import { AUDIT } from './texts/audit.js';
import { CALL } from './texts/call.js';
import { CAMPAIGNS } from './texts/campaigns.js';
import { CHANNELS } from './texts/channels.js';
import { contacts } from './texts/contacts.js';
import { dataSources } from './texts/data-sources.js';
import { files } from './texts/files.js';
import { INBOX } from './texts/inbox.js';
import { legs } from './texts/legs.js';
import { LIVE } from './texts/live.js';
import { settings } from './texts/settings.js';
import { SIMULATIONS } from './texts/simulations.js';
import { suppressions } from './texts/suppressions.js';
import { TOOLS, VOICEMAIL } from './texts/tools.js';
import { VERSIONS } from './texts/versions.js';
import { WEBHOOKS } from './texts/webhooks.js';

type Call = Data<'listVoiceCalls'>['calls'][number];
type Campaign = Data<'listCampaigns'>['campaigns'][number];

const statuses: Readonly<Record<Call['status'], string>> = {
  queued: 'Waiting for a line',
  ringing: 'Ringing',
  answered: 'In conversation',
  cancelling: 'Hanging up',
  completed: 'Completed',
  no_answer: 'No answer',
  busy: 'Busy',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

const campaignStatuses: Readonly<Record<Campaign['status'], string>> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  running: 'Running',
  paused: 'Paused',
  cancelling: 'Cancelling',
  cancelled: 'Cancelled',
  completed: 'Completed',
};

export const TEXTS = {
  sections: {
    live: 'Live',
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
  },
  groups: { developers: 'Developers', settings: 'Settings' },
  morePages: 'More',
  inbox: INBOX,
  channels: CHANNELS,
  simulations: SIMULATIONS,
  webhooks: WEBHOOKS,
  statuses,
  campaignStatuses,
  skip: 'Skip to content',
  navigation: 'Pages',
  loading: 'Loading',
  request: 'Request',
  tryAgain: 'Try again',
  reconnecting: 'Reconnecting…',
  lines: 'Lines in use',
  credit: 'Credits',
  account: (name: string) => `Account of ${name}`,
  signOut: 'Sign out',
  businesses: 'Switch to',
  cancel: 'Cancel',
  close: 'Close',
  more: 'Show more',
  copied: 'Copied',
  copy: 'Copy',
  palette: {
    open: 'Search',
    label: 'Search pages, calls and contacts',
    call: (id: string) => `Open call ${id}`,
    contact: (text: string) => `Find “${text}” in contacts`,
    nothing: 'No results. Enter a call ID, or the name or number of a contact.',
  },
  signIn: {
    title: 'Sign in',
    email: 'E-mail',
    password: 'Password',
    button: 'Sign in',
    forgotten: 'Forgot your password? Ask an administrator to reset it.',
    expired: 'Your session has ended',
    expiredHelp: 'Sign in to continue. Nothing you typed is lost.',
  },
  setup: {
    title: 'Set up the console',
    help: 'Create your account and your business. This link works once.',
    missing:
      'This page needs the full link that the service printed at startup (setupUrl), including everything after the #.',
    business: 'Business',
    name: 'Your name',
    email: 'E-mail',
    password: 'Password',
    passwordHelp: 'At least 12 characters.',
    button: 'Create account',
    credit: 'Starts with 5 lines and 100 credits.',
    country: 'Countries to call',
    allCountries: 'All countries',
    countryHelp: 'Calls to other countries are rejected. You can add more in Settings.',
    goToSignIn: 'Sign in instead',
  },
  welcome: WELCOME,
  calls: {
    title: 'Calls',
    status: 'Status',
    outcome: 'Outcome',
    outcomes: {
      success: 'Success',
      no_success: 'No success',
      negative: 'Negative sentiment',
      human: 'Requested a person',
      no_contact: 'Requested no further contact',
      call_back: 'Requested a call back',
    },
    agent: 'Agent',
    from: 'From',
    to: 'To',
    all: 'All',
    clear: 'Clear filters',
    columns: {
      when: 'When',
      callee: 'Contact',
      agent: 'Agent',
      status: 'Status',
      length: 'Duration',
      cost: 'Credits',
    },
    none: 'No calls yet',
    noneHelp: 'Calls appear here with their transcript and cost.',
    watch: 'Watch a call',
    noMatch: 'No calls match these filters',
    exportAll: 'Export all as CSV',
    exportMatching: 'Export these as CSV',
  },
  access: ACCESS,
  audit: AUDIT,
  call: CALL,
  live: LIVE,
  agents: AGENTS,
  tools: TOOLS,
  voicemail: VOICEMAIL,
  versions: VERSIONS,
  contacts,
  suppressions,
  dataSources,
  files,
  campaigns: CAMPAIGNS,
  chart: { table: 'Show as table', time: 'Time' },
  legs,
  settings,
} as const;
