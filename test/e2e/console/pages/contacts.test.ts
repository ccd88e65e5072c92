/** Contacts in the console: created, changed, blocked and deleted, and imported from a file with unusable rows. */
import { readFile } from 'node:fs/promises';
import t, { type Test } from 'tap';
import type { ContactResource } from '../../../../schemas/contacts/contact.js';
import {
  contactsWith,
  createAgent,
  createCategory,
  createContact,
} from '../../../../testkit/api/resources.js';
import { createNetworkClient } from '../../../../testkit/simulators/network-client.js';
import { workbookBytes } from '../../../corpora/imports/workbook-bytes.js';
import { withoutBrowser } from '../browser.js';
import { openPlace, type Place } from '../place.js';

t.setTimeout(300_000);

const rowsOf = (page: Place['page']) =>
  page.getByRole('table', { name: 'Contacts' }).locator('tbody').getByRole('row');

const making = async (t: Test, { page, api, serious }: Place): Promise<void> => {
  await page.getByRole('heading', { name: 'No contacts yet' }).waitFor();
  t.same(await serious(), [], 'the empty page');
  await page.getByRole('link', { name: 'New contact' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Asha Ré');
  await page.getByLabel('Mobile').fill('0171');
  await page.getByLabel('New category').fill('Customers');
  await page.getByRole('button', { name: 'Add category' }).click();
  t.ok(await page.getByLabel('Customers').isChecked(), 'a new category is selected');
  await page.getByRole('button', { name: 'Add a field' }).click();
  await page.getByLabel('Field', { exact: true }).fill('order_id');
  await page.getByLabel('Value', { exact: true }).fill('A-1');
  await page.getByRole('button', { name: 'Create contact' }).click();
  await page.getByText('must be a valid phone number').waitFor();
  t.equal(await page.getByLabel('Mobile').getAttribute('aria-invalid'), 'true', 'at its field');
  t.equal(await page.getByLabel('Value', { exact: true }).inputValue(), 'A-1', 'what was typed is kept');
  t.same(await serious(), [], 'the form');
  await page.getByLabel('Mobile').fill('+14155550200');
  await page.getByRole('button', { name: 'Create contact' }).click();
  await page.getByRole('article', { name: 'Asha Ré' }).waitFor();
  const [created] = await contactsWith(api, 'Asha');
  t.match(created, {
    mobile: '+14155550200',
    fields: { order_id: 'A-1' },
    categories: [{ name: 'Customers' }],
  });
};

const changing = async (t: Test, { page, api }: Place): Promise<void> => {
  const article = page.getByRole('article', { name: 'Asha Ré' });
  await article.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('button', { name: 'Remove field order_id' }).click();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await article.getByText('order_id').waitFor({ state: 'detached' });
  await article.getByRole('button', { name: 'Block', exact: true }).click();
  await page.getByText('This contact is blocked').waitFor();
  const [blocked] = await contactsWith(api, 'Asha');
  t.match(blocked, { fields: {}, communicationBlocked: true });
  await article.getByRole('button', { name: 'Unblock' }).click();
  await page.getByText('This contact is blocked').waitFor({ state: 'detached' });
};

const deleting = async (t: Test, { page, api, serious }: Place): Promise<void> => {
  const categoryId = await createCategory(api, 'Old');
  for (const [index, name] of ['Bea', 'Cy', 'Dora'].entries())
    await createContact(api, { name, mobile: `+1415555021${index}`, categoryIds: [categoryId] });
  await page.reload();
  await page.getByLabel('Select Bea').check();
  await page.getByLabel('Select Cy').check();
  await page
    .getByRole('region', { name: '2 contacts selected' })
    .getByRole('button', { name: 'Delete' })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Delete 2 contacts?' });
  const button = dialog.getByRole('button', { name: 'Delete' });
  t.ok(await button.isDisabled(), 'disabled at first');
  t.same(await serious(), [], 'the selection and its dialog');
  await dialog.getByRole('textbox').fill('2');
  await button.click();
  for (const name of ['Bea', 'Cy']) await page.getByLabel(`Select ${name}`).waitFor({ state: 'detached' });
  const left = await api.get<{ contacts: ContactResource[] }>('/api/v1/contacts');
  t.same(
    left.contacts.map(({ name }) => name),
    ['Dora', 'Asha Ré'],
  );
  await page.getByRole('link', { name: 'Categories' }).click();
  await page.getByRole('button', { name: 'Delete category Old' }).click();
  await page.getByRole('dialog').getByRole('textbox').fill('Old');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('alert').waitFor();
  t.match(await page.getByRole('dialog').getByRole('alert').textContent(), /Request/, 'Dora needs it');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
};

const CSV = [
  'Phone,First name,Last name,Town,Secret',
  '+14155550300,Ann,Archer,Rome,x',
  '0171,Bob,,Paris,x',
  '+14155550301,Cy,Dent,"Köln, am Rhein",x',
  'nonsense,Dot,,,x',
].join('\r\n');

const importing = async (t: Test, { page, api, serious }: Place): Promise<void> => {
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await page
    .getByLabel('Choose or drop a file')
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) });
  t.equal(await page.getByLabel('Use Phone as').inputValue(), 'mobile', 'as the service takes it');
  t.equal(await page.getByLabel('Use First name as').inputValue(), 'part');
  await page.getByText('Rome · Paris · Köln, am Rhein').waitFor();
  await page.getByLabel('Use Secret as').selectOption('ignore');
  await page.getByLabel('Field for Town').fill('city');
  const start = page.getByRole('button', { name: 'Start import' });
  t.ok(await start.isDisabled(), 'disabled without a category');
  await page.getByLabel('Customers').check();
  t.same(await serious(), [], 'the columns');
  await start.click();
  await page.getByRole('listitem', { name: 'people.csv' }).waitFor();
  await page.reload();
  const job = page.getByRole('listitem', { name: 'people.csv' });
  await job.getByText('Done').waitFor();
  t.match(await job.textContent(), /Rows4New2Updated0Unchanged0Rejected2/);
  t.same(await serious(), [], 'the imports');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    job.getByRole('button', { name: 'Download issues' }).click(),
  ]);
  t.equal(download.suggestedFilename(), 'people-issues.csv');
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n');
  t.match(lines, ['row,column,code,message', /^"2","Phone"/, /^"4","Phone"/]);
  const [ann] = await contactsWith(api, 'Ann Archer');
  t.match(ann, { mobile: '+14155550300', fields: { city: 'Rome' } });
  t.notOk(Object.hasOwn(ann?.fields ?? {}, 'Secret'), 'the ignored column is not imported');
};

