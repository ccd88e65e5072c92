/**
 * People answer customers in the console: messages appear, are read and answered, and their delivery is shown; a
 * conversation is taken from an agent and given back; outside the 24 hours there are templates; accounts are connected,
 * assigned to an agent and disconnected.
 */
import t, { type Test } from 'tap';
import { createAgent } from '../../../../testkit/api/resources.js';
import { createMetaClient, type MetaClient } from '../../../../testkit/simulators/meta-client.js';
import { until } from '../../../../testkit/until.js';
import { holdBack, withoutBrowser } from '../browser.js';
import { openPlace, type Place } from '../place.js';

t.setTimeout(300_000);

const ACCOUNT = '106540352242922';
const SHOP = '17841400000000001';
const ANNA = '14155550101';

interface Desk extends Place {
  readonly meta: MetaClient;
}

const write = ({ meta }: Desk, from: string, text: string, name = 'Anna Álvarez'): Promise<string> =>
  meta.write({ accountId: ACCOUNT, from, name, text });
const sentTo = async ({ meta }: Desk, to: string): Promise<readonly string[]> =>
  (await meta.sent()).sent
    .filter((message) => message.to === to)
    .map(({ body }) => {
      const { text }: { text?: { body?: string } } = JSON.parse(JSON.stringify(body));
      return text?.body ?? '';
    });

const connecting = async (t: Test, desk: Desk): Promise<void> => {
  const { page, serious } = desk;
  await desk.signIn('/channels');
  await page.getByRole('heading', { name: 'No accounts connected' }).waitFor();
  t.same(await serious(), [], 'nothing connected');
  await page.getByRole('link', { name: 'Connect an account' }).last().click();
  await page.getByLabel('Phone number id').fill(ACCOUNT);
  await page.getByLabel('Access token').fill('expired');
  await page.getByRole('button', { name: 'Connect an account' }).click();
  await page.getByRole('alert').getByText('no longer valid').waitFor();
  t.equal(await page.getByLabel('Phone number id').inputValue(), ACCOUNT, 'what was typed is kept');
  await page.getByLabel('Access token').fill('token-of-a-test');
  await page.getByRole('button', { name: 'Connect an account' }).click();
  await page.getByRole('heading', { name: 'Bella Vista', level: 2 }).waitFor();
  t.notMatch(await page.content(), /token-of-a-test/, 'the token is not shown');
  await page.getByRole('button', { name: 'Check connection' }).click();
  await page.getByText('+1 555-078-3881').waitFor();
  await page.getByText('High', { exact: true }).waitFor();
  t.same(await serious(), [], 'an account');
};

const answering = async (t: Test, desk: Desk): Promise<void> => {
  const { page, go, serious, waiting } = desk;
  await go('Inbox');
  await page.getByRole('heading', { name: 'No conversations yet' }).waitFor();
  t.same(await serious(), [], 'nothing written');
  await write(desk, ANNA, 'Do you have a table for two?');
  const row = page.getByRole('link', { name: /Anna Álvarez/ });
  await row.waitFor();
  t.match(await row.textContent(), /Do you have a table.*1 unread message.*Waiting for a human/);
  await page.getByRole('link', { name: 'Waiting for a human 1' }).click();
  await row.click();
  const log = page.getByRole('log', { name: 'Messages' });
  await log.getByText('Do you have a table for two?').waitFor();
  await until('it is read', async () => (await row.getByTitle('1 unread message').count()) === 0, 45_000);
  await page.getByText('Open for 23 hours').waitFor();
  t.same(await serious(), [], 'a conversation');
  await page.getByLabel('Your reply').fill('We do, at eight.');
  await page.keyboard.press('Enter');
  const answer = log.getByRole('listitem').filter({ hasText: 'We do, at eight.' });
  await answer.waitFor();
  await answer.getByText('Read', { exact: true }).waitFor({ state: 'attached' });
  t.match(await answer.locator('[data-receipt]').getAttribute('title'), /Sent .*\nDelivered .*\nRead /);
  t.match(await answer.textContent(), /Ann Archer/, 'it names the human');
  await page.getByText('You answer').waitFor();
  await log.getByText('Ann Archer took the conversation').waitFor();
  t.same(await sentTo(desk, ANNA), ['We do, at eight.'], 'once');
  await page.getByRole('link', { name: /^Mine/ }).click();
  await row.waitFor();
  await until('no request is pending', async () => waiting() === 0, 45_000);
};

