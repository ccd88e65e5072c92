/** The settings of a business in the console: its own choices, beside what the installation has. */
import type { BusinessDetails, SettingCommand } from '../../actors/business/commands.js';
import { business } from '../../actors/business/index.js';
import type { ActorClient } from '../../actors/runtime/actor-client.js';
import type { Carrier } from '../../providers/carriers/carrier.js';
import { STANDARD_PRICES } from '../../schemas/accounts/prices.js';
import type {
  CarrierAccountReport,
  CarrierChoice,
  CarrierTest,
  InstalledProviders,
  SettingsChange,
  SettingsResource,
} from '../../schemas/accounts/settings.js';
import { DEFAULT_SILENCE_MINUTES } from '../../schemas/analysis/conversation-analysis.js';
import { ANY_CALLING_HOURS } from '../../schemas/campaigns/calling-hours.js';
import type { CallPrices } from '../../schemas/campaigns/destination.js';
import { DomainError, type ErrorDetail } from '../../schemas/errors.js';
import { deriveId } from '../../schemas/ids.js';
import { type Caller, commandIdOf } from '../caller.js';
import type { InstalledCarriers } from '../calls/placed-by.js';
import { mobileProblems, requireMobile } from '../mobile.js';
import { quietHoursProblems } from '../outreach/calling-hours.js';
import { countryProblems } from '../outreach/destination.js';
import { cleanName, nameProblems, refuseProblems, timeZoneProblems } from '../refusals.js';
import type { Written } from '../written.js';
import { checkAccount } from './carrier-accounts.js';
import { type Choice, destinationChoices, dialling } from './destinations.js';

/** What applies if a business has chosen nothing. */
export interface InstallationFacts {
  readonly timeZone: string;
  /** ISO 3166-1 alpha-2; null: all. */
  readonly allowedCountries: readonly string[] | null;
  /** Its carriers by name: all that have an account. */
  readonly accounts: ReadonlyMap<string, Pick<Carrier, 'name' | 'checkAccount'>>;
  /** The LLM, STT and TTS providers in use, and those that a business may name instead. */
  providers(): readonly InstalledProviders[];
}

export interface SettingsDeps extends Pick<InstalledCarriers, 'carrier' | 'standInCarriers'> {
  readonly actors: ActorClient;
  readonly installationFacts: InstallationFacts;
}

/** The settings of a business. */
export interface SettingsOperations {
  /** The settings of the business. */
  read(businessId: string): Promise<SettingsResource>;
  /**
   * Omitted fields stay unchanged. `expected`: tags of which one must be current; null or absent: not checked.
   * @throws DomainError validation_failed, resource_changed
   */
  change(
    caller: Caller,
    body: SettingsChange,
    expected?: readonly string[] | null,
  ): Promise<Written<SettingsResource>>;
  /** Tests the carriers that the business's calls go through. @throws DomainError validation_failed, carrier_test_running */
  testCarriers(caller: Caller, body: CarrierTest): Promise<Written<readonly CarrierAccountReport[]>>;
}

export const settingsOperations = (deps: SettingsDeps): SettingsOperations => {
  const { actors, carrier, standInCarriers = [], installationFacts } = deps;
  const installedOrder = [carrier, ...standInCarriers];
  const accounts = [...installationFacts.accounts.keys()];
  /** Businesses whose carriers are being tested. */
  const testing = new Set<string>();

  const detailsOf = (businessId: string) =>
    actors.query(business, { business: businessId, id: businessId }, 'get');

  const pricesOf = async (businessId: string): Promise<CallPrices> =>
    (await actors.query(business, { business: businessId, id: businessId }, 'call_prices')).answer;

  const toResource = (details: BusinessDetails, callPrices: CallPrices): SettingsResource => ({
    name: details.name,
    lines: details.lines,
    concurrentCalls: details.concurrentCalls ?? null,
    timeZone: details.timeZone ?? null,
    carriers: carriersOf(details),
    ...(details.callingHours ?? ANY_CALLING_HOURS),
    ...dialling(details, callPrices),
    callAnalysis: {
      enabled: details.analysesCalls ?? false,
      priceMicrocredits: details.prices.call_analysis,
    },
    conversationAnalysis: {
      enabled: (details.conversationSilenceMinutes ?? null) !== null,
      silenceMinutes: details.conversationSilenceMinutes ?? DEFAULT_SILENCE_MINUTES,
      priceMicrocredits: details.prices.conversation_analysis ?? STANDARD_PRICES.conversation_analysis,
    },
    installation: {
      timeZone: installationFacts.timeZone,
      allowedCountries:
        installationFacts.allowedCountries === null ? null : [...installationFacts.allowedCountries],
      carrierOrder: installedOrder,
      carrierAccounts: accounts,
      providers: [...installationFacts.providers()],
    },
    ...(details.settingsTag === undefined ? {} : { tag: details.settingsTag }),
  });

  return {
    read: async (businessId) => toResource((await detailsOf(businessId)).answer, await pricesOf(businessId)),

    change: async (caller, body, expected = null) => {
      const { timeZone, carriers, quietHours, destinations } = body;
      const { businessId } = caller;
      const before = destinations === undefined ? null : (await detailsOf(businessId)).answer;
      refuseProblems([
        ...(body.name === undefined ? [] : nameProblems(body.name)),
        ...timeZoneProblems(timeZone ?? undefined),
        ...(carriers === undefined || carriers === null ? [] : carrierProblems(carriers, accounts)),
        ...quietHoursProblems(quietHours ?? null),
        ...countryProblems(
          '/destinations/countries',
          destinations?.countries ?? [],
          before?.destinations?.countries ?? [],
          installationFacts.allowedCountries,
        ),
      ]);
      const choices = choicesIn(body);
      const target = { business: businessId, id: businessId };
      const commandId = commandIdOf(caller);
      if (expected === null)
        for (const { name, command } of choices)
          await actors.ask(business, target, command, { commandId: deriveId(name, commandId) });
      else {
        const changes = choices.map(({ command }) => command);
        await actors.ask(
          business,
          target,
          { type: 'change_settings', changes, expected },
          { commandId: deriveId('settings', commandId) },
        );
      }
      const { answer, shard, seq } = await detailsOf(businessId);
      return { result: toResource(answer, await pricesOf(businessId)), shard, seq };
    },

    testCarriers: async ({ businessId }, { carrier: only }) => {
      if (only !== undefined) refuseProblems(accountProblems('/carrier', only, accounts));
      const { answer, ...at } = await detailsOf(businessId);
      if (testing.has(businessId)) throw new DomainError('carrier_test_running');
      testing.add(businessId);
      try {
        const chosen = answer.carriers?.carriers ?? [];
        const inOrder = chosen.length === 0 ? installedOrder : chosen;
        const wanted = (only === undefined ? inOrder : [only]).flatMap(
          (name) => installationFacts.accounts.get(name) ?? [],
        );
        return { result: await Promise.all(wanted.map(checkAccount)), ...at };
      } finally {
        testing.delete(businessId);
      }
    },
  };
};

