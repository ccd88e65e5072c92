/** The tools of an agent and its voicemail, on its page: with a server of its own, an MCP server, and OAuth. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { startMcpServer } from '../../../../testkit/servers/mcp-server.js';
import { OAUTH_CLIENTS, startOAuthServer } from '../../../../testkit/servers/oauth-server.js';
import { startReceiver } from '../../../../testkit/servers/receiver.js';
import { until } from '../../../../testkit/until.js';
import { openTab } from '../agent-page.js';
import { withoutBrowser } from '../browser.js';
import { openPlace, type Place } from '../place.js';

t.setTimeout(300_000);

const ARTEFACTS = process.env.PARLEY_ARTEFACTS;

const shoot = async ({ page }: Place, name: string): Promise<void> => {
  if (ARTEFACTS === undefined) return;
  await mkdir(ARTEFACTS, { recursive: true });
  await page.screenshot({ path: join(ARTEFACTS, `agent-tools-${name}.png`) });
};

const toolsOf = ({ ask, businessId }: Place) =>
  ask<{ tools: readonly object[] }>('GET', `/api/v1/tools?businessId=${businessId}`);

const voicemail = async (t: Test, place: Place, agentId: string): Promise<void> => {
  const { page, ask, businessId } = place;
  await openTab(page, 'Calls');
  await page.getByLabel('When voicemail answers').selectOption('Leave a message');
  await page.getByLabel('Message', { exact: true }).fill('It is {{unknown}}.');
  await page.getByRole('button', { name: 'Save voicemail' }).click();
  await page.locator('.wrong').filter({ hasText: 'unknown' }).waitFor();
  await page.getByLabel('Message', { exact: true }).fill('Please call us back.');
  await page.getByRole('button', { name: 'Save voicemail' }).click();
  await page.getByText('Saved. This applies to new calls.').waitFor();
  t.match(await ask('GET', `/api/v1/agents/${agentId}/voicemail?businessId=${businessId}`), {
    voicemail: { type: 'leave_message', text: 'Please call us back.' },
  });
};

/** A tool with a server is added, changed, tried. */
const ownServer = async (t: Test, place: Place, tokenUrl: string): Promise<void> => {
  const { page } = place;
  const receiver = await startReceiver(t);
  await openTab(page, 'Tools');
  receiver.behave('/orders', (_req, res) => res.end('{"status":"in Boston"}'));
  await page.getByRole('button', { name: 'Add a tool' }).click();
  const form = page.getByRole('dialog', { name: 'Add a tool' });
  await form.getByLabel('Name', { exact: true }).fill('order_status');
  await form.getByLabel('Description').fill('Where an order is.');
  await form.getByLabel('Address of your server').fill('nonsense');
  await form.getByLabel('Parameters').fill('[]');
  await form.getByRole('button', { name: 'Save tool' }).click();
  await form.getByText('is not a JSON object').waitFor();
  await form
    .getByLabel('Parameters')
    .fill('{"type":"object","properties":{"order":{"type":"string"}},"required":["order"]}');
  await form.getByLabel('The server requires OAuth').check();
  await form.getByLabel('Token endpoint').fill(tokenUrl);
  await form.getByLabel('Client id').fill(OAUTH_CLIENTS.basic.clientId);
  await form.getByLabel('Client secret').fill(OAUTH_CLIENTS.basic.clientSecret);
  t.same(await place.serious(), [], 'the form');
  await shoot(place, 'form');
  await form.getByRole('button', { name: 'Save tool' }).click();
  await form.getByText('must be an address like').waitFor();
  await form.getByLabel('Address of your server').fill(`${receiver.url}/orders`);
  await form.getByRole('button', { name: 'Save tool' }).click();
  const shown = page.getByRole('dialog', { name: 'Signing secret' });
  await shown.getByText(/^[0-9a-f]{64}$/).waitFor();
  await shown.getByRole('button', { name: 'Close' }).click();

  await page.getByRole('button', { name: 'Edit order_status' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit order_status' });
  t.equal(await edit.getByLabel('Client secret').inputValue(), '', 'the secret is not shown');
  await edit.getByText('Set. Type a new one').waitFor();
  await edit.getByLabel('Scope').fill('orders.read');
  await edit.getByLabel('Agents that may use it').selectOption('Every agent');
  await edit.getByRole('button', { name: 'Save tool' }).click();
  await edit.waitFor({ state: 'detached' });
  t.match(await toolsOf(place), {
    tools: [{ name: 'order_status', agentIds: null, oauth: { tokenUrl, scope: 'orders.read' } }],
  });

  await page.getByRole('button', { name: 'Try order_status' }).click();
  const trial = page.getByRole('dialog', { name: 'Try order_status' });
  await trial.getByLabel('Arguments').fill('{"order":"A1"}');
  await trial.getByRole('button', { name: 'Use the tool' }).click();
  await trial.getByText('{"status":"in Boston"}').waitFor();
  t.match(receiver.on('/orders').at(-1)?.headers, { authorization: /^Bearer / });
  await shoot(place, 'trial');
  await trial.getByRole('button', { name: 'Close' }).click();
};

const mcpServer = async (t: Test, place: Place): Promise<void> => {
  const { page } = place;
  const server = await startMcpServer(t);
  const { tokenUrl } = await startOAuthServer(t, { resources: [server.url] });
  await page.getByRole('button', { name: 'Add from an MCP server' }).click();
  const form = page.getByRole('dialog', { name: 'Add tools of an MCP server' });
  await form.getByLabel('Address of the MCP server').fill(server.url);
  await form.getByLabel('Authorization').selectOption('OAuth access tokens');
  await form.getByLabel('Token endpoint').fill(tokenUrl);
  await form.getByLabel('Client id').fill(OAUTH_CLIENTS.basic.clientId);
  await form.getByLabel('Client secret').fill('wrong');
  await form.getByRole('button', { name: 'List its tools' }).click();
  await form.getByText('gave no access token (invalid_client)').waitFor();
  await form.getByLabel('Client secret').fill(OAUTH_CLIENTS.basic.clientSecret);
  await form.getByRole('button', { name: 'List its tools' }).click();
  await form.getByRole('checkbox', { name: /order\.status/ }).check();
  await form.getByLabel('Prefix').fill('crm');
  t.same(await place.serious(), [], 'the tools of a server');
  await shoot(place, 'import');
  await form.getByRole('button', { name: 'Add tools' }).click();
  await form.waitFor({ state: 'detached' });
  await page.getByText('crm_order_status').waitFor();
  t.match(await toolsOf(place), {
    tools: [{ name: 'crm_order_status', kind: 'mcp', oauth: { tokenUrl, resource: server.url } }, {}],
  });
};

t.test('tools and voicemail of an agent are set on its page', { skip: withoutBrowser }, async (t) => {
  const place = await openPlace(t);
  const { page, api } = place;
  const [agent, other] = [
    await api.createAgent('Bea', 'You are Bea.', {}),
    await api.createAgent('Cy', 'You are Cy.', {}),
  ];
  await place.signIn(`/agents/${agent.id}`);
  await openTab(page, 'Tools');
  await page.getByText('No tools yet').waitFor();
  const { tokenUrl } = await startOAuthServer(t);

  await t.test('voicemail', (t) => voicemail(t, place, agent.id));
  await t.test('a server of its own', (t) => ownServer(t, place, tokenUrl));
  await t.test('tools of an MCP server', (t) => mcpServer(t, place));

  await t.test('a tool on the line is for the agent alone, and is removed by its name', async (t) => {
    await page.getByRole('button', { name: 'Add a tool' }).click();
    const form = page.getByRole('dialog', { name: 'Add a tool' });
    await form.getByLabel('What it does').selectOption('Transfers the customer');
    await form.getByLabel('Name', { exact: true }).fill('to_support');
    await form.getByLabel('Description').fill('Puts the customer through.');
    await form.getByLabel('Number').fill('0170');
    await form.getByRole('button', { name: 'Save tool' }).click();
    await form.getByText('Enter a number with its country code').waitFor();
    await form.getByLabel('Number').fill('+14155550170');
    await form.getByRole('button', { name: 'Save tool' }).click();
    await page.getByText('+14155550170').waitFor();
    await page.getByRole('heading', { name: 'Tools', level: 3 }).scrollIntoViewIfNeeded();
    t.same(await place.serious(), [], 'the list');
    await shoot(place, 'list');
    await page.getByRole('button', { name: 'Remove to_support' }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove to_support?' });
    await dialog.getByLabel('Type to_support').fill('to_support');
    await dialog.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('+14155550170').waitFor({ state: 'detached' });
    t.match(await toolsOf(place), { tools: { length: 2 } });
  });

  await t.test('tools of other agents are apart', async (t) => {
    await page.goto(`${place.service.url}/agents/${other.id}?tab=tools`);
    await page.getByText('1 tool of other agents').click();
    await page.getByText('crm_order_status').waitFor();
    await until(
      'the list',
      async () => (await page.getByRole('button', { name: 'Try order_status' }).count()) === 1,
    );
    t.pass();
  });
  t.same(place.faults, [], 'no script error and no policy violation');
});
