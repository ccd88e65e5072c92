/** The live page: calls as they are spoken, whatever becomes of the connection, and its keyboard shortcuts. */
import type { Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { isSettled, refusalOf } from '../../../../testkit/api/client.js';
import { startBalancer } from '../../../../testkit/sockets/balancer.js';
import { until } from '../../../../testkit/until.js';
import { holdBack, withoutBrowser } from '../browser.js';
import { openPlace, type Place } from '../place.js';

t.setTimeout(400_000);

const GREETING = 'Hello, this is the restaurant Bella Vista. How can I help you?';
const BOOK = 'I would like to book a table';
const ANSWER = 'With pleasure. For how many people?';

const createVoiceAgent = ({ api }: Place) =>
  api.createAgent('Ann', `When the customer says "${BOOK}", say "${ANSWER}". Otherwise, say "I see.".`, {
    firstGreeting: GREETING,
  });

/** Starts a call of a simulated caller who says these; resolves with its id. */
const startSimulatedCall = async (
  { ask }: Place,
  agentId: string,
  sentences: readonly string[],
): Promise<string> => {
  const { callId } = await ask<{ callId: string }>('POST', '/api/v1/console/simulated-calls', {
    agentId,
    says: sentences,
  });
  return callId;
};

const tileOf = (page: Page, callId: string) => page.locator(`[data-call="${callId}"]`);
const logOf = (page: Page) => page.getByRole('log', { name: /transcript/i });
/** The texts in the log, turn by turn. */
const turnsOn = (page: Page): Promise<readonly string[]> =>
  logOf(page).locator('li[data-speaker] > p').allTextContents();

const unanswered = async (t: Test, { page, service, serious }: Place): Promise<void> => {
  await page.route('**/api/v1/voice/calls?*', (route) => route.abort());
  await page.goto(`${service.url}/live`);
  const alert = page.getByRole('alert');
  await alert.getByText('The service is not responding').waitFor();
  t.same(await serious(), [], 'a refusal');
  await page.unroute('**/api/v1/voice/calls?*');
  await alert.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'No calls right now' }).waitFor();
  t.equal(await alert.count(), 0);
};

const slow = async (t: Test, { page, service }: Place): Promise<void> => {
  const answer = await holdBack(page, '**/api/v1/voice/calls?*');
  await page.goto(`${service.url}/live`);
  await page.getByText('Loading', { exact: true }).waitFor();
  t.equal(await page.getByRole('heading', { name: 'No calls right now' }).count(), 0);
  await answer();
  await page.getByRole('heading', { name: 'No calls right now' }).waitFor();
};

const speaking = async (t: Test, place: Place): Promise<void> => {
  const { page, serious } = place;
  const { id: agentId } = await createVoiceAgent(place);
  t.same(await serious(), [], 'no live calls');
  // As many as the API accepts: the calls have to be up until the keys have gone through them.
  const sentences = [BOOK, ...Array.from({ length: 11 }, () => 'for two people')];
  const callId = await startSimulatedCall(place, agentId, sentences);
  const tile = tileOf(page, callId);
  await tile.waitFor();
  await tile.locator('[data-side="agent"]:not([data-level="0"])').waitFor();
  await tile.locator('[data-side="customer"]:not([data-level="0"])').waitFor();
  t.pass('the agent is shown to speak, then the customer');
  await tile.getByText('Agent: ').waitFor();
  await tile.getByText('Ann', { exact: true }).waitFor();
  t.same(await serious(), [], 'a live call');

  const others = [
    await startSimulatedCall(place, agentId, sentences),
    await startSimulatedCall(place, agentId, sentences),
  ];
  const newCalls = page.getByRole('status').filter({ hasText: '2 new' });
  await newCalls.waitFor();
  t.equal(await page.locator('[data-call]').count(), 1, 'the list does not jump');
  await newCalls.getByRole('button', { name: 'Show' }).click();
  t.equal(await page.locator('[data-call]').count(), 3);
  await page.getByRole('switch', { name: 'Follow' }).click();
  others.push(await startSimulatedCall(place, agentId, sentences));
  await tileOf(page, others.at(-1) ?? '').waitFor();
  t.pass('with Follow, a new call appears at once');
  await page.getByRole('button', { name: 'Rows' }).click();
  await page.reload();
  await tile.waitFor();
  t.equal(await page.getByRole('button', { name: 'Rows' }).getAttribute('aria-pressed'), 'true');
  t.equal(await page.getByRole('switch', { name: 'Follow' }).getAttribute('aria-checked'), 'true');
  t.same(await serious(), [], 'rows');
};

