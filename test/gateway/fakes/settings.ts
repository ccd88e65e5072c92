/** The settings of a business, as operations return them. */
import type { SettingsOperations } from '../../../operations/settings/settings.js';
import type { SettingsResource } from '../../../schemas/accounts/settings.js';
import { requireTag, TAG } from './ids.js';
import type { OperationLog } from './operation-log.js';

const settings: SettingsResource = {
  name: 'Bella Vista',
  lines: 5,
  concurrentCalls: 4,
  timeZone: 'Europe/Rome',
  carriers: { order: ['telnyx'], from: [{ carrier: 'telnyx', number: '+14155550100' }] },
  quietHours: [{ days: ['sat', 'sun'], start: '20:00', end: '09:00' }],
  attemptsPerDay: 3,
  destinations: { countries: ['IT'], types: ['shared_cost'] },
  callLimits: { spendPerDayMicrocredits: 5_000_000, callsPerMinute: 30 },
  callAnalysis: { enabled: true, priceMicrocredits: 2_000 },
  conversationAnalysis: { enabled: true, silenceMinutes: 120, priceMicrocredits: 2_000 },
  spend: { microcredits: 120_000, endsAt: '2026-01-02T00:00:00.000Z' },
  callPrices: { flatMicrocredits: 10_000, byPrefix: [{ prefix: '39199', microcredits: 40_000 }] },
  installation: {
    timeZone: 'UTC',
    allowedCountries: ['IT', 'DE'],
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
  tag: TAG,
};

/** Operations that change nothing. */
export const settingsOperations = ({ record }: OperationLog): SettingsOperations => ({
  read: async () => settings,
  change: async (caller, _body, expected) => {
    requireTag(expected);
    return record(caller, settings);
  },
  testCarriers: (caller) => record(caller, [{ carrier: 'telnyx', ok: true, totalMs: 120 }]),
});
