/** A call that has ended: its recording is drawn, played from any word and shared; the call is billed and run again. */
import { readFile } from 'node:fs/promises';
import t, { type Test } from 'tap';
import { withoutBrowser } from '../browser.js';
import { generatedRecording } from '../generated-recording.js';
import { openPlace, type Place } from '../place.js';

t.setTimeout(300_000);

/** Long, so that the call is still up when a page has loaded. */
const GREETING =
  'Hello, this is Ada. You have reached the restaurant Bella Vista. We are open from noon to midnight, every day of the week. How can I help you?';
const WORDS =
  'When the customer says "thank you goodbye", say "Thank you for calling. We look forward to your visit. Goodbye!". Then hang up.';
/** How high a lane is drawn in the middle of each third, as a share of its height. */
const DRAWN = `(() => {
  const { shadowRoot } = [...document.querySelector('[data-part="waves"]').firstElementChild.children].find(({ shadowRoot }) => shadowRoot);
  return [...shadowRoot.querySelectorAll('.canvases > div')].map((lane) => {
    const canvas = lane.querySelector('canvas');
    const { width, height } = canvas;
    const pixels = canvas.getContext('2d').getImageData(0, 0, width, height).data;
    return [1 / 6, 3 / 6, 5 / 6].map((place) => {
      let most = 0;
      for (let x = Math.floor(width * place) - 6; x < Math.floor(width * place) + 6; x += 1) {
        let inked = 0;
        for (let y = 0; y < height; y += 1) if (pixels[(y * width + x) * 4 + 3] > 127) inked += 1;
        most = Math.max(most, inked);
      }
      return most / height;
    });
  });
})()`;

const position = async ({ page }: Place): Promise<number> =>
  Number(await page.evaluate("document.querySelector('audio').currentTime"));

const listening = async (t: Test, place: Place): Promise<void> => {
  const { page, api, service, serious } = place;
  const agent = await api.createAgent('Ada', WORDS, { firstGreeting: GREETING });
  await place.signIn(`/agents/${agent.id}`);
  await page.getByRole('tab', { name: 'Talk' }).click();
  await page.getByLabel('Sentences of the simulated caller').fill('thank you goodbye');
  await page.getByRole('button', { name: 'Watch a call' }).click();
  await page.waitForURL(/\/live\/[0-9a-f-]{36}$/);
  await page.goto(`${service.url}/calls/${page.url().split('/').at(-1)}`);
  await page.getByText('The recording is available after the call ends.').waitFor();
  const recording = page.getByRole('region', { name: 'Recording' });
  await recording.waitFor({ timeout: 90_000 });
  await recording.locator('[data-part="waves"] canvas').first().waitFor();
  t.same(await serious(), [], 'a recording');
  const log = page.getByRole('log');
  await log.locator('li[data-speaker="assistant"]').last().getByText('Thank', { exact: true }).click();
  await page.waitForFunction("!document.querySelector('audio').paused");
  t.ok((await position(place)) > 1, 'playback starts at a word');
  const current = log.locator('li[aria-current]');
  await current.filter({ hasText: 'Thank you for calling' }).waitFor({ timeout: 30_000 });
  // From its beginning, so that it does not end by itself before the key is pressed.
  await log.locator('li[data-speaker="assistant"]').first().getByText('Hello,', { exact: true }).click();
  await current.filter({ hasText: 'Hello, this is Ada.' }).waitFor({ timeout: 30_000 });
  await log.focus();
  await page.keyboard.press('Space');
  await page.waitForFunction("document.querySelector('audio').paused");
  t.equal(await page.evaluate("document.querySelector('audio').ended"), false, 'stopped by the key');
  await page.keyboard.press('Home');
  await page.getByRole('slider', { name: 'Position' }).press('Home');
  t.equal(await position(place), 0, 'by the Home key');
  await page.keyboard.press('ArrowRight');
  t.ok((await position(place)) > 2, 'a step forward');
  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download recording' }).click();
  const file = await readFile(await (await downloaded).path());
  t.equal(file.subarray(0, 4).toString(), 'OggS', 'the file is the recording');
};

