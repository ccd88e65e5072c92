/** Drafts of an agent, two editors of it, and two of its versions side by side. */
import t from 'tap';
import { openTab, publish } from '../agent-page.js';
import { withoutBrowser } from '../browser.js';
import { openPlace } from '../place.js';

t.setTimeout(300_000);

t.test(
  'a draft is saved, tested and published, and no edit is overwritten',
  { skip: withoutBrowser },
  async (t) => {
    const place = await openPlace(t);
    const { page, api } = place;
    const agent = await api.createAgent('Bea', 'Otherwise, say "From the start.".', {
      firstGreeting: 'Hello.',
    });
    await place.signIn(`/agents/${agent.id}`);
    const words = page.getByRole('combobox', { name: 'Instructions' });
    await words.waitFor();
    const published = async (): Promise<string> =>
      (await api.get<{ agent: { instructions: string } }>(`/api/v1/agents/${agent.id}`)).agent.instructions;

    await t.test('the draft reaches nobody until it is published', async (t) => {
      await words.fill('Otherwise, say "From the draft.".');
      await page.getByText('Unsaved changes').waitFor();
      await page.getByRole('button', { name: 'Save draft' }).click();
      await page.getByText('Draft saved. It reaches no customer').waitFor();
      t.equal(await published(), 'Otherwise, say "From the start.".');
      t.same(await place.serious(), [], 'a draft');
      await page.reload();
      t.equal(await words.inputValue(), 'Otherwise, say "From the draft.".', 'the draft is what is edited');
      await page.getByLabel('Your message').fill('Hello?');
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByText('From the draft.', { exact: true }).waitFor();
      await page.getByLabel('What answers').selectOption('The published version');
      await page.getByRole('button', { name: 'Repeat last message' }).click();
      await page.getByText('From the start.', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Compare' }).click();
      const comparison = page.getByRole('dialog', { name: 'Compare the words on this page' });
      t.equal(await comparison.locator('ins').textContent(), 'draft');
      t.same(await place.serious(), [], 'a comparison with the published version');
      await comparison.getByRole('button', { name: 'Close' }).click();
      await publish(page, 'Another answer.');
      t.equal(await published(), 'Otherwise, say "From the draft.".');
      t.ok(await page.getByRole('button', { name: 'Publish', exact: true }).isDisabled(), 'nothing is left');
    });

    await t.test('changes of another editor are shown before anything is saved, and kept', async (t) => {
      await words.fill('Otherwise, say "By me.".');
      await api.patch('/api/v1/agents', {
        agentId: agent.id,
        channel: 'voice',
        name: 'Cleo',
        instructions: 'Otherwise, say "From the draft.".',
      });
      await page.getByText('This agent was changed elsewhere while you').waitFor();
      await page.getByRole('button', { name: 'Review changes' }).click();
      const conflict = page.getByRole('dialog', { name: 'This agent was changed elsewhere' });
      t.equal(await conflict.locator('ins').textContent(), 'Cleo');
      await conflict.getByRole('button', { name: 'Merge both' }).click();
      t.equal(await words.inputValue(), 'Otherwise, say "By me.".', 'what was typed here stays');
      await publish(page);
      await page.getByRole('heading', { name: 'Cleo' }).waitFor();
      t.equal(await published(), 'Otherwise, say "By me.".');
    });

    await t.test('two versions are compared, and one is chosen', async (t) => {
      await openTab(page, 'Versions');
      await page.getByLabel('Earlier version').fill('1');
      await page.getByRole('button', { name: 'Start comparison' }).click();
      await page.getByText('Version 1 for 50 % of the customers, version 4 for the others.').waitFor();
      await page.getByRole('row', { name: /^Answered/ }).waitFor();
      t.same(await place.serious(), [], 'a comparison');
      await page.getByRole('button', { name: 'Choose version 1' }).click();
      await page.getByRole('button', { name: 'Start comparison' }).waitFor();
      t.equal(await published(), 'Otherwise, say "From the start.".');
      const { versions } = await api.get<{ versions: readonly object[] }>(
        `/api/v1/agents/${agent.id}/versions?limit=4`,
      );
      t.match(versions, [
        { version: 5, restored: 1, by: { type: 'user' } },
        { version: 4 },
        { version: 3, by: { type: 'key' } },
        { version: 2, note: 'Another answer.' },
      ]);
    });
  },
);
