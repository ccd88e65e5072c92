/** A campaign from the first idea to its summary: built, started, watched, paused, cancelled, followed up, exported. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import t, { type Test } from 'tap';
import type { CampaignResource } from '../../../../schemas/campaigns/campaign.js';
import type { CampaignSeries } from '../../../../schemas/campaigns/plan.js';
import { createAgent, createCategory, createContact } from '../../../../testkit/api/resources.js';
import { createNetworkClient } from '../../../../testkit/simulators/network-client.js';
import { withoutBrowser } from '../browser.js';
import { openPlace, type Place } from '../place.js';

t.setTimeout(300_000);

/** Numbers of the simulated network: those that end in 0001 are busy, those that end in 0003 fail. */
const NUMBERS = [
  '+14155510001',
  '+14155520001',
  '+14155530001',
  '+14155540003',
  '+14155550150',
  '+14155560150',
];

const createFixtures = async ({ api, service }: Place): Promise<void> => {
  const network = createNetworkClient(service.networkUrl, service.simulatorToken);
  // They stay on the line until they are hung up on.
  for (const number of NUMBERS.slice(4)) await network.callee(number, { steps: [] });
  const categoryId = await createCategory(api, 'Customers');
  for (const [index, mobile] of NUMBERS.entries())
    await createContact(api, { name: `Customer ${index}`, mobile, categoryIds: [categoryId] });
  const blocked = await createContact(api, {
    name: 'Blocked',
    mobile: '+14155550170',
    categoryIds: [categoryId],
  });
  await api.patch(`/api/v1/contacts/${blocked}`, { communicationBlocked: true });
  await createAgent(api, {
    channel: 'voice',
    name: 'Ann',
    contactCategoryIds: [categoryId],
    instructions: 'Otherwise, say "I see.".',
    // Its callees never speak.
    voiceSettings: { firstGreeting: 'Hello, this is Ann.', disconnectAfterSilenceSeconds: 600 },
  });
  await createAgent(api, { channel: 'voice', name: 'Zoe', instructions: 'You renew contracts.' });
};

const building = async (t: Test, place: Place): Promise<void> => {
  const { page, serious } = place;
  await createFixtures(place);
  await place.signIn('/campaigns');
  await page.getByRole('heading', { name: 'No campaigns yet' }).waitFor();
  await page.getByRole('link', { name: 'New campaign' }).first().click();
  const form = page.getByRole('form', { name: 'New campaign' });
  t.ok(await form.getByRole('button', { name: 'Create campaign' }).isDisabled(), 'disabled at first');
  await form.getByLabel('Name', { exact: true }).fill('Renewals');
  await form.getByLabel('Objective').fill('Otherwise, say "Noted.".');
  await form.getByLabel('Customers (7)').check();
  // The agent has no access to the category: an empty audience is no price of zero.
  await form.getByLabel('Agent').selectOption('Zoe');
  await form.getByText('No contact can be called: all 7 are left out.').waitFor();
  t.ok(await form.getByRole('button', { name: 'Create campaign' }).isDisabled(), 'no contact is left');
  t.equal(await form.getByText(/cost no credit/).count(), 0, 'calls are no messages');
  t.same(await serious(), [], 'an empty audience');
  await form.getByRole('button', { name: 'Give Zoe access to “Customers”' }).click();
  await form.getByText('7 people, 1 blocked', { exact: true }).waitFor();
  t.ok(await form.getByRole('button', { name: 'Create campaign' }).isEnabled(), 'mended in one click');
  await form.getByRole('link', { name: 'Show blocked contacts' }).waitFor();
  await form.getByLabel('Agent').selectOption('Ann');
  await form.getByText('7 people, 1 blocked', { exact: true }).waitFor();
  await form.getByText('Hello, this is Ann.').waitFor();
  await form.getByLabel('Only within these hours').uncheck();
  await form.getByText(/^About 1 min with 10 lines, done by/).waitFor();
  await form.getByLabel('Further attempts').fill('0');
  // Six people, three blocks of 20 seconds each; or an hour each.
  await form.getByText('About 0.18 credits, never more than 10.80.').first().waitFor();
  t.same(await serious(), [], 'the builder');
  await form.getByLabel('Find by name or number').fill('Customer 4');
  await form.getByRole('button', { name: 'Add Customer 4' }).click();
  await form.getByRole('button', { name: 'Remove Customer 4' }).waitFor();
  await page.reload();
  await form.getByText('7 people, 1 blocked', { exact: true }).waitFor();
  t.equal(await form.getByLabel('Name', { exact: true }).inputValue(), 'Renewals', 'the draft is kept');
  const kept = String(await page.evaluate('JSON.stringify(localStorage)'));
  t.notMatch(kept, /Customer|\+1415/, 'without personal data');
  await page.route('**/api/v1/campaigns', (route) => route.abort());
  await form.getByRole('button', { name: 'Create campaign' }).click();
  await form.getByRole('alert').getByText('The service is not responding').waitFor();
  await page.unroute('**/api/v1/campaigns');
  await form.getByRole('button', { name: 'Create campaign' }).click();
  await page.getByText('6 people will be called').waitFor();
  t.notMatch(String(await page.evaluate('JSON.stringify(localStorage)')), /Renewals/, 'the draft is gone');
};