const behind = async (t: Test, { page, api, serious }: Place): Promise<void> => {
  await page.getByRole('tab', { name: 'Bill' }).click();
  await page.getByText('Started blocks of 20 seconds').waitFor();
  const { call } = await api.call(new URL(page.url()).pathname.split('/').at(-1) ?? '');
  const blocks = Math.ceil(call.durationSeconds / 20);
  t.ok(blocks === 1 || blocks === 2, `${call.durationSeconds} s: about as long as the conversation`);
  const credits = (blocks / 100).toFixed(2);
  t.match(
    await page.getByRole('tabpanel').textContent(),
    `Started blocks of 20 seconds${blocks}${credits}Charged${credits}`,
  );
  await page.getByRole('tab', { name: 'Carrier' }).click();
  await page.getByRole('cell', { name: 'loopback' }).waitFor();
  t.same(await serious(), [], 'the carrier');
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog', { name: 'Share this call' });
  const link = await dialog.getByLabel('Link to the recording').inputValue();
  const { status } = await fetch(link);
  t.equal(status, 200, 'the link is enough to hear it');
  t.same(await serious(), [], 'sharing');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Run again' }).click();
  const again = page.getByRole('dialog', { name: 'Run again with another agent' });
  t.equal(await again.getByLabel('Sentences of the caller').inputValue(), 'thank you goodbye');
  t.same(await serious(), [], 'running it again');
  const before = page.url();
  await again.getByRole('button', { name: 'Start call' }).click();
  await page.waitForURL((url) => url.href !== before);
  await page.getByRole('log').getByText('Hello, this is Ada.').waitFor();
  await page.goto(before);
};

const drawing = async (t: Test, place: Place): Promise<void> => {
  const { page } = place;
  const sound = generatedRecording();
  await page.route('**/recordings/**', (route) =>
    route.fulfill({ body: sound, contentType: 'audio/wav', headers: { 'accept-ranges': 'bytes' } }),
  );
  await page.route('**/api/v1/voice/calls/*?*', async (route) => {
    const answer = await route.fetch();
    const detail: {
      data: { transcript: object[]; diagnostics: { turns: object[]; toolUses: object[]; notes: object[] } };
    } = await answer.json();
    const [first] = detail.data.transcript;
    const createdAt = new Date('2026-01-05T10:00:00Z');
    const at = (ms: number): string => new Date(createdAt.getTime() + ms).toISOString();
    const turn = (speaker: string, from: number, to: number): object => ({
      ...first,
      speaker,
      text: `${speaker} speaks`,
      createdAt: at(from),
      audioOffsetMs: from,
      audioEndOffsetMs: to,
    });
    const sources = [
      {
        sourceId: '7b0f3c86-3a53-4d4c-9a42-000000000009',
        title: 'Handbook',
        passages: [
          { position: 3, heading: 'Parking' },
          { position: 4, heading: 'Parking' },
          { position: 7, heading: '' },
        ],
      },
    ];
    detail.data.transcript = [
      turn('assistant', 0, 3_000),
      turn('customer', 900, 1_800),
      { ...turn('assistant', 3_000, 4_500), sources },
      turn('human', 6_000, 9_000),
    ];
    detail.data.diagnostics.turns = [false, false, true, false].map((interrupted) => ({
      ...detail.data.diagnostics.turns[0],
      latencies: null,
      interrupted,
      ...(interrupted ? { unheard: 'and says no more', nudge: true } : {}),
    }));
    detail.data.diagnostics.notes = [
      { code: 'not_understood', atMs: 6_000, audioOffsetMs: 4_800, audioEndOffsetMs: 5_700 },
    ];
    detail.data.diagnostics.toolUses = [
      { at: at(4_500), name: 'look_up', arguments: {}, outcome: 'done', result: 'found', durationMs: 12 },
    ];
    await route.fulfill({ response: answer, json: detail });
  });
  await page.reload();
  await page.locator('[data-part="waves"] canvas').first().waitFor();
  await page.waitForFunction(`${DRAWN}[0][0] > 0`);
  const [customer, agent]: number[][] = await page.evaluate(DRAWN);
  const near = (found: number | undefined, expected: number, what: string): boolean =>
    t.ok(Math.abs((found ?? -1) - expected) < 0.06, `${what}: ${found} of ${expected}`);
  near(customer?.[0], 1, 'the customer, at full height');
  near(customer?.[1], 0, 'the customer is silent');
  near(agent?.[0], 0, 'the agent is silent');
  near(agent?.[1], 0.5, 'the agent, half as high');
  near(agent?.[2], 0, 'silence');
  const left = async (mark: string): Promise<string> =>
    String(await page.evaluate(`document.querySelector('${mark}').style.left`));
  t.equal(await left('[data-speech="held"]'), '10%', 'speech over the greeting');
  t.equal(await left('[data-mark="interrupted"]'), '50%', 'where the agent was interrupted');
  const sources = page.locator('[data-part="sources"]');
  await sources.locator('summary').click();
  t.equal(await sources.locator('li').innerText(), 'Handbook: Parking, passage 8', 'sources of the answer');
  t.ok((await left('[data-mark="nudge"]')).startsWith('33.3'), 'where the agent nudged the customer');
  await page.getByRole('log').getByText('and says no more').waitFor();
  t.equal(await left('[data-mark="tool"]'), '50%', 'the tool');
  t.equal(await page.locator('[data-speech="human"]').count(), 1, 'a colleague');
  const spoken = page.getByRole('log').locator('li[data-turn], li[data-part="lost"]');
  t.match(await spoken.nth(3).textContent(), /0:04Not understood$/, 'between the turns around it');
  await page.getByRole('log').getByText('the offline recogniser understands only its phrase book').waitFor();
  t.ok((await left('[data-speech="lost"]')).startsWith('53.3'), 'where it was not understood');
  await page.getByRole('button', { name: 'Play what was not understood, from 0:04' }).click();
  t.ok((await position(place)) >= 4.8, 'its sound is played');
  t.same(await place.serious(), [], 'speech that was not understood');
  await page.unroute('**/recordings/**');
};

