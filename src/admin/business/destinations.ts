/** `parley admin business destinations`: the destinations that a business calls, their prices and its limits. */
import { readFileSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { parse } from 'csv-parse/sync';
import { business } from '../../../actors/business/index.js';
import { countryCode } from '../../../operations/outreach/destination.js';
import {
  ALLOWABLE_TYPES,
  type AllowableType,
  type CallPrices,
  isAllowableType,
  isPrefix,
  MAX_CALL_PRICES,
  MAX_CALLS_PER_MINUTE,
  NO_LIMITS,
  NO_POLICY,
} from '../../../schemas/campaigns/destination.js';
import { ConfigError } from '../../config/index.js';
import { addAction, wholeNumber } from '../action.js';
import { type Admin, type AdminOptions, asAdmin, businessRef } from '../as-admin.js';

interface BusinessOptions extends AdminOptions {
  readonly business: string;
}

const BUSINESS_OPTION = ['--business <id>', 'id of the business'] as const;
/** Larger than any list of {@link MAX_CALL_PRICES} prefixes; bytes. */
const MAX_FILE_BYTES = 1024 * 1024;

export const addDestinationCommands = (group: Command): void => {
  const destinations = group
    .command('destinations')
    .description('Countries and number types that it may call, prices and limits.');
  addShow(destinations);
  addAllow(destinations);
  addLimits(destinations);
  addPrices(destinations);
};

const addShow = (group: Command): void => {
  addAction(
    group
      .command('show')
      .description('Show countries, number types, limits, the spend of the day and prices by prefix.')
      .requiredOption(...BUSINESS_OPTION),
    (options: BusinessOptions) => asAdmin(options, (session) => destinationsOf(session, options.business)),
  );
};

const addAllow = (group: Command): void => {
  addAction(
    group
      .command('allow')
      .description('Set the countries that it may call, and allow number types that are refused by default.')
      .requiredOption(...BUSINESS_OPTION)
      .option('--countries <codes>', 'two-letter country codes (ISO 3166-1), like DE,AT,CH', countriesOption)
      .addOption(
        new Option('--usual', "use the installation's countries (PARLEY_ALLOWED_COUNTRIES)").conflicts(
          'countries',
        ),
      )
      .option(
        '--types <names>',
        `${ALLOWABLE_TYPES.join(', ')}; or none. Calls to them also need a price by prefix`,
        typesOption,
      ),
    (
      options: BusinessOptions & {
        countries?: readonly string[];
        usual?: true;
        types?: readonly AllowableType[];
      },
    ) => {
      const { countries, usual, types } = options;
      if (countries === undefined && usual === undefined && types === undefined)
        throw new ConfigError('give --countries, --usual or --types');
      return asAdmin(options, async (session) => {
        await session.actors.ask(business, businessRef(options.business), {
          type: 'set_destinations',
          ...(usual === true ? { countries: null } : {}),
          ...(countries === undefined ? {} : { countries }),
          ...(types === undefined ? {} : { types }),
        });
        return destinationsOf(session, options.business);
      });
    },
  );
};

const addLimits = (group: Command): void => {
  addAction(
    group
      .command('limits')
      .description('Set the maximum spend on calls per day, and the calls that may start per minute.')
      .requiredOption(...BUSINESS_OPTION)
      .option('--spend-per-day <microcredits>', 'microcredits, or none', limitOption(Number.MAX_SAFE_INTEGER))
      .option('--calls-per-minute <n>', 'calls, or none', limitOption(MAX_CALLS_PER_MINUTE)),
    (options: BusinessOptions & { spendPerDay?: Limit; callsPerMinute?: Limit }) => {
      const { spendPerDay, callsPerMinute } = options;
      if (spendPerDay === undefined && callsPerMinute === undefined)
        throw new ConfigError('give --spend-per-day or --calls-per-minute');
      return asAdmin(options, async (session) => {
        await session.actors.ask(business, businessRef(options.business), {
          type: 'set_call_limits',
          ...(spendPerDay === undefined ? {} : { spendPerDayMicrocredits: limitOf(spendPerDay) }),
          ...(callsPerMinute === undefined ? {} : { callsPerMinute: limitOf(callsPerMinute) }),
        });
        return destinationsOf(session, options.business);
      });
    },
  );
};

const addPrices = (group: Command): void => {
  addAction(
    group
      .command('prices')
      .description(
        'Replace the prices by prefix; other numbers cost the flat price (parley admin business price).',
      )
      .requiredOption(...BUSINESS_OPTION)
      .requiredOption(
        '--file <path>',
        'CSV with lines of prefix,microcredits: the price of a started block of 20 seconds; an empty file removes all',
      ),
    (options: BusinessOptions & { file: string }) => {
      const prices = readPrices(options.file);
      return asAdmin(options, async ({ actors }) => {
        const ref = businessRef(options.business);
        const { answer } = await actors.ask(business, ref, { type: 'set_call_prices', prices });
        return { businessId: ref.id, prefixes: answer.count };
      });
    },
  );
};

const destinationsOf = async ({ actors }: Admin, businessId: string) => {
  const ref = businessRef(businessId);
  const { answer } = await actors.query(business, ref, 'get');
  const { answer: prices } = await actors.query(business, ref, 'call_prices');
  const { destinations = NO_POLICY, callLimits = NO_LIMITS, spend } = answer;
  return {
    businessId: ref.id,
    countries: destinations.countries,
    types: destinations.types,
    ...callLimits,
    spentMicrocredits: spend?.microcredits ?? 0,
    spendDayEndsAt: spend === undefined || spend.endsAt === 0 ? null : new Date(spend.endsAt).toISOString(),
    flatMicrocredits: answer.prices.call_block,
    pricesByPrefix: prices,
  };
};

/** @throws ConfigError */
const countriesOption = (text: string): readonly string[] => {
  const codes = text.split(',').map((part) => {
    const code = countryCode(part);
    if (code !== null) return code;
    throw new ConfigError(`--countries has "${part.trim()}"; use two-letter country codes, like DE,AT,CH`);
  });
  return [...new Set(codes)].sort();
};

/** @throws ConfigError */
const typesOption = (text: string): readonly AllowableType[] => {
  if (text.trim() === 'none') return [];
  const types = text.split(',').map((part) => {
    const name = part.trim();
    if (isAllowableType(name)) return name;
    throw new ConfigError(`--types has "${name}"; use ${ALLOWABLE_TYPES.join(', ')}, or none`);
  });
  return [...new Set(types)];
};

/** An option value: commander treats null as no value. */
type Limit = number | 'none';

const limitOf = (limit: Limit): number | null => (limit === 'none' ? null : limit);

const limitOption =
  (max: number) =>
  (text: string): Limit => {
    if (text.trim() === 'none') return 'none';
    const value = wholeNumber(0)(text);
    if (value > max) throw new ConfigError(`"${text}" is too large; the maximum is ${max}, or none`);
    return value;
  };

/** @throws ConfigError, naming the invalid price */
const readPrices = (path: string): CallPrices => {
  const rows = rowsOf(path);
  if (rows.length > MAX_CALL_PRICES)
    throw new ConfigError(`${path} has ${rows.length} prefixes; a business has at most ${MAX_CALL_PRICES}`);
  const prices: Record<string, number> = {};
  for (const [index, row] of rows.entries()) {
    const [first = '', price = '', ...more] = row;
    const prefix = first.replace(/^\+/, '');
    const microcredits = price === '' ? Number.NaN : Number(price);
    const where = `price ${index + 1} of ${path}`;
    if (!isPrefix(prefix) || !Number.isSafeInteger(microcredits) || microcredits < 0 || more.length > 0)
      throw new ConfigError(`${where} is "${row.join(',')}"; write prefix,microcredits, like 4930,12000`);
    if (Object.hasOwn(prices, prefix)) throw new ConfigError(`${where} has the prefix ${prefix} twice`);
    prices[prefix] = microcredits;
  }
  return prices;
};

/** The rows without a heading. @throws ConfigError */
const rowsOf = (path: string): readonly (readonly string[])[] => {
  try {
    const content = readFileSync(path);
    if (content.byteLength > MAX_FILE_BYTES) throw new Error(`it has more than ${MAX_FILE_BYTES} bytes`);
    const rows: string[][] = parse(content, {
      bom: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    });
    return rows[0]?.[0]?.toLowerCase() === 'prefix' ? rows.slice(1) : rows;
  } catch (error) {
    throw new ConfigError(
      `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
};
