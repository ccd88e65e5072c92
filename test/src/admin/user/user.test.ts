/** People who sign in to the console, as an operator adds, finds and changes them. */
import { randomUUID } from 'node:crypto';
import t from 'tap';
import { consoleUser } from '../../../../actors/console-user/index.js';
import { addressRef } from '../../../../operations/accounts/credentials.js';
import { DECOY } from '../../../../operations/accounts/passwords.js';
import type { Role } from '../../../../schemas/accounts/access.js';
import { createBusiness, fileAt, sharedOperator, UNKNOWN } from '../operator.js';

const operator = await sharedOperator();
const { run } = operator;

/** Runs `parley admin user <command>` for the user of an address. */
const user = (command: string, email: string, ...args: readonly string[]) =>
  run('user', command, '--email', email, ...args);

/** Adds users named Ann without passwords, each by address and role; resolves with the id of the first. */
const addUsers = (businessId: string, ...users: readonly (readonly [email: string, role: Role])[]) =>
  operator.as(async ({ actors }) => {
    const ids = users.map(() => randomUUID());
    for (const [index, [email, role]] of users.entries())
      await actors.ask(consoleUser, addressRef(email), {
        type: 'create',
        userId: ids[index] ?? '',
        businessId,
        email,
        name: 'Ann',
        passwordHash: DECOY,
        role,
      });
    return ids[0] ?? '';
  });

t.test('a new user is an owner with a generated password, unless the command says otherwise', async (t) => {
  const businessId = await createBusiness(operator);
  const owner = await user('create', 'Ann@Made.example', '--business', businessId, '--name', 'Ann');
  t.match(owner, { userId: String, email: 'ann@made.example', role: 'owner', password: /^[\w-]{20}$/ });
  t.notOk('otherUsersOfAddress' in owner);
  const file = fileAt(operator, 'password', 'correct horse battery\n');
  const second = await user(
    ...(['create', 'ann@made.example', '--business', await createBusiness(operator)] as const),
    ...['--name', 'Ann B.', '--role', 'viewer', '--password-file', file],
  );
  t.match(second, { role: 'viewer', otherUsersOfAddress: 1 }, 'the address has two users');
  t.notOk('password' in second, 'a password from a file is not printed');
  const members = [{ businessId, role: 'owner', active: true }];
  t.match(await run('user', 'list', '--business', businessId), {
    users: [{ userId: owner.userId, name: 'Ann', ...members[0], openSessions: 0 }],
  });
  const listed = await user('memberships', 'ann@made.example');
  t.match(listed, { users: [{ userId: owner.userId, memberships: members }, { name: 'Ann B.' }] });
  await t.rejects(
    user('rename', 'ann@made.example', '--to', 'b@made.example'),
    /has 2 users; use --user with an id/,
  );
});

t.test('refuses a user without a name, an address, a role or an acceptable password', async (t) => {
  const businessId = await createBusiness(operator);
  const create = (email: string, ...args: readonly string[]) =>
    user('create', email, '--business', businessId, ...args);
  const named = ['--name', 'Ann'] as const;
  await t.rejects(create('ann@bad.example'), /--name is missing; give their name/);
  await t.rejects(create('ann at home', ...named), /--email is "ann at home"; give an e-mail address/);
  await t.rejects(
    create('ann@bad.example', ...named, '--role', 'king'),
    /--role is "king"; give one of viewer, /,
  );
  for (const [content, message] of [
    ['short', /the password is not acceptable: use at least \d+ characters/],
    ['x'.repeat(10_000), /the password is not acceptable: use at most \d+ characters/],
    ['\n', /--password-file is ".*", which is empty/],
  ] as const)
    await t.rejects(
      create('ann@bad.example', ...named, '--password-file', fileAt(operator, 'bad', content)),
      message,
    );
  await t.rejects(
    create('ann@bad.example', ...named, '--password-file', '/nowhere/x'),
    /which cannot be read/,
  );
  await t.rejects(user('create', 'ann@bad.example', '--business', UNKNOWN, ...named), {
    code: 'business_not_found',
  });
  t.strictSame(await user('memberships', 'ann@bad.example'), { email: 'ann@bad.example', users: [] });
});

