/** A tenant as an operator creates, shows and changes it. */
import t from 'tap';
import { isRecord } from '../../../../schemas/json.js';
import { createBusiness, type RunCommand, sharedOperator, UNKNOWN } from '../operator.js';

const operator = await sharedOperator();

/** An environment with an account at one carrier. */
const TWILIO = {
  PARLEY_PUBLIC_URL: 'https://voice.example.org',
  TWILIO_ACCOUNT_SID: 'ACtested',
  TWILIO_AUTH_TOKEN: 'token',
  TWILIO_FROM: '+15005550006',
};

/** Runs `parley admin business <command>` on a business. */
const commandsOf =
  (businessId: string): RunCommand =>
  (command = '', ...args) =>
    operator.run('business', command, '--business', businessId, ...args);

t.test('a created business has its lines, its opening credit and its block price', async (t) => {
  const businessId = await createBusiness(
    operator,
    ...['--lines', '3', '--credits', '5', '--block-price', '7000'],
  );
  const created = {
    businessId,
    name: 'Acme',
    lines: 3,
    leasedLines: 0,
    availableMicrocredits: 5_000_000,
    reservedMicrocredits: 0,
    chargedMicrocredits: 0,
  };
  t.match(await commandsOf(businessId)('show'), { ...created, prices: { call_block: 7_000 } });
  const { businesses } = await operator.run('business', 'list');
  const listed = [businesses].flat().filter((each) => isRecord(each) && each.businessId === businessId);
  t.strictSame(listed, [created], 'the list has no prices');
  const usual = await createBusiness(operator);
  t.match(await commandsOf(usual)('show'), { lines: 1, availableMicrocredits: 0 });
});

t.test('credit, lines and prices change, and the answer shows what applies now', async (t) => {
  const run = commandsOf(await createBusiness(operator, '--credits', '1'));
  t.match(await run('credit', '--credits', '2', '--reason', 'paid'), { availableMicrocredits: 3_000_000 });
  t.match(await run('lines', '--lines', '0'), { lines: 0 });
  t.match(await run('price', '--item', 'call_analysis', '--microcredits', '41'), {
    prices: { call_analysis: 41 },
  });
  await t.rejects(run('price', '--item', 'coffee', '--microcredits', '1'), {
    code: 'commander.invalidArgument',
  });
  await t.rejects(run('credit', '--credits', '0'), /write a whole number of at least 1/);
});

t.test('the ledger has the latest movements, each with the balance after it', async (t) => {
  const businessId = await createBusiness(operator, '--credits', '1');
  const run = commandsOf(businessId);
  await run('credit', '--credits', '2', '--reason', 'paid');
  await run('lines', '--lines', '4');
  await run('credit', '--credits', '3');
  const { entries } = await run('ledger');
  t.match(entries, [
    { movement: 'granted', microcredits: 1_000_000, available: 1_000_000, callId: null },
    { movement: 'granted', microcredits: 2_000_000, reason: 'paid', available: 3_000_000 },
    {
      movement: 'granted',
      microcredits: 3_000_000,
      reason: 'granted by an operator',
      available: 6_000_000,
      reserved: 0,
      charged: 0,
    },
  ]);
  t.equal([entries].flat().length, 3, 'other changes are not in the ledger');
  t.match(await run('ledger', '--limit', '1'), { entries: [{ microcredits: 3_000_000 }] });
  t.equal([(await run('ledger', '--limit', '1')).entries].flat().length, 1);
  await t.rejects(operator.run('business', 'ledger', '--business', UNKNOWN), { code: 'business_not_found' });
});

t.test('analysis of calls is off until it is switched on, and its price is shown', async (t) => {
  const run = commandsOf(await createBusiness(operator));
  await run('price', '--item', 'call_analysis', '--microcredits', '12');
  t.match(await run('call-analysis'), { callAnalysis: false, priceMicrocredits: 12 });
  t.match(await run('call-analysis', '--on'), { callAnalysis: true });
  t.match(await run('call-analysis'), { callAnalysis: true }, 'showing changes nothing');
  t.match(await run('call-analysis', '--off'), { callAnalysis: false });
  await t.rejects(run('call-analysis', '--on', '--off'), { code: 'commander.conflictingOption' });
});

