/** `parley admin user`: people who sign in to the console. */
import { randomBytes } from 'node:crypto';
import type { Command } from 'commander';
import { business } from '../../actors/business/index.js';
import {
  CONSOLE,
  type ConsoleUserDetails,
  consoleUser,
  consoleUserId,
} from '../../actors/console-user/index.js';
import { hashPassword, passwordProblem } from '../../operations/accounts/passwords.js';
import { ConfigError } from '../config.js';
import { answering } from './answering.js';
import { type AdminOptions, asAdmin, businessRef } from './as-admin.js';
import { readSecret } from './secret-input.js';

interface OfUser extends AdminOptions {
  readonly email: string;
}

const EMAIL_OPTION = ['--email <address>', 'what they sign in with'] as const;
const PASSWORD_OPTION = [
  '--password-file <path>',
  'where the password is read, - for standard input; without it one is made and printed',
] as const;

const GENERATED_BYTES = 15;

export const addUserCommands = (admin: Command): void => {
  const group = admin.command('user').description('People who sign in to the console, each of one business.');

  answering(
    group
      .command('create')
      .description('Create a user.')
      .requiredOption('--business <id>', 'id of the business')
      .requiredOption(...EMAIL_OPTION)
      .requiredOption('--name <name>', 'their name')
      .option(...PASSWORD_OPTION),
    async (options: OfUser & { business: string; name: string; passwordFile?: string }) => {
      const { business: businessId, email, name } = options;
      if (!/^[^@\s]+@[^@\s]+$/.test(email))
        throw new ConfigError(`--email is "${email}"; give an e-mail address`);
      const { password, told } = passwordFrom(options.passwordFile);
      const passwordHash = await hashPassword(password);
      return asAdmin(options, async ({ actors }) => {
        // Refused where there is no such business.
        await actors.query(business, businessRef(businessId), 'get');
        const command = { type: 'create', businessId, email, name, passwordHash } as const;
        const { answer } = await actors.ask(consoleUser, refOf(email), command);
        return { userId: answer.userId, email: answer.user.email, ...told };
      });
    },
  );

  answering(
    group
      .command('password')
      .description('Set a new password; ends every session of the user.')
      .requiredOption(...EMAIL_OPTION)
      .option(...PASSWORD_OPTION),
    async (options: OfUser & { passwordFile?: string }) => {
      const { password, told } = passwordFrom(options.passwordFile);
      const passwordHash = await hashPassword(password);
      await asAdmin(options, ({ actors }) =>
        actors.ask(consoleUser, refOf(options.email), { type: 'set_password', passwordHash }),
      );
      return { email: options.email, ...told };
    },
  );

  answering(
    group
      .command('disable')
      .description('End every session of a user and let them in no more.')
      .requiredOption(...EMAIL_OPTION),
    async (options: OfUser) => shown(await tell(options, 'disable')),
  );

  answering(
    group
      .command('enable')
      .description('Let a disabled user in again.')
      .requiredOption(...EMAIL_OPTION),
    async (options: OfUser) => shown(await tell(options, 'enable')),
  );

  answering(
    group
      .command('list')
      .description('List users, of one business or of all.')
      .option('--business <id>', 'of one'),
    (options: AdminOptions & { business?: string }) =>
      asAdmin(options, async ({ actors, find }) => {
        const users = [];
        for (const ref of await find('console-user')) {
          const { answer } = await actors.query(consoleUser, ref, 'get');
          if (options.business === undefined || answer.user.businessId === options.business)
            users.push(shown(answer));
        }
        return { users };
      }),
  );
};

const refOf = (email: string) => ({ business: CONSOLE, id: consoleUserId(email) });

const tell = (options: OfUser, type: 'disable' | 'enable'): Promise<ConsoleUserDetails> =>
  asAdmin(
    options,
    async ({ actors }) => (await actors.ask(consoleUser, refOf(options.email), { type })).answer,
  );

const shown = ({ userId, user, sessions }: ConsoleUserDetails) => ({
  userId,
  email: user.email,
  name: user.name,
  businessId: user.businessId,
  active: user.active,
  openSessions: Object.values(sessions).filter((until) => until > Date.now()).length,
});

/** `told`: the password, where nobody knows it yet. */
const passwordFrom = (
  file: string | undefined,
): { readonly password: string; readonly told: { readonly password?: string } } => {
  if (file === undefined) {
    const password = randomBytes(GENERATED_BYTES).toString('base64url');
    return { password, told: { password } };
  }
  const password = readSecret('--password-file', file);
  const problem = passwordProblem(password);
  if (problem !== null) throw new ConfigError(`the password is not good: ${problem}`);
  return { password, told: {} };
};
