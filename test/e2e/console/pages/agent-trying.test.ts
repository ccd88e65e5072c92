/** An agent is tried beside its words: in writing without saving, with simulated customers, and by voice where that works. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { openTab } from '../agent-page.js';
import { withoutBrowser } from '../browser.js';
import { openPlace, type Place } from '../place.js';

t.setTimeout(300_000);

const ARTEFACTS = process.env.PARLEY_ARTEFACTS;
const RUN_MS = 90_000;

const shoot = async ({ page }: Place, name: string): Promise<void> => {
  if (ARTEFACTS === undefined) return;
  await mkdir(ARTEFACTS, { recursive: true });
  await page.screenshot({ path: join(ARTEFACTS, `agent-${name}.png`) });
};

/** The page of an agent at the sizes and in the colours that people use. */
const shootAll = async (place: Place, name: string): Promise<void> => {
  if (ARTEFACTS === undefined) return;
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
    [390, 844],
  ] as const)
    for (const colorScheme of ['light', 'dark'] as const) {
      await place.page.setViewportSize({ width, height });
      await place.page.emulateMedia({ colorScheme });
      await shoot(place, `${name}-${width}-${colorScheme}`);
    }
  await place.page.setViewportSize({ width: 1440, height: 900 });
  await place.page.emulateMedia({ colorScheme: 'light' });
};

/** A word is changed, the message is repeated, and the changed words answer; nothing was saved. */
const editAndTest = async (t: Test, { page, api }: Place, agentId: string): Promise<void> => {
  const words = page.getByRole('combobox', { name: 'Instructions' });
  const log = page.getByRole('log');
  await page.getByLabel('Your message').fill('hello');
  await page.getByRole('button', { name: 'Send' }).click();
  await log.getByText('Good day.').waitFor();
  await page.getByText(/^Answered in \d+\.\d s\.$/).waitFor();
  const steps: string[] = [];
  for (const [answer, then] of [
    ['Good evening.', 'Good night.'],
    ['Good night.', ''],
  ] as const) {
    const begun = performance.now();
    await words.fill(`When the customer says "hello", say "${answer}".`);
    const edited = performance.now();
    await page.getByText('The words have changed.').waitFor();
    await page.getByRole('button', { name: 'Repeat last message' }).click();
    await log.getByText(answer).waitFor();
    const answered = performance.now();
    steps.push(`edit ${Math.round(edited - begun)} ms, answer ${Math.round(answered - edited)} ms`);
    t.equal(
      await log.getByText(then === '' ? 'Good evening.' : then).count(),
      0,
      'a conversation of its own',
    );
  }
  t.comment(steps.join('; '));
  const { agent } = await api.get<{ agent: object }>(`/api/v1/agents/${agentId}`);
  t.match(agent, { version: 1, instructions: 'When the customer says "hello", say "Good day.".' });
  await page.getByText('Unsaved changes').waitFor();
};

const simulated = async (t: Test, place: Place): Promise<void> => {
  const { page } = place;
  await page.getByRole('tab', { name: 'Simulate' }).click();
  await page.getByRole('button', { name: 'New scenario' }).click();
  const form = page.getByRole('form', { name: 'New scenario' });
  await form.getByLabel('Name', { exact: true }).fill('Greeting');
  await form.getByLabel('Name of the customer').fill('Ann');
  await form.getByLabel('What they say').selectOption('Always the same lines');
  await form.getByLabel('Lines').fill('hello');
  await form.getByLabel('Name of the criterion').fill('greets');
  await form.getByLabel('How it is judged').selectOption('The agent says');
  await form.getByLabel('Words, or a regular expression').fill('good night');
  await form.getByRole('button', { name: 'Save scenario' }).click();
  const table = page.getByRole('table', { name: 'Results by version' });
  const run = async (expected: string, version: string): Promise<void> => {
    await page.getByLabel('Simulated customers').fill('3');
    await page.getByRole('button', { name: 'Simulate 3 customers' }).click();
    await page.getByRole('button', { name: /^Start for / }).click();
    const row = table.getByRole('row').nth(1);
    await row.getByText(expected).waitFor({ timeout: RUN_MS });
    t.equal(await row.getByRole('link').textContent(), version);
  };
  await run('Passed', 'Version 1, other instructions');
  await page.getByLabel('What answers').selectOption('The published version');
  await run('3 of 3 verdicts not met', 'Version 1');
  t.equal(await table.getByRole('row').count(), 3, 'both are compared');
  t.same(await place.serious(), [], 'results by version');
  await shootAll(place, 'simulate');
};

t.test('an agent is tried while its words change', { skip: withoutBrowser }, async (t) => {
  const place = await openPlace(t);
  const { page, api } = place;
  const agent = await api.createAgent('Bea', 'When the customer says "hello", say "Good day.".', {
    firstGreeting: 'Hello.',
  });
  await place.signIn(`/agents/${agent.id}`);

  await t.test('unsaved words answer in writing', (t) => editAndTest(t, place, agent.id));

  await t.test('the pane keeps what it has while tabs change, and the address names the tab', async (t) => {
    await page.getByLabel('Your message').fill('typed and not sent');
    for (const name of ['Voice & model', 'Knowledge', 'Tools', 'Calls', 'Outcomes', 'Versions']) {
      await openTab(page, name);
      t.ok(await page.getByRole('log').getByText('Good night.').isVisible(), name);
      await place.loaded();
      t.same(await place.serious(), [], name);
      await shootAll(place, name.toLowerCase().split(' ')[0] ?? name);
    }
    t.match(page.url(), /\?tab=versions$/);
    t.equal(await page.getByLabel('Your message').inputValue(), 'typed and not sent');
    await openTab(page, 'Prompt');
    t.equal(new URL(page.url()).search, '');
    await shootAll(place, 'prompt');
  });

  await t.test('customers are simulated with the unsaved words, and results are shown by version', (t) =>
    simulated(t, place),
  );

  await t.test('the outline leads to sections, and empty ones are named', async (t) => {
    const words = page.getByRole('combobox', { name: 'Instructions' });
    await words.fill('You are Bea.\n# Tone\nKind.\n# Prices\n');
    const problems = page.getByRole('region', { name: 'Problems' });
    await problems.getByText('“Prices” has no text.').waitFor();
    await page.getByRole('region', { name: 'Outline' }).getByRole('button', { name: /^Tone/ }).click();
    const selected: unknown = await words.evaluate(
      '(area) => area.value.slice(area.selectionStart, area.selectionEnd)',
    );
    await shootAll(place, 'outline');
    t.ok(await page.evaluate("document.activeElement?.tagName === 'TEXTAREA'"), 'the text has the focus');
    t.comment(String(selected));
  });

  await t.test('talking says why it is not possible, before it is tried', async (t) => {
    await page.evaluate("Object.defineProperty(window, 'isSecureContext', { value: false })");
    await page.getByRole('tab', { name: 'Talk' }).click();
    const talk = page.getByRole('button', { name: 'Talk to this agent' });
    await page
      .getByText(/^(Browsers allow microphones only on https|Browser calls are not set up)/)
      .waitFor();
    t.ok(await talk.isDisabled());
    const described = await talk.getAttribute('aria-describedby');
    t.ok(
      described !== null && (await page.locator(`[id="${described}"]`).isVisible()),
      'the button is described',
    );
    t.same(await place.serious(), [], 'not offered');
    await shootAll(place, 'talk');
  });
  t.same(place.faults, [], 'no script error and no policy violation');
});
