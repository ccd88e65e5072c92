/** Words of calling a number. */
import { message, messages } from '../../../ui/i18n/messages.js';

export const DIALLING = messages('DIALLING', {
  agent: 'Agent',
  title: message<[number: string]>('Call {number}', 'number'),
  contact: message<[name: string]>(
    'This is the number of {name}. The agent gets the contact’s details.',
    'name',
  ),
  unknown: 'No contact has this number. Agents that need a contact cannot call it.',
  blocked: message<[name: string]>('{name} is blocked and cannot be called.', 'name'),
  noAgents: 'A call needs an active voice agent, and there is none.',
  toAgents: 'Go to agents',
  start: 'Call',
});
