/** Editing an agent: completion, marked placeholders, unsaved changes and versions. */
import t, { type Test } from 'tap';
import { until } from '../../../../testkit/until.js';
import { chooseAction, openTab, publish } from '../agent-page.js';
import { holdBack, withoutBrowser } from '../browser.js';
import { openPlace, type Place } from '../place.js';

t.setTimeout(300_000);

const savedWhileTyping = async (t: Test, { page }: Place): Promise<void> => {
  const words = page.getByRole('combobox', { name: 'Instructions' });
  const save = page.getByRole('button', { name: 'Save draft' });
  await words.fill('You are Bea. Greet {{name}} kindly.');
  const answer = await holdBack(page, '**/draft');
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await save.click();
  await sent;
  await words.press('Control+End');
  await words.pressSequentially(' Now.');
  await answer();
  await until('the rest can be saved', () => save.isEnabled(), 45_000);
  t.equal(await words.inputValue(), 'You are Bea. Greet {{name}} kindly. Now.', 'what was typed meanwhile');
  await words.fill('You are Bea. Greet {{name}} kindly.');
  await publish(page);
};

const interruptions = async (t: Test, place: Place): Promise<void> => {
  const { page } = place;
  await openTab(page, 'Calls');
  await page.getByLabel('Speak more quietly before stopping').selectOption('No');
  await page.getByLabel('Words that do not interrupt').fill('roger that\n...');
  await page.getByText('“...” has no letter or digit.').waitFor();
  t.same(await place.serious(), [], 'a line that is refused');
  await page.getByLabel('Words that do not interrupt').fill('roger that\ncopy');
  await page.getByLabel('Goal in phone menus').fill('Reach billing.');
  await page.getByLabel('Stuck after hearing a menu').fill('4');
  await publish(page);
  const { agents } = await place.ask<{ agents: readonly object[] }>(
    'GET',
    `/api/v1/agents?businessId=${place.businessId}`,
  );
  t.match(agents, [
    {
      voiceSettings: {
        bargeInDuck: false,
        backchannels: ['roger that', 'copy'],
        phoneMenu: { goal: 'Reach billing.', repeats: 4 },
      },
    },
  ]);
};

t.test('an agent is edited, and an earlier version is restored', { skip: withoutBrowser }, async (t) => {
  const place = await openPlace(t);
  const { page, api } = place;
  const agent = await api.createAgent('Bea', 'You are Bea.', { firstGreeting: 'Hello.' });
  await place.signIn(`/agents/${agent.id}`);
  const words = page.getByRole('combobox', { name: 'Instructions' });
  await words.waitFor();

  await t.test('a placeholder is completed from the available fields, and undone', async (t) => {
    await words.press('Control+End');
    await words.pressSequentially(' Say {{na');
    await page.getByRole('option', { name: /^name/ }).waitFor();
    t.same(await place.serious(), [], 'while options are offered');
    await words.press('Enter');
    t.equal(await words.inputValue(), 'You are Bea. Say {{name}}');
    const held = page.getByRole('region', { name: 'Variables' });
    await held.getByText('{{name}} granted').waitFor();
    await words.press('Control+z');
    t.match(await words.inputValue(), /^You are Bea\. Say \{\{?n?a?$/, 'as it was before');
    await words.fill('You are Bea. Say {{name}} to {{unknown}}.');
    await held.getByText('unknown field').waitFor();
  });

  await t.test('unsaved changes survive a reload, and leaving asks about them', async (t) => {
    await page.reload();
    await words.waitFor();
    t.equal(await words.inputValue(), 'You are Bea. Say {{name}} to {{unknown}}.');
    await page.getByRole('navigation').getByRole('link', { name: 'Contacts' }).click();
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
    await dialog.getByRole('button', { name: 'Stay' }).click();
    t.equal(new URL(page.url()).pathname, `/agents/${agent.id}`);
    const problems = page.getByRole('region', { name: 'Problems' });
    await problems.getByText('No field is called unknown.').waitFor();
    await page.getByRole('button', { name: 'Save draft' }).click();
    t.match(await page.getByRole('alert').textContent(), /unknown/, 'the service says what is wrong');
    await savedWhileTyping(t, place);
  });

  await t.test('versions show what changed, and one is restored', async (t) => {
    await openTab(page, 'Versions');
    t.match(page.url(), /\?tab=versions$/, 'the address names the tab');
    const versionsTab = page.getByRole('region', { name: 'Versions', exact: true });
    await versionsTab.getByText('Changes since version 1.').waitFor();
    t.equal(await versionsTab.locator('ins').last().textContent(), ' Greet {{name}} kindly.');
    await versionsTab.getByText('Ann Archer').waitFor();
    t.same(await place.serious(), [], 'versions');
    await versionsTab.getByRole('button', { name: 'Version 1' }).click();
    // The instructions do not wait for the list of agents.
    const answer = await holdBack(page, '**/api/v1/agents?*');
    await versionsTab.getByRole('button', { name: 'Restore version 1' }).click();
    await openTab(page, 'Prompt');
    await until('the text is back', async () => (await words.inputValue()) === 'You are Bea.', 30_000);
    await answer();
    const { versions } = await place.ask<{ versions: readonly { instructions: string; version: number }[] }>(
      'GET',
      `/api/v1/console/agents/${agent.id}/versions?businessId=${place.businessId}`,
    );
    t.match(versions, [
      { version: 3, instructions: 'You are Bea.' },
      { version: 2, instructions: 'You are Bea. Greet {{name}} kindly.' },
      { version: 1 },
    ]);
  });

  await t.test('interruptions and phone menus are set', (t) => interruptions(t, place));

  await t.test('a voice can be heard before it is chosen', async (t) => {
    await openTab(page, 'Voice & model');
    await page
      .getByRole('button', { name: /^Play / })
      .first()
      .click();
    await page.getByRole('button', { name: /^Stop / }).waitFor();
    const seconds = await until(
      'a sample that plays',
      async () =>
        Number(
          await page.evaluate(
            "Math.max(...[...document.querySelectorAll('audio')].map((one) => one.currentTime))",
          ),
        ) || null,
    );
    t.ok(seconds > 0, 'it plays');
  });

  await t.test('a copy is a separate agent', async (t) => {
    await chooseAction(page, 'Duplicate');
    await page.getByRole('heading', { name: 'Copy of Bea' }).waitFor();
    await openTab(page, 'Calls');
    t.not(new URL(page.url()).pathname, `/agents/${agent.id}`);
    t.equal(await page.getByLabel('Goal in phone menus').inputValue(), 'Reach billing.');
  });
  t.same(place.faults, [], 'no script error and no policy violation');
});
