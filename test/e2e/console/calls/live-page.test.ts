/** A person who joins a call from the live page: they hear it in the browser, and speak in place of the agent. */
import type { Page } from 'playwright-core';
import t, { type Test } from 'tap';
import { until } from '../../../../testkit/until.js';
import { withoutLegs } from '../../calls/legs/page.js';
import { microphoneOf } from '../microphone.js';
import { openPlace, type Place } from '../place.js';
import { heardOn, watchHeard } from './heard-in-page.js';

t.setTimeout(300_000);

const GREETING = 'Hello, this is the restaurant Bella Vista. How can I help you?';
/** Louder than a silent line. */
const AUDIBLE = 0.02;

/** Starts a call of a simulated caller who repeats a sentence; resolves with its id. */
const beginCall = async ({ api, ask }: Place): Promise<string> => {
  const agent = await api.createAgent('Ann', 'Otherwise, say "I see, please tell me more about that.".', {
    firstGreeting: GREETING,
  });
  const sentences = Array.from({ length: 10 }, () => 'I would like to book a table');
  const { callId } = await ask<{ callId: string }>('POST', '/api/v1/console/simulated-calls', {
    agentId: agent.id,
    says: sentences,
  });
  return callId;
};

/** Ann can become a viewer only if the business has another owner. */
const becomeViewer = async ({ businessId, email, admin }: Place): Promise<void> => {
  const owner = ['--email', 'bea@example.org', '--name', 'Bea Owens'];
  await admin('user', 'create', '--business', businessId, ...owner);
  await admin('user', 'role', '--email', email, '--role', 'viewer');
};

t.test('a viewer can listen to a call and do nothing else', { skip: withoutLegs }, async (t) => {
  const place = await openPlace(t);
  const { page, serious } = place;
  await place.signIn('/live');
  const callId = await beginCall(place);
  await becomeViewer(place);
  await page.reload();
  await page.locator(`[data-call="${callId}"]`).click();
  await page.getByRole('log').getByText(GREETING).waitFor();
  await page.getByRole('button', { name: 'Listen', exact: true }).click();
  await page.getByText('You are listening. No one on the call can hear you.').waitFor();
  await watchHeard(page);
  await until(
    'both voices are heard',
    async () => {
      const heard = await heardOn(page);
      return heard.length === 2 && heard.every((loudest) => loudest > AUDIBLE);
    },
    25_000,
  );
  t.same(await serious(), [], 'while listening');
  t.equal(
    await page.getByRole('button', { name: /^Take over|^Hang up|^Send note/ }).count(),
    0,
    'no button for more',
  );
  await page.keyboard.press('t');
  t.ok(
    await page.getByText('You are listening. No one on the call can hear you.').isVisible(),
    'no key either',
  );
  await page.getByRole('button', { name: 'Stop listening' }).click();
  await page.getByRole('button', { name: 'Listen', exact: true }).waitFor();
  t.equal(await page.evaluate("document.querySelectorAll('audio').length"), 0, 'no audio plays');
  await page.keyboard.press('l');
  await page.getByText('You are listening. No one on the call can hear you.').waitFor();
  await place.api.cancel(callId);
  await page.getByText('The call has ended.').waitFor();
  await until(
    'the audio ends',
    async () => (await page.evaluate("document.querySelectorAll('audio').length")) === 0,
  );
  t.same(place.faults, [], 'no script error and no policy violation');
});

const COLLEAGUE = 'for two people';

/** The peak of the user's own level bar within 4 s, 0 to 1; the microphone is never silent for that long. */
const MY_VOICE = `(async () => {
  let most = 0;
  const until = performance.now() + 4000;
  while (performance.now() < until) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const { transform } = document.querySelector('[aria-label="Your microphone"] > i').style;
    most = Math.max(most, Number(/[\\d.]+/.exec(transform)?.[0] ?? 0));
  }
  return most;
})()`;
const myVoice = async (page: Page): Promise<number> => Number(await page.evaluate(MY_VOICE));