const keys = async (t: Test, { page, api, serious }: Place): Promise<void> => {
  const tiles = await page.locator('[data-call]').all();
  const ids = await Promise.all(tiles.map((tile) => tile.getAttribute('data-call')));
  const chosen = (): string => new URL(page.url()).pathname.split('/')[2] ?? '';
  await page.keyboard.press('j');
  t.equal(chosen(), ids[0]);
  await logOf(page).getByText(GREETING).waitFor();
  t.same(await serious(), [], 'a selected call');
  await page.keyboard.press('ArrowDown');
  t.equal(chosen(), ids[1]);
  await page.keyboard.press('k');
  t.equal(chosen(), ids[0]);
  await page.getByRole('tab', { name: 'Tools' }).click();
  await page.keyboard.press('ArrowDown');
  t.equal(chosen(), ids[0], 'arrows keep their meaning in tabs');
  await page.keyboard.press('Escape');
  await page.waitForURL(/\/live$/);
  // Some may have ended already.
  for (const id of ids) await refusalOf(api.cancel(id ?? ''));
};

const hangingUp = async (t: Test, place: Place): Promise<void> => {
  const { page, api, service } = place;
  const { id: agentId } = await createVoiceAgent(place);
  const sentences = [BOOK, ...Array.from({ length: 11 }, () => 'for two people')];
  const callId = await startSimulatedCall(place, agentId, sentences);
  await page.goto(`${service.url}/live/${callId}`);
  await logOf(page).getByText(GREETING).waitFor();
  const hangUp = page.getByRole('button', { name: 'Hang up', exact: true });
  const undo = page.getByRole('button', { name: 'Undo' });
  await hangUp.click();
  await undo.click();
  await hangUp.waitFor();
  await page.keyboard.press('h');
  await undo.waitFor();
  await page.keyboard.press('u');
  await hangUp.waitFor();
  t.equal((await api.call(callId)).call.status, 'answered', 'the call goes on when the hang-up is undone');
  await hangUp.click();
  await page.getByText(/^Ends in \d s$/).waitFor();
  t.same(await place.serious(), [], 'a hang-up that can be undone');
  await page.goto(`${service.url}/calls`);
  await api.callUntil(callId, isSettled, 20_000);
  t.pass('leaving the page does not lose the hang-up');
  const other = await startSimulatedCall(place, agentId, sentences);
  await page.goto(`${service.url}/live/${other}`);
  await logOf(page).getByText(GREETING).waitFor();
  await hangUp.click();
  await page.getByRole('button', { name: 'Hang up now' }).click();
  await page.getByText('The call has ended.').waitFor();
  t.equal(await undo.count(), 0, 'a second press ends it now');
  await api.callUntil(other, isSettled, 20_000);
};