/** Filters, an order, an export, and changes of all contacts that match. */
const filtering = async (t: Test, { page, api, serious }: Place): Promise<void> => {
  const categoryId = await createCategory(api, 'Crowd');
  for (let index = 0; index < 12; index += 1) {
    const city = index % 2 === 0 ? 'Lima' : 'Oslo';
    const mobile = `+141555504${String(index).padStart(2, '0')}`;
    const name = `Person ${String.fromCharCode(76 - index)}`;
    await createContact(api, { name, mobile, categoryIds: [categoryId], fields: { city } });
  }
  // A list that was read within the last second is not read again.
  await page.reload();
  const rows = rowsOf(page);
  await page.getByText('Filters', { exact: true }).click();
  await page.getByLabel('Category').selectOption('Crowd');
  await page.getByLabel('With field').selectOption('city');
  await page.getByLabel('Field value').fill('lima');
  await rows.nth(5).waitFor();
  await page.getByText('Person K').waitFor({ state: 'detached' });
  t.equal(await rows.count(), 6);
  await page.getByLabel('Sort by').selectOption('Name');
  await rows.first().getByText('Person B').waitFor();
  t.match(new URL(page.url()).search, /field=city&value=lima&sort=name/, 'in the address');
  t.same(await serious(), [], 'the filters');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Export these as CSV' }).click(),
  ]);
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  t.equal(lines.length, 7, 'a header and six contacts');
  t.match(lines[0], /^name,mobile,.*city.*,parley_time_zone,parley_other_mobiles,parley_id/);

  await page.getByLabel('Select Person B').check();
  await page.getByRole('button', { name: 'Select all that match' }).click();
  const selection = page.getByRole('region', { name: 'All matching contacts selected' });
  await selection.getByLabel('Category').selectOption('Customers');
  t.same(await serious(), [], 'the selection');
  await selection.getByRole('button', { name: 'Add to category' }).click();
  const added = page.getByRole('listitem', { name: 'Add to a category' });
  await added.getByText('Done: 6 contacts').waitFor();
  await rows.first().getByText('Crowd, Customers').waitFor();
  await added.getByRole('button', { name: 'Dismiss' }).click();

  await page.getByLabel('Select Person B').check();
  await page.getByRole('button', { name: 'Select all that match' }).click();
  await selection.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete 6 contacts?' });
  await dialog.getByRole('textbox').fill('6');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No contacts match these filters').waitFor();
  await page.getByRole('link', { name: 'Clear filters' }).click();
  t.equal((await contactsWith(api, 'Person')).length, 6, 'the others are left');
};

