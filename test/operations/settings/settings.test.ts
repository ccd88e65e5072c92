/** The settings of a business, which can choose only from what the installation has. */
import t from 'tap';
import type { BusinessCommand } from '../../../actors/business/commands.js';
import { business } from '../../../actors/business/index.js';
import { type SettingsDeps, settingsOperations } from '../../../operations/settings/settings.js';
import { STANDARD_PRICES } from '../../../schemas/accounts/prices.js';
import type { CarrierChoice } from '../../../schemas/accounts/settings.js';
import type { CallingHours } from '../../../schemas/campaigns/calling-hours.js';
import {
  type CallLimits,
  type DestinationPolicy,
  NO_LIMITS,
} from '../../../schemas/campaigns/destination.js';
import { isCommandOf, stubActors } from '../../support/stub-actors.js';

const caller = { businessId: 'b1', operationId: 'o', idempotencyKey: 'k', at: 0 };

const start = (
  allowedCountries: readonly string[] | null = null,
  onCommand: (command: BusinessCommand) => void = () => undefined,
) => {
  let timeZone: string | null = null;
  let carriers: CarrierChoice | null = null;
  let callingHours: CallingHours = { quietHours: null, attemptsPerDay: null };
  const checked: string[] = [];
  let destinations: DestinationPolicy = { countries: ['US'], types: [] };
  let callLimits: CallLimits = NO_LIMITS;
  const apply = (command: BusinessCommand): void => {
    onCommand(command);
    switch (command.type) {
      case 'set_time_zone':
        timeZone = command.timeZone;
        return;
      case 'choose_carriers':
        carriers = command.choice;
        return;
      case 'set_quiet_hours':
        callingHours = { ...callingHours, quietHours: command.quietHours };
        return;
      case 'set_attempts_per_day':
        callingHours = { ...callingHours, attemptsPerDay: command.attemptsPerDay };
        return;
      case 'set_destinations': {
        const { type: _type, ...policy } = command;
        destinations = { ...destinations, ...policy };
        return;
      }
      case 'set_call_limits': {
        const { type: _type, ...limits } = command;
        callLimits = { ...callLimits, ...limits };
        return;
      }
    }
  };
  const actors = stubActors((kind, _id, command) => {
    if (command.type === 'call_prices') return { '1': 200, '1242': 900 };
    if (isCommandOf(business, kind, command)) apply(command);
    return {
      name: 'Bella Vista',
      lines: 5,
      timeZone,
      carriers,
      callingHours,
      destinations,
      callLimits,
      spend: { endsAt: Date.UTC(2026, 0, 2), microcredits: 7 },
      prices: STANDARD_PRICES,
    };
  });
  const account = (name: string, outcome: 'accepted' | 'refused') =>
    [
      name,
      {
        name,
        checkAccount: async () => {
          checked.push(name);
          return outcome;
        },
      },
    ] as const;
  const deps: SettingsDeps = {
    actors,
    carrier: 'twilio',
    standInCarriers: [],
    installationFacts: {
      timeZone: 'UTC',
      allowedCountries,
      accounts: new Map([account('twilio', 'accepted'), account('telnyx', 'refused')]),
      providers: () => [],
    },
  };
  return { settings: settingsOperations(deps), checked, chosen: () => carriers };
};

t.test('the chosen settings are shown beside those of the installation', async (t) => {
  const { settings, chosen } = start();
  t.match(await settings.read('b1'), {
    timeZone: null,
    carriers: null,
    installation: { carrierOrder: ['twilio'], carrierAccounts: ['twilio', 'telnyx'] },
  });
  const order = ['telnyx', 'twilio'];
  const { result } = await settings.change(caller, {
    businessId: 'b1',
    timeZone: 'Europe/Rome',
    carriers: { order, from: [{ carrier: 'telnyx', number: '+1 415 555 2671' }] },
  });
  t.match(result, {
    timeZone: 'Europe/Rome',
    carriers: { order, from: [{ carrier: 'telnyx', number: '+14155552671' }] },
  });
  t.same(chosen(), { carriers: order, from: { telnyx: '+14155552671' } }, 'as the command line stores it');
  await settings.change(caller, { businessId: 'b1', carriers: null });
  t.equal(chosen(), null);
  t.match(await settings.read('b1'), { timeZone: 'Europe/Rome' }, 'an omitted setting stays');
});

t.test('unusable settings are all reported at once, and change nothing', async (t) => {
  const { settings, chosen } = start();
  const error = await settings
    .change(caller, {
      businessId: 'b1',
      timeZone: '+02:00',
      carriers: {
        order: ['plivo', 'twilio'],
        from: [
          { carrier: 'twilio', number: '0171' },
          { carrier: 'telnyx', number: '+14155552671' },
          { carrier: 'twilio', number: '+14155552671' },
        ],
      },
    })
    .catch((error: unknown) => error);
  t.match(error, {
    code: 'validation_failed',
    details: [
      { path: '/timeZone' },
      { path: '/carriers/order/0', message: /twilio or telnyx/ },
      { path: '/carriers/from/0/number' },
      { path: '/carriers/from/1/carrier', message: /not in order/ },
      { path: '/carriers/from/2/carrier', message: /twice/ },
    ],
  });
  t.equal(chosen(), null);
});

