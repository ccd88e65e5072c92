/** Texts about accounts on messaging channels. */
import { message, messages } from '../../ui/i18n/messages.js';

export const CHANNELS = messages('CHANNELS', {
  title: 'Channels',
  names: { whatsapp: 'WhatsApp', instagram: 'Instagram' },
  none: 'No accounts connected',
  noneHelp: 'Connect a WhatsApp number or an Instagram account so that customers can message your agents.',
  connect: 'Connect an account',
  connectTitle: 'Connect an account',
  channel: 'Channel',
  account: { whatsapp: 'Phone number ID', instagram: 'Professional account ID' },
  accountHelp: {
    whatsapp:
      'A number of about 15 digits from Meta’s App Dashboard: WhatsApp, API Setup. Not the phone number.',
    instagram: 'A number that starts with 178, from Meta’s App Dashboard: Instagram, API setup.',
  },
  name: 'Name',
  nameHelp: 'Shown in this console. Leave empty to use the channel’s name.',
  token: 'Access token',
  tokenHelp: 'Tested now, stored encrypted, and never shown again.',
  connecting: 'Connecting…',
  connected: message<[name: string]>('{name} is connected', 'name'),
  webhook:
    'Customer messages arrive once Meta sends this app’s webhooks to the service (see docs/how-to/networks.md).',
  replace: 'Replace token',
  replaceTitle: message<[name: string]>('Replace the token of {name}', 'name'),
  since: 'Connected',
  username: 'User name',
  check: 'Check connection',
  checking: 'Checking…',
  states: { usable: 'Working', refused: 'Rejected by the channel', unknown: 'The channel did not respond' },
  unchecked: 'Not checked yet',
  facts: { phoneNumber: 'Number', name: 'Verified name', quality: 'Quality' },
  qualities: { GREEN: 'High', YELLOW: 'Medium', RED: 'Low', UNKNOWN: 'Not rated', NA: 'Not rated' },
  answering: 'Replies',
  agent: 'Agent',
  noAgent: 'None',
  auto: 'Reply automatically',
  autoHelp: 'When off, the agent is assigned but does not reply.',
  handoff: 'Pause all agents on this account',
  handoffHelp:
    'No agent replies on this account. Turning this off also returns every conversation that people have taken.',
  backend: 'A webhook’s backend answers on this account. Pause or revoke the webhook before an agent can.',
  noAgents: message<[channel: string]>('No agents for {channel} yet.', 'channel'),
  makeAgent: 'Create one',
  disconnect: 'Disconnect',
  disconnectTitle: message<[name: string]>('Disconnect {name}?', 'name'),
  disconnectHelp:
    'Its token and its agent assignment are deleted, and new messages no longer arrive. Past messages are kept.',
  disconnectName: message<[name: string]>('Type {name} to confirm', 'name'),
  missing: 'Account not found. It may have been disconnected.',
  inbox: 'Open inbox',
});
