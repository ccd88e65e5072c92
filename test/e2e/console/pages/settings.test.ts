/** The settings of a business and its data sources, in the console. */
import t, { type Test } from 'tap';
import type { SettingsResource } from '../../../../schemas/accounts/settings.js';
import type { DataSourceResource } from '../../../../schemas/contacts/data-source.js';
import type { ModelServer } from '../../../../simulators/models/server.js';
import { startOpenAiServer } from '../../../../testkit/simulators/model-server.js';
import { until } from '../../../../testkit/until.js';
import { withoutBrowser } from '../browser.js';
import { openPlace, type Place } from '../place.js';

t.setTimeout(300_000);

const KEY = 'sk-of-a-test';
const ORDERS = 'mobile,order,total\n+14155550200,A-1,12.5\n+14155550201,A-2,many\n';

const reviewing = async (t: Test, { page, api, serious }: Place): Promise<void> => {
  await page.getByRole('heading', { name: 'No data sources yet' }).waitFor();
  t.same(await serious(), [], 'the empty page');
  await page.getByRole('link', { name: 'New data source' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Orders');
  await page.getByLabel('Description').fill('Orders of the year');
  await page.getByRole('button', { name: 'Create data source' }).click();
  await page.getByRole('article', { name: 'Orders' }).waitFor();
  await page
    .getByLabel('Choose or drop a file')
    .setInputFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(ORDERS) });
  const version = page.getByRole('listitem', { name: 'orders.csv' });
  await version.getByText('2 rows instead of 0').waitFor();
  await version.getByText('New fields').waitFor();
  await version.getByLabel('Field of order').fill('order_id');
  await version.getByLabel('Use total').uncheck();
  await version.getByLabel('Key column').selectOption('mobile');
  t.same(await serious(), [], 'the review');
  await version.getByRole('button', { name: 'Activate' }).click();
  await version.getByText('Active').waitFor();
  await page.getByRole('region', { name: 'Fields' }).first().getByText('order_id').waitFor();
  const { dataSources } = await api.get<{ dataSources: DataSourceResource[] }>('/api/v1/data-sources');
  t.match(
    dataSources.find(({ name }) => name === 'Orders'),
    { itemCount: 2, keyField: 'mobile', fields: [{ key: 'mobile' }, { key: 'order_id' }] },
  );
};

const archiving = async (t: Test, { page, serious }: Place): Promise<void> => {
  await page.getByRole('button', { name: 'Archive' }).click();
  const dialog = page.getByRole('dialog', { name: 'Archive Orders?' });
  await dialog.getByRole('textbox').fill('Orders');
  t.same(await serious(), []);
  await dialog.getByRole('button', { name: 'Archive' }).click();
  await page.getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('button', { name: 'Archive' }).waitFor();
};

const business = async (t: Test, { page, go, serious }: Place): Promise<void> => {
  await go('Settings');
  const naming = page.locator('form').filter({ has: page.getByLabel('Name', { exact: true }) });
  await naming.getByLabel('Name', { exact: true }).fill('Bella Vista');
  await naming.getByLabel('Calls at a time').fill('3');
  await naming.getByRole('button', { name: 'Save changes' }).click();
  await naming.getByRole('button', { name: 'Save changes', disabled: true }).waitFor();
  const zone = page.locator('form').filter({ has: page.getByLabel('Time zone') });
  await page.getByLabel('Time zone').fill('Mars/Olympus');
  await zone.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('must be a time zone of the IANA database').waitFor();
  await page.getByLabel('Time zone').fill('Europe/Rome');
  await zone.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('must be a time zone').waitFor({ state: 'detached' });
  await page.reload();
  await page.getByText('Calls go through').first().waitFor();
  t.equal(await page.getByLabel('Time zone').inputValue(), 'Europe/Rome');
  t.equal(await naming.getByLabel('Name', { exact: true }).inputValue(), 'Bella Vista');
  t.equal(await naming.getByLabel('Calls at a time').inputValue(), '3');
  t.same(await serious(), [], 'the page');
};

