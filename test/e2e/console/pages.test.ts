/** Each page's main path, from signing in to signing out, and what is shown when something is wrong. */
import t, { type Test } from 'tap';
import { createNetworkClient } from '../../../testkit/simulators/network-client.js';
import { publish } from './agent-page.js';
import { PASSWORD, withoutBrowser } from './browser.js';
import { openPlace, type Place } from './place.js';

t.setTimeout(300_000);

const usedLink = async (t: Test, { page, service }: Place): Promise<void> => {
  await page.goto(service.setupUrl ?? '');
  for (const [label, value] of Object.entries({
    Business: 'B',
    'Your name': 'M',
    'E-mail': 'm@example.org',
    Password: PASSWORD,
  }))
    await page.getByLabel(label).fill(value);
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('alert').getByText('The setup link was already used').waitFor();
  t.equal(await page.getByLabel('Business').inputValue(), 'B', 'what was typed is kept');
};

const signingIn = async (t: Test, { page, service, email, password, serious }: Place): Promise<void> => {
  await page.goto(`${service.url}/agents`);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill('wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  const alert = page.getByRole('alert');
  await alert.waitFor();
  t.match(await alert.textContent(), /Request [0-9a-f-]{36}/, 'a refusal can be found in the log');
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: 'No agents yet' }).waitFor();
  t.equal(new URL(page.url()).pathname, '/agents');
  t.same(await serious(), []);
};

const agents = async (t: Test, { page, serious }: Place): Promise<void> => {
  await page.getByRole('link', { name: 'New agent' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Ada');
  await page.getByLabel('Greeting', { exact: true }).fill('Hello, this is Ada.');
  const words =
    'When the customer says "what are your opening hours", say "We are open from noon to midnight.".';
  await page.getByLabel('Instructions').last().fill(`${words} You are {{mood}}.`);
  await page.getByRole('region', { name: 'Variables' }).getByText('{{mood}}').waitFor();
  await page.getByRole('button', { name: 'Create agent' }).click();
  await page.getByRole('alert').waitFor();
  t.match(
    await page.getByRole('alert').textContent(),
    /mood/,
    'a placeholder that is not granted is refused',
  );
  await page.getByLabel('Instructions').last().fill(words);
  await page.getByRole('button', { name: 'Create agent' }).click();
  await page.waitForURL(/\/agents\/[0-9a-f-]{36}$/);
  await page.getByRole('heading', { name: 'Try it' }).waitFor();
  await page.getByLabel('Your message').fill('what are your opening hours');
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByRole('log').getByText('We are open from noon to midnight.').waitFor();
  t.same(await serious(), [], 'the editor');
  await page.getByLabel('Greeting', { exact: true }).fill('Good day, this is Ada.');
};

const expired = async (t: Test, { page, email, password, serious }: Place): Promise<void> => {
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Save draft' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await dialog.waitFor();
  t.same(await serious(), [], 'the dialog');
  t.equal(await dialog.getByLabel('E-mail').inputValue(), email);
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await dialog.waitFor({ state: 'detached' });
  t.equal(
    await page.getByLabel('Greeting', { exact: true }).inputValue(),
    'Good day, this is Ada.',
    'what was typed is kept',
  );
  await publish(page);
};

const hangingUp = async (t: Test, { page, api, service, go, serious }: Place): Promise<void> => {
  await go('Live');
  await page.getByRole('heading', { name: 'No calls right now' }).waitFor();
  t.same(await serious(), [], 'no live calls');
  const network = createNetworkClient(service.networkUrl, service.simulatorToken);
  await network.callee('+14155550199', { steps: [{ atMs: 120_000, do: { type: 'hang_up' } }] });
  const settings = { firstGreeting: 'Hello.', disconnectAfterSilenceSeconds: 600 };
  const agent = await api.createAgent('Bea', 'Otherwise, say "I see.".', settings);
  const callId = await api.startCall(agent.id, '+14155550199');
  await page.getByRole('link', { name: /\+14155550199/ }).click();
  await page.getByRole('log').getByText('Hello.').waitFor();
  t.same(await serious(), [], 'a live call');
  await page.getByRole('button', { name: 'Hang up' }).click();
  await page.getByRole('button', { name: 'Undo' }).waitFor();
  await page.getByRole('button', { name: 'Hang up now' }).click();
  const { call } = await api.callUntil(callId, ({ call: { endedBy } }) => endedBy !== null, 45_000);
  t.match(call, { endedBy: 'operator' });
};

const calls = async (t: Test, { page, go, serious }: Place): Promise<void> => {
  await go('Calls');
  const table = page.getByRole('table').first();
  await table.getByRole('link', { name: '+14155550199' }).waitFor();
  t.same(await serious(), [], 'the list');
  await page.getByRole('button', { name: '+ Filter' }).click();
  const filter = page.getByRole('dialog', { name: 'Filter' });
  await filter.getByRole('button', { name: 'Status' }).click();
  await filter.getByRole('button', { name: 'Busy' }).click();
  await page.getByRole('heading', { name: 'No calls match these filters' }).waitFor();
  t.match(page.url(), /status=busy/, 'the address has the filter');
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await table.getByRole('link', { name: '+14155550199' }).press('Enter');
  await page.getByRole('tab', { name: 'Facts' }).click();
  await page.getByText('Operator hung up').waitFor();
  await page.getByRole('button', { name: 'Copy as curl' }).click();
  await page.getByText(/^curl -H "Authorization: Bearer \$PARLEY_KEY"/).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  t.match(page.url(), /\/calls\/[0-9a-f-]{36}$/, 'the first Escape closes the dialog only');
  await page.keyboard.press('Escape');
  await page.waitForURL(/\/calls$/);
};

const contacts = async (t: Test, { page, service, businessId, api, go, serious }: Place): Promise<void> => {
  const { category } = await api.post<{ category: { id: string } }>('/api/v1/contacts/categories', {
    name: 'Customers',
  });
  for (let number = 0; number < 40; number += 1)
    await api.post('/api/v1/contacts', {
      name: `Customer ${number}`,
      mobile: `+1415555${1_000 + number}`,
      categoryIds: [category.id],
    });
  await go('Contacts');
  const rows = page.getByRole('region', { name: 'Contacts' }).last().getByRole('row');
  await rows.first().waitFor();
  const shown = await rows.count();
  t.ok(shown > 5 && shown < 40, `${shown} of 40 rows are rendered: those that are visible`);
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search pages, calls and contacts' }).fill('Customer 17');
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: /Customer 17/ }).click();
  await page.getByText('No activity yet.').waitFor();
  t.same(await serious(), [], 'contacts');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Search pages, calls and contacts' }).fill('+1 415 555-1017');
  await page.getByRole('option', { name: 'Call +14155551017' }).waitFor();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Call +14155551017' });
  await dialog.getByText(/number of Customer 17|no(t| active)|needs an active/).waitFor();
  t.same(await serious(), [], 'calling a number');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.goto(`${service.url}/calls/${businessId}`);
  await page.getByRole('alert').first().waitFor();
  t.match(await page.getByRole('alert').first().textContent(), /There is no such call.*Request/s);
};