// cspell:disable -- a file in German
const GERMAN = [
  'Kundenliste;;;;',
  'Vorname;Nachname;Handy;Straße;Geburtstag',
  'Jürgen;Groß;0176 04069012;Weg 1;05/06/1990',
  'Zoë;Ähre;+4917604069013;Weg 2;11/12/1991',
].join('\r\n');

const choose = ({ page }: Place, name: string, buffer: Buffer): Promise<void> =>
  page.getByLabel('Choose or drop a file').setInputFiles({ name, mimeType: 'text/csv', buffer });

const previewing = async (t: Test, place: Place): Promise<void> => {
  const { page, api, serious } = place;
  // The text has no other letters than those of ISO 8859-1, which Windows-1252 has as well.
  await choose(place, 'kunden.csv', Buffer.from(GERMAN, 'latin1'));
  t.equal(await page.getByLabel('Use Vorname as').inputValue(), 'part');
  t.equal(await page.getByLabel('Use Nachname as').inputValue(), 'part');
  t.equal(await page.getByLabel('Use Handy as').inputValue(), 'mobile');
  t.equal(await page.getByLabel('Field for Straße').inputValue(), 'strasse', 'the key of the service');
  await page.getByText('Separated by semicolons · Column names in line 2 · 2 rows').waitFor();
  await page.getByLabel('Encoding').selectOption({ label: 'Greek (Windows-1253)' });
  await page.getByText('Jόrgen').waitFor();
  await page.getByLabel('Encoding').selectOption({ label: 'Detect' });
  await page.getByText('Jürgen · Zoë').waitFor();
  await page.getByText('1 number has no country code').waitFor();
  t.same(await serious(), [], 'the preview');
  await page.getByLabel('Country of numbers').selectOption('DE');
  await page.getByText('1 number has no country code').waitFor({ state: 'detached' });
  await page.getByLabel('Customers').check();
  const start = page.getByRole('button', { name: 'Start import' });
  t.ok(await start.isDisabled(), 'the order of the dates is open');
  await page.getByText('Choose the order of the dates').waitFor();
  await page
    .getByLabel('Dates in Geburtstag')
    .selectOption({ label: 'Day first: 05/06/1990 is Jun 5, 1990' });
  await start.click();
  await page.getByRole('listitem', { name: 'kunden.csv' }).getByText('Done').waitFor();
  const [contact] = await contactsWith(api, 'Jürgen');
  t.match(contact, {
    name: 'Jürgen Groß',
    mobile: '+4917604069012',
    fields: { Geburtstag: '1990-06-05', strasse: 'Weg 1' },
  });
};

// cspell:enable

