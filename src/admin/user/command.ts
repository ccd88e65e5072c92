/** `parley admin user`: people who sign in to the console. */
import { randomBytes, randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { business } from '../../../actors/business/index.js';
import type { Membership } from '../../../actors/console-team/index.js';
import { type ConsoleUser, consoleUser } from '../../../actors/console-user/index.js';
import { addressRef } from '../../../operations/accounts/credentials.js';
import { addUser, changeMembership, removeFromTeam } from '../../../operations/accounts/memberships.js';
import { hashPassword, passwordProblem } from '../../../operations/accounts/passwords.js';
import { isRole, ROLES, type Role } from '../../../schemas/accounts/access.js';
import { ConfigError } from '../../config/index.js';
import { addAction } from '../action.js';
import { type AdminOptions, asAdmin, businessRef, untilPropagated } from '../as-admin.js';
import { operator } from '../operator-audit.js';
import { readSecret } from '../secret-input.js';
import {
  allUsers,
  findUser,
  formatMemberships,
  membershipBusiness,
  standingsOf,
  type UserOptions,
  usersAt,
} from './find-user.js';

/** The password that a `parley admin` command sets. */
const GENERATED_BYTES = 15;

/** `printed`: the password, if it was generated here. @throws ConfigError */
const passwordFrom = (
  file: string | undefined,
): { readonly password: string; readonly printed: { readonly password?: string } } => {
  if (file === undefined) {
    const password = randomBytes(GENERATED_BYTES).toString('base64url');
    return { password, printed: { password } };
  }
  const password = readSecret('--password-file', file);
  const problem = passwordProblem(password);
  if (problem !== null) throw new ConfigError(`the password is not acceptable: ${problem}`);
  return { password, printed: {} };
};

const EMAIL_OPTION = ['--email <address>', 'e-mail address for sign-in'] as const;
const USER_OPTION = [
  '--user <id>',
  'which user, if the address has several: see `admin user memberships`',
] as const;
const BUSINESS_OPTION = ['--business <id>', 'which business, if the user is in several'] as const;
const PASSWORD_OPTION = [
  '--password-file <path>',
  'file with the password, or - for standard input (default: generate and print one)',
] as const;

interface MembershipOptions extends UserOptions {
  readonly business?: string;
}

export const addUserCommands = (admin: Command): void => {
  const group = admin
    .command('user')
    .description('People who sign in to the console. A user may be in several businesses.');

  addCreate(group);

  addAction(
    group
      .command('password')
      .description('Set a new password; ends every session of the user.')
      .requiredOption(...EMAIL_OPTION)
      .option(...USER_OPTION)
      .option(...PASSWORD_OPTION),
    async (options: UserOptions & { passwordFile?: string }) => {
      const { password, printed } = passwordFrom(options.passwordFile);
      await asAdmin(options, async ({ actors }) => {
        const { userId } = await findUser(actors, options);
        const [otherUser] = (await usersAt(actors, options.email)).filter((user) => user.userId !== userId);
        const passwordHash = await hashPassword(password, otherUser?.passwordHash ?? null);
        await actors.ask(consoleUser, addressRef(options.email), {
          type: 'change_password',
          userId,
          passwordHash,
        });
      });
      await untilPropagated();
      return { email: options.email, ...printed };
    },
  );

  addAction(
    group
      .command('disable')
      .description('End every session of a user in a business, and block their sign-in there.')
      .requiredOption(...EMAIL_OPTION)
      .option(...USER_OPTION)
      .option(...BUSINESS_OPTION),
    (options: MembershipOptions) => editMembership(options, { active: false }),
  );

  addAction(
    group
      .command('enable')
      .description('Allow a disabled user to sign in again.')
      .requiredOption(...EMAIL_OPTION)
      .option(...USER_OPTION)
      .option(...BUSINESS_OPTION),
    (options: MembershipOptions) => editMembership(options, { active: true }),
  );

  addAction(
    group
      .command('role')
      .description('Change the role of a user in a business; applies to their open sessions at once.')
      .requiredOption(...EMAIL_OPTION)
      .option(...USER_OPTION)
      .option(...BUSINESS_OPTION)
      .requiredOption('--role <role>', `their role: ${ROLES.join(', ')}`),
    (options: MembershipOptions & { role: string }) =>
      editMembership(options, { role: roleFrom(options.role) }),
  );

  addListing(group);
  addMoving(group);
};

const addListing = (group: Command): void => {
  addAction(
    group
      .command('list')
      .description('List users of one business or of all, one line per membership.')
      .option('--business <id>', 'only of this business'),
    (options: AdminOptions & { business?: string }) =>
      asAdmin(options, async (session) => {
        const users = [];
        for (const { user, sessions } of await allUsers(session))
          for (const { businessId } of Object.values(user.memberships))
            if (options.business === undefined || businessId === options.business)
              users.push(formatUser(user, businessId, sessions, session.now()));
        return { users };
      }),
  );

  addAction(
    group
      .command('memberships')
      .description('List the users of an e-mail address, each with their businesses.')
      .requiredOption(...EMAIL_OPTION),
    (options: UserOptions) =>
      asAdmin(options, async ({ actors }) => ({
        email: options.email,
        users: (await usersAt(actors, options.email)).map(formatMemberships),
      })),
  );
};

const addMoving = (group: Command): void => {
  addAction(
    group
      .command('rename')
      .description(
        'Change the e-mail address of a user; ends their sessions, keeps password and memberships.',
      )
      .requiredOption(...EMAIL_OPTION)
      .option(...USER_OPTION)
      .requiredOption('--to <address>', 'the new e-mail address'),
    (options: UserOptions & { to: string }) => renameUser(options),
  );

  addAction(
    group
      .command('remove')
      .description(
        'Remove a user from the team of a business, or entirely, so that the address is free again.',
      )
      .requiredOption(...EMAIL_OPTION)
      .option(...USER_OPTION)
      .option('--business <id>', 'only from this business'),
    (options: MembershipOptions) => removeUser(options),
  );
};

const addCreate = (group: Command): void => {
  addAction(
    group
      .command('create')
      .description(
        'Create a user with a password of their own, even if the address already has users; with --existing, add the existing user of the address instead.',
      )
      .requiredOption('--business <id>', 'id of the business')
      .requiredOption(...EMAIL_OPTION)
      .option('--name <name>', 'their name; not with --existing')
      .option('--role <role>', `their role: ${ROLES.join(', ')}`, 'owner')
      .option('--existing', 'add a membership to the existing user, who keeps name and password')
      .option(...USER_OPTION)
      .option(...PASSWORD_OPTION),
    async (
      options: UserOptions & {
        business: string;
        name?: string;
        role: string;
        existing?: boolean;
        passwordFile?: string;
      },
    ) => {
      const { business: businessId, email, name } = options;
      checkEmail('--email', email);
      const role = roleFrom(options.role);
      if (options.existing === true) {
        if (name !== undefined || options.passwordFile !== undefined)
          throw new ConfigError('--existing keeps name and password; leave out --name and --password-file');
        return asAdmin(options, async (session) => {
          const { actors } = session;
          await actors.query(business, businessRef(businessId), 'get');
          const { userId } = await findUser(actors, options);
          const standings = await standingsOf(session, businessId);
          await addUser(actors, businessId, { email, userId }, standings, role, operator());
          return { ...formatMemberships(await findUser(actors, { ...options, user: userId })), email };
        });
      }
      if (name === undefined) throw new ConfigError('--name is missing; give their name');
      const { password, printed } = passwordFrom(options.passwordFile);
      return asAdmin(options, async ({ actors }) => {
        // Fails if the business does not exist.
        await actors.query(business, businessRef(businessId), 'get');
        const others = await usersAt(actors, email);
        const passwordHash = await hashPassword(password, others[0]?.passwordHash ?? null);
        const user = { userId: randomUUID(), businessId, email, name, passwordHash, role };
        const { answer } = await actors.ask(consoleUser, addressRef(email), { type: 'create', ...user });
        return {
          userId: answer.userId,
          email: answer.email,
          role,
          // The other users have their own passwords, which stay as they are.
          ...(others.length === 0 ? {} : { otherUsersOfAddress: others.length }),
          ...printed,
        };
      });
    },
  );
};

/** @throws ConfigError */
const checkEmail = (option: string, email: string): void => {
  if (!/^[^@\s]+@[^@\s]+$/.test(email))
    throw new ConfigError(`${option} is "${email}"; give an e-mail address`);
};

/** @throws ConfigError if the text is not a role */
const roleFrom = (text: string): Role => {
  if (!isRole(text)) throw new ConfigError(`--role is "${text}"; give one of ${ROLES.join(', ')}`);
  return text;
};

/** Goes through the team, which rejects a change that would leave it without an owner. */
const editMembership = (options: MembershipOptions, wanted: Partial<Membership>) =>
  asAdmin(options, async (session) => {
    const { actors } = session;
    const { email } = options;
    const user = await findUser(actors, options);
    const businessId = membershipBusiness(user, options.business);
    const standings = await standingsOf(session, businessId);
    await changeMembership(actors, businessId, { email, userId: user.userId }, standings, wanted, operator());
    const { answer } = await actors.query(consoleUser, addressRef(email), 'users');
    await untilPropagated();
    const changed = answer.users.find(({ userId }) => userId === user.userId) ?? user;
    return formatUser(changed, businessId, answer.sessions, session.now());
  });

/** Keeps the id, so that the user's actions and the teams' decisions about the user remain attached to it. */
const renameUser = (options: UserOptions & { to: string }) => {
  checkEmail('--to', options.to);
  return asAdmin(options, async ({ actors }) => {
    const { email, to } = options;
    const user = await findUser(actors, options);
    const { userId } = user;
    if (addressRef(email).id === addressRef(to).id)
      throw new ConfigError('--to is already the address of the user');
    // If interrupted in between, the user is at both addresses; running the command again removes the user from the old
    // one.
    await actors.ask(consoleUser, addressRef(to), { type: 'take_in', email: to, user });
    await actors.ask(consoleUser, addressRef(email), { type: 'remove', userId });
    return { userId, email: to.trim().toLowerCase(), formerly: email };
  });
};

/** Goes through the teams: a removal that would leave a business without an owner is rejected. */
const removeUser = (options: MembershipOptions) =>
  asAdmin(options, async (session) => {
    const { actors } = session;
    const { email } = options;
    const user = await findUser(actors, options);
    const { userId } = user;
    const businessIds =
      options.business === undefined
        ? Object.keys(user.memberships)
        : [membershipBusiness(user, options.business)];
    for (const businessId of businessIds) {
      const standings = await standingsOf(session, businessId);
      await removeFromTeam(actors, businessId, { email, userId }, standings, operator());
    }
    if (options.business === undefined)
      await actors.ask(consoleUser, addressRef(email), { type: 'remove', userId });
    await untilPropagated();
    return { userId, email, removedFrom: businessIds, removed: options.business === undefined };
  });

const formatUser = (
  user: ConsoleUser,
  businessId: string,
  sessions: Awaited<ReturnType<typeof allUsers>>[number]['sessions'],
  at: number,
) => {
  const { userId, email, name, memberships } = user;
  const membership = memberships[businessId];
  const open = Object.values(sessions).filter(
    (session) => session.userId === userId && session.businessId === businessId && session.expiresAt > at,
  );
  return {
    userId,
    email,
    name,
    businessId,
    role: membership?.role,
    active: membership?.active,
    openSessions: open.length,
  };
};
