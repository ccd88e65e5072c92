/** A viewer visits every page: no page offers an action that they may not do, and nothing that they do is refused. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Request } from 'playwright-core';
import t from 'tap';
import { CONSOLE_PAGES } from '../../../schemas/accounts/console-pages.js';
import { refusalOf } from '../../../testkit/api/client.js';
import { createAgent, createCategory, createContact } from '../../../testkit/api/resources.js';
import { parley } from '../../../testkit/service/parley-process.js';
import { createMetaClient } from '../../../testkit/simulators/meta-client.js';
import { until } from '../../../testkit/until.js';
import { withoutBrowser } from './browser.js';
import { openPlace, type Place } from './place.js';

t.setTimeout(400_000);

const ACCOUNT = '106540352242922';
const VIEWER = 'vera@example.org';
const PASSWORD = 'a viewer has a password, too';

/** Creates what a viewer finds on the pages that show a single item; resolves with its ids. */
const createFixtures = async ({ api, ask, service }: Place): Promise<Readonly<Record<string, string>>> => {
  const categoryId = await createCategory(api, 'Customers');
  const contactId = await createContact(api, {
    name: 'Asha Ré',
    mobile: '+14155550200',
    categoryIds: [categoryId],
  });
  const agent = await createAgent(api, {
    channel: 'voice',
    name: 'Ann of Bella Vista',
    contactCategoryIds: [categoryId],
    instructions: 'You are Ann of the restaurant Bella Vista.',
    voiceSettings: { firstGreeting: 'Hello!' },
  });
  const { dataSource } = await api.post<{ dataSource: { id: string } }>('/api/v1/data-sources', {
    class: 'structured',
    name: 'Orders',
    rows: [{ mobile: '+14155550200', order: 'A-1' }],
  });
  const { campaign } = await api.post<{ campaign: { id: string } }>('/api/v1/campaigns', {
    name: 'Renewals of the spring',
    channel: 'voice',
    agentId: agent.id,
    objective: 'Renew contracts.',
    audience: { categoryIds: [categoryId] },
  });
  const { callId } = await ask<{ callId: string }>('POST', '/api/v1/console/simulated-calls', {
    agentId: agent.id,
    // As many as the API accepts: the call has to be up when its page is visited.
    says: ['Hello', ...Array.from({ length: 11 }, () => 'one moment please')],
  });
  const account = { channel: 'whatsapp', accountId: ACCOUNT, accessToken: 'token-of-a-test' };
  await ask('POST', '/api/v1/console/channel-accounts', account);
  await createMetaClient(service.metaUrl ?? '', service.simulatorToken).write({
    accountId: ACCOUNT,
    from: '14155550301',
    name: 'Gita Rao',
    text: 'Is the terrace open on Sunday?',
  });
  const list = () =>
    ask<{ conversations: readonly { readonly id: string; readonly unread: number }[] }>(
      'GET',
      `/api/v1/console/conversations?businessId=${api.businessId}`,
    );
  await until('it is listed', async () => (await list()).conversations.length === 1, 45_000);
  const { subscription } = await api.post<{ subscription: { readonly id: string } }>(
    '/api/v1/webhook-subscriptions',
    { channel: 'campaign', callbackUrl: 'https://8.8.8.8/hooks', events: ['campaign.recipient.ended'] },
  );
  return {
    '/live/{id}': callId,
    '/calls/{id}': callId,
    '/agents/{id}': agent.id,
    '/contacts/{id}': contactId,
    '/data-sources/{id}': dataSource.id,
    '/reference/{id}': 'createContact',
    '/campaigns/{id}': campaign.id,
    '/conversations/{id}': (await list()).conversations[0]?.id ?? '',
    '/channels/{id}': `whatsapp-${ACCOUNT}`,
    '/webhooks/{id}': subscription.id,
  };
};

/** Buttons and links that change nothing in the business: all that a viewer has. */
const LOOKING = [
  /^(Follow|Cards|Rows|(All|Talking|Ringing|Waiting) \d+|Listen)$/,
  /^(Timing|Tools|Events|Bill|Carrier|Facts|Share|Copy|Copy as curl|Download.*|Play( from .*)?|Speed.*|Transcript.*)$/,
  /^(Versions|Categories|Export CSV|OpenAPI document|Deliveries|Dead letters|Verify|More)$/,
  // The viewer's own password.
  /^Change and sign out$/,
];

