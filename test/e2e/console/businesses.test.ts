/** One person in two businesses, in a browser: joining with an account, switching, and what stays in the browser. */
import t, { type Test } from 'tap';
import { withoutBrowser } from './browser.js';
import { openPlace, type Place } from './place.js';

t.setTimeout(300_000);

const OWNER = 'olga@example.org';

/** How the operator manages the users of a business with one owner, whose team Ann belongs to as well. */
const administration = async (t: Test, { admin, email }: Place, second: string): Promise<void> => {
  t.match(await admin('user', 'memberships', '--email', email), {
    users: [{ name: 'Ann Archer', memberships: [{ role: 'owner' }, { role: 'viewer' }] }],
  });
  const again = await admin(
    ...['user', 'create', '--business', String(second), '--email', 'new@example.org', '--name', 'New'],
    ...['--role', 'viewer'],
  );
  t.match(again, { role: 'viewer' });
  t.match(await admin('user', 'rename', '--email', 'new@example.org', '--to', 'newer@example.org'), {
    email: 'newer@example.org',
    userId: again.userId,
  });
  t.match(await admin('user', 'memberships', '--email', 'new@example.org'), { users: [] });
  t.match(await admin('user', 'remove', '--email', email, '--business', String(second)), {
    removed: false,
    removedFrom: [second],
  });
  await t.rejects(admin('user', 'remove', '--email', OWNER), /owner/, 'the last owner stays');
  await t.rejects(
    admin('user', 'create', '--business', String(second), '--email', OWNER, '--name', 'Twice'),
    /user_exists|already/,
  );
  const { businessId: third } = await admin('business', 'create', '--name', 'Third');
  t.match(
    await admin('user', 'create', '--business', String(third), '--email', email, '--existing'),
    { name: 'Ann Archer', memberships: [{}, { businessId: third, role: 'owner' }] },
    'a known address gets a membership',
  );
  const separate = await admin(
    ...['user', 'create', '--business', String(second), '--email', email, '--name', 'Other Ann'],
  );
  t.match(separate, { otherUsersOfAddress: 1, password: String });
  await t.rejects(admin('user', 'password', '--email', email), /--user/, 'the command has to say which one');
  t.match(await admin('user', 'remove', '--email', 'newer@example.org'), { removed: true });
  t.match(await admin('user', 'memberships', '--email', 'newer@example.org'), { users: [] });
};

/** From any page, by keyboard: with the menu of the navigation, and with the palette. */
const switching = async (t: Test, { page, service, serious }: Place): Promise<void> => {
  const workspace = (name: string) => page.getByRole('button', { name: `Workspace ${name}` });
  await workspace('Demo').waitFor();
  await page.goto(`${service.url}/contacts`);
  await workspace('Demo').press('Enter');
  await page.getByRole('menuitem', { name: /^Second Ltd/ }).press('Enter');
  await workspace('Second Ltd').waitFor();
  await page.waitForURL(`${service.url}/`);
  await page.goto(`${service.url}/calls`);
  await workspace('Second Ltd').waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search pages, calls and contacts' }).fill('switch demo');
  await page.getByRole('option', { name: 'Switch to Demo' }).waitFor();
  await page.keyboard.press('Enter');
  await workspace('Demo').waitFor();
  t.same(await serious(), [], 'with a menu of workspaces');
};

t.test(
  'a person joins a second business with their account, and switches between the two',
  { skip: withoutBrowser },
  async (t) => {
    const place = await openPlace(t);
    const { page, service, email, password, admin } = place;
    const { businessId: second } = await admin('business', 'create', '--name', 'Second Ltd');
    const owner = await admin(
      ...['user', 'create', '--business', String(second), '--email', OWNER, '--name', 'Olga'],
    );
    const ownerSignIn = await fetch(`${service.url}/api/v1/console/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: OWNER, password: owner.password }),
    });
    const { data: session }: { data: { csrfToken: string } } = JSON.parse(await ownerSignIn.text());
    const cookie = ownerSignIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const invite = async (key: string): Promise<string> => {
      const answer = await fetch(`${service.url}/api/v1/console/invitations`, {
        method: 'POST',
        headers: {
          cookie,
          'x-csrf-token': session.csrfToken,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body: JSON.stringify({ businessId: second, email, role: 'viewer' }),
      });
      const { data }: { data: { link: string } } = JSON.parse(await answer.text());
      return data.link;
    };
    const [unused, link] = [await invite('i1'), await invite('i2')];

    await page.goto(`${service.url}${unused}`);
    await page.getByLabel('Sign in with an existing account').check();
    t.equal(await page.getByLabel('Your name').count(), 0);
    await page.getByLabel('Password').fill('not the right password');
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByText('The e-mail address or password is wrong').waitFor();
    t.same(await place.serious(), []);

    await place.signIn('/calls');
    await page.evaluate("sessionStorage.setItem('parley.draft.b.a', 'of Ann')");
    await page.goto(`${service.url}${link}`);
    await page.getByText(`You are signed in as ${email}.`).waitFor();
    t.same(await place.serious(), []);
    await page.getByRole('button', { name: 'Join as Ann Archer' }).click();
    await page.getByRole('button', { name: 'Workspace Second Ltd' }).waitFor();
    t.notMatch(page.url(), /#/, 'the address keeps no token');

    await page.getByRole('button', { name: 'Account of Ann Archer' }).click();
    t.equal(await page.getByRole('menuitem', { name: 'Second Ltd' }).count(), 0, 'not the current one');
    await page.getByRole('menuitem', { name: /^Demo/ }).click();
    await switching(t, place);
    await page.goto(`${service.url}/team`);
    await page.getByRole('listitem').filter({ hasText: email }).waitFor();
    t.equal(
      await page.evaluate("sessionStorage.getItem('parley.draft.b.a')"),
      'of Ann',
      'drafts of the same person stay',
    );

    await page.evaluate(
      "localStorage.setItem('parley.drafts-of', 'another'); localStorage.setItem('parley.campaign-draft.b', '{}')",
    );
    await page.reload();
    await page.getByRole('listitem').filter({ hasText: email }).waitFor();
    t.equal(
      await page.evaluate("localStorage.getItem('parley.campaign-draft.b')"),
      null,
      'drafts of another person are removed at sign-in',
    );

    await administration(t, place, String(second));
    const signedIn = await fetch(`${service.url}/api/v1/console/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    t.match(JSON.parse(await signedIn.text()), { data: { user: { name: 'Ann Archer' } } });
    t.same(place.faults, []);
  },
);
