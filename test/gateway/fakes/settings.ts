/** How a business is set up, as operations tell it. */
import type { SettingsOperations } from '../../../operations/settings/settings.js';
import type { SettingsResource } from '../../../schemas/settings.js';
import type { Deeds } from './deeds.js';

const settings: SettingsResource = {
  name: 'Bella Vista',
  lines: 5,
  timeZone: 'Europe/Rome',
  carriers: { order: ['telnyx'], from: [{ carrier: 'telnyx', number: '+14155550100' }] },
  quietHours: [{ days: ['sat', 'sun'], start: '20:00', end: '09:00' }],
  attemptsPerDay: 3,
  installation: {
    timeZone: 'UTC',
    carrierOrder: ['twilio'],
    carrierAccounts: ['twilio', 'telnyx'],
    providers: [
      {
        role: 'model',
        inUse: ['openai:gpt-5-mini'],
        available: [{ provider: 'openai', needsCredential: true, defaultChoice: null, defaultAddress: null }],
      },
    ],
  },
};

/** They change nothing. */
export const settingsOperations = ({ written }: Deeds): SettingsOperations => ({
  readSettings: async () => settings,
  changeSettings: (caller) => written(caller, settings),
  testCarriers: (caller) => written(caller, [{ carrier: 'telnyx', ok: true, totalMs: 120 }]),
});
