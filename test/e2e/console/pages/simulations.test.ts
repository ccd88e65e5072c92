/** A scenario is written, run for the price that was shown, and two runs are compared. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import type { AgentResource } from '../../../../schemas/agents/agent.js';
import { chooseAction } from '../agent-page.js';
import { withoutBrowser } from '../browser.js';
import { openPlace, type Place } from '../place.js';

t.setTimeout(300_000);

const ARTEFACTS = process.env.PARLEY_ARTEFACTS;
const RUN_MS = 90_000;

const shoot = async ({ page }: Place, name: string): Promise<void> => {
  if (ARTEFACTS === undefined) return;
  await mkdir(ARTEFACTS, { recursive: true });
  await page.screenshot({ path: join(ARTEFACTS, `${name}.png`), fullPage: true });
};

const writeScenario = async (t: Test, place: Place): Promise<void> => {
  const { page } = place;
  await page.getByRole('heading', { name: 'No scenarios yet' }).waitFor();
  await page.getByRole('button', { name: 'New scenario' }).click();
  const form = page.getByRole('form', { name: 'New scenario' });
  await form.getByLabel('Name', { exact: true }).fill('Greeting');
  await form.getByLabel('Name of the customer').fill('Ann');
  await form.getByLabel('What they say').selectOption('Always the same lines');
  await form.getByLabel('Lines').fill('hello');
  await form.getByLabel('Conversations', { exact: true }).fill('2');
  await form.getByLabel('Name of the criterion').fill('greets');
  await form.getByLabel('How it is judged').selectOption('The agent says');
  await form.getByLabel('Words, or a regular expression').fill('good day(');
  await shoot(place, 'scenario-editor');
  t.same(await place.serious(), [], 'the editor');
  await form.getByRole('button', { name: 'Save scenario' }).click();
  await form.getByText('is not a valid regular expression').waitFor();
  await form.getByLabel('Words, or a regular expression').fill('good day');
  await form.getByRole('button', { name: 'Save scenario' }).click();
  await page.getByText('1 customer, 1 criterion').waitFor();
};

const runIt = async (t: Test, place: Place): Promise<void> => {
  const { page } = place;
  await page.getByRole('button', { name: 'Show the price' }).click();
  await page.getByText('2 conversations cost 0.02 credits at most.').waitFor();
  await shoot(place, 'simulation-price');
  await page.getByRole('button', { name: 'Start for 0.02 credits' }).click();
  await page.waitForURL(/\/simulations\/[0-9a-f-]{36}$/);
  await page.getByText('0.02 credits were charged.').waitFor({ timeout: RUN_MS });
  const conversations = page.getByRole('region', { name: 'Conversations' });
  await conversations.getByText('Ann, conversation 2').click();
  await conversations.getByText('hello').last().waitFor();
  t.same(await place.serious(), [], 'a run');
};

t.test('an agent is rehearsed, changed and compared', { skip: withoutBrowser }, async (t) => {
  const place = await openPlace(t);
  const { page, api } = place;
  const { agent } = await api.post<{ agent: AgentResource }>('/api/v1/agents', {
    channel: 'whatsapp',
    name: 'Bea',
    instructions: 'When the customer says "hello", say "Yes?".',
  });
  await place.signIn(`/agents/${agent.id}`);
  await chooseAction(page, 'Simulations');
  await page.getByRole('heading', { name: 'Simulations of Bea', level: 1 }).waitFor();
  await writeScenario(t, place);
  await runIt(t, place);
  await page.getByRole('cell', { name: '0 of 2' }).waitFor();
  await api.patch('/api/v1/agents', {
    agentId: agent.id,
    channel: 'whatsapp',
    name: 'Bea',
    instructions: 'When the customer says "hello", say "Good day.".',
  });
  await page.getByRole('link', { name: 'All simulations of the agent' }).click();
  await page.getByText('Version 1').waitFor();
  await runIt(t, place);
  await page.getByRole('cell', { name: '2 of 2' }).first().waitFor();
  const other = page.getByLabel('Compare with');
  await other.selectOption({ index: 1 });
  const comparison = page.getByRole('region', { name: 'Comparison' });
  await comparison.getByText('2 verdicts changed').waitFor();
  await comparison.getByText('Not met → Met').first().waitFor();
  await shoot(place, 'simulation-comparison');
  t.same(await place.serious(), [], 'a comparison');

  await t.test('a reload shows the same run, and a scenario is removed by its name', async (t) => {
    await page.reload();
    await page.getByText('0.02 credits were charged.').waitFor();
    await page.getByRole('link', { name: 'All simulations of the agent' }).click();
    await page.getByText('Version 2').waitFor();
    await shoot(place, 'simulations');
    await page.getByRole('button', { name: 'Remove Greeting' }).click();
    await page.getByLabel('Type Greeting to confirm').fill('Greeting');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('heading', { name: 'No scenarios yet' }).waitFor();
    t.same(place.faults, []);
  });
});