const quotas = async (t: Test, { page, service, serious }: Place): Promise<void> => {
  await page.getByRole('link', { name: 'Limits and usage' }).first().click();
  await page.waitForURL(`${service.url}/quotas`);
  const calls = page.getByRole('region', { name: 'Calls and credit' }).first();
  await calls.getByRole('row', { name: /^Lines in use/ }).waitFor();
  t.match(
    await calls.getByRole('row', { name: /^Lines in use/ }).innerText(),
    /0\s+\d+.*wait up to 30 minutes/s,
  );
  t.match(await calls.getByRole('row', { name: /^Credits/ }).innerText(), /[\d.]+ left/);
  const section = page.getByRole('region', { name: 'Storage and quotas' }).first();
  const stored = section.getByRole('row', { name: /^Stored data/ });
  await stored.waitFor();
  t.match(await stored.innerText(), /[\d.]+ MiB\s+8,192 MiB/);
  t.match(await section.getByRole('row', { name: /^API keys/ }).innerText(), /[1-9]\d*\s+200/);
  t.same(await serious(), [], 'the table of quotas');
  await page.goto(`${service.url}/settings`);
};

const callingHours = async (t: Test, { page, ask, businessId, serious }: Place): Promise<void> => {
  const section = page.getByRole('region', { name: 'Calling hours' });
  await section.getByText('No quiet hours').waitFor();
  await section.getByRole('button', { name: 'Add a quiet period' }).click();
  const period = section.getByRole('group', { name: 'Quiet period 1' });
  await period.getByLabel('From').fill('08:00');
  await section.getByLabel('Calls per number per day').fill('3');
  await section.getByRole('button', { name: 'Save changes' }).click();
  await section.getByText('must leave some time of the week').waitFor();
  t.same(await serious(), [], 'quiet at any time');
  await period.getByLabel('From').fill('21:30');
  await section.getByRole('button', { name: 'Save changes' }).click();
  await section.getByText('Saved', { exact: false }).waitFor();
  await page.reload();
  await period.waitFor();
  t.equal(await period.getByLabel('From').inputValue(), '21:30');
  const read = async () =>
    (
      await ask<{ settings: { quietHours: unknown; attemptsPerDay: unknown } }>(
        'GET',
        `/api/v1/console/settings?businessId=${businessId}`,
      )
    ).settings;
  t.match(await read(), { quietHours: [{ start: '21:30', end: '08:00' }], attemptsPerDay: 3 });
  await section.getByRole('button', { name: 'Remove quiet period 1' }).click();
  await section.getByLabel('Calls per number per day').fill('');
  await section.getByRole('button', { name: 'Save changes' }).click();
  await section.getByText('Saved', { exact: false }).waitFor();
  await page.reload();
  await section.getByText('No quiet hours').waitFor();
  t.match(await read(), { quietHours: null, attemptsPerDay: null });
};

const carriers = async (t: Test, { page, ask, businessId, serious }: Place): Promise<void> => {
  const section = page.getByRole('region', { name: 'Carriers and numbers' });
  await section.getByRole('button', { name: 'Choose for this business' }).click();
  const number = section.getByLabel('Number at loopback');
  await number.fill('0171');
  await section.getByRole('button', { name: 'Save changes' }).click();
  await section.getByText('must be a valid phone number').waitFor();
  t.same(await serious(), [], 'an invalid number');
  await number.fill('+14155550160');
  await section.getByRole('button', { name: 'Save changes' }).click();
  await section.getByText('Saved', { exact: false }).waitFor();
  await section.getByRole('button', { name: 'Test accounts' }).click();
  await section.getByText(/Connected, responded in \d+ ms/).waitFor();
  const { settings } = await ask<{ settings: object }>(
    'GET',
    `/api/v1/console/settings?businessId=${businessId}`,
  );
  t.match(settings, {
    timeZone: 'Europe/Rome',
    carriers: { order: ['loopback'], from: [{ carrier: 'loopback', number: '+14155550160' }] },
  });
  await section.getByRole('button', { name: 'Use the installation default' }).click();
  await section.getByText('Calls go through').waitFor();
};