/** Each command sets a whole value, so that a request that is repeated after the first of them has the same effect. */
const choicesIn = (body: SettingsChange): readonly Choice[] => {
  const { name, concurrentCalls, timeZone, carriers, quietHours, attemptsPerDay } = body;
  const { callAnalysis, conversationAnalysis } = body;
  const choices: Choice[] = [];
  const choose = (name: string, command: SettingCommand): void => void choices.push({ name, command });
  if (name !== undefined) choose('name', { type: 'rename', name: cleanName(name) });
  if (concurrentCalls !== undefined)
    choose('concurrency', { type: 'limit_concurrency', calls: concurrentCalls });
  if (timeZone !== undefined) choose('time-zone', { type: 'set_time_zone', timeZone });
  if (carriers !== undefined)
    choose('carriers', {
      type: 'choose_carriers',
      choice: carriers === null ? null : choiceOf(carriers),
    });
  if (quietHours !== undefined) choose('quiet-hours', { type: 'set_quiet_hours', quietHours });
  if (attemptsPerDay !== undefined)
    choose('attempts-per-day', { type: 'set_attempts_per_day', attemptsPerDay });
  if (callAnalysis !== undefined)
    choose('call-analysis', { type: 'switch_call_analysis', enabled: callAnalysis.enabled });
  if (conversationAnalysis !== undefined) {
    const { enabled, silenceMinutes = DEFAULT_SILENCE_MINUTES } = conversationAnalysis;
    choose('conversation-analysis', {
      type: 'set_conversation_analysis',
      silenceMinutes: enabled ? silenceMinutes : null,
    });
  }
  return [...choices, ...destinationChoices(body)];
};

type CarrierOrder = NonNullable<SettingsResource['carriers']>;

const carriersOf = ({ carriers = null }: BusinessDetails): CarrierOrder | null =>
  carriers === null
    ? null
    : {
        order: [...carriers.carriers],
        from: Object.entries(carriers.from).map(([carrier, number]) => ({ carrier, number })),
      };

const choiceOf = ({ order, from }: CarrierOrder): CarrierChoice => ({
  carriers: order,
  from: Object.fromEntries(from.map(({ carrier, number }) => [carrier, requireMobile(number)])),
});

const accountProblems = (path: string, name: string, accounts: readonly string[]): readonly ErrorDetail[] =>
  accounts.includes(name)
    ? []
    : [{ path, message: `${name} has no account here; use ${accounts.join(' or ')}` }];

const carrierProblems = (
  { order, from }: NonNullable<SettingsChange['carriers']>,
  accounts: readonly string[],
): readonly ErrorDetail[] => {
  return [
    ...order.flatMap((name, index) => accountProblems(`/carriers/order/${index}`, name, accounts)),
    ...from.flatMap(({ carrier, number }, index): readonly ErrorDetail[] => {
      const path = `/carriers/from/${index}`;
      if (order.length > 0 && !order.includes(carrier))
        return [{ path: `${path}/carrier`, message: `${carrier} is not in order; add it there as well` }];
      if (from.findIndex((entry) => entry.carrier === carrier) < index)
        return [{ path: `${path}/carrier`, message: `${carrier} is listed twice` }];
      return [
        ...accountProblems(`${path}/carrier`, carrier, accounts),
        ...mobileProblems(number, `${path}/number`),
      ];
    }),
  ];
};
