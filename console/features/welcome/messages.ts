/** Words of the page for the first minutes. */
import { message, messages } from '../../ui/i18n/messages.js';

export const WELCOME = messages('WELCOME', {
  title: 'Try an agent',
  talk: 'Choose an example and talk to it with your microphone. It becomes one of your agents, and you can edit it.',
  help: 'Choose an example and watch a simulated caller talk to it. It becomes one of your agents, and you can edit it.',
  real: message<[carrier: string]>(
    'This service calls through {carrier}, so there are no simulated callers. Examples become agents that you can test by text chat; real calls cost money.',
    'carrier',
  ),
  noTalk: 'You cannot talk to agents here yet.',
  watch: 'Watch a call',
  create: 'Create this agent',
  caller: 'The caller will say',
  sayable: 'You can say',
  another: 'Try another example',
  toCall: 'Open call',
  toAgent: 'Edit agent',
  quote: message<[sentence: string]>('“{sentence}”', 'sentence'),
  examples: {
    restaurant: { title: 'Restaurant', about: 'Takes reservations and knows the opening hours.' },
    dentist: { title: 'Dentist', about: 'Makes and moves appointments.' },
    parcel: { title: 'Parcel service', about: 'Tracks parcels and takes delivery instructions.' },
  },
});
