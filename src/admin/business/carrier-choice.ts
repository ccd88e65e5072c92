/** `parley admin business carrier`: the carriers of a business's calls, and their caller numbers. */
import { type Command, Option } from 'commander';
import { business } from '../../../actors/business/index.js';
import { parseMobile } from '../../../operations/mobile.js';
import type { CarrierChoice } from '../../../schemas/accounts/settings.js';
import { CARRIER_NAMES, readCarriers } from '../../config/carrier-settings.js';
import { ConfigError } from '../../config/index.js';
import { loadEnvironment } from '../../config-file/environment.js';
import { addAction } from '../action.js';
import { type AdminOptions, asAdmin, businessRef } from '../as-admin.js';

interface CarrierOptions extends AdminOptions {
  readonly business: string;
  readonly carrier?: string;
  readonly from?: string;
  readonly usual?: true;
}

export const addCarrierChoice = (group: Command): void => {
  addAction(
    group
      .command('carrier')
      .description('Set the carriers of its calls and the caller numbers; without an option, show them.')
      .requiredOption('--business <id>', 'id of the business')
      .option('--carrier <names>', 'carriers in order of preference, like telnyx,twilio')
      .option('--from <numbers>', 'caller number at each carrier, like telnyx=+14155550100')
      .addOption(
        new Option('--usual', "use the installation's (PARLEY_CARRIER)").conflicts(['carrier', 'from']),
      ),
    (options: CarrierOptions) => {
      const ref = businessRef(options.business);
      const choice = choiceOf(options);
      return asAdmin(options, async ({ actors }) => {
        const { answer } =
          choice === undefined
            ? await actors.query(business, ref, 'get')
            : await actors.ask(business, ref, { type: 'choose_carriers', choice });
        return { businessId: ref.id, carriers: answer.carriers ?? null };
      });
    },
  );
};

/** Undefined if no choice was made. @throws ConfigError */
const choiceOf = ({ carrier, from, usual }: CarrierOptions): CarrierChoice | null | undefined => {
  if (usual === true) return null;
  if (carrier === undefined && from === undefined) return undefined;
  const accounts = configuredCarriers();
  const carriers =
    carrier === undefined
      ? []
      : splitList(carrier).map((name) => requireCarrier('--carrier', name, accounts));
  const numbers = from === undefined ? [] : splitList(from).map((text) => numberOf(text, accounts));
  const unlisted = numbers.find(([name]) => carriers.length > 0 && !carriers.includes(name));
  if (unlisted !== undefined)
    throw new ConfigError(
      `--from has a number of ${unlisted[0]}, which is not in --carrier; add it there too`,
    );
  return { carriers: [...new Set(carriers)], from: Object.fromEntries(numbers) };
};

const splitList = (text: string): readonly string[] => text.split(',').map((part) => part.trim());

/** Carriers that have an account in this environment. If none has one, all carriers: the service's environment may differ. */
const configuredCarriers = (): readonly string[] => {
  const { env } = loadEnvironment(undefined, process.env, process.cwd());
  const carriers = readCarriers(env);
  const names = CARRIER_NAMES.filter((name) => carriers[name] !== null);
  return names.length === 0 ? CARRIER_NAMES : names;
};

/** @throws ConfigError */
const requireCarrier = (option: string, name: string, accounts: readonly string[]): string => {
  if (accounts.includes(name)) return name;
  throw new ConfigError(
    `${option} has "${name}", which is not a carrier with an account here: use ${accounts.join(' or ')}`,
  );
};

/** @throws ConfigError */
const numberOf = (text: string, accounts: readonly string[]): readonly [string, string] => {
  const [carrier = '', digits = '', ...rest] = text.split('=');
  const name = requireCarrier('--from', carrier.trim(), accounts);
  const number = rest.length === 0 ? parseMobile(digits.trim()) : null;
  if (number !== null) return [name, number];
  throw new ConfigError(
    `--from has "${text}"; write a carrier and a number in E.164, like ${name}=+14155550100`,
  );
};
