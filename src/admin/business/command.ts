/** `parley admin business`: tenants with their lines, prices and credit. */
import { randomUUID } from 'node:crypto';
import { type Command, Option } from 'commander';
import type { BusinessDetails } from '../../../actors/business/commands.js';
import { business } from '../../../actors/business/index.js';
import { evolve, initial } from '../../../actors/business/state.js';
import {
  isPriceItem,
  MICROCREDITS_PER_CREDIT,
  PRICE_ITEMS,
  STANDARD_PRICES,
} from '../../../schemas/accounts/prices.js';
import {
  DEFAULT_SILENCE_MINUTES,
  MAX_SILENCE_MINUTES,
  MIN_SILENCE_MINUTES,
} from '../../../schemas/analysis/conversation-analysis.js';
import { isTimeZone } from '../../../schemas/time-zone.js';
import { ConfigError } from '../../config/index.js';
import { addAction, wholeNumber } from '../action.js';
import { type Admin, type AdminOptions, asAdmin, businessRef } from '../as-admin.js';
import { businessEvents } from '../business-events.js';
import { addCallingHours } from './calling-hours.js';
import { addCarrierChoice } from './carrier-choice.js';
import { addDestinationCommands } from './destinations.js';
import { addQuota } from './quota.js';

interface BusinessOptions extends AdminOptions {
  readonly business: string;
}

const BUSINESS_OPTION = ['--business <id>', 'id of the business'] as const;

/** Adds `parley admin business` with its commands. */
export const addBusinessCommands = (admin: Command): void => {
  const group = admin
    .command('business')
    .description('Businesses: one tenant each, with lines, prices and credit.');
  addCreate(group);
  addList(group);
  addShow(group);
  addCredit(group);
  addLines(group);
  addPrice(group);
  addTimeZone(group);
  addConversationAnalysis(group);
  addCallAnalysis(group);
  addCarrierChoice(group);
  addQuota(group);
  addCallingHours(group);
  addDestinationCommands(group);
  addLedger(group);
};

const addCreate = (group: Command): void => {
  addAction<AdminOptions & { name: string; lines: number; credits: number; blockPrice: number }>(
    group
      .command('create')
      .description('Create a business; prints {"businessId"}.')
      .requiredOption('--name <name>', 'name of the business')
      .option('--lines <n>', 'purchased lines: maximum number of concurrent calls', wholeNumber(0), 1)
      .option(
        '--credits <n>',
        'opening credit in credits (1 credit = 1,000,000 microcredits)',
        wholeNumber(0),
        0,
      )
      .option(
        '--block-price <microcredits>',
        'price of a started block of 20 seconds',
        wholeNumber(0),
        STANDARD_PRICES.call_block,
      ),
    async (options) => {
      const businessId = randomUUID();
      await asAdmin(options, ({ actors }) =>
        actors.ask(business, businessRef(businessId), {
          type: 'create',
          name: options.name,
          lines: options.lines,
          prices: { ...STANDARD_PRICES, call_block: options.blockPrice },
          microcredits: options.credits * MICROCREDITS_PER_CREDIT,
        }),
      );
      return { businessId };
    },
  );
};

const addList = (group: Command): void => {
  addAction(group.command('list').description('List all businesses.'), (options: AdminOptions) =>
    asAdmin(options, async (session) => {
      const businesses = [];
      for (const ref of await session.find('business')) {
        const { answer } = await session.actors.query(business, ref, 'get');
        businesses.push({ businessId: ref.id, ...summary(answer) });
      }
      return { businesses };
    }),
  );
};

const addShow = (group: Command): void => {
  addAction(
    group
      .command('show')
      .description('Show one business: lines, credit, prices.')
      .requiredOption(...BUSINESS_OPTION),
    async (options: BusinessOptions) => {
      const { answer } = await asAdmin(options, ({ actors }) =>
        actors.query(business, businessRef(options.business), 'get'),
      );
      return { businessId: options.business, ...summary(answer), prices: answer.prices };
    },
  );
};

const addCredit = (group: Command): void => {
  addAction(
    group
      .command('credit')
      .description('Grant credit; prints the available balance.')
      .requiredOption(...BUSINESS_OPTION)
      .requiredOption('--credits <n>', 'credits to grant', wholeNumber(1))
      .option('--reason <text>', 'kept in the ledger', 'granted by an operator'),
    async (options: BusinessOptions & { credits: number; reason: string }) => {
      const microcredits = options.credits * MICROCREDITS_PER_CREDIT;
      const command = { type: 'grant_credit', microcredits, reason: options.reason } as const;
      const { answer } = await asAdmin(options, ({ actors }) =>
        actors.ask(business, businessRef(options.business), command),
      );
      return { businessId: options.business, availableMicrocredits: answer.availableMicrocredits };
    },
  );
};

const addCallAnalysis = (group: Command): void => {
  addAction(
    group
      .command('call-analysis')
      .description('Whether its calls are analysed when they have ended; without an option, show it.')
      .requiredOption(...BUSINESS_OPTION)
      .option('--on', 'analyse them, at the price of call_analysis each')
      .addOption(new Option('--off', 'do not analyse them').conflicts('on')),
    (options: BusinessOptions & { on?: true; off?: true }) =>
      asAdmin(options, async ({ actors }) => {
        const ref = businessRef(options.business);
        if (options.on === true || options.off === true)
          await actors.ask(business, ref, { type: 'switch_call_analysis', enabled: options.on === true });
        const { answer } = await actors.query(business, ref, 'get');
        return {
          businessId: ref.id,
          callAnalysis: answer.analysesCalls ?? false,
          priceMicrocredits: answer.prices.call_analysis,
        };
      }),
  );
};