/** A media file of the message of Anna's, as the service describes a voice note that it has transcribed. */
const NOTE = {
  id: '5e0c8a1d-3f57-4b26-9c44-7d1e2f3a4b5c',
  status: 'failed',
  mimeType: 'audio/ogg',
  fileName: null,
  sizeBytes: null,
  sha256: null,
  url: null,
  urlExpiresAt: null,
  keptUntil: null,
  failure: { code: 'media_unavailable', message: 'The file is no longer kept.' },
  transcript: { text: 'We are five now.', isPartial: true },
};

const readingNotes = async (t: Test, desk: Desk): Promise<void> => {
  const { page, serious } = desk;
  const address = '**/api/v1/console/conversations/*/messages?*';
  await page.route(address, async (route) => {
    const answer = await route.fetch();
    const { data, ...rest }: { data: { items: readonly object[] } } = await answer.json();
    const items = data.items.map((item) =>
      'direction' in item && item.direction === 'inbound' ? { ...item, media: NOTE } : item,
    );
    await route.fulfill({ response: answer, json: { ...rest, data: { ...data, items } } });
  });
  await page.reload();
  const log = page.getByRole('log', { name: 'Messages' });
  await log.getByText('We are five now.').first().waitFor();
  await log.getByText('only the beginning').first().waitFor();
  t.same(await serious(), [], 'a transcript');
  await page.unroute(address);
  await page.reload();
  await log.getByText('Do you have a table for two?').waitFor();
};

/** An operator sends a file, and a template that Meta lists. */
const attaching = async (t: Test, desk: Desk): Promise<void> => {
  const { page, serious } = desk;
  const log = page.getByRole('log', { name: 'Messages' });
  const attach = page.locator('input[type=file]');
  await attach.setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') });
  await page.getByText('WhatsApp does not accept files of this type.').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  const buffer = Buffer.from('%PDF-1.7 a menu');
  await attach.setInputFiles({ name: 'menu.pdf', mimeType: 'application/pdf', buffer });
  await page.getByLabel('Caption (optional)').fill('Our menu');
  t.same(await serious(), [], 'a file');
  await page.getByRole('button', { name: 'Send file' }).click();
  const sent = log.getByRole('listitem').filter({ hasText: 'Our menu' });
  await sent.getByText('Read', { exact: true }).waitFor({ state: 'attached' });
  t.match(await sent.textContent(), /Document.*menu\.pdf/);
  const body = (await desk.meta.sent()).sent.at(-1)?.body;
  t.match(body, { type: 'document', document: { caption: 'Our menu', filename: 'menu.pdf' } });
};

/** An operator lets the customer choose: the preview shows how, and Meta gets what it shows. */
const offeringChoices = async (t: Test, desk: Desk): Promise<void> => {
  const { page, serious } = desk;
  const log = page.getByRole('log', { name: 'Messages' });
  await page.getByLabel('Reply').fill('Which time suits you?');
  await page.getByRole('button', { name: 'Buttons or list' }).click();
  const form = page.getByRole('form', { name: 'Message with choices' });
  const preview = form.getByRole('region', { name: 'Preview' });
  await preview.getByText('Which time suits you?').waitFor();
  await form.getByText('Fill in the text and each label.').waitFor();
  t.ok(await form.getByRole('button', { name: 'Send' }).isDisabled(), 'a button needs a label');
  await form.getByLabel('Button 1', { exact: true }).fill('At seven');
  await form.getByLabel('Button 2', { exact: true }).fill('At nine');
  await preview.getByText('At nine').waitFor();
  t.same(await serious(), [], 'buttons');
  await form.getByRole('button', { name: 'List', exact: true }).click();
  await form.getByLabel('Label that opens the list').fill('Choose a time');
  await form.getByLabel('Row 1', { exact: true }).fill('At seven');
  await form.getByLabel('Second line of row 1 (optional)').fill('By the window');
  await preview.getByText('By the window').waitFor();
  t.same(await serious(), [], 'a list');
  await form.getByRole('button', { name: 'Send' }).click();
  await form.waitFor({ state: 'detached' });
  await log.getByRole('listitem').filter({ hasText: 'Which time suits you?' }).waitFor();
  t.equal(await page.getByLabel('Reply').inputValue(), '', 'the text was sent');
  await until('Meta has the message', async () =>
    (await desk.meta.sent()).sent.some(({ body }) => JSON.stringify(body).includes('By the window')),
  );
  t.match((await desk.meta.sent()).sent.at(-1)?.body, {
    type: 'interactive',
    interactive: {
      type: 'list',
      action: { sections: [{ rows: [{ id: '1-at-seven', title: 'At seven' }] }] },
    },
  });
};