/** Names of the buttons and links other than those of {@link LOOKING}. */
const offered = async ({ page }: Pick<Place, 'page'>): Promise<readonly string[]> => {
  const names: string[] = [];
  for (const control of await page
    .locator('main button:enabled:visible, main a.main:visible, main a.plain:visible')
    .all())
    names.push(((await control.getAttribute('aria-label')) ?? (await control.textContent()) ?? '').trim());
  return names.filter((name) => !LOOKING.some((looking) => looking.test(name)));
};

t.test('no page offers a viewer what they may not do', { skip: withoutBrowser }, async (t) => {
  const place = await openPlace(t);
  const { page, api, service, dataDir, businessId, ask } = place;
  await place.signIn('/calls');
  const examples = await createFixtures(place);
  const file = join(dataDir, 'password-of-a-viewer');
  writeFileSync(file, PASSWORD);
  await parley([
    ...['admin', 'user', 'create', '--business', businessId, '--email', VIEWER, '--name', 'Vera Vale'],
    ...['--role', 'viewer', '--data-dir', dataDir],
  ]);
  await parley([
    ...['admin', 'user', 'password', '--email', VIEWER],
    ...['--password-file', file, '--data-dir', dataDir],
  ]);

  const callId = examples['/calls/{id}'] ?? '';
  const others = ['/sign-in', '/setup', '/join', '/live/{id}'];
  const patterns = ['/live/{id}', ...CONSOLE_PAGES.filter((pattern) => !others.includes(pattern))];
  const visit = async (pattern: string, viewedPage: Place['page'], waiting: () => number): Promise<void> => {
    await viewedPage.goto(`${service.url}${pattern.replace('{id}', examples[pattern] ?? '')}`);
    await viewedPage.getByRole('heading', { level: 1 }).first().waitFor();
    await until('the page has its data', async () => waiting() === 0, 45_000);
    await until(
      'no part of it is loading',
      async () => (await viewedPage.locator('.loading').count()) === 0,
      45_000,
    );
  };
  const ofOwner: string[] = [];
  for (const pattern of patterns.filter((path) => path.includes('{id}') && path !== '/conversations/{id}')) {
    await visit(pattern, page, place.waiting);
    if ((await offered({ page })).length > 0) ofOwner.push(pattern);
  }
  t.equal(ofOwner.length, 8, `an owner is offered more: ${ofOwner.join(' ')}`);

  const other = await page.context().browser()?.newContext();
  if (other === undefined) throw new Error('there is no browser');
  t.teardown(() => other.close());
  const viewer = await other.newPage();
  const waiting = new Set<Request>();
  const refused: string[] = [];
  const changed: string[] = [];
  viewer.on('request', (request) => {
    if (!request.url().includes('/api/v1/live')) waiting.add(request);
  });
  viewer.on('requestfinished', (request) => void waiting.delete(request));
  viewer.on('requestfailed', (request) => void waiting.delete(request));
  viewer.on('response', (answer) => {
    if (answer.status() === 403) refused.push(answer.url());
  });
  await viewer.goto(`${service.url}/calls`);
  await viewer.getByLabel('E-mail').fill(VIEWER);
  await viewer.getByLabel('Password').fill(PASSWORD);
  await viewer.getByRole('button', { name: 'Sign in' }).click();
  await viewer.getByRole('button', { name: 'Account of Vera Vale' }).waitFor();
  viewer.on('request', (request) => {
    if (request.method() !== 'GET') changed.push(`${request.method()} ${request.url()}`);
  });
  for (const pattern of patterns)
    await t.test(pattern, async (t) => {
      await visit(pattern, viewer, () => waiting.size);
      t.same(await offered({ page: viewer }), [], 'nothing is offered');
      t.same(await viewer.getByRole('alert').allTextContents(), [], 'nothing is refused');
    });
  await t.test('/live once no call is up', async (t) => {
    const detail = () =>
      ask<{ call: { endedAt: string | null } }>(
        'GET',
        `/api/v1/voice/calls/${callId}?businessId=${businessId}`,
      );
    // It may have ended already.
    await refusalOf(api.cancel(callId));
    await until('the simulated call has ended', async () => (await detail()).call.endedAt !== null, 60_000);
    await visit('/live', viewer, () => waiting.size);
    await viewer.getByRole('heading', { name: 'No calls right now' }).waitFor();
    t.same(await offered({ page: viewer }), [], 'nothing is offered');
  });
  t.same(refused, [], 'no request needs another role');
  t.same(changed, [], 'visiting changes nothing, not even what is unread');
});
