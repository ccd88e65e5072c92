/** Two tabs edit one thing: the second to save does not overwrite the first, and loses no word. */
import type { Locator, Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { createCategory, createContact } from '../../../../testkit/api/resources.js';
import { startReceiver } from '../../../../testkit/servers/receiver.js';
import { until } from '../../../../testkit/until.js';
import { openTab } from '../agent-page.js';
import { withoutBrowser } from '../browser.js';
import { openPlace, type Place } from '../place.js';

t.setTimeout(300_000);

/** Two tabs of the same person. */
interface Tabs extends Place {
  readonly first: Page;
  /** Hears nothing of what the first does. */
  readonly second: Page;
}

/** The button of a form without unsaved words, which is not sending any either. */
const SAVED = 'button[type=submit][aria-busy=false]:disabled';

const asked = (page: Page): Locator => page.getByRole('dialog', { name: 'This was changed elsewhere' });
const inBoth = async (page: Page, field: string): Promise<readonly (string | null)[]> => {
  const group = asked(page).getByRole('group', { name: `Both of you changed: ${field}` });
  await group.waitFor();
  return [await group.locator('del').textContent(), await group.locator('ins').textContent()];
};
const choose = async (page: Page, button: string): Promise<void> => {
  await asked(page).getByRole('button', { name: button }).click();
  await asked(page).waitFor({ state: 'detached' });
};

/** Opens the same page in both tabs. */
const openBoth = async ({ first, second, service }: Tabs, path: string): Promise<void> => {
  for (const page of [first, second]) await page.goto(`${service.url}${path}`);
};

const settings = async (t: Test, tabs: Tabs): Promise<void> => {
  const { first, second, ask, businessId, serious } = tabs;
  const stored = () => ask<{ settings: object }>('GET', `/api/v1/console/settings?businessId=${businessId}`);
  const naming = (page: Page) => page.locator('form').filter({ has: page.getByLabel('Calls at a time') });
  const name = (page: Page) => naming(page).getByLabel('Name', { exact: true });
  const save = async (page: Page) => naming(page).getByRole('button', { name: 'Save changes' }).click();
  const saved = async (page: Page) => naming(page).locator(SAVED).waitFor();
  await openBoth(tabs, '/settings');
  await name(second).fill('Mine');
  await name(first).fill('Theirs');
  await save(first);
  await saved(first);
  await save(second);
  t.same(await inBoth(second, 'Name'), ['Theirs', 'Mine']);
  t.match(await stored(), { settings: { name: 'Theirs' } });
  t.same(await serious(), [], 'the other page');
  await choose(second, 'Keep mine');
  t.equal(await name(second).inputValue(), 'Mine');
  await save(second);
  await saved(second);
  t.match(await stored(), { settings: { name: 'Mine' } });

  // Something else on the same page: nothing is asked, and both are kept.
  await first.getByLabel('Time zone').fill('Europe/Rome');
  await first
    .locator('form')
    .filter({ has: first.getByLabel('Time zone') })
    .getByRole('button', { name: 'Save changes' })
    .click();
  await until('the time zone is saved', async () => JSON.stringify(await stored()).includes('Europe/Rome'));
  await naming(second).getByLabel('Calls at a time').fill('2');
  await save(second);
  await saved(second);
  t.match(await stored(), { settings: { name: 'Mine', concurrentCalls: 2, timeZone: 'Europe/Rome' } });
};

const contacts = async (t: Test, tabs: Tabs): Promise<void> => {
  const { first, second, api } = tabs;
  const categoryId = await createCategory(api, 'Guests');
  const id = await createContact(api, {
    name: 'Asha',
    mobile: '+14155550200',
    categoryIds: [categoryId],
    fields: { city: 'Bern' },
  });
  const stored = () => api.get<object>(`/api/v1/contacts/${id}`);
  const name = (page: Page) => page.getByLabel('Name', { exact: true });
  const save = async (page: Page) => page.getByRole('button', { name: 'Save changes' }).click();
  await openBoth(tabs, `/contacts/${id}`);
  for (const page of [first, second]) await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await name(second).fill('Asha Mine');
  await second.getByLabel('Value', { exact: true }).fill('Basel');
  await name(first).fill('Asha Theirs');
  await first.getByLabel('Time zone').fill('Europe/Rome');
  await save(first);
  await first.getByRole('article', { name: 'Asha Theirs' }).waitFor();
  await save(second);
  t.same(await inBoth(second, 'Name'), ['Asha Theirs', 'Asha Mine']);
  await asked(second).getByText('Europe/Rome').waitFor();
  t.match(await stored(), { contact: { name: 'Asha Theirs', fields: { city: 'Bern' } } });
  await asked(second).getByRole('radio', { name: 'Take their entry' }).check();
  await choose(second, 'Merge both');
  t.equal(await name(second).inputValue(), 'Asha Theirs');
  t.equal(await second.getByLabel('Value', { exact: true }).inputValue(), 'Basel', 'what only one changed');
  await save(second);
  await second.getByRole('article', { name: 'Asha Theirs' }).waitFor();
  t.match(await stored(), {
    contact: { name: 'Asha Theirs', timeZone: 'Europe/Rome', fields: { city: 'Basel' } },
  });
};

const sources = async (t: Test, tabs: Tabs): Promise<void> => {
  const { first, second, api } = tabs;
  const { dataSource } = await api.post<{ dataSource: { id: string } }>('/api/v1/data-sources', {
    class: 'unstructured',
    name: 'Menu',
    description: 'Of the day',
    text: 'Soup.',
  });
  const listed = async () => {
    const { dataSources } = await api.get<{ dataSources: readonly { readonly id: string }[] }>(
      '/api/v1/data-sources',
    );
    return dataSources.find(({ id }) => id === dataSource.id);
  };
  const save = async (page: Page) => page.getByRole('button', { name: 'Save changes' }).click();
  await openBoth(tabs, `/data-sources/${dataSource.id}`);
  for (const page of [first, second]) await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await second.getByLabel('Description').fill('Mine');
  await second.getByLabel('Replace text').fill('Salad.');
  await first.getByLabel('Description').fill('Theirs');
  await save(first);
  await first.getByRole('button', { name: 'Edit', exact: true }).waitFor();
  await save(second);
  t.same(await inBoth(second, 'Description'), ['Theirs', 'Mine']);
  t.match(await listed(), { description: 'Theirs' });
  await choose(second, 'Decide later');
  t.equal(await second.getByLabel('Replace text').inputValue(), 'Salad.', 'no word is lost');
  await save(second);
  await choose(second, 'Take theirs');
  t.equal(await second.getByLabel('Description').inputValue(), 'Theirs');
  await second.getByLabel('Description').fill('Both');
  await save(second);
  await second.getByRole('button', { name: 'Edit', exact: true }).waitFor();
  t.match(await listed(), { description: 'Both' });
};

const tools = async (t: Test, tabs: Tabs): Promise<void> => {
  const { first, second, api } = tabs;
  const agent = await api.createAgent('Bea', 'Otherwise, say "One.".', { firstGreeting: 'Hello.' });
  const tool = { name: 'transfer_sales', description: 'To sales.', transferTo: '+14155550120' };
  await api.post('/api/v1/tools', tool);
  const stored = () => api.get<object>('/api/v1/tools');
  await openBoth(tabs, `/agents/${agent.id}`);
  const form = (page: Page) => page.getByRole('dialog', { name: 'Edit transfer_sales' });
  for (const page of [first, second]) {
    await openTab(page, 'Tools');
    await page.getByRole('button', { name: 'Edit transfer_sales' }).click();
  }
  await form(second).getByLabel('Description').fill('Mine.');
  await form(first).getByLabel('Description').fill('Theirs.');
  await form(first).getByRole('button', { name: 'Save tool' }).click();
  await form(first).waitFor({ state: 'detached' });
  await form(second).getByRole('button', { name: 'Save tool' }).click();
  t.same(await inBoth(second, 'Description'), ['Theirs.', 'Mine.']);
  t.match(await stored(), { tools: [{ description: 'Theirs.' }] });
  await choose(second, 'Keep mine');
  t.equal(await form(second).getByLabel('Description').inputValue(), 'Mine.');
  await form(second).getByRole('button', { name: 'Save tool' }).click();
  await form(second).waitFor({ state: 'detached' });
  t.match(await stored(), { tools: [{ description: 'Mine.' }] });
};

const webhooks = async (t: Test, tabs: Tabs): Promise<void> => {
  const { first, second, api } = tabs;
  const receiver = await startReceiver(t);
  const { subscription } = await api.post<{ subscription: { id: string } }>('/api/v1/webhook-subscriptions', {
    channel: 'voice',
    callbackUrl: `${receiver.url}/hooks`,
    events: ['voice.call.ended'],
  });
  const stored = () => api.get<object>('/api/v1/webhook-subscriptions');
  const url = (page: Page) => page.getByLabel('Endpoint URL');
  const save = async (page: Page) => page.getByRole('button', { name: 'Save changes' }).click();
  const saved = async (page: Page) => page.locator(SAVED).waitFor();
  await openBoth(tabs, `/webhooks/${subscription.id}`);
  for (const page of [first, second]) await openTab(page, 'Settings');
  await url(second).fill(`${receiver.url}/mine`);
  await url(first).fill(`${receiver.url}/theirs`);
  await save(first);
  await saved(first);
  await save(second);
  t.same(await inBoth(second, 'Endpoint URL'), [`${receiver.url}/theirs`, `${receiver.url}/mine`]);
  t.match(await stored(), { subscriptions: [{ callbackUrl: `${receiver.url}/theirs` }] });
  await choose(second, 'Keep mine');
  t.equal(await url(second).inputValue(), `${receiver.url}/mine`);
  await save(second);
  await saved(second);
  t.match(await stored(), { subscriptions: [{ callbackUrl: `${receiver.url}/mine` }] });
};

t.test('the last of two tabs to save sees what the first has saved', { skip: withoutBrowser }, async (t) => {
  const place = await openPlace(t);
  const { page: first } = place;
  await place.signIn('/settings');
  const second = await first.context().newPage();
  await second.route('**/api/v1/live*', (route) => route.abort());
  const tabs: Tabs = { ...place, first, second };
  await t.test('settings', (t) => settings(t, tabs));
  await t.test('contacts', (t) => contacts(t, tabs));
  await t.test('Data Sources', (t) => sources(t, tabs));
  await t.test('tools', (t) => tools(t, tabs));
  await t.test('webhooks', (t) => webhooks(t, tabs));
  t.same(place.faults, [], 'no script error and no policy violation');
});
