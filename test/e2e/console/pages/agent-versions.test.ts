/** Drafts of an agent, two editors of it, and two of its versions side by side. */
import t from 'tap';
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
      await page.getByRole('button', { name: 'Save as draft' }).click();
      await page.getByText('Draft saved.').waitFor();
      await page.getByText('Based on version 1.').waitFor();
      t.equal(await published(), 'Otherwise, say "From the start.".');
      t.same(await place.serious(), [], 'a draft');
      await page.getByLabel('Text chat with the draft').check();
      await page.getByLabel('Your message').fill('Hello?');
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByText('From the draft.', { exact: true }).waitFor();
      await page.getByLabel('What has changed').fill('Another answer.');
      await page.getByRole('button', { name: 'Publish draft' }).click();
      await page.getByRole('button', { name: 'Publish draft' }).waitFor({ state: 'detached' });
      t.equal(await published(), 'Otherwise, say "From the draft.".');
    });

    await t.test('changes of another editor are fetched, not overwritten', async (t) => {
      await api.patch('/api/v1/agents', {
        agentId: agent.id,
        channel: 'voice',
        name: 'Cleo',
        instructions: 'Otherwise, say "From the draft.".',
      });
      await words.fill('Otherwise, say "By me.".');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByText('Somebody else has changed this agent').waitFor();
      t.equal(await published(), 'Otherwise, say "From the draft.".');
      await page.getByRole('button', { name: 'Get their changes' }).click();
      await page.getByRole('heading', { name: 'Cleo' }).waitFor();
      t.equal(await words.inputValue(), 'Otherwise, say "By me.".', 'what was typed here stays');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByText('Saved. Live calls keep').waitFor();
      t.equal(await published(), 'Otherwise, say "By me.".');
    });

    await t.test('two versions are compared, and one is chosen', async (t) => {
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