const inWords = async (t: Test, place: Place): Promise<void> => {
  const { page, serious } = place;
  await page.getByRole('tab', { name: 'Events' }).click();
  const conversation = page.getByRole('region', { name: 'Conversation' });
  const lines = await conversation.getByRole('listitem').allTextContents();
  t.ok(
    lines.some((line) => /^\+\d+\.\d+ sAgent: Hello, this is Ada\./.test(line)),
    'words with their moment and speaker',
  );
  t.ok(
    lines.some((line) => /^\+[\d.:]+( s)?Customer: thank you goodbye/i.test(line)),
    lines.join('\n'),
  );
  t.match(
    await page.getByRole('region', { name: 'Before the conversation' }).textContent(),
    /\+0\.00 sRequested/,
  );
  t.match(await page.getByRole('region', { name: 'Afterwards' }).textContent(), /Ended.*Charged/s);
  t.same(await serious(), [], 'the events');
  await conversation
    .getByRole('listitem')
    .filter({ hasText: 'Customer:' })
    .first()
    .getByRole('button', { name: /^Play from/ })
    .click();
  t.ok((await position(place)) > 1, 'an event leads to its place in the recording');
  await page.keyboard.press('Space');
};

const reviewed = async (t: Test, { page, api, serious }: Place): Promise<void> => {
  const review = page.getByRole('region', { name: 'Review' });
  await review.getByLabel('Add tag').fill('Great');
  await review.getByLabel('Add tag').press('Enter');
  await review.getByRole('button', { name: 'Remove tag great' }).waitFor();
  await review.getByRole('button', { name: 'Score 4 of 5' }).click();
  await review.getByRole('button', { name: 'Score 4 of 5', pressed: true }).waitFor();
  await review.getByLabel('Add a note for your team').fill('Use it in the training.');
  await review.getByRole('button', { name: 'Add note' }).click();
  await review.getByRole('listitem').filter({ hasText: 'Use it in the training.' }).waitFor();
  t.match(await review.textContent(), /Ann Archer/);
  t.same(await serious(), [], 'the review');
  const callId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  t.match((await api.get<{ review: object }>(`/api/v1/voice/calls/${callId}`)).review, {
    tags: ['great'],
    score: 4,
    notes: [{ text: 'Use it in the training.' }],
  });
  await review.getByRole('button', { name: 'Remove', exact: true }).click();
  await review.getByText('Use it in the training.').waitFor({ state: 'detached' });
};