const addConversationAnalysis = (group: Command): void => {
  addAction(
    group
      .command('conversation-analysis')
      .description(
        'Whether its conversations are analysed when they fell silent; without an option, show it.',
      )
      .requiredOption(...BUSINESS_OPTION)
      .option('--on', 'analyse them, at the price of conversation_analysis each')
      .option(
        '--silence-minutes <n>',
        `how long both sides are silent before that, ${MIN_SILENCE_MINUTES} to ${MAX_SILENCE_MINUTES}`,
        wholeNumber(MIN_SILENCE_MINUTES, MAX_SILENCE_MINUTES),
        DEFAULT_SILENCE_MINUTES,
      )
      .addOption(new Option('--off', 'do not analyse them').conflicts('on')),
    (options: BusinessOptions & { on?: true; off?: true; silenceMinutes: number }) =>
      asAdmin(options, async ({ actors }) => {
        const ref = businessRef(options.business);
        if (options.on === true || options.off === true)
          await actors.ask(business, ref, {
            type: 'set_conversation_analysis',
            silenceMinutes: options.on === true ? options.silenceMinutes : null,
          });
        const { answer } = await actors.query(business, ref, 'get');
        return {
          businessId: ref.id,
          conversationAnalysis: (answer.conversationSilenceMinutes ?? null) !== null,
          silenceMinutes: answer.conversationSilenceMinutes ?? null,
          priceMicrocredits: answer.prices.conversation_analysis,
        };
      }),
  );
};

const addTimeZone = (group: Command): void => {
  addAction(
    group
      .command('time-zone')
      .description('Set the time zone of its agents; without an option, show it.')
      .requiredOption(...BUSINESS_OPTION)
      .addOption(new Option('--zone <name>', 'IANA time zone, like Europe/Berlin').argParser(zone))
      .addOption(new Option('--usual', "use the installation's (PARLEY_TIME_ZONE)").conflicts('zone')),
    (options: BusinessOptions & { zone?: string; usual?: true }) =>
      asAdmin(options, async ({ actors }) => {
        const ref = businessRef(options.business);
        const wanted = options.usual === true ? null : options.zone;
        const { answer } =
          wanted === undefined
            ? await actors.query(business, ref, 'get')
            : await actors.ask(business, ref, { type: 'set_time_zone', timeZone: wanted });
        return { businessId: ref.id, timeZone: answer.timeZone ?? null };
      }),
  );
};

/** @throws ConfigError */
const zone = (name: string): string => {
  if (isTimeZone(name)) return name;
  throw new ConfigError(`--zone is "${name}"; use an IANA time zone, like Europe/Berlin`);
};

const addLines = (group: Command): void => {
  addAction(
    group
      .command('lines')
      .description('Set the purchased lines; live calls continue.')
      .requiredOption(...BUSINESS_OPTION)
      .requiredOption('--lines <n>', 'purchased lines', wholeNumber(0)),
    async (options: BusinessOptions & { lines: number }) => {
      const { answer } = await asAdmin(options, ({ actors }) =>
        actors.ask(business, businessRef(options.business), { type: 'set_lines', lines: options.lines }),
      );
      return { businessId: options.business, lines: answer.lines };
    },
  );
};

const addPrice = (group: Command): void => {
  const items = Object.entries(PRICE_ITEMS)
    .map((pair) => pair.join(': '))
    .join('; ');
  addAction(
    group
      .command('price')
      .description('Set a price; existing reservations keep their price.')
      .requiredOption(...BUSINESS_OPTION)
      .addOption(new Option('--item <name>', items).choices(Object.keys(PRICE_ITEMS)).makeOptionMandatory())
      .requiredOption('--microcredits <n>', 'new price', wholeNumber(0)),
    async (options: BusinessOptions & { item: string; microcredits: number }) => {
      const { item, microcredits } = options;
      if (!isPriceItem(item)) throw new ConfigError(`--item is "${item}"; there is no such price`);
      const { answer } = await asAdmin(options, ({ actors }) =>
        actors.ask(business, businessRef(options.business), { type: 'set_price', item, microcredits }),
      );
      return { businessId: options.business, prices: answer.prices };
    },
  );
};

const addLedger = (group: Command): void => {
  addAction(
    group
      .command('ledger')
      .description('Show the latest credit movements with the balance after each, in microcredits.')
      .requiredOption(...BUSINESS_OPTION)
      .option('--limit <n>', 'number of movements', wholeNumber(1), 100),
    (options: BusinessOptions & { limit: number }) =>
      asAdmin(options, async (session) => {
        const entries = await ledgerOf(session, options.business, options.limit);
        return { businessId: options.business, entries };
      }),
  );
};

const summary = (answer: BusinessDetails) => ({
  name: answer.name,
  lines: answer.lines,
  leasedLines: answer.leasedLines,
  availableMicrocredits: answer.availableMicrocredits,
  reservedMicrocredits: answer.reservedMicrocredits,
  chargedMicrocredits: answer.chargedMicrocredits,
});

/** Every movement is an event, so replaying the journal yields the ledger. */
const ledgerOf = async (session: Admin, businessId: string, limit: number) => {
  const entries = [];
  let state = initial();
  for await (const { at, event } of businessEvents(session, businessId)) {
    state = evolve(state, event, at);
    if (!event.type.startsWith('credit.')) continue;
    const { type, ...movement } = event;
    entries.push({
      at: new Date(at).toISOString(),
      movement: type.slice('credit.'.length),
      callId: null,
      microcredits: null,
      chargedMicrocredits: null,
      releasedMicrocredits: null,
      ...movement,
      available: state.availableMicrocredits,
      reserved: state.reservedMicrocredits,
      charged: state.chargedMicrocredits,
    });
    if (entries.length > limit) entries.shift();
  }
  return entries;
};
