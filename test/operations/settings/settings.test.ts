/** How a business is set up: what it may choose is what the installation has. */
import t from 'tap';
import { type SettingsDeps, settingsOperations } from '../../../operations/settings/settings.js';
import type { CallingHours } from '../../../schemas/calling-hours.js';
import type { CarrierChoice } from '../../../schemas/carrier-choice.js';
import { madeUpActors } from '../../support/stand-in.js';

const caller = { businessId: 'b1', operationId: 'o', idempotencyKey: 'k', at: 0 };

const start = () => {
  let timeZone: string | null = null;
  let carriers: CarrierChoice | null = null;
  let callingHours: CallingHours = { quietHours: null, attemptsPerDay: null };
  const asked: string[] = [];
  const actors = madeUpActors((_kind, _id, command) => {
    // The test knows what commands of these kinds hold.
    if ('timeZone' in command) timeZone = command.timeZone as string | null;
    if ('choice' in command) carriers = command.choice as CarrierChoice | null;
    if ('quietHours' in command)
      callingHours = { ...callingHours, quietHours: command.quietHours as CallingHours['quietHours'] };
    if ('attemptsPerDay' in command)
      callingHours = { ...callingHours, attemptsPerDay: command.attemptsPerDay as number | null };
    return { name: 'Bella Vista', lines: 5, timeZone, carriers, callingHours };
  });
  const account = (name: string, outcome: 'accepted' | 'refused') =>
    [
      name,
      {
        name,
        lookAtAccount: async () => {
          asked.push(name);
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
      accounts: new Map([account('twilio', 'accepted'), account('telnyx', 'refused')]),
      providers: () => [],
    },
  };
  return { operations: settingsOperations(deps), asked, chosen: () => carriers };
};

t.test('what is chosen is shown, beside what the installation has', async (t) => {
  const { operations, chosen } = start();
  t.match(await operations.readSettings('b1'), {
    timeZone: null,
    carriers: null,
    installation: { carrierOrder: ['twilio'], carrierAccounts: ['twilio', 'telnyx'] },
  });
  const order = ['telnyx', 'twilio'];
  const { result } = await operations.changeSettings(caller, {
    businessId: 'b1',
    timeZone: 'Europe/Rome',
    carriers: { order, from: [{ carrier: 'telnyx', number: '+1 415 555 2671' }] },
  });
  t.match(result, {
    timeZone: 'Europe/Rome',
    carriers: { order, from: [{ carrier: 'telnyx', number: '+14155552671' }] },
  });
  t.same(chosen(), { carriers: order, from: { telnyx: '+14155552671' } }, 'as the command line keeps it');
  await operations.changeSettings(caller, { businessId: 'b1', carriers: null });
  t.equal(chosen(), null);
  t.match(await operations.readSettings('b1'), { timeZone: 'Europe/Rome' }, 'what is left out stays');
});

t.test('what nobody could use is refused, all of it at once, and changes nothing', async (t) => {
  const { operations, chosen } = start();
  const error = await operations
    .changeSettings(caller, {
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

t.test('the carriers that calls go through are asked, one test at a time', async (t) => {
  const { operations, asked } = start();
  t.match((await operations.testCarriers(caller, all)).result, [{ carrier: 'twilio', ok: true }]);
  t.same(asked, ['twilio'], 'the usual ones, where none was chosen');
  await operations.changeSettings(caller, { businessId: 'b1', carriers: { order: ['telnyx'], from: [] } });
  t.match((await operations.testCarriers(caller, { ...all, carrier: 'twilio' })).result, [
    { carrier: 'twilio' },
  ]);
  await t.rejects(operations.testCarriers(caller, { ...all, carrier: 'plivo' }), {
    code: 'validation_failed',
  });
  const [first, second] = await Promise.allSettled([
    operations.testCarriers(caller, all),
    operations.testCarriers(caller, all),
  ]);
  t.match(first, { value: { result: [{ carrier: 'telnyx', ok: false, remedy: /was not taken/ }] } });
  t.match(second, { reason: { code: 'carrier_test_running' } });
});

t.test('quiet hours and a limit of attempts are set, kept and cleared', async (t) => {
  const { operations } = start();
  const quietHours = [{ days: ['sat' as const, 'sun' as const], start: '20:00', end: '09:00' }];
  const { result } = await operations.changeSettings(caller, {
    businessId: 'b1',
    quietHours,
    attemptsPerDay: 3,
  });
  t.match(result, { quietHours, attemptsPerDay: 3, timeZone: null });
  await operations.changeSettings(caller, { businessId: 'b1', attemptsPerDay: null });
  t.match(await operations.readSettings('b1'), { quietHours, attemptsPerDay: null });
  await operations.changeSettings(caller, { businessId: 'b1', quietHours: null });
  t.match(await operations.readSettings('b1'), { quietHours: null });
});

t.test('quiet hours that leave no open time are refused, and change nothing', async (t) => {
  const { operations } = start();
  const quietHours = [
    { days: ['mon' as const, 'tue' as const, 'wed' as const, 'thu' as const], start: '08:00', end: '08:00' },
    { days: ['fri' as const, 'sat' as const, 'sun' as const], start: '08:00', end: '08:00' },
  ];
  await t.rejects(operations.changeSettings(caller, { businessId: 'b1', quietHours, attemptsPerDay: 2 }), {
    code: 'validation_failed',
    details: [{ path: '/quietHours' }],
  });
  t.match(await operations.readSettings('b1'), { quietHours: null, attemptsPerDay: null });
});