const alarms = async (t: Test, place: Place): Promise<void> => {
  const { page, api, service } = place;
  const { id: agentId } = await createVoiceAgent(place);
  await page.goto(`${service.url}/live`);
  const patient = await startSimulatedCall(place, agentId, [
    BOOK,
    ...Array.from({ length: 11 }, () => 'for two people'),
  ]);
  await tileOf(page, patient).waitFor();
  t.equal(await page.getByText('No alarms').count(), 1);
  const upset = await startSimulatedCall(place, agentId, [
    'I would like to speak to a person',
    ...Array.from({ length: 11 }, () => 'for two people'),
  ]);
  await tileOf(page, upset).getByText('wants a person').waitFor();
  await page.getByRole('status').filter({ hasText: '1 call needs attention' }).waitFor();
  await page.mouse.move(0, 0);
  const first = page.locator('[data-call]').first();
  await until(
    'the urgent call is first',
    async () => (await first.getAttribute('data-call')) === upset,
    10_000,
  );
  await page.getByRole('button', { name: 'By state' }).click();
  await until('then the older one', async () => (await first.getAttribute('data-call')) === patient, 10_000);
  await page.getByRole('button', { name: 'Alarms' }).click();
  const menu = page.getByRole('dialog', { name: 'Alarms' });
  t.same(await place.serious(), [], 'the menu of alarms');
  await menu.getByRole('checkbox', { name: 'a customer requests a person' }).uncheck();
  await page.getByText('No alarms').waitFor();
  await page.keyboard.press('Escape');
  await page.reload();
  await tileOf(page, upset).waitFor();
  t.equal(await tileOf(page, upset).getByText('wants a person').count(), 0, 'the choice is remembered');
  for (const id of [patient, upset]) await refusalOf(api.cancel(id));
};

/** The page has all of the call, and nothing twice. */
const whole = async (t: Test, { page, api }: Place, callId: string): Promise<void> => {
  // Turns may be added until then.
  const { transcript } = await api.callUntil(callId, isSettled, 60_000);
  await page.getByText('The call has ended.').waitFor();
  await until('all turns are there', async () => (await turnsOn(page)).length >= transcript.length, 30_000);
  t.same(
    await turnsOn(page),
    transcript.map(({ text }) => text),
  );
};

const interrupted = async (t: Test, place: Place): Promise<void> => {
  const { page, service } = place;
  const balancer = await startBalancer();
  t.teardown(() => balancer.close());
  balancer.serve([service.url]);
  const { id: agentId } = await createVoiceAgent(place);
  const callId = await startSimulatedCall(place, agentId, [BOOK, 'one', 'two', 'three', 'four', 'five']);
  let reads = 0;
  let readAt = performance.now();
  page.on('request', (request) => {
    if (!request.url().includes(`/voice/calls/${callId}`)) return;
    reads += 1;
    readAt = performance.now();
  });
  await page.goto(`http://127.0.0.1:${balancer.port}/live/${callId}`);
  await logOf(page).getByText(GREETING).waitFor();
  // Updates that arrive while the page opens make it read again up to a second later.
  const isQuiet = (): boolean => place.waiting() === 0 && performance.now() - readAt > 2_000;
  await until('the page has its first data', isQuiet, 45_000);
  const readsBefore = reads;
  const turnsBefore = (await turnsOn(page)).length;
  balancer.cut(service.url);
  await logOf(page).getByText(ANSWER).waitFor();
  await until('more turns arrive', async () => (await turnsOn(page)).length > turnsBefore, 45_000);
  t.equal(await page.getByText('Reconnecting…').count(), 0, 'a short loss is not shown');
  t.equal(reads, readsBefore, 'missed turns were streamed, not read');
  balancer.serve([]);
  balancer.cut(service.url);
  await page.getByText('Reconnecting…').waitFor();
  const before = (await turnsOn(page)).length;
  await place.api.callUntil(callId, ({ transcript }) => transcript.length >= before + 2, 60_000);
  balancer.serve([service.url]);
  await page
    .getByText('Reconnecting…')
    .waitFor({ state: 'detached' })
    .catch(() => undefined);
  await until('turns continue', async () => (await turnsOn(page)).length >= before + 2, 45_000);
  await whole(t, place, callId);
};

t.test('the live page', { skip: withoutBrowser }, async (t) => {
  const place = await openPlace(t);
  await place.signIn('/live');
  await t.test('says that the service does not answer, and offers a retry', (t) => unanswered(t, place));
  await t.test('shows grey rows while it waits for the service', (t) => slow(t, place));
  await t.test('shows which party speaks, and announces new calls', (t) => speaking(t, place));
  await t.test('keys move through the calls', (t) => keys(t, place));
  await t.test('hanging up can be undone', (t) => hangingUp(t, place));
  await t.test('calls that need attention come first', (t) => alarms(t, place));
  await t.test('a lost connection is resumed', (t) => interrupted(t, place));
  t.same(place.faults, [], 'no script error and no policy violation');
});