const campaigns = async (t: Test, { page, go, serious }: Place): Promise<void> => {
  await go('Campaigns');
  await page.getByRole('heading', { name: 'No campaigns yet' }).waitFor();
  t.same(await serious(), []);
};

const withoutSimulator = async (t: Test, { page, service, serious }: Place): Promise<void> => {
  await page.route('**/api/v1/console/overview*', async (route) => {
    const answer = await route.fetch();
    const settings: { data: object } = await answer.json();
    const data = { ...settings.data, carrier: 'twilio', simulatedCallers: false, browserLegs: false };
    await route.fulfill({ response: answer, json: { ...settings, data } });
  });
  await page.goto(`${service.url}/welcome`);
  await page.getByText('This service calls through twilio').waitFor();
  t.equal(await page.getByRole('button', { name: /Watch a call/ }).count(), 0);
  t.same(await serious(), []);
  await page.getByRole('button', { name: 'Create this agent: Dentist' }).click();
  await page.getByRole('heading', { name: 'Doctor Miller' }).waitFor();
  // Requests of the page may still be under way.
  await page.unrouteAll({ behavior: 'wait' });
};

const unanswered = async (t: Test, { page, go }: Place): Promise<void> => {
  await page.route('**/api/v1/campaigns?*', (route) => route.abort());
  await go('Campaigns');
  const alert = page.getByRole('alert');
  await alert.getByText('The service is not responding').waitFor();
  await page.unroute('**/api/v1/campaigns?*');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'No campaigns yet' }).waitFor();
  t.equal(await alert.count(), 0);
};

const signingOut = async (t: Test, { page }: Place): Promise<void> => {
  await page.evaluate(
    "localStorage.setItem('parley.campaign-draft.b', '{}'); sessionStorage.setItem('parley.draft.b.a', '{}')",
  );
  const status: unknown = await page.evaluate(
    "fetch('/api/v1/console/session', { method: 'DELETE' }).then(({ status }) => status)",
  );
  t.equal(status, 403, 'the cookie alone is not enough');
  await page.getByRole('button', { name: 'Account of Ann Archer' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  t.same(
    (await page.context().cookies()).map(({ name }) => name),
    ['parley_browser'],
    'the session’s cookie is gone; the browser is recognised at the next sign-in',
  );
  t.notMatch(
    await page.evaluate('Object.keys({ ...localStorage, ...sessionStorage }).join()'),
    /draft/,
    'drafts are gone',
  );
  await page.goBack();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
};

t.test('the pages', { skip: withoutBrowser }, async (t) => {
  const place = await openPlace(t);
  await t.test('the printed link opens nothing once there is an account', (t) => usedLink(t, place));
  await t.test('signing in leads to the requested page', (t) => signingIn(t, place));
  await t.test('an agent is created, tried and changed', (t) => agents(t, place));
  await t.test('an expired session is renewed in place', (t) => expired(t, place));
  await t.test('a live call is hung up, at once with a second press', (t) => hangingUp(t, place));
  await t.test('calls are filtered by status and shown in detail', (t) => calls(t, place));
  await t.test('a contact is found among many, and a page that fails says how', (t) => contacts(t, place));
  await t.test('an unreachable service is reported, with a retry', (t) => unanswered(t, place));
  await t.test('if calls go through a carrier, an example can be tried in writing', (t) =>
    withoutSimulator(t, place),
  );
  await t.test('the page of campaigns explains itself while there are none', (t) => campaigns(t, place));
  await t.test('a foreign page cannot act, and signing out leaves nothing', (t) => signingOut(t, place));
  t.same(place.faults, [], 'no script error and no policy violation');
});
