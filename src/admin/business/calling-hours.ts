/** `parley admin business calling-hours`: when the recipients of a business may be called, and how often a day. */
import { type Command, Option } from 'commander';
import type { BusinessCommand } from '../../../actors/business/commands.js';
import { business } from '../../../actors/business/index.js';
import { ANY_CALLING_HOURS, MAX_ATTEMPTS_PER_DAY } from '../../../schemas/campaigns/calling-hours.js';
import { ConfigError } from '../../config/index.js';
import { addAction } from '../action.js';
import { type AdminOptions, asAdmin, businessRef } from '../as-admin.js';
import { PERIOD_EXAMPLE, readQuietPeriods } from './quiet-periods.js';

interface CallingHoursOptions extends AdminOptions {
  readonly business: string;
  readonly quiet?: readonly string[];
  readonly clearQuiet?: true;
  readonly attempts?: number;
  readonly clearAttempts?: true;
}

export const addCallingHours = (group: Command): void => {
  addAction(
    group
      .command('calling-hours')
      .description(
        'Set the quiet hours of its recipients and the daily call limit per number; without an option, show them.',
      )
      .requiredOption('--business <id>', 'id of the business')
      .option(
        '--quiet <period...>',
        `when calls are not allowed, in the recipient's time zone, like ${PERIOD_EXAMPLE}; an end that is not after the start is on the next day`,
      )
      .addOption(new Option('--clear-quiet', 'remove the quiet hours').conflicts('quiet'))
      .addOption(
        new Option(
          '--attempts <n>',
          `maximum calls to a number per day, 1 to ${MAX_ATTEMPTS_PER_DAY}`,
        ).argParser(attemptsOption),
      )
      .addOption(new Option('--clear-attempts', 'remove the limit').conflicts('attempts')),
    (options: CallingHoursOptions) => {
      const ref = businessRef(options.business);
      const commands = commandsOf(options);
      return asAdmin(options, async ({ actors }) => {
        for (const command of commands) await actors.ask(business, ref, command);
        const { answer } = await actors.query(business, ref, 'get');
        return { businessId: ref.id, ...(answer.callingHours ?? ANY_CALLING_HOURS) };
      });
    },
  );
};

/** @throws ConfigError */
const commandsOf = (options: CallingHoursOptions): readonly BusinessCommand[] => {
  const { quiet, clearQuiet, attempts: wanted, clearAttempts } = options;
  const quietHours = clearQuiet === true ? null : quiet === undefined ? undefined : readQuietPeriods(quiet);
  const attemptsPerDay = clearAttempts === true ? null : wanted;
  return [
    ...(quietHours === undefined ? [] : [{ type: 'set_quiet_hours', quietHours } as const]),
    ...(attemptsPerDay === undefined ? [] : [{ type: 'set_attempts_per_day', attemptsPerDay } as const]),
  ];
};

/** @throws ConfigError */
const attemptsOption = (text: string): number => {
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1 && count <= MAX_ATTEMPTS_PER_DAY) return count;
  throw new ConfigError(`--attempts is "${text}"; write a whole number from 1 to ${MAX_ATTEMPTS_PER_DAY}`);
};
