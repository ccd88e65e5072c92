/** Destinations, limits and prices of a business's calls, as an operator sets them. */
import t from 'tap';
import { MAX_CALL_PRICES } from '../../../../schemas/campaigns/destination.js';
import { createBusiness, fileAt, type RunCommand, sharedOperator } from '../operator.js';

const operator = await sharedOperator();

const setUp = async (): Promise<RunCommand> => {
  const businessId = await createBusiness(operator);
  return (command = '', ...args) =>
    operator.run('business', 'destinations', command, '--business', businessId, ...args);
};

const csv = (name: string, content: string): string => fileAt(operator, name, content);

t.test('a new business calls where the installation allows, without limits', async (t) => {
  const run = await setUp();
  t.match(await run('show'), {
    countries: null,
    types: [],
    spendPerDayMicrocredits: null,
    callsPerMinute: null,
    spentMicrocredits: 0,
    spendDayEndsAt: null,
    flatMicrocredits: Number,
    pricesByPrefix: {},
  });
});

t.test('countries and number types are set independently, and --usual removes the countries', async (t) => {
  const run = await setUp();
  const countries = ['AT', 'DE'];
  t.match(await run('allow', '--countries', 'de, at,DE'), { countries, types: [] });
  t.match(await run('allow', '--types', 'satellite,premium_rate,satellite'), {
    countries,
    types: ['satellite', 'premium_rate'],
  });
  t.match(await run('allow', '--usual'), { countries: null, types: ['satellite', 'premium_rate'] });
  t.match(await run('allow', '--types', 'none'), { countries: null, types: [] });
});

t.test('a limit is set and removed without a change of the other', async (t) => {
  const run = await setUp();
  t.match(await run('limits', '--spend-per-day', '5000'), {
    spendPerDayMicrocredits: 5_000,
    callsPerMinute: null,
  });
  t.match(await run('limits', '--calls-per-minute', '6'), {
    spendPerDayMicrocredits: 5_000,
    callsPerMinute: 6,
  });
  t.match(await run('limits', '--spend-per-day', 'none'), {
    spendPerDayMicrocredits: null,
    callsPerMinute: 6,
  });
  t.match(await run('limits', '--calls-per-minute', ' none '), { callsPerMinute: null });
});

t.test('prices by prefix are replaced by those of a file, with or without a heading', async (t) => {
  const run = await setUp();
  const listed = csv('prices.csv', '\ufeffPrefix,microcredits\n+4930,12000\n\n49, 9000\n');
  t.match(await run('prices', '--file', listed), { prefixes: 2 });
  t.strictSame((await run('show')).pricesByPrefix, { 49: 9_000, 4930: 12_000 });
  t.match(await run('prices', '--file', csv('other.csv', '1,0\n')), { prefixes: 1 });
  t.strictSame((await run('show')).pricesByPrefix, { 1: 0 });
  t.match(await run('prices', '--file', csv('empty.csv', '')), { prefixes: 0 });
  t.strictSame((await run('show')).pricesByPrefix, {});
});

t.test('refuses options that say nothing or something unknown', async (t) => {
  const run = await setUp();
  for (const [args, message] of [
    [['allow'], /give --countries, --usual or --types/],
    [['allow', '--countries', 'DE,Germany'], /--countries has "Germany"; use two-letter country codes/],
    [['allow', '--types', 'ordinary'], /--types has "ordinary"; use premium_rate, /],
    [['limits'], /give --spend-per-day or --calls-per-minute/],
    [['limits', '--calls-per-minute', '6001'], /"6001" is too large; the maximum is 6000, or none/],
    [['limits', '--spend-per-day', '-1'], /write a whole number of at least 0/],
  ] as const)
    await t.rejects(run(...args), message, args.join(' '));
  await t.rejects(run('allow', '--countries', 'DE', '--usual'), { code: 'commander.conflictingOption' });
});

t.test('refuses a price list, naming the price that is wrong', async (t) => {
  const run = await setUp();
  const many = Array.from({ length: MAX_CALL_PRICES + 1 }, (_, at) => `${10_000 + at},1`).join('\n');
  for (const [content, message] of [
    ['49,1\n30x,5', /price 2 of .* is "30x,5"; write prefix,microcredits/],
    ['49', /price 1 of .* is "49"/],
    ['49,', /price 1 of .* is "49,"/],
    ['49,1.5', /is "49,1.5"/],
    ['49,-1', /is "49,-1"/],
    ['49,1,EUR', /is "49,1,EUR"/],
    ['49,1\n+49,2', /price 2 of .* has the prefix 49 twice/],
    [many, /has 4001 prefixes; a business has at most 4000/],
    ['49,"1', /cannot be read: /],
    ['1'.repeat(1024 * 1024 + 1), /cannot be read: it has more than 1048576 bytes/],
  ] as const)
    await t.rejects(run('prices', '--file', csv('wrong.csv', content)), message, content.slice(0, 20));
  await t.rejects(run('prices', '--file', '/nowhere/prices.csv'), /cannot be read: ENOENT/);
  t.strictSame((await run('show')).pricesByPrefix, {}, 'nothing was stored');
});