const handingOver = async (t: Test, desk: Desk): Promise<void> => {
  const { page, api } = desk;
  const { id: aiAgentId } = await createAgent(api, {
    channel: 'whatsapp',
    name: 'Bella',
    instructions: 'Otherwise, say "I am Bella.".',
  });
  await page.goto(`${desk.service.url}/channels/whatsapp-${ACCOUNT}`);
  await page.getByLabel('Agent', { exact: true }).selectOption(aiAgentId);
  await until('it is assigned', async () => {
    const { assignments } = await api.get<{ assignments: readonly { aiAgentId: string | null }[] }>(
      '/api/v1/channels/assignments?channel=whatsapp',
    );
    return assignments[0]?.aiAgentId === aiAgentId;
  });
  // The page shows what the service has, a moment after the click.
  await page.getByLabel(/Reply automatically/).click();
  await page
    .getByRole('article')
    .getByRole('checkbox', { name: /Reply automatically/, checked: true })
    .waitFor();
  await desk.go('Inbox');
  await page.getByRole('link', { name: /Anna Álvarez/ }).click();
  const log = page.getByRole('log', { name: 'Messages' });
  await write(desk, ANNA, 'And for three?');
  await log.getByText('And for three?').waitFor();
  await page.getByRole('button', { name: 'Give back to the agent' }).click();
  await page.getByText('Bella answers').waitFor();
  await log.getByText('Ann Archer gave it back to the agent').waitFor();
  await write(desk, ANNA, 'Hello?');
  await log.getByText('I am Bella.').waitFor();
  await page.getByRole('button', { name: 'Take this conversation' }).click();
  await page.getByText('You answer').waitFor();
  await write(desk, ANNA, 'Are you a human?');
  await log.getByText('Are you a human?').waitFor();
  await page.getByLabel('Your reply').fill('Yes.');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await until('it is sent', async () => (await sentTo(desk, ANNA)).includes('Yes.'), 45_000);
  t.same(
    (await sentTo(desk, ANNA)).filter((text) => text === 'I am Bella.').length,
    1,
    'the agent was silent while a human had the conversation',
  );
};

const closedWindow = async (t: Test, desk: Desk): Promise<void> => {
  const { page, api, service, serious } = desk;
  // The customer has not written yet: a template opens the conversation.
  await api.post('/api/v1/messages', {
    phoneNumberId: ACCOUNT,
    to: '+14155550177',
    type: 'template',
    template: { name: 'hello_world', language: 'en_US' },
  });
  await page.goto(`${service.url}/conversations?search=${encodeURIComponent('+14155550177')}`);
  await page.getByRole('link', { name: /14155550177/ }).click();
  await page.getByText('The customer has not written yet').waitFor();
  t.equal(await page.getByLabel('Your reply').count(), 0, 'no free text');
  await page.getByLabel('Recent templates').waitFor();
  t.equal(await page.getByLabel('Recent templates').inputValue(), 'hello_world en_US');
  await page.getByLabel('Recent templates').selectOption('Another template');
  await page.getByLabel('Name', { exact: true }).fill('order_update');
  await page.getByRole('button', { name: 'Add a value' }).click();
  await page.getByLabel('Value {{1}}').fill('A-17');
  await page.getByRole('region', { name: 'Preview' }).getByText('A-17').waitFor();
  t.same(await serious(), [], 'a template');
  await page.getByRole('button', { name: 'Send template' }).click();
  const log = page.getByRole('log', { name: 'Messages' });
  await log.getByText('order_update (en_US)').waitFor();
  await log.getByText('Not delivered: ').waitFor();
  t.match(
    await log.locator('[data-failure]').textContent(),
    /template/,
    'Meta does not know the template, and the thread says so',
  );
  await page.getByLabel('Recent templates').selectOption('hello_world (en_US)');
  await page.getByRole('button', { name: 'Send template' }).click();
  await until(
    'both are listed',
    async () => (await log.getByText('hello_world (en_US)').count()) === 2,
    45_000,
  );
};

