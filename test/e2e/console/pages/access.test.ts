/** Team, keys, billing and the audit log in a browser, with roles that the server enforces. */
import t from 'tap';
import { until } from '../../../../testkit/until.js';
import { openPage, withoutBrowser } from '../browser.js';
import { openPlace } from '../place.js';

t.setTimeout(300_000);

const GUEST = 'bob@example.org';
const GUEST_PASSWORD = 'another correct horse';

t.test(
  'a person is invited, sees what their role permits, and is disabled again',
  { skip: withoutBrowser },
  async (t) => {
    const place = await openPlace(t);
    const { page, service, businessId, email } = place;
    await place.signIn('/team');
    await page.getByRole('listitem').filter({ hasText: email }).waitFor();
    t.same(await place.serious(), []);
    await page.getByLabel('E-mail').fill(GUEST);
    await page.getByLabel('Role', { exact: true }).selectOption('viewer');
    await page.getByRole('button', { name: 'Create invite link' }).click();
    const link = (await page.getByRole('dialog').locator('code').textContent()) ?? '';
    t.match(link, /\/join#[0-9a-f-]{36}\.[0-9a-f-]{36}\.[\w-]{43}$/);
    t.same(await place.serious(), []);
    await page.getByRole('button', { name: 'Close' }).click();

    const { page: guest } = await openPage(t);
    const other = guest.context();
    await other.addCookies([{ name: 'parley_session', value: 'f'.repeat(43), url: service.url }]);
    await guest.goto(link);
    await guest.getByLabel('Your name').fill('Bob Baker');
    await guest.getByLabel('Password').fill(GUEST_PASSWORD);
    await guest.getByRole('button', { name: 'Join' }).click();
    await guest.getByRole('button', { name: 'Account of Bob Baker' }).waitFor();
    const cookie = (await other.cookies()).find(({ name }) => name === 'parley_session');
    t.match(cookie, { httpOnly: true, sameSite: 'Lax' });
    t.not(cookie?.value, 'f'.repeat(43), 'a cookie that was there before is not adopted');
    t.notMatch(guest.url(), /#/, 'the address keeps no token');

    await guest.goto(`${service.url}/keys`);
    await guest.getByText('This requires the Owner role').waitFor();
    t.equal(await guest.getByRole('button', { name: 'New key' }).count(), 0);
    await guest.goto(`${service.url}/team`);
    await guest.getByText('Only owners can see the list of people.').waitFor();
    const read = await guest.request.get(`${service.url}/api/v1/console/session`);
    const { data: session }: { data: { csrfToken: string; role: string } } = await read.json();
    t.equal(session.role, 'viewer');
    const refused = await guest.request.post(`${service.url}/api/v1/console/keys`, {
      headers: { 'X-CSRF-Token': session.csrfToken, 'Idempotency-Key': 'k1' },
      data: { businessId, name: 'mine', scopes: ['voice:write'] },
    });
    t.equal(refused.status(), 403);
    t.match(await refused.json(), { error: { code: 'role_insufficient' } });
    const again = await guest.request.post(`${service.url}/api/v1/console/join`, {
      data: { token: link.split('#')[1] ?? '', name: 'Eve', password: GUEST_PASSWORD },
    });
    t.match(await again.json(), { error: { code: 'invitation_invalid' } }, 'a link works once');
    const kept: unknown = await guest.evaluate(
      'indexedDB.databases().then((found) => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, found]))',
    );
    for (const secret of [session.csrfToken, cookie?.value ?? '', GUEST_PASSWORD, link.split('#')[1] ?? ''])
      t.notOk(String(kept).includes(secret), 'the browser keeps no secret');

    await page.reload();
    const line = page.getByRole('listitem').filter({ hasText: GUEST });
    await line.getByRole('button', { name: 'Disable' }).click();
    await page.getByLabel(`Type ${GUEST} to confirm`).fill(GUEST);
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await line.getByRole('button', { name: 'Enable' }).waitFor();
    await until('the session of the guest has ended', async () => {
      const answer = await guest.request.get(`${service.url}/api/v1/console/session`);
      return answer.status() === 401;
    });
    const own = page.getByRole('listitem').filter({ hasText: email });
    await own.getByLabel('Role of Ann Archer').selectOption('viewer');
    await page.getByText('The team needs at least one owner.').waitFor();
    t.same(place.faults, []);
  },
);

t.test(
  'a key is created, used and revoked, and the ledger shows what was granted',
  { skip: withoutBrowser },
  async (t) => {
    const place = await openPlace(t);
    const { page, service, businessId } = place;
    await place.signIn('/keys');
    await page.getByLabel('Name').fill('Reports');
    await page.getByRole('button', { name: 'New key' }).click();
    const dialog = page.getByRole('dialog');
    const key = (await dialog.locator('code').first().textContent()) ?? '';
    t.match(key, /^parley_sk_\w{32}_\w{70}$/);
    t.same(await place.serious(), []);
    await dialog.getByRole('button', { name: 'Close' }).click();
    t.notOk((await page.content()).includes(key), 'it is shown once');
    const used = () =>
      fetch(`${service.url}/api/v1/agents?businessId=${businessId}`, {
        headers: { authorization: `Bearer ${key}` },
      });
    t.equal((await used()).status, 200);
    const line = page.getByRole('listitem').filter({ hasText: 'Reports' });
    await line.getByRole('button', { name: 'Revoke' }).click();
    await page.getByLabel('Type Reports to confirm').fill('Reports');
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await line.getByText('Revoked').waitFor();
    t.equal((await used()).status, 401);

    await place.go('Billing');
    await page.getByRole('row').filter({ hasText: 'Credit' }).last().waitFor();
    const { availableMicrocredits } = await place.ask<{ availableMicrocredits: number }>(
      'GET',
      `/api/v1/console/overview?businessId=${businessId}`,
    );
    const shown = (availableMicrocredits / 1e6).toLocaleString('en', { minimumFractionDigits: 2 });
    t.match(await page.getByRole('table').textContent(), `+${shown}`);
    t.same(await place.serious(), []);
    await page.getByLabel('Type').selectOption('summary');
    await page.getByText('No transactions of this type').waitFor();
    t.same(place.faults, []);
  },
);

t.test(
  'an owner reads who did what in the audit log, and exports it',
  { skip: withoutBrowser },
  async (t) => {
    const place = await openPlace(t);
    const { page, service, email } = place;
    const refused = await fetch(`${service.url}/api/v1/console/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'wrong' }),
    });
    t.equal(refused.status, 401);
    await place.signIn('/keys');
    await page.getByLabel('Name').fill('Reports');
    await page.getByRole('button', { name: 'New key' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

    await place.go('Audit log');
    const created = page.getByRole('row').filter({ hasText: 'Created an API key' });
    await created.filter({ hasText: 'Ann Archer' }).waitFor();
    await created.filter({ hasText: 'Operator' }).waitFor();
    t.match(await created.filter({ hasText: 'Ann Archer' }).textContent(), /127\.0\.0\.1.*Chrome \d+/);
    t.same(await place.serious(), []);

    await page.getByLabel('Outcome').selectOption('refused');
    await page.getByRole('row').filter({ hasText: 'credentials_invalid' }).waitFor();
    t.equal(await created.count(), 0, 'the list is filtered');
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export CSV' }).click();
    t.equal((await download).suggestedFilename(), 'audit-log.csv');

    await page.getByLabel('Target ID').fill('nothing');
    await page.getByText('No entries match these filters').waitFor();
    await page.getByRole('link', { name: 'Clear filters' }).click();
    await page.getByRole('row').filter({ hasText: 'Exported the audit log' }).waitFor();
    await place.go('Team');
    await page.getByText(/^Chrome \d+ on /).waitFor();
    t.same(place.faults, []);
  },
);