t.test('a business has a time zone of its own, or that of the installation', async (t) => {
  const run = commandsOf(await createBusiness(operator));
  t.match(await run('time-zone'), { timeZone: null });
  t.match(await run('time-zone', '--zone', 'Europe/Berlin'), { timeZone: 'Europe/Berlin' });
  t.match(await run('time-zone'), { timeZone: 'Europe/Berlin' }, 'showing changes nothing');
  t.match(await run('time-zone', '--usual'), { timeZone: null });
  await t.rejects(
    run('time-zone', '--zone', 'Mars/Olympus'),
    /--zone is "Mars\/Olympus"; use an IANA time zone/,
  );
});

t.test('a quota differs from the installation’s until it is set back', async (t) => {
  const run = commandsOf(await createBusiness(operator));
  t.strictSame((await run('quota')).quotas, {});
  t.strictSame((await run('quota', '--item', 'stored_bytes', '--limit', '1000')).quotas, {
    stored_bytes: 1000,
  });
  t.strictSame((await run('quota')).quotas, { stored_bytes: 1000 });
  for (const incomplete of [['--limit', '5'], ['--usual'], ['--item', 'stored_bytes']])
    await t.rejects(
      run('quota', ...incomplete),
      /give --item together with --limit or --usual/,
      incomplete.join(' '),
    );
  t.strictSame((await run('quota', '--item', 'stored_bytes', '--usual')).quotas, {});
});

t.test('quiet hours and the daily limit of calls are set and removed independently', async (t) => {
  const run = commandsOf(await createBusiness(operator));
  const open = { quietHours: null, attemptsPerDay: null };
  const quiet = [{ days: ['sun'], start: '00:00', end: '00:00' }];
  t.match(await run('calling-hours'), open);
  t.match(await run('calling-hours', '--quiet', 'sun=00:00-00:00'), {
    quietHours: quiet,
    attemptsPerDay: null,
  });
  t.match(await run('calling-hours', '--attempts', '3'), { quietHours: quiet, attemptsPerDay: 3 });
  t.match(await run('calling-hours', '--clear-quiet'), { quietHours: null, attemptsPerDay: 3 });
  t.match(await run('calling-hours', '--clear-attempts'), open);
  for (const count of ['0', '1.5', '1000', 'some'])
    await t.rejects(
      run('calling-hours', '--attempts', count),
      /--attempts is ".*"; write a whole number/,
      count,
    );
});

t.test(
  'carriers are chosen in order with their numbers, and the choice is removed with --usual',
  async (t) => {
    const businessId = await createBusiness(operator);
    const run = (...args: readonly string[]) => commandsOf(businessId)('carrier', ...args);
    t.strictSame(await run(), { businessId, carriers: null });
    const choice = {
      carriers: ['telnyx', 'twilio'],
      from: { twilio: '+14155550100' },
    };
    t.strictSame(
      (await run('--carrier', 'telnyx, twilio,telnyx', '--from', 'twilio=+14155550100')).carriers,
      choice,
    );
    t.strictSame((await run()).carriers, choice, 'showing changes nothing');
    t.strictSame((await run('--from', 'plivo=+14155550101')).carriers, {
      carriers: [],
      from: { plivo: '+14155550101' },
    });
    t.strictSame((await run('--usual')).carriers, null);
  },
);

t.test('refuses carriers and caller numbers that cannot be used', async (t) => {
  const businessId = await createBusiness(operator);
  for (const [args, message] of [
    [['--carrier', 'pigeon'], /--carrier has "pigeon", which is not a carrier with an account here/],
    [['--from', 'pigeon=+14155550100'], /--from has "pigeon"/],
    [
      ['--from', 'twilio=123'],
      /--from has "twilio=123"; write a carrier and a number in E.164, like twilio=/,
    ],
    [['--from', 'twilio=+14155550100=1'], /write a carrier and a number/],
    [
      ['--carrier', 'telnyx', '--from', 'twilio=+14155550100'],
      /a number of twilio, which is not in --carrier/,
    ],
  ] as const)
    await t.rejects(commandsOf(businessId)('carrier', ...args), message, args.join(' '));
  for (const [name, value] of Object.entries(TWILIO)) process.env[name] = value;
  t.teardown(() => {
    for (const name of Object.keys(TWILIO)) delete process.env[name];
  });
  await t.rejects(
    commandsOf(businessId)('carrier', '--carrier', 'telnyx'),
    /not a carrier with an account here: use twilio$/,
    'with an account in the environment, other carriers are a mistake',
  );
});

t.test('a business is named by its id', async (t) => {
  await t.rejects(
    operator.run('business', 'show', '--business', 'Acme'),
    /--business is "Acme"; give the id/,
  );
  await t.rejects(operator.run('business', 'show', '--business', UNKNOWN), { code: 'business_not_found' });
});