t.test('an existing user joins another business and keeps name and password', async (t) => {
  const email = 'ann@joins.example';
  const [first, second] = [await createBusiness(operator), await createBusiness(operator)];
  const userId = await addUsers(first, [email, 'owner']);
  const join = (...args: readonly string[]) =>
    user('create', email, '--business', second, '--existing', ...args);
  await t.rejects(join('--name', 'Bea'), /--existing keeps name and password; leave out --name/);
  await t.rejects(user('create', 'no@joins.example', '--business', second, '--existing'), {
    code: 'user_not_found',
  });
  t.match(await join('--role', 'viewer'), {
    userId,
    email,
    name: 'Ann',
    memberships: [
      { businessId: first, role: 'owner' },
      { businessId: second, role: 'viewer' },
    ],
  });
  await t.rejects(user('disable', email), /the user is in 2 businesses; choose one with --business/);
  await t.rejects(user('disable', email, '--business', UNKNOWN), { code: 'user_not_found' });
});

t.test('access and role of a member change, but a business keeps an owner', async (t) => {
  const businessId = await createBusiness(operator);
  const owner = 'owner@team.example';
  await addUsers(
    businessId,
    [owner, 'owner'],
    ['bea@team.example', 'viewer'],
    ['cid@team.example', 'viewer'],
  );
  // Each of these commands waits until every node has seen the change.
  const [disabled, promoted] = await Promise.all([
    user('disable', 'bea@team.example'),
    user('role', 'cid@team.example', '--role', 'owner'),
    t.rejects(user('role', owner, '--role', 'king'), /--role is "king"/),
    t.rejects(user('disable', 'no@team.example'), { code: 'user_not_found' }),
  ]);
  t.match(disabled, { name: 'Ann', role: 'viewer', active: false, businessId });
  t.match(promoted, { role: 'owner', active: true });
  const [enabled, demoted] = await Promise.all([
    user('enable', 'bea@team.example'),
    user('role', owner, '--role', 'viewer'),
  ]);
  t.match(enabled, { active: true });
  t.match(demoted, { role: 'viewer' });
  await t.rejects(user('disable', 'cid@team.example'), { code: 'last_owner' });
  await t.rejects(user('remove', 'cid@team.example'), { code: 'last_owner' });
});

t.test('a user moves to another address with memberships and id', async (t) => {
  const businessId = await createBusiness(operator);
  const userId = await addUsers(businessId, ['ann@old.example', 'owner']);
  await t.rejects(user('rename', 'ann@old.example', '--to', 'nowhere'), /--to is "nowhere"; give an e-mail/);
  await t.rejects(
    user('rename', 'ann@old.example', '--to', 'ANN@old.example'),
    /already the address of the user/,
  );
  t.strictSame(await user('rename', 'ann@old.example', '--to', 'Ann@New.example'), {
    userId,
    email: 'ann@new.example',
    formerly: 'ann@old.example',
  });
  t.strictSame((await user('memberships', 'ann@old.example')).users, []);
  t.match((await user('memberships', 'ann@new.example')).users, [{ userId, memberships: [{ businessId }] }]);
});

t.test('a user leaves one business, or all with the address', async (t) => {
  const email = 'ann@leaves.example';
  const [first, second] = [await createBusiness(operator), await createBusiness(operator)];
  // Somebody else stays the owner.
  for (const businessId of [first, second])
    await addUsers(businessId, [`owner@${businessId}.example`, 'owner']);
  const userId = await addUsers(first, [email, 'owner']);
  await user('create', email, '--business', second, '--existing');
  t.strictSame(await user('remove', email, '--business', first), {
    userId,
    email,
    removedFrom: [first],
    removed: false,
  });
  t.match((await user('memberships', email)).users, [{ userId, memberships: [{ businessId: second }] }]);
  t.match(await user('remove', email), { removedFrom: [second], removed: true });
  t.strictSame((await user('memberships', email)).users, []);
});

t.test('a new password is set for the user who is meant', async (t) => {
  const email = 'ann@password.example';
  const userId = await addUsers(randomUUID(), [email, 'owner']);
  await addUsers(randomUUID(), [email, 'owner']);
  await t.rejects(user('password', email), /has 2 users; use --user/);
  await t.rejects(user('password', email, '--user', UNKNOWN), { code: 'user_not_found' });
  const file = fileAt(operator, 'new-password', 'correct horse battery');
  const [generated, own] = await Promise.all([
    user('password', email, '--user', userId),
    user('password', email, '--user', userId, '--password-file', file),
  ]);
  t.match(generated, { email, password: /^[\w-]{20}$/ });
  t.strictSame(own, { email });
});
