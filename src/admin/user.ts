/** `parley admin user`: people who sign in to the console. */
import { randomBytes } from 'node:crypto';
import type { Command } from 'commander';
import { business } from '../../actors/business/index.js';
import type { Standing } from '../../actors/console-team/index.js';
import {
  CONSOLE,
  type ConsoleUserDetails,
  consoleUser,
  consoleUserId,
} from '../../actors/console-user/index.js';
import { hashPassword, passwordProblem } from '../../operations/accounts/passwords.js';
import { changeStanding } from '../../operations/accounts/standing.js';
import { isRole, ROLES, type Role } from '../../schemas/roles.js';
import { ConfigError } from '../config.js';
import { answering } from './answering.js';
import { type AdminOptions, asAdmin, businessRef } from './as-admin.js';
import { operator } from './operator-audit.js';
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
      .option('--role <role>', `what they may do: ${ROLES.join(', ')}`, 'owner')
      .option(...PASSWORD_OPTION),
    async (options: OfUser & { business: string; name: string; role: string; passwordFile?: string }) => {
      const { business: businessId, email, name } = options;
      if (!/^[^@\s]+@[^@\s]+$/.test(email))
        throw new ConfigError(`--email is "${email}"; give an e-mail address`);
      const role = roleFrom(options.role);
      const { password, told } = passwordFrom(options.passwordFile);
      const passwordHash = await hashPassword(password);
      return asAdmin(options, async ({ actors }) => {
        // Refused where there is no such business.
        await actors.query(business, businessRef(businessId), 'get');
        const command = { type: 'create', businessId, email, name, passwordHash, role } as const;
        const { answer } = await actors.ask(consoleUser, refOf(email), command);
        return { userId: answer.userId, email: answer.user.email, role, ...told };
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
    async (options: OfUser) => shown(await change(options, { active: false })),
  );

  answering(
    group
      .command('enable')
      .description('Let a disabled user in again.')
      .requiredOption(...EMAIL_OPTION),
    async (options: OfUser) => shown(await change(options, { active: true })),
  );

  answering(
    group
      .command('role')
      .description('Give a user another role; it holds for their open sessions at once.')
      .requiredOption(...EMAIL_OPTION)
      .requiredOption('--role <role>', `what they may do: ${ROLES.join(', ')}`),
    async (options: OfUser & { role: string }) =>
      shown(await change(options, { role: roleFrom(options.role) })),
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

/** @throws ConfigError for what is no role */
const roleFrom = (text: string): Role => {
  if (!isRole(text)) throw new ConfigError(`--role is "${text}"; give one of ${ROLES.join(', ')}`);
  return text;
};

/** As the team decides: refused where no owner would be left. */
const change = (options: OfUser, wanted: Partial<Standing>): Promise<ConsoleUserDetails> =>
  asAdmin(options, async ({ actors, find }) => {
    const { answer } = await actors.query(consoleUser, refOf(options.email), 'get');
    const { businessId } = answer.user;
    const known: Record<string, Standing> = {};
    for (const ref of await find('console-user')) {
      const { answer: each } = await actors.query(consoleUser, ref, 'get');
      const { role, active } = each.user;
      if (each.user.businessId === businessId) known[each.userId] = { role, active };
    }
    return (await changeStanding(actors, businessId, answer.userId, known, wanted, operator())).answer;
  });

const shown = ({ userId, user, sessions }: ConsoleUserDetails) => ({
  userId,
  email: user.email,
  name: user.name,
  businessId: user.businessId,
  role: user.role,
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