const previewingOthers = async (t: Test, place: Place): Promise<void> => {
  const { page } = place;
  const rows = [
    ['Kunde', 'Telefon', 'Stadt'],
    ['Ada', '+14155550391', 'Rom'],
  ];
  await choose(place, 'customers.xlsx', await workbookBytes({ rows }));
  t.equal(await page.getByLabel('Use Kunde as').inputValue(), 'name');
  t.equal(await page.getByLabel('Use Telefon as').inputValue(), 'mobile');
  await page.getByText(/^Sheet /).waitFor();
  t.equal(await page.getByLabel('Encoding').count(), 0, 'a workbook has its own');
  await page.getByRole('button', { name: 'Choose another file' }).click();
  await choose(place, 'picture.csv', Buffer.from(Array.from({ length: 400 }, (_, n) => n % 32)));
  await page.getByRole('alert').getByText('This file cannot be read').waitFor();
  t.equal(await page.getByRole('button', { name: 'Start import' }).count(), 0);
  await page.getByRole('button', { name: 'Choose another file' }).click();
};

const merging = async (t: Test, { page, api, go, serious }: Place): Promise<void> => {
  const [ann] = await contactsWith(api, 'Ann Archer');
  const categoryIds = ann?.categories.map(({ id }) => id) ?? [];
  const second = {
    name: 'Ann A.',
    mobile: '+14155550310',
    categoryIds,
    fields: { city: 'Oslo', plan: 'gold' },
  };
  await createContact(api, second);
  await go('Contacts');
  await page.getByRole('link', { name: /Ann Archer/ }).click();
  const article = page.getByRole('article', { name: 'Ann Archer' });
  await article.getByRole('button', { name: 'Merge' }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge another contact into Ann Archer' });
  const confirm = dialog.getByRole('button', { name: 'Merge contacts' });
  t.ok(await confirm.isDisabled(), 'another contact is chosen first');
  await dialog.getByLabel('Find the other contact').fill('Ann');
  await dialog.getByRole('button', { name: /Ann A\./ }).click();
  const rowOf = (name: string) => dialog.getByRole('row', { name: new RegExp(`^${name}`) });
  t.match(await rowOf('Other numbers').textContent(), /14155550310/);
  t.match(await rowOf('city').textContent(), /RomeOsloRome/, 'keeps its own value');
  t.match(await rowOf('plan').textContent(), /(?:gold){2}/, 'takes over the other one');
  t.same(await serious(), [], 'the dialog');
  await confirm.click();
  await article.getByText('Other numbers').waitFor();
  await article.getByText('+14155550310').waitFor();
  t.match(await contactsWith(api, 'Ann'), [{ id: ann?.id, otherMobiles: [second.mobile] }]);
};

/** The table sorts by its titles, and shows the columns that are chosen. */
const arranging = async (t: Test, { page, go, serious }: Place): Promise<void> => {
  await go('Calls');
  await go('Contacts');
  const table = page.getByRole('table', { name: 'Contacts' });
  await table.getByRole('button', { name: 'Name', exact: true }).click();
  await rowsOf(page).first().getByText('Ann Archer').waitFor();
  t.equal(
    await table.getByRole('columnheader', { name: /^Name/ }).getAttribute('aria-sort'),
    'ascending',
    'the order is announced',
  );
  t.equal(await table.getByRole('columnheader', { name: 'Time zone' }).count(), 0);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Time zone' }).click();
  await table.getByRole('columnheader', { name: 'Time zone' }).waitFor();
  await page.keyboard.press('Escape');
  await page.reload();
  await table.getByRole('columnheader', { name: 'Time zone' }).waitFor();
  t.same(await serious(), [], 'the table');
};

/** A contact is called from its page, and written to from the menu of its row. */
const reaching = async (t: Test, place: Place): Promise<void> => {
  const { page, api, service, serious } = place;
  const network = createNetworkClient(service.networkUrl, service.simulatorToken);
  await network.callee('+14155550200', { steps: [] });
  await createAgent(api, {
    channel: 'voice',
    name: 'Bella',
    instructions: 'Otherwise, say "I see.".',
    voiceSettings: { firstGreeting: 'Hello.', disconnectAfterSilenceSeconds: 600 },
    contactCategoryIds: [],
  });
  await page.reload();
  await page.getByRole('link', { name: 'Asha Ré' }).click();
  const article = page.getByRole('article', { name: 'Asha Ré' });
  await article.getByRole('button', { name: 'Call', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Call Asha Ré' });
  await dialog.getByText('Bella has no access to the categories of this contact.').waitFor();
  const call = dialog.getByRole('button', { name: 'Call', exact: true });
  t.ok(await call.isDisabled(), 'the service would refuse it');
  t.same(await serious(), [], 'the dialog');
  await dialog.getByRole('button', { name: 'Give Bella access to “Customers”' }).click();
  await dialog.getByText('Bella has no access').waitFor({ state: 'detached' });
  await call.click();
  await dialog.getByText('Calling +14155550200.').waitFor();
  await dialog.getByRole('link', { name: 'Open the call' }).click();
  await page.waitForURL(/\/live\/[0-9a-f-]{36}/);
  const callId = page.url().split('/').at(-1) ?? '';
  t.match((await api.call(callId)).call, { calleeNumber: '+14155550200' });
  await api.cancel(callId);

  await place.go('Contacts');
  await page.getByRole('button', { name: 'Actions for Asha Ré' }).click();
  await page.getByRole('menuitem', { name: 'Message' }).click();
  const writing = page.getByRole('dialog', { name: 'Message Asha Ré' });
  await writing.getByText('No WhatsApp number is connected.').waitFor();
  await place.ask('POST', '/api/v1/console/channel-accounts', {
    channel: 'whatsapp',
    accountId: '106540352242924',
    accessToken: 'token-of-a-test',
  });
  await page.reload();
  await page.getByRole('button', { name: 'Actions for Asha Ré' }).click();
  await page.getByRole('menuitem', { name: 'Message' }).click();
  await writing.getByLabel('Name').fill('table_ready');
  t.same(await serious(), [], 'the first message');
  await writing.getByRole('button', { name: 'Send' }).click();
  await page.waitForURL(/\/conversations\/[0-9a-f-]{36}/);
  await page.getByRole('log', { name: 'Messages' }).getByText('table_ready').waitFor();

  await place.go('Contacts');
  await page.getByRole('button', { name: 'Actions for Asha Ré' }).click();
  await page.getByRole('menuitem', { name: 'Message' }).click();
  await writing.getByRole('link', { name: /^Open WhatsApp/ }).click();
  await page.waitForURL(/\/conversations\//);
};

const failing = async (t: Test, { page, go }: Place): Promise<void> => {
  await page.route('**/api/v1/contacts?*', (route) => route.abort());
  await go('Calls');
  await page.reload();
  await go('Contacts');
  const alert = page.getByRole('alert').first();
  await alert.getByText('The service is not responding').waitFor();
  await page.unroute('**/api/v1/contacts?*');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('link', { name: /Asha Ré/ }).waitFor();
  t.equal(await page.getByRole('alert').count(), 0);
};

t.test('the pages of contacts', { skip: withoutBrowser }, async (t) => {
  const place = await openPlace(t);
  await place.signIn('/contacts');
  await t.test('creates a contact, and shows a refusal at its field', (t) => making(t, place));
  await t.test('changes, blocks and unblocks a contact', (t) => changing(t, place));
  await t.test('deletes several contacts, but not a category that one needs', (t) => deleting(t, place));
  await t.test('imports a file, even if the page is reloaded', (t) => importing(t, place));
  await t.test('shows how a file is read, and what the user has to decide', (t) => previewing(t, place));
  await t.test('shows a workbook, and why a file cannot be read', (t) => previewingOthers(t, place));
  await t.test('filters, exports, categorises and deletes all that match', (t) => filtering(t, place));
  await t.test('merges a contact into another one', (t) => merging(t, place));
  await t.test('sorts by its titles, and shows chosen columns', (t) => arranging(t, place));
  await t.test('calls a contact, and writes to it', (t) => reaching(t, place));
  await t.test('says that the service does not answer, and offers a retry', (t) => failing(t, place));
  t.same(place.faults, [], 'no script error and no policy violation');
});