const tested = async (t: Test, { page, api, serious }: Place): Promise<void> => {
  await page.getByRole('button', { name: 'Make a test' }).click();
  const dialog = page.getByRole('dialog', { name: 'Make a test of this call' });
  t.equal(await dialog.getByLabel('Lines of the customer').inputValue(), 'thank you goodbye');
  t.ok(await dialog.getByRole('button', { name: 'Save test' }).isDisabled(), 'it needs an expectation');
  await dialog.getByLabel('Name').fill('Says goodbye');
  await dialog.getByLabel('What the agent must do').fill('The agent says goodbye and hangs up.');
  t.same(await serious(), [], 'making a test');
  await dialog.getByRole('button', { name: 'Save test' }).click();
  await dialog.getByText('Test saved.').waitFor();
  const { scenarios } = await api.get<{ scenarios: readonly object[] }>('/api/v1/simulation-scenarios');
  t.match(scenarios, [
    {
      name: 'Says goodbye',
      channel: 'voice',
      scenario: {
        customers: [{ lines: ['thank you goodbye'] }],
        criteria: [{ judge: 'The agent says goodbye and hangs up.' }],
      },
    },
  ]);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Call again' }).click();
  const again = page.getByRole('dialog', { name: /^Call .* again\?$/ });
  t.same(await serious(), [], 'calling again');
  const requested = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/v1/voice/calls'),
  );
  await again.getByRole('button', { name: 'Call', exact: true }).click();
  t.match((await requested).postDataJSON(), { toNumber: /^\+/ });
  await page.waitForURL(/\/live\//);
  await page.goBack();
};

/** The customer's turn is answered again by a version, and both answers can be heard. */
const compared = async (t: Test, { page, serious }: Place): Promise<void> => {
  await page.getByRole('button', { name: 'Compare with version…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Compare with a version' });
  await dialog.getByText('The customer’s words are the recorded ones').waitFor();
  const versions = dialog.getByLabel('Version');
  await versions.locator('option').first().waitFor({ state: 'attached' });
  t.match(await versions.locator('option').allInnerTexts(), [/Version 1, published/]);
  await dialog.getByRole('button', { name: 'Compare', exact: true }).click();
  await dialog.getByText('The answers are complete.').waitFor({ timeout: 60_000 });
  const row = dialog.getByRole('row').filter({ hasText: /thank you goodbye/i });
  t.equal(await row.getByText('Thank you for calling').count(), 2, 'both answered');
  t.same(await serious(), [], 'two answers');
  await row.getByRole('button', { name: /^Play A/ }).click();
  await row.getByRole('button', { name: 'Stop' }).waitFor();
  const audio = page.waitForResponse((response) => response.url().includes('/samples/'));
  await row.getByRole('button', { name: /^Play B/ }).click();
  t.equal((await audio).headers()['content-type'], 'audio/wav');
  await dialog.getByText(/Voice: /).waitFor();
  t.equal(await dialog.getByRole('alert').count(), 0, 'both can be played');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
};

const broken = async (t: Test, { page, serious }: Place): Promise<void> => {
  await page.route('**/recordings/**', (route) => route.abort());
  await page.reload();
  await page.getByText('The waveform cannot be shown.').waitFor();
  await page.getByRole('alert').getByText('The recording cannot be played.').waitFor();
  t.same(await serious(), [], 'a recording that is gone');
  await page.unrouteAll({ behavior: 'wait' });
};

t.test('the page of a call', { skip: withoutBrowser }, async (t) => {
  const place = await openPlace(t);
  await t.test('plays the recording word by word, by mouse and by keys', (t) => listening(t, place));
  await t.test('shows its events in words, each with its sound', (t) => inWords(t, place));
  await t.test('keeps tags, a score and notes', (t) => reviewed(t, place));
  await t.test('is heard against another version', (t) => compared(t, place));
  await t.test('becomes a test, and is made again', (t) => tested(t, place));
  await t.test('shows the cost, shares the call and runs it again', (t) => behind(t, place));
  await t.test('draws the sound of the call, with its events', (t) => drawing(t, place));
  await t.test('says so if the recording cannot be loaded', (t) => broken(t, place));
  t.same(place.faults, [], 'no script error and no policy violation');
});
