/** The disclosure on the page: written with an agent, kept with its versions, and shown for each call. */
import t from 'tap';
import { type Disclosure, NO_DISCLOSURE } from '../../../../schemas/agents/disclosure.js';
import type { VoiceCallDiagnostics } from '../../../../schemas/calls/diagnostics.js';
import type { VoiceCallSummary } from '../../../../schemas/calls/voice-call.js';
import { openTab, publish } from '../agent-page.js';
import { withoutBrowser } from '../browser.js';
import { openPlace, type Place } from '../place.js';

t.setTimeout(300_000);

const CALL_ID = '7b0f3c86-3a53-4d4c-9a42-000000000001';
const AT = '2026-01-05T10:00:00.000Z';
const TEXT = 'This call is made by an AI.';

const summary: VoiceCallSummary = {
  id: CALL_ID,
  status: 'completed',
  agentName: 'Ada',
  campaignName: null,
  contactId: null,
  contactName: null,
  sourceName: null,
  callData: {},
  calleeNumber: '+14155550123',
  durationSeconds: 9,
  startedAt: AT,
  endedAt: AT,
  recordingAvailable: false,
  transcriptAvailable: true,
  createdAt: AT,
  chargedMicrocredits: 0,
  endedBy: 'customer',
  endReason: 'customer_hangup',
  disclosure: NO_DISCLOSURE,
};
const turn = { speaker: 'assistant', audioOffsetMs: 0, audioEndOffsetMs: 3_300 } as const;
const diagnostics: VoiceCallDiagnostics = {
  attempts: [],
  timeline: [],
  notes: [],
  toolUses: [],
  turns: [{ ...turn, interrupted: false, heard: 'acked', latencies: null, disclosure: true }],
  testVariables: [],
};

/** Opens the page of a call that has this disclosure. */
const showCall = async ({ page, service }: Place, disclosure: Disclosure): Promise<void> => {
  const call = { ...summary, disclosure };
  const data = { call, transcript: [{ ...turn, text: TEXT, createdAt: AT }], diagnostics };
  await page.unrouteAll({ behavior: 'wait' });
  await page.route(`**/api/v1/voice/calls/${CALL_ID}?*`, (route) =>
    route.fulfill({ json: { ok: true, data, meta: { requestId: 'r1' } } }),
  );
  await page.goto(`${service.url}/calls/${CALL_ID}`);
  await page.getByRole('log').getByText(TEXT).waitFor();
};

t.test('a disclosure is edited, and calls show what became of it', { skip: withoutBrowser }, async (t) => {
  const place = await openPlace(t);
  const { page, api } = place;
  const agent = await api.createAgent('Bea', 'You are Bea.', { firstGreeting: 'Hello.' });
  await place.signIn(`/agents/${agent.id}`);

  await t.test('it is saved with the agent, and its words are counted', async (t) => {
    await openTab(page, 'Calls');
    const field = page.getByRole('combobox', { name: 'Disclosure' });
    await field.fill('word '.repeat(61));
    await page.getByText('61 of 60 words: too long to save').waitFor();
    await page.getByRole('button', { name: 'Save draft' }).click();
    t.match(await page.getByRole('alert').textContent(), /61 words; shorten it to 60/);
    await field.fill(TEXT);
    await page.getByText('7 of 60 words').waitFor();
    t.same(await place.serious(), [], 'the editor');
    await publish(page);
    const { versions } = await place.ask<{ versions: readonly object[] }>(
      'GET',
      `/api/v1/console/agents/${agent.id}/versions?businessId=${place.businessId}`,
    );
    t.match(versions[0], { version: 2, voiceSettings: { disclosure: TEXT, firstGreeting: 'Hello.' } });
    await openTab(page, 'Versions');
    await page.locator('ins').getByText(TEXT).waitFor();
  });

  await t.test('an agent that writes has no field for it, and saves none', async (t) => {
    await openTab(page, 'Prompt');
    await page.getByLabel('Channel').selectOption('sms');
    await openTab(page, 'Calls');
    t.equal(await page.getByRole('combobox', { name: 'Disclosure' }).count(), 0);
    await publish(page);
    const { agents } = await api.get<{ agents: readonly object[] }>('/api/v1/agents');
    t.match(agents, [{ channel: 'sms', voiceSettings: { disclosure: undefined } }]);
  });

  await t.test('the page of a call says when it was heard, and how that is known', async (t) => {
    const heard = (proof: 'acked' | 'estimated') =>
      ({ status: 'heard', heardAtMs: 3_209, proof }) satisfies Disclosure;
    await showCall(place, heard('acked'));
    await page.getByText('Disclosure heard at 3.2 s (confirmed by the carrier)').waitFor();
    t.same(await place.serious(), [], 'the call');
    await page.getByRole('log').getByText('disclosure', { exact: true }).waitFor();
    await showCall(place, heard('estimated'));
    await page.getByText('Disclosure heard at 3.2 s (estimated)').waitFor();
    await showCall(place, { status: 'not_heard', heardAtMs: null, proof: null });
    await page.getByText('Disclosure not heard').waitFor();
    await showCall(place, NO_DISCLOSURE);
    t.equal(await page.getByText(/^Disclosure/).count(), 0);
  });
});
