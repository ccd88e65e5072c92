/** `parley admin user`: people who sign in to the console. */
import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { business } from '../../actors/business/index.js';
import type { Standing } from '../../actors/console-team/index.js';
import { type ConsoleUser, consoleUser } from '../../actors/console-user/index.js';
import { addressRef } from '../../operations/accounts/credentials.js';
import { hashPassword } from '../../operations/accounts/passwords.js';
import { addUser, changeStanding, removeFromTeam } from '../../operations/accounts/standing.js';
import { isRole, ROLES, type Role } from '../../schemas/roles.js';
import { ConfigError } from '../config.js';
import { answering } from './answering.js';
import { type AdminOptions, asAdmin, businessRef } from './as-admin.js';
import { heldEverywhere } from './held-everywhere.js';
import { operator } from './operator-audit.js';
import { passwordFrom } from './password-option.js';
import {
  allUsers,
  businessOf,
  membershipsShown,
  type OfUser,
  standingsOf,
  userNamed,
  usersAt,
} from './user-named.js';

const EMAIL_OPTION = ['--email <address>', 'what they sign in with'] as const;
const USER_OPTION = [
  '--user <id>',
  'which one, where the address has several: `admin user memberships` lists them',
] as const;
const BUSINESS_OPTION = ['--business <id>', 'in which business, where the user is in several'] as const;
const PASSWORD_OPTION = [
  '--password-file <path>',
  'where the password is read, - for standard input; without it one is made and printed',
] as const;

interface InBusiness extends OfUser {
  readonly business?: string;
}

export const addUserCommands = (admin: Command): void => {
  const group = admin
    .command('user')
    .description('People who sign in to the console. A user may be in several businesses.');

  addCreate(group);

  answering(
    group
      .command('password')
      .description('Set a new password; ends every session of the user.')
      .requiredOption(...EMAIL_OPTION)
      .option(...USER_OPTION)
      .option(...PASSWORD_OPTION),
    async (options: OfUser & { passwordFile?: string }) => {
      const { password, shown } = passwordFrom(options.passwordFile);
      await asAdmin(options, async ({ actors }) => {
        const { userId } = await userNamed(actors, options);
        const [other] = (await usersAt(actors, options.email)).filter((user) => user.userId !== userId);
        const passwordHash = await hashPassword(password, other?.passwordHash ?? null);
        await actors.ask(consoleUser, addressRef(options.email), {
          type: 'change_password',
          userId,
          passwordHash,
        });
      });
      await heldEverywhere();
      return { email: options.email, ...shown };
    },
  );

  answering(
    group
      .command('disable')
      .description('End every session of a user in a business and let them in there no more.')
      .requiredOption(...EMAIL_OPTION)
      .option(...USER_OPTION)
      .option(...BUSINESS_OPTION),
    (options: InBusiness) => change(options, { active: false }),
  );

  answering(
    group
      .command('enable')
      .description('Let a disabled user in again.')
      .requiredOption(...EMAIL_OPTION)
      .option(...USER_OPTION)
      .option(...BUSINESS_OPTION),
    (options: InBusiness) => change(options, { active: true }),
  );

  answering(
    group
      .command('role')
      .description('Give a user another role in a business; it holds for their open sessions at once.')
      .requiredOption(...EMAIL_OPTION)
      .option(...USER_OPTION)
      .option(...BUSINESS_OPTION)
      .requiredOption('--role <role>', `what they may do: ${ROLES.join(', ')}`),
    (options: InBusiness & { role: string }) => change(options, { role: roleFrom(options.role) }),
  );

  addListing(group);
  addMoving(group);
};

const addListing = (group: Command): void => {
  answering(
    group
      .command('list')
      .description('List users, of one business or of all; one line a membership.')
      .option('--business <id>', 'of one'),
    (options: AdminOptions & { business?: string }) =>
      asAdmin(options, async (session) => {
        const users = [];
        for (const { user, sessions } of await allUsers(session))
          for (const { businessId } of Object.values(user.memberships))
            if (options.business === undefined || businessId === options.business)
              users.push(shown(user, businessId, sessions, session.now()));
        return { users };
      }),
  );

  answering(
    group
      .command('memberships')
      .description('List the users of an e-mail address, each with the businesses that it is in.')
      .requiredOption(...EMAIL_OPTION),
    (options: OfUser) =>
      asAdmin(options, async ({ actors }) => ({
        email: options.email,
        users: (await usersAt(actors, options.email)).map(membershipsShown),
      })),
  );
};

