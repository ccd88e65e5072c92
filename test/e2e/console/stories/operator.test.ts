/**
 * An operator's day, by the keyboard alone: the three worst calls among 5,000 are found and heard, a live call is taken
 * over and handed back, and an inbox of 200 conversations is answered.
 */
import type { Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { until } from '../../../../testkit/until.js';
import { withoutLegs } from '../../calls/legs/page.js';
import { openPage, withoutBrowser } from '../browser.js';
import { goTo, press, signInByKeys, tabTo, type } from '../keyboard.js';
import { microphoneOf } from '../microphone.js';
import {
  CALLS,
  COMPLAINT,
  CONVERSATIONS,
  createCalls,
  createInbox,
  type Inbox,
  LOST,
  playWorst,
} from '../operator-day.js';
import { openPlace, type Place } from '../place.js';

t.setTimeout(600_000);

const WORST = 'Unhappy callers';
const PATIENCE_MS = 45_000;
/** Conversations of one request. */
const MOST_PICKED = 100;
/** The least height of a row, px. */
const ROW_PX = 70;

/** Resolves once the recording has played for that long, s. */
const listen = async (page: Page, seconds: number): Promise<void> => {
  const position =
    "(() => { const audio = document.querySelector('audio'); return audio === null || audio.paused ? -1 : audio.currentTime; })()";
  const positionNow = async (): Promise<number> => Number(await page.evaluate(position));
  await until('the recording plays', async () => (await positionNow()) >= 0, PATIENCE_MS);
  const from = await positionNow();
  await until('it goes on', async () => (await positionNow()) >= from + seconds, PATIENCE_MS);
};

const addFilter = async (page: Page, filter: string, value: string): Promise<void> => {
  await press(page, page.getByRole('button', { name: '+ Filter' }));
  const choices = page.getByRole('dialog', { name: 'Filter' });
  await press(page, choices.getByRole('button', { name: filter, exact: true }));
  await press(page, choices.getByRole('button', { name: new RegExp(`^${value}`) }));
  await page.getByRole('button', { name: `Remove filter ${filter}` }).waitFor();
};

/** The rows of the table with its head; null while there is none. */
const rowCount = async (page: Page): Promise<string | null> => {
  const count: unknown = await page.evaluate(
    "document.querySelector('table')?.getAttribute('aria-rowcount')",
  );
  return typeof count === 'string' ? count : null;
};

const findingWorst = async (t: Test, place: Place, worst: readonly string[]): Promise<void> => {
  const { page } = place;
  await goTo(page, 'Calls');
  await page.getByRole('table').waitFor();
  await type(page, page.getByLabel('Period'), 'Today');
  await page.waitForURL(/period=today/);
  await addFilter(page, 'Success', 'No');
  await addFilter(page, 'Sentiment', 'Negative');
  await until('more than the three are left', async () => Number(await rowCount(page)) > 5, PATIENCE_MS);
  await type(page, page.getByLabel('Search what was said'), COMPLAINT, 'Shift+Tab');
  await until('three calls are left', async () => (await rowCount(page)) === '4', PATIENCE_MS);
  await press(page, page.getByRole('button', { name: 'Save view' }), 'Shift+Tab');
  const dialog = page.getByRole('dialog', { name: 'Save view' });
  await type(page, dialog.getByLabel('Name'), WORST);
  await page.keyboard.press('Enter');
  const tabs = page.getByRole('navigation', { name: 'Saved views' });
  await tabs.getByRole('link', { name: WORST }).waitFor();
  await press(page, tabs.getByRole('link', { name: 'All', exact: true }));
  await until('all calls are listed', async () => Number(await rowCount(page)) > 100, PATIENCE_MS);
  await press(page, tabs.getByRole('link', { name: WORST }));
  await until('those of yesterday are among them', async () => (await rowCount(page)) === '5', PATIENCE_MS);
  await type(page, page.getByLabel('Period'), 'Today');
  await until('three calls are left again', async () => (await rowCount(page)) === '4', PATIENCE_MS);
  await tabTo(page, page.getByRole('region', { name: 'Calls' }).last());
  const heard: string[] = [];
  for (let call = 0; call < worst.length; call += 1) {
    await page.keyboard.press('j');
    const isNext = (url: URL): boolean => url.searchParams.get('call') !== (heard.at(-1) ?? null);
    await page.waitForURL(isNext);
    heard.push(new URL(page.url()).searchParams.get('call') ?? '');
    await listen(page, 1);
  }
  t.same(heard.toSorted(), worst.toSorted(), `the worst three of ${CALLS} are heard`);
};

const takingOver = async (t: Test, place: Place, agentId: string): Promise<void> => {
  const { ask, api } = place;
  const { page, faults } = await openPage(t, { wav: await microphoneOf(t, 'for two people') });
  await signInByKeys(page, place, '/live');
  const says = Array.from({ length: 12 }, () => 'I have a question');
  const { callId } = await ask<{ callId: string }>('POST', '/api/v1/console/simulated-calls', {
    agentId,
    says,
  });
  await page.locator(`[data-call="${callId}"]`).waitFor();
  await page.keyboard.press('j');
  const log = page.getByRole('log');
  await log.getByText('Hello, this is the restaurant Bella Vista.').waitFor();
  await page.keyboard.press('t');
  await page.getByRole('status').getByText('You are speaking to the customer').waitFor();
  await log.locator('li[data-speaker="human"]').filter({ hasText: 'for two people' }).first().waitFor();
  await type(page, page.getByLabel('What should the agent know?'), 'They want a table for two.');
  await page.keyboard.press('Enter');
  await page.getByText('Handed back. The agent continues; you are listening.').waitFor();
  await page.keyboard.press('h');
  await page.keyboard.press('h');
  await page.getByText('The call has ended.').waitFor();
  const { call, diagnostics } = await api.callUntil(
    callId,
    (detail) => detail.call.endedAt !== null,
    PATIENCE_MS,
  );
  t.equal(call.endedBy, 'operator');
  t.match(JSON.stringify(diagnostics), /They want a table for two/, 'the note is for the agent');
  t.same(faults, [], 'no script error and no policy violation');
};

/** Turns shortcuts of a single key off: the list takes no letters any more. */
const turningKeysOff = async (t: Test, place: Place): Promise<void> => {
  const { page } = place;
  await goTo(page, 'Calls');
  await page.getByRole('table').waitFor();
  await page.keyboard.press('?');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await dialog.getByText('next call').waitFor();
  await tabTo(page, dialog.getByRole('checkbox'));
  await page.keyboard.press('Space');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.keyboard.press('j');
  await page.keyboard.press('?');
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  t.equal(new URL(page.url()).searchParams.get('call'), null, 'no call is opened');
  t.equal(await dialog.count(), 0);
};

const openName = ({ page }: Place): Promise<string> =>
  page.getByRole('article').getByRole('heading', { level: 2 }).textContent().then(String);

const answering = async (t: Test, place: Place, { meta, numberOf }: Inbox): Promise<void> => {
  const { page } = place;
  await goTo(page, 'Inbox');
  await page.getByRole('link', { name: `Customer ${CONVERSATIONS - 1}` }).waitFor();
  await page.keyboard.press('j');
  const log = page.getByRole('log', { name: 'Messages' });
  await log.getByText('When are you open?').waitFor();
  t.equal(await openName(place), `Customer ${CONVERSATIONS - 1}`, 'the newest conversation is the first one');
  await page.keyboard.press('r');
  await page.keyboard.press('/');
  const answers = page.getByRole('dialog', { name: 'Quick answers' });
  await type(page, answers.getByLabel('Search quick answers'), 'hours');
  await press(page, answers.getByRole('button', { name: /^Opening hours/ }));
  const reply = page.getByLabel('Your reply');
  t.equal(await reply.inputValue(), 'We are open from noon to midnight.');
  await tabTo(page, reply);
  await page.keyboard.press('Enter');
  await log.getByText('We are open from noon to midnight.').waitFor();
  const last = numberOf(CONVERSATIONS - 1);
  await until('it is sent', async () => (await meta.sent()).sent.some(({ to }) => to === last), PATIENCE_MS);
  await page.keyboard.press('Tab');
};

const assigning = async (t: Test, place: Place): Promise<void> => {
  const { page } = place;
  for (let count = 0; count < 3; count += 1) {
    const before = page.url();
    await page.keyboard.press('j');
    await page.waitForURL((url) => url.href !== before);
    const name = await openName(place);
    await page.keyboard.press('a');
    await page.keyboard.type('Ann');
    const row = page.getByRole('region', { name: 'Inbox' }).getByRole('link', { name });
    await row.getByText('Assigned to Ann Archer').waitFor();
    await page.keyboard.press('Tab');
  }
  t.pass('three conversations are assigned');
};

const searching = async (t: Test, place: Place): Promise<void> => {
  const { page } = place;
  const search = page.getByLabel('Search by name or number');
  await type(page, search, 'umbrella', 'Shift+Tab');
  const hits = page.getByRole('region', { name: 'In messages' });
  await press(page, hits.getByRole('link', { name: /Customer 42/ }));
  await page.getByRole('log', { name: 'Messages' }).getByText(LOST).waitFor();
  t.equal(await openName(place), 'Customer 42');
  await tabTo(page, search, 'Shift+Tab');
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.getByRole('link', { name: `Customer ${CONVERSATIONS - 1}` }).waitFor();
};

const finishing = async (t: Test, place: Place): Promise<void> => {
  const { page } = place;
  const rows = page.getByRole('region', { name: 'Inbox' }).last();
  await tabTo(page, rows);
  await until(
    'the oldest conversation is reached',
    async () => {
      await page.keyboard.press('End');
      return page.getByRole('link', { name: /^Customer 0\b/ }).isVisible();
    },
    PATIENCE_MS,
  );
  await type(page, page.getByLabel('Status'), 'Open', 'Shift+Tab');
  await page.waitForURL(/status=open/);
  for (let left = CONVERSATIONS; left > 0; left -= MOST_PICKED) {
    await page.getByRole('region', { name: 'Inbox' }).getByRole('link').first().waitFor();
    await tabTo(page, rows);
    await until(
      '100 conversations are loaded',
      async () => {
        await page.keyboard.press('End');
        return ((await rows.locator('ul').boundingBox())?.height ?? 0) >= MOST_PICKED * ROW_PX;
      },
      PATIENCE_MS,
    );
    await page.keyboard.press('j');
    await page.keyboard.press('x');
    const bar = page.getByRole('region', { name: 'Selected conversations' });
    await press(page, bar.getByRole('button', { name: `Select first ${MOST_PICKED}` }), 'Shift+Tab');
    await bar.getByText(`${MOST_PICKED} selected`).waitFor();
    await press(page, bar.getByRole('button', { name: 'Mark as done' }), 'Shift+Tab');
    await bar.waitFor({ state: 'detached' });
  }
  await page.getByRole('heading', { name: 'No conversations with this outcome' }).waitFor();
  t.pass(`all ${CONVERSATIONS} conversations are done`);
};

t.test('an operator works through a day by the keyboard', { skip: withoutBrowser }, async (t) => {
  const place = await openPlace(t);
  await signInByKeys(place.page, place, '/');
  const agentId = await createCalls(place);
  // The calls take their time, in which the customers write.
  const [worst, inbox] = await Promise.all([playWorst(place, agentId), createInbox(place)]);
  await t.test('the three worst calls among 5,000 are found and heard', (t) => findingWorst(t, place, worst));
  await t.test('a live call is taken over and handed back', { skip: withoutLegs }, (t) =>
    takingOver(t, place, agentId),
  );
  await t.test('a customer is answered with a quick answer', (t) => answering(t, place, inbox));
  await t.test('conversations are assigned', (t) => assigning(t, place));
  await t.test('a message is found by its words', (t) => searching(t, place));
  await t.test('the end of the list is reached, and all of it is done', (t) => finishing(t, place));
  await t.test('shortcuts of a single key can be turned off', (t) => turningKeysOff(t, place));
  t.same(place.faults, [], 'no script error and no policy violation');
});
