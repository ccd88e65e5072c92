/** Requests about the settings of a business: for each operation a good, a different and an invalid one. */
import { BUSINESS } from '../fakes/ids.js';
import { type Cases, q } from './case.js';

const path = '/api/v1/console/settings';

export const SETTINGS_CASES: Cases = {
  readBusiness: { path: '/api/v1/business', status: 200, invalid: { query: 'a=1' }, problems: ['a'] },
  listQuotas: {
    path: `/api/v1/console/quotas?${q}`,
    status: 200,
    invalid: { query: '' },
    problems: ['businessId'],
  },
  readSettings: { path: `${path}?${q}`, status: 200, invalid: { query: '' }, problems: ['businessId'] },
  changeSettings: {
    path,
    status: 200,
    body: {
      businessId: BUSINESS,
      name: 'Bella Vista',
      concurrentCalls: 4,
      timeZone: 'Europe/Rome',
      carriers: { order: ['twilio'], from: [] },
      quietHours: [{ days: ['sun'], start: '00:00', end: '00:00' }],
      attemptsPerDay: 3,
      destinations: { countries: ['IT'], types: ['satellite'] },
      callLimits: { spendPerDayMicrocredits: 1_000_000, callsPerMinute: null },
      conversationAnalysis: { enabled: true, silenceMinutes: 60 },
    },
    other: {
      body: {
        businessId: BUSINESS,
        carriers: null,
        quietHours: null,
        attemptsPerDay: null,
      },
    },
    invalid: {
      body: {
        businessId: BUSINESS,
        name: ' ',
        concurrentCalls: 0,
        timeZone: '',
        carriers: { order: [''], from: [{ carrier: '', number: '+'.repeat(50) }] },
        quietHours: [{ days: [], start: '24:00', end: '9' }],
        attemptsPerDay: 21,
        destinations: { countries: [39], types: [] },
        callLimits: { spendPerDayMicrocredits: -1, callsPerMinute: 6_001 },
        conversationAnalysis: { enabled: true, silenceMinutes: 0 },
      },
    },
    problems: [
      '/name',
      '/concurrentCalls',
      '/timeZone',
      '/carriers/order/0',
      '/carriers/from/0/carrier',
      '/carriers/from/0/number',
      '/quietHours/0/days',
      '/quietHours/0/start',
      '/quietHours/0/end',
      '/attemptsPerDay',
      '/destinations/countries/0',
      '/callLimits/spendPerDayMicrocredits',
      '/callLimits/callsPerMinute',
      '/conversationAnalysis/silenceMinutes',
    ],
  },
  testCarriers: {
    path: '/api/v1/console/carriers/test',
    status: 200,
    body: { businessId: BUSINESS },
    other: { body: { businessId: BUSINESS, carrier: 'twilio' } },
    invalid: { body: { businessId: BUSINESS, carrier: '' } },
    problems: ['/carrier'],
  },
};