const all = { businessId: 'b1' };

t.test('tests the carriers that calls go through, one test at a time', async (t) => {
  const { settings, checked } = start();
  t.match((await settings.testCarriers(caller, all)).result, [{ carrier: 'twilio', ok: true }]);
  t.same(checked, ['twilio'], 'the default carriers if none is chosen');
  await settings.change(caller, { businessId: 'b1', carriers: { order: ['telnyx'], from: [] } });
  t.match((await settings.testCarriers(caller, { ...all, carrier: 'twilio' })).result, [
    { carrier: 'twilio' },
  ]);
  await t.rejects(settings.testCarriers(caller, { ...all, carrier: 'plivo' }), {
    code: 'validation_failed',
  });
  const [first, second] = await Promise.allSettled([
    settings.testCarriers(caller, all),
    settings.testCarriers(caller, all),
  ]);
  t.match(first, { value: { result: [{ carrier: 'telnyx', ok: false, remedy: /was rejected/ }] } });
  t.match(second, { reason: { code: 'carrier_test_running' } });
});

t.test('quiet hours and an attempt limit are set, kept and cleared', async (t) => {
  const { settings } = start();
  const quietHours = [{ days: ['sat' as const, 'sun' as const], start: '20:00', end: '09:00' }];
  const { result } = await settings.change(caller, {
    businessId: 'b1',
    quietHours,
    attemptsPerDay: 3,
  });
  t.match(result, { quietHours, attemptsPerDay: 3, timeZone: null });
  await settings.change(caller, { businessId: 'b1', attemptsPerDay: null });
  t.match(await settings.read('b1'), { quietHours, attemptsPerDay: null });
  await settings.change(caller, { businessId: 'b1', quietHours: null });
  t.match(await settings.read('b1'), { quietHours: null });
});

t.test('quiet hours that leave no open time are refused, and change nothing', async (t) => {
  const { settings } = start();
  const quietHours = [
    { days: ['mon' as const, 'tue' as const, 'wed' as const, 'thu' as const], start: '08:00', end: '08:00' },
    { days: ['fri' as const, 'sat' as const, 'sun' as const], start: '08:00', end: '08:00' },
  ];
  await t.rejects(settings.change(caller, { businessId: 'b1', quietHours, attemptsPerDay: 2 }), {
    code: 'validation_failed',
    details: [{ path: '/quietHours' }],
  });
  t.match(await settings.read('b1'), { quietHours: null, attemptsPerDay: null });
});

t.test('the owner sets destinations and limits, and sees prices', async (t) => {
  const { settings } = start();
  t.match(await settings.read('b1'), {
    destinations: { countries: ['US'], types: [] },
    callLimits: NO_LIMITS,
    spend: { microcredits: 7, endsAt: '2026-01-02T00:00:00.000Z' },
    callPrices: {
      flatMicrocredits: 10_000,
      byPrefix: [{ prefix: '1', microcredits: 200 }, { prefix: '1242' }],
    },
    installation: { allowedCountries: null },
  });
  const { result } = await settings.change(caller, {
    businessId: 'b1',
    destinations: { countries: ['DE', 'AT'], types: ['satellite'] },
    callLimits: { spendPerDayMicrocredits: 5_000, callsPerMinute: 3 },
  });
  t.match(result, {
    destinations: { countries: ['AT', 'DE'], types: ['satellite'] },
    callLimits: { spendPerDayMicrocredits: 5_000, callsPerMinute: 3 },
  });
});

t.test('an owner chooses among the countries of the operator and those that the business has', async (t) => {
  const { settings } = start(['DE']);
  const choose = (countries: string[]) =>
    settings.change(caller, { businessId: 'b1', destinations: { countries, types: [] } });
  await t.rejects(choose(['DE', 'CU', 'XX']), {
    code: 'validation_failed',
    details: [
      { path: '/destinations/countries/1', message: /calls to Cuba are not allowed here; ask the operator/ },
      { path: '/destinations/countries/2', message: /two-letter country code/ },
    ],
  });
  t.match((await choose(['US', 'DE'])).result, { destinations: { countries: ['DE', 'US'] } });
});

t.test('the name is kept on one line, and a blank one is refused', async (t) => {
  const commands: { readonly type: string }[] = [];
  const { settings } = start(null, (command) => commands.push(command));
  await settings.change(caller, { businessId: 'b1', name: ' Bella\nVista ', concurrentCalls: 2 });
  t.match(commands, [
    { type: 'rename', name: 'Bella Vista' },
    { type: 'limit_concurrency', calls: 2 },
  ]);
  await settings.change(caller, { businessId: 'b1', concurrentCalls: null });
  t.match(commands.at(-1), { type: 'limit_concurrency', calls: null });
  await t.rejects(settings.change(caller, { businessId: 'b1', name: '\u200b' }), {
    code: 'validation_failed',
    details: [{ path: '/name' }],
  });
});