/** How much of the chart's height is drawn at its right end, as a share, and the number at its top. */
const DRAWN = `(() => {
  const canvas = document.querySelector('[data-drawn] canvas');
  const over = document.querySelector('[data-drawn] .u-over');
  const scale = canvas.width / canvas.clientWidth;
  const x = Math.floor((parseFloat(over.style.left) + parseFloat(over.style.width)) * scale) - 3;
  const [top, height] = [parseFloat(over.style.top) * scale, parseFloat(over.style.height) * scale];
  const pixels = canvas.getContext('2d').getImageData(x, Math.round(top), 1, Math.round(height)).data;
  let inked = 0;
  for (let y = 0; y < height; y += 1) if (pixels[y * 4 + 3] > 100 && pixels[y * 4] + pixels[y * 4 + 1] + pixels[y * 4 + 2] < 640) inked += 1;
  return { share: inked / height, top: Number(document.querySelector('[data-drawn]').dataset.top) };
})()`;

/** A table with its heading and its filters. */
const sectionOf = (page: Page, title: string): Locator =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

const course = async (t: Test, { page, api, serious }: Place): Promise<void> => {
  await page.getByRole('button', { name: 'Start' }).click();
  const recipients = sectionOf(page, 'Recipients');
  await recipients.getByRole('row', { name: /Busy/ }).nth(2).waitFor();
  await recipients
    .getByRole('row', { name: /In progress/ })
    .nth(1)
    .waitFor();
  t.same(await serious(), [], 'a running campaign');
  await recipients.getByLabel('Outcome').selectOption('Skipped');
  await recipients.getByRole('row', { name: /Blocked.*Skipped.*blocked/ }).waitFor();
  await recipients.getByLabel('Outcome').selectOption('Failed');
  await recipients.getByRole('link', { name: 'Customer 3' }).waitFor();
  await page.reload();
  await recipients.getByRole('link', { name: 'Customer 3' }).waitFor();
  t.equal(
    await recipients.getByRole('link', { name: /^Customer/ }).count(),
    1,
    'the filter survives a reload',
  );
  const funnel = page.getByRole('list', { name: 'How far people came' });
  t.match(await funnel.getByRole('listitem').allTextContents(), [/^Audience7/, /^Contacted6/, /^Answered0/]);
  await page.getByText('At any time').waitFor();
  const activities = sectionOf(page, 'Calls and messages');
  await activities.getByLabel('Status').selectOption('Busy');
  await activities
    .getByRole('row', { name: /Outgoing call.*Busy/ })
    .nth(2)
    .waitFor();
  await activities.getByLabel('Status').selectOption('All');
  await page.getByText('Show as table').click();
  const last = page.getByRole('table', { name: 'Outcomes over time' }).getByRole('row').last();
  await last.getByRole('cell').last().getByText('2', { exact: true }).waitFor();
  const { campaigns } = await api.get<{ campaigns: CampaignResource[] }>('/api/v1/campaigns');
  const id = campaigns[0]?.id;
  const series: { data: CampaignSeries } = await page.evaluate(
    `fetch('/api/v1/console/campaigns/${id}/series?businessId=${campaigns[0] === undefined ? '' : api.businessId}').then((answer) => answer.json())`,
  );
  const { buckets } = series.data;
  const sum = (outcome: 'busy' | 'failed'): number =>
    buckets.reduce((all, bucket) => all + bucket[outcome], 0);
  t.same([sum('busy'), sum('failed'), buckets.at(-1)?.active], [3, 1, 2]);
  const { share, top }: { share: number; top: number } = await page.evaluate(DRAWN);
  t.ok(Math.abs(share * top - 4) < 0.3, `${share} of ${top} is drawn: four outcomes`);
};

const stopping = async (t: Test, { page, serious }: Place): Promise<void> => {
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByText('Paused. 2 people left to contact.').waitFor();
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  await page.getByRole('button', { name: 'Cancel campaign' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel Renewals?' });
  t.ok(await dialog.getByRole('button', { name: 'Cancel campaign' }).isDisabled(), 'disabled at first');
  t.same(await serious(), [], 'cancelling');
  await dialog.getByRole('textbox').fill('Renewals');
  await dialog.getByRole('button', { name: 'Cancel campaign' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Follow up' }).waitFor();
};

const concluding = async (t: Test, { page, serious }: Place): Promise<void> => {
  await page.getByRole('button', { name: 'Estimate cost' }).click();
  await page.getByText(/people, at most 0\.01 credits/).waitFor();
  await page.getByRole('button', { name: /^Run for at most/ }).click();
  await page.getByText(/assessed, \d failed/).waitFor();
  t.same(await serious(), [], 'a summary');
  const downloaded = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  const csv = await readFile(await (await downloaded).path(), 'utf8');
  t.match(csv, /Contact,AI Summary,Next Action/);
  await page.getByRole('button', { name: 'Follow up', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Follow up' });
  await dialog.getByText('4 people from the previous iteration.').waitFor();
  t.same(await serious(), [], 'following up');
  await dialog.getByRole('button', { name: 'Create iteration' }).click();
  await page.getByText('4 people will be called').waitFor();
  await page.getByLabel('Iterations').selectOption('Iteration 1: Cancelled');
  await page.getByText('Show as table').waitFor();
};

t.test('the pages of a campaign', { skip: withoutBrowser }, async (t) => {
  const place = await openPlace(t);
  await t.test('builds a campaign and forecasts its course', (t) => building(t, place));
  await t.test('shows the course of a campaign', (t) => course(t, place));
  await t.test('pauses, resumes and cancels a campaign', (t) => stopping(t, place));
  await t.test('summarises, exports and follows up a campaign', (t) => concluding(t, place));
  t.same(place.faults, [], 'no script error and no policy violation');
});