const addMoving = (group: Command): void => {
  answering(
    group
      .command('rename')
      .description('Give a user another e-mail address; ends their sessions, keeps password and memberships.')
      .requiredOption(...EMAIL_OPTION)
      .option(...USER_OPTION)
      .requiredOption('--to <address>', 'the new e-mail address'),
    (options: OfUser & { to: string }) => rename(options),
  );

  answering(
    group
      .command('remove')
      .description(
        'Take a user off the team of a business, or remove them entirely, so that the address is free again.',
      )
      .requiredOption(...EMAIL_OPTION)
      .option(...USER_OPTION)
      .option('--business <id>', 'only from this business'),
    (options: InBusiness) => remove(options),
  );
};

const addCreate = (group: Command): void => {
  answering(
    group
      .command('create')
      .description(
        'Create a user with a password of its own, also at an address that has users already; or, with --existing, take in the user that the address has.',
      )
      .requiredOption('--business <id>', 'id of the business')
      .requiredOption(...EMAIL_OPTION)
      .option('--name <name>', 'their name; not with --existing')
      .option('--role <role>', `what they may do: ${ROLES.join(', ')}`, 'owner')
      .option('--existing', 'add a membership to the user of the address, who keeps name and password')
      .option(...USER_OPTION)
      .option(...PASSWORD_OPTION),
    async (
      options: OfUser & {
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
          throw new ConfigError('--existing keeps name and password; leave --name and --password-file out');
        return asAdmin(options, async (session) => {
          const { actors } = session;
          await actors.query(business, businessRef(businessId), 'get');
          const { userId } = await userNamed(actors, options);
          const known = await standingsOf(session, businessId);
          await addUser(actors, businessId, { email, userId }, known, role, operator());
          return { ...membershipsShown(await userNamed(actors, { ...options, user: userId })), email };
        });
      }
      if (name === undefined) throw new ConfigError('--name is missing; give their name');
      const { password, shown } = passwordFrom(options.passwordFile);
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
          ...shown,
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
const change = (options: InBusiness, wanted: Partial<Standing>) =>
  asAdmin(options, async (session) => {
    const { actors } = session;
    const { email } = options;
    const user = await userNamed(actors, options);
    const businessId = businessOf(user, options.business);
    const known = await standingsOf(session, businessId);
    await changeStanding(actors, businessId, { email, userId: user.userId }, known, wanted, operator());
    const { answer } = await actors.query(consoleUser, addressRef(email), 'users');
    await heldEverywhere();
    const changed = answer.users.find(({ userId }) => userId === user.userId) ?? user;
    return shown(changed, businessId, answer.sessions, session.now());
  });

/** Keeps the id, so that the user's actions and the teams' decisions about the user remain attached to it. */
const rename = (options: OfUser & { to: string }) => {
  checkEmail('--to', options.to);
  return asAdmin(options, async ({ actors }) => {
    const { email, to } = options;
    const user = await userNamed(actors, options);
    const { userId } = user;
    if (addressRef(email).id === addressRef(to).id)
      throw new ConfigError('--to is the address that the user has');
    // If interrupted in between, the user is at both addresses; running the command again removes the user from the old
    // one.
    await actors.ask(consoleUser, addressRef(to), { type: 'take_in', email: to, user });
    await actors.ask(consoleUser, addressRef(email), { type: 'remove', userId });
    return { userId, email: to.trim().toLowerCase(), formerly: email };
  });
};

/** Goes through the teams: a removal that would leave a business without an owner is rejected. */
const remove = (options: InBusiness) =>
  asAdmin(options, async (session) => {
    const { actors } = session;
    const { email } = options;
    const user = await userNamed(actors, options);
    const { userId } = user;
    const from =
      options.business === undefined ? Object.keys(user.memberships) : [businessOf(user, options.business)];
    for (const businessId of from) {
      const known = await standingsOf(session, businessId);
      await removeFromTeam(actors, businessId, { email, userId }, known, operator());
    }
    if (options.business === undefined)
      await actors.ask(consoleUser, addressRef(email), { type: 'remove', userId });
    await heldEverywhere();
    return { userId, email, removedFrom: from, removed: options.business === undefined };
  });

const shown = (
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