const showsProblems = async (t: Test, desk: Desk): Promise<void> => {
  const { page, go, service, businessId } = desk;
  await go('Inbox');
  await page.getByRole('link', { name: /Anna Álvarez/ }).click();
  // Only the sending of an answer: messages are read with a query.
  const sending = '**/api/v1/console/conversations/*/messages';
  const answer = page.getByLabel('Your reply');
  const problem = page.getByRole('alert').getByText('The service is not responding');
  await page.route(sending, (route) => route.abort());
  await answer.fill('Nobody hears this.');
  await answer.press('Enter');
  await problem.waitFor();
  t.equal(await answer.inputValue(), 'Nobody hears this.', 'what was typed is kept');
  await page.unroute(sending);
  const refuse = await holdBack(page, sending, (route) => route.abort());
  await answer.press('Enter');
  await problem.waitFor({ state: 'detached' });
  await answer.fill('Nor this.');
  await refuse();
  await problem.waitFor();
  t.equal(await answer.inputValue(), 'Nobody hears this.\nNor this.', 'and what was typed since');
  await answer.fill('x'.repeat(4_100));
  await page.getByText('4 over the limit').waitFor();
  t.ok(await page.getByRole('button', { name: 'Send', exact: true }).isDisabled());
  const answerList = await holdBack(page, '**/api/v1/console/conversations?*');
  await page.goto(`${service.url}/conversations?view=unread`);
  await page.locator('[data-loading]').first().waitFor();
  await answerList();
  await page.getByRole('heading', { name: 'No unread messages' }).waitFor();
  await page.goto(`${service.url}/conversations/${businessId}`);
  await page.getByRole('alert').first().getByText('There is no such conversation').waitFor();
};

const disconnecting = async (t: Test, desk: Desk): Promise<void> => {
  const { page, go } = desk;
  await go('Channels');
  await page.getByRole('link', { name: /Bella Vista/ }).click();
  await page.getByRole('button', { name: 'Disconnect' }).click();
  const dialog = page.getByRole('dialog', { name: 'Disconnect Bella Vista?' });
  t.ok(await dialog.getByRole('button', { name: 'Disconnect' }).isDisabled(), 'disabled at first');
  await dialog.getByRole('textbox').fill('Bella Vista');
  await dialog.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('heading', { name: 'No accounts connected' }).waitFor();
  await go('Inbox');
  await page.getByRole('link', { name: /Anna Álvarez/ }).click();
  await page.getByText('no longer connected').waitFor();
  // The messages stay.
  await page.getByRole('log').getByText('We do, at eight.').waitFor();
  await go('Channels');
  await page.getByRole('link', { name: 'Connect an account' }).first().click();
  await page.getByLabel('Channel', { exact: true }).selectOption('Instagram');
  await page.getByLabel('Professional account id').fill(SHOP);
  await page.getByLabel('Access token').fill('token-of-a-test');
  await page.getByRole('button', { name: 'Connect an account' }).click();
  await page.getByText('bella.vista').first().waitFor();
};

t.test('the inbox', { skip: withoutBrowser }, async (t) => {
  const place = await openPlace(t);
  const { metaUrl, simulatorToken } = place.service;
  const desk: Desk = { ...place, meta: createMetaClient(metaUrl ?? '', simulatorToken) };
  await t.test('an account is connected with a valid token', (t) => connecting(t, desk));
  await t.test('a message is read and answered, and its ticks advance', (t) => answering(t, desk));
  await t.test('the words of a voice note are shown, also when its file is gone', (t) =>
    readingNotes(t, desk),
  );
  await t.test('a file is attached and sent', (t) => attaching(t, desk));
  await t.test('choices are composed, previewed and sent', (t) => offeringChoices(t, desk));
  await t.test('a conversation is given to the agent and taken back', (t) => handingOver(t, desk));
  await t.test('a customer who has not written gets a template', (t) => closedWindow(t, desk));
  await t.test('problems are shown, and what was typed is kept', (t) => showsProblems(t, desk));
  await t.test('an account is disconnected after its name is typed, and its messages stay', (t) =>
    disconnecting(t, desk),
  );
  t.same(desk.faults, [], 'no script error and no policy violation');
});