const noteToAgent = async (t: Test, { page, api, serious }: Place, callId: string): Promise<void> => {
  const field = page.getByLabel('Note to the agent');
  const sendButton = page.getByRole('button', { name: 'Send note' });
  t.ok(await sendButton.isDisabled(), 'the note is empty');
  await page.route('**/agent-notes', (route) => route.abort());
  await field.fill('The kitchen closes at nine.');
  await sendButton.click();
  await page.getByRole('alert').getByText('The service is not responding').waitFor();
  t.equal(await field.inputValue(), 'The kitchen closes at nine.', 'what was typed is kept');
  t.same(await serious(), [], 'a note that was not sent');
  await page.unroute('**/agent-notes');
  await sendButton.click();
  await page.getByText('Note sent. The agent uses it from its next reply on.').waitFor();
  t.equal(await field.inputValue(), '', 'the field is empty again');
  const { diagnostics } = await api.callUntil(callId, () => true, 1_000);
  t.match(diagnostics, { operators: { agentNotes: [{ text: 'The kitchen closes at nine.' }] } });
};

t.test('an operator takes a call over, hands it back and hangs up', { skip: withoutLegs }, async (t) => {
  const place = await openPlace(t, { wav: await microphoneOf(t, COLLEAGUE) });
  const { page, api, serious } = place;
  await place.signIn('/live');
  const callId = await beginCall(place);
  const tile = page.locator(`[data-call="${callId}"]`);
  await tile.click();
  const log = page.getByRole('log');
  await log.getByText(GREETING).waitFor();
  await noteToAgent(t, place, callId);

  await page.getByRole('button', { name: 'Take over' }).click();
  await page.getByRole('status').getByText('You are speaking to the customer').waitFor();
  await tile.getByText('colleague speaking').waitFor();
  t.ok((await myVoice(page)) > 0, 'the level of the voice is shown');
  const turn = log.locator('li[data-speaker="human"]').filter({ hasText: COLLEAGUE });
  await turn.first().waitFor();
  t.same(await serious(), [], 'while speaking');
  await page.getByRole('button', { name: 'Mute', exact: true }).click();
  await page.getByRole('status').getByText('Muted: the customer cannot hear you').waitFor();
  // The bar shows the moment before as well.
  await until('the level is zero', async () => (await myVoice(page)) === 0);
  await page.getByRole('button', { name: 'Unmute' }).click();
  t.ok((await myVoice(page)) > 0, 'the microphone was only muted');

  await page.getByLabel('What should the agent know?').fill('They want a table at eight.');
  await page.getByRole('button', { name: 'Hand back' }).click();
  await page.getByText('Handed back. The agent continues; you are listening.').waitFor();
  await tile.getByText('colleague speaking').waitFor({ state: 'detached' });
  const agentTurns = log.locator('li[data-speaker="assistant"]');
  const before = await agentTurns.count();
  await until('the agent continues', async () => (await agentTurns.count()) > before, 20_000);

  await page.getByRole('button', { name: 'Hang up' }).click();
  await page.getByRole('button', { name: 'Hang up now' }).click();
  await page.getByText('The call has ended.').waitFor();
  const { call, transcript } = await api.callUntil(callId, ({ call }) => call.endedAt !== null, 10_000);
  t.equal(call.endedBy, 'operator', 'hung up');
  t.ok(
    transcript.some(({ speaker, text }) => speaker === 'human' && text === COLLEAGUE),
    'the words of the operator',
  );

  await page.goto(`${place.service.url}/calls/${callId}`);
  await page.getByRole('tab', { name: 'Events' }).click();
  const events = page.getByRole('tabpanel', { name: 'Events' });
  await events.getByText('took over and handed back').waitFor();
  t.match(await events.textContent(), /Ann Archer/);
  await events.getByText('They want a table at eight.').waitFor();
  await events.getByText('The kitchen closes at nine.').waitFor();
  t.same(await serious(), [], 'the operators of the call');
  t.same(place.faults, [], 'no script error and no policy violation');
});