const destinations = async (t: Test, { page, ask, businessId, serious }: Place): Promise<void> => {
  const section = page.getByRole('region', { name: 'Destinations and limits' });
  await section.getByLabel('Only these countries').check();
  await section.getByLabel('Add a country').fill('Germany');
  await section.getByRole('list', { name: 'Chosen countries' }).getByText('Germany').waitFor();
  await section.getByLabel('Satellite phones').check();
  t.same(await serious(), [], 'destinations');
  await section.getByRole('button', { name: 'Save changes' }).first().click();
  await section.getByText('Saved', { exact: false }).waitFor();
  await section.getByLabel('Daily spend limit (credits)').fill('2.5');
  await section.getByLabel('Calls per minute').fill('30');
  await section.getByRole('button', { name: 'Save changes' }).last().click();
  const path = `/api/v1/console/settings?businessId=${businessId}`;
  const saved = async () => (await ask<{ settings: SettingsResource }>('GET', path)).settings;
  await until('the limits', async () => (await saved()).callLimits.callsPerMinute === 30);
  t.match(await saved(), {
    destinations: { countries: ['DE'], types: ['satellite'] },
    callLimits: { spendPerDayMicrocredits: 2_500_000, callsPerMinute: 30 },
  });
  await section.getByRole('button', { name: 'Remove Germany' }).click();
  await section.getByText('No countries chosen').waitFor();
  await section.getByLabel('All countries').check();
  await section.getByRole('button', { name: 'Save changes' }).first().click();
  await until('all countries', async () => (await saved()).destinations.countries === null);
};

const providers = async (t: Test, { page, serious }: Place, model: ModelServer): Promise<void> => {
  const role = page.getByRole('region', { name: 'Model', exact: true });
  await role.getByRole('button', { name: 'Choose providers' }).click();
  await role.getByLabel('Provider').selectOption('openai-compatible');
  await role.getByLabel('Address').fill('ftp://nowhere.example');
  await role.getByLabel('Model or voice').fill('gpt-simulated');
  await role.getByLabel('Key').fill(KEY);
  await role.getByRole('button', { name: 'Save providers' }).click();
  await role.getByText('address is not a valid address').waitFor();
  t.equal(await role.getByLabel('Key').inputValue(), KEY, 'what was typed is kept');
  t.same(await serious(), [], 'an invalid address');
  await role.getByLabel('Address').fill(model.url);
  await role.getByRole('button', { name: 'Save providers' }).click();
  await role.getByText('Saved. Enter another key to replace it').waitFor();
  t.equal(await role.getByLabel('Key').inputValue(), '', 'the key is never shown');
  await role.getByRole('button', { name: 'Test' }).click();
  await role.getByText(/works, first after .* “Hello\.”/).waitFor();
  t.equal(model.requests.at(-1)?.headers.authorization, `Bearer ${KEY}`);
  await role.getByLabel('If all of them fail').check();
  t.ok(await role.getByRole('button', { name: 'Test' }).isDisabled(), 'only saved settings can be tested');
  await role.getByRole('button', { name: 'Remove list' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('Model');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove list' }).click();
  await role.getByRole('button', { name: 'Choose providers' }).waitFor();
};

const slow = async (t: Test, { page, service }: Place): Promise<void> => {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((fulfil) => {
    resolve = fulfil;
  });
  await page.route('**/api/v1/console/settings?*', async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto(`${service.url}/settings`);
  await page.getByRole('status').getByText('Loading').first().waitFor({ state: 'attached' });
  t.equal(await page.getByLabel('Time zone').count(), 0);
  resolve();
  await page.getByLabel('Time zone').waitFor();
};

t.test('data sources and settings', { skip: withoutBrowser }, async (t) => {
  const model = await startOpenAiServer(t);
  const place = await openPlace(t);
  await place.signIn('/data-sources');
  await t.test('a file is uploaded, reviewed and activated', (t) => reviewing(t, place));
  await t.test('a source is archived after its name is typed, and restored', (t) => archiving(t, place));
  await t.test('a business sets its own time zone', (t) => business(t, place));
  await t.test('usage is shown next to its limit', (t) => quotas(t, place));
  await t.test('quiet hours and calls per day are set and cleared', (t) => callingHours(t, place));
  await t.test('a carrier and a number are chosen and tested', (t) => carriers(t, place));
  await t.test('countries, number types and call limits are chosen', (t) => destinations(t, place));
  await t.test('a provider is set, tested and removed', (t) => providers(t, place, model));
  await t.test('a page that waits shows that it is loading', (t) => slow(t, place));
  t.same(place.faults, [], 'no script error and no policy violation');
});
