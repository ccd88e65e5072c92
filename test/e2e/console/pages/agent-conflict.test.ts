/** Two tabs edit one agent: the second to save does not overwrite the first, and sees it before it saves. */
import type { Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { until } from '../../../../testkit/until.js';
import { openTab, publish } from '../agent-page.js';
import { holdBack, withoutBrowser } from '../browser.js';
import { openPlace, type Place } from '../place.js';

t.setTimeout(300_000);

/** Two tabs of the same person, with the same agent. */
interface Tabs extends Place {
  readonly agentId: string;
  readonly first: Page;
  readonly second: Page;
  readonly published: () => Promise<object>;
}

const instructionsOf = (page: Page) => page.getByRole('combobox', { name: 'Instructions' });
const conflictOn = (page: Page) => page.getByRole('dialog', { name: 'This agent was changed elsewhere' });

const announced = async (t: Test, { first, second }: Tabs): Promise<void> => {
  const conflict = conflictOn(second);
  await instructionsOf(second).fill('Otherwise, say "Two.".');
  await instructionsOf(first).fill('Otherwise, say "First.".');
  await publish(first);
  await second.getByText('This agent was changed elsewhere while you').waitFor();
  t.ok(await second.getByRole('button', { name: 'Publish', exact: true }).isDisabled());
  await second.getByRole('button', { name: 'Review changes' }).click();
  await conflict.getByRole('group', { name: 'Both of you changed: Instructions' }).waitFor();
  t.same(
    [await conflict.locator('del').textContent(), await conflict.locator('ins').textContent()],
    ['First', 'Two'],
  );
  await conflict.getByRole('button', { name: 'Take theirs' }).click();
  t.equal(await instructionsOf(second).inputValue(), 'Otherwise, say "First.".');
};

const refused = async (t: Test, { first, second, agentId, published, serious }: Tabs): Promise<void> => {
  const conflict = conflictOn(second);
  // The stream and the reads of the second page are late; its save is not.
  await second.route('**/api/v1/live*', (route) => route.abort());
  await second.reload();
  await instructionsOf(second).waitFor();
  await second.getByLabel('Name', { exact: true }).fill('Cleo');
  await instructionsOf(second).fill('Otherwise, say "Mine.".');
  await instructionsOf(first).fill('Otherwise, say "Theirs.".');
  const answer = await holdBack(second, `**/api/v1/agents/${agentId}?*`);
  await publish(first);
  await second.getByRole('button', { name: 'Save draft' }).click();
  await answer();
  await conflict.waitFor();
  t.match(await published(), { agent: { instructions: 'Otherwise, say "Theirs.".', name: 'Bea' } });
  t.same(await serious(), [], 'the other page');
  await conflict.getByRole('radio', { name: 'Take their text' }).check();
  await conflict.getByRole('button', { name: 'Merge both' }).click();
  t.equal(await instructionsOf(second).inputValue(), 'Otherwise, say "Theirs.".');
  t.equal(
    await second.getByLabel('Name', { exact: true }).inputValue(),
    'Cleo',
    'what only one changed is kept',
  );
  await publish(second);
  t.match(await published(), {
    agent: { instructions: 'Otherwise, say "Theirs.".', name: 'Cleo', version: 4 },
  });
};

const afterReload = async (
  t: Test,
  { first, second, service, agentId, published, serious }: Tabs,
): Promise<void> => {
  await instructionsOf(first).waitFor();
  await until(
    'the first page shows what the second has published',
    async () => (await first.getByRole('heading', { name: 'Cleo' }).count()) === 1,
    60_000,
  );
  await instructionsOf(first).fill('Otherwise, say "Before the reload.".');
  await first.goto('about:blank');
  await instructionsOf(second).fill('Otherwise, say "Meanwhile.".');
  await publish(second);
  await first.goto(`${service.url}/agents/${agentId}`);
  await first.getByText('This agent was changed elsewhere while you').waitFor();
  await first.getByRole('button', { name: 'Review changes' }).click();
  const asked = conflictOn(first);
  t.same(await serious(), [], 'the dialog');
  await asked.getByRole('button', { name: 'Keep mine' }).click();
  t.equal(await instructionsOf(first).inputValue(), 'Otherwise, say "Before the reload.".');
  await openTab(first, 'Versions');
  await publish(first);
  t.match(await published(), {
    agent: { instructions: 'Otherwise, say "Before the reload.".', version: 6 },
  });
};

const voicemailKept = async (t: Test, { first, second, ask, businessId, agentId }: Tabs): Promise<void> => {
  const voicemail = () => ask<object>('GET', `/api/v1/agents/${agentId}/voicemail?businessId=${businessId}`);
  const choice = 'When voicemail answers';
  for (const page of [first, second]) await openTab(page, 'Calls');
  await second.getByLabel(choice).selectOption('Leave a message');
  await second.getByLabel('Message', { exact: true }).fill('Mine.');
  await first.getByLabel(choice).selectOption('Leave a message');
  await first.getByLabel('Message', { exact: true }).fill('Theirs.');
  await first.getByRole('button', { name: 'Save voicemail' }).click();
  await first.getByText('Saved. This applies to new calls.').waitFor();
  // Announced, or found when the page looks once more before it saves.
  await second
    .getByRole('button', { name: 'Save voicemail' })
    .click({ timeout: 2_000 })
    .catch(() => undefined);
  await second.getByRole('button', { name: 'Keep mine' }).waitFor();
  t.match(await voicemail(), { voicemail: { text: 'Theirs.' } });
  await second.getByRole('button', { name: 'Keep mine' }).click();
  await second.getByRole('button', { name: 'Save voicemail' }).click();
  await second.getByText('Saved. This applies to new calls.').waitFor();
  t.match(await voicemail(), { voicemail: { text: 'Mine.' } });
};

t.test('the last of two tabs to save sees what the first has saved', { skip: withoutBrowser }, async (t) => {
  const place = await openPlace(t);
  const { page: first, api, service } = place;
  const agent = await api.createAgent('Bea', 'Otherwise, say "One.".', { firstGreeting: 'Hello.' });
  await place.signIn(`/agents/${agent.id}`);
  const second = await first.context().newPage();
  await second.goto(`${service.url}/agents/${agent.id}`);
  await instructionsOf(second).waitFor();
  const published = () => api.get<object>(`/api/v1/agents/${agent.id}`);
  const tabs: Tabs = { ...place, agentId: agent.id, first, second, published };
  await t.test('a page with unsaved words says so as soon as the other has published', (t) =>
    announced(t, tabs),
  );
  await t.test('a page that heard of nothing is refused, and asks what to do', (t) => refused(t, tabs));
  await t.test('words from before a reload are not put over what was published since', (t) =>
    afterReload(t, tabs),
  );
  await t.test('voicemail that was changed elsewhere is not overwritten', (t) => voicemailKept(t, tabs));
  t.same(place.faults, [], 'no script error and no policy violation');
});
