import t from 'tap';
import { createSignInLimits } from '../../../operations/accounts/sign-in-limits.js';
import { DomainError } from '../../../schemas/errors.js';

const wrongPassword = async (): Promise<never> => {
  throw new DomainError('credentials_invalid');
};
const right = async (): Promise<string> => 'in';

t.test('a network that tries many addresses is limited, and other networks are not', async (t) => {
  const limits = createSignInLimits();
  for (let index = 0; index < 50; index += 1)
    await t.rejects(limits.attempt({ email: `user${index}@x`, client: 'a' }, index, wrongPassword), {
      code: 'credentials_invalid',
    });
  await t.rejects(limits.attempt({ email: 'ann@x', client: 'a' }, 1_000, right), {
    code: 'sign_in_limited',
    retryAfterSeconds: 899,
  });
  t.equal(await limits.attempt({ email: 'ann@x', client: 'b' }, 1_000, right), 'in');
  t.equal(
    await limits.attempt({ email: 'ann@x', client: 'a' }, 900_000, right),
    'in',
    'after a quarter of an hour',
  );
});

t.test('an e-mail address that many networks try is limited', async (t) => {
  const limits = createSignInLimits();
  for (let index = 0; index < 10; index += 1)
    await t.rejects(limits.attempt({ email: 'ann@x', client: `c${index}` }, 0, wrongPassword), {
      code: 'credentials_invalid',
    });
  await t.rejects(limits.attempt({ email: 'ann@x', client: 'd' }, 0, right), {
    code: 'sign_in_limited',
    retryAfterSeconds: 900,
  });
});

t.test(
  'repeated sign-ins are never limited, and do not clear the failures of guesses at other users',
  async (t) => {
    const limits = createSignInLimits();
    for (let index = 0; index < 200; index += 1)
      t.equal(await limits.attempt({ email: 'ann@x', client: 'a' }, index, right), 'in');
    for (let index = 0; index < 50; index += 1) {
      await t.rejects(limits.attempt({ email: `user${index}@x`, client: 'a' }, 1_000, wrongPassword));
      if (index < 49) await limits.attempt({ email: 'ann@x', client: 'a' }, 1_000, right);
    }
    await t.rejects(limits.attempt({ email: 'ann@x', client: 'a' }, 1_000, right), {
      code: 'sign_in_limited',
    });
  },
);

t.test('a network has two attempts at a time', async (t) => {
  const limits = createSignInLimits();
  let go = (): void => undefined;
  const waits = new Promise<void>((resolve) => {
    go = resolve;
  });
  const running = ['b@x', 'c@x'].map((email) => limits.attempt({ email, client: 'a' }, 0, () => waits));
  await t.rejects(limits.attempt({ email: 'd@x', client: 'a' }, 0, right), {
    code: 'sign_in_limited',
    retryAfterSeconds: 1,
  });
  t.equal(await limits.attempt({ email: 'd@x', client: 'b' }, 0, right), 'in');
  go();
  await Promise.all(running);
  t.equal(await limits.attempt({ email: 'd@x', client: 'a' }, 0, right), 'in');
});

t.test('an attempt that was not processed does not count as a failure', async (t) => {
  const limits = createSignInLimits();
  for (let index = 0; index < 100; index += 1)
    for (const error of [
      new DomainError('sign_in_busy'),
      new DomainError('journal_unavailable'),
      new Error('x'),
    ])
      await t.rejects(
        limits.attempt({ email: 'ann@x', client: 'a' }, index, async () => {
          throw error;
        }),
        error,
      );
  t.equal(await limits.attempt({ email: 'ann@x', client: 'a' }, 100, right), 'in');
});

t.test('a recognised browser has failures and attempts of its own', async (t) => {
  const limits = createSignInLimits();
  const browser = { name: 'n1', userId: 'ann' };
  for (let index = 0; index < 10; index += 1)
    await t.rejects(limits.attempt({ email: 'ann@x', client: `c${index}` }, 0, wrongPassword));
  const by = { email: 'ann@x', client: 'd', browser };
  const only = async (user: string | null): Promise<string | null> => user;
  t.equal(await limits.attempt(by, 0, only), 'ann', 'past the limit, only for its user');
  t.equal(await limits.attempt({ ...by, email: 'bob@x' }, 0, only), null, 'no limit, any user');
  await t.rejects(limits.attempt({ email: 'ann@x', client: 'd' }, 0, only), { code: 'sign_in_limited' });
  for (let index = 0; index < 10; index += 1)
    await t.rejects(limits.attempt(by, 0, wrongPassword), { code: 'credentials_invalid' });
  await t.rejects(limits.attempt(by, 0, only), { code: 'sign_in_limited' });
  const otherBrowser = { ...by, browser: { name: 'n2', userId: 'ann' } };
  t.equal(await limits.attempt(otherBrowser, 0, only), 'ann', 'another browser');
});

t.test('the failures of its network do not limit a recognised browser', async (t) => {
  const limits = createSignInLimits();
  for (let index = 0; index < 50; index += 1)
    await t.rejects(limits.attempt({ email: `user${index}@x`, client: 'proxy' }, 0, wrongPassword));
  const by = { email: 'ann@x', client: 'proxy' };
  await t.rejects(limits.attempt(by, 0, right), { code: 'sign_in_limited' });
  const browser = { name: 'n1', userId: 'ann' };
  t.equal(await limits.attempt({ ...by, browser }, 0, right), 'in');
});
