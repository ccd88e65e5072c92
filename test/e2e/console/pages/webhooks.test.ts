/** Webhooks in the console: created, delivered, failed, given up and sent again; changed, re-keyed, revoked. */
import t, { type Test } from 'tap';
import { subscription } from '../../../../actors/subscription/index.js';
import { asAdmin } from '../../../../src/admin/as-admin.js';
import type { Receiver } from '../../../../testkit/servers/receiver.js';
import { startReceiver } from '../../../../testkit/servers/receiver.js';
import { until } from '../../../../testkit/until.js';
import { withoutBrowser } from '../browser.js';
import { openPlace, type Place } from '../place.js';

t.setTimeout(300_000);

interface Desk extends Place {
  readonly receiver: Receiver;
}

const call = async ({ api }: Desk): Promise<void> => {
  const agent = await api.createAgent('Bea', 'Otherwise, say "I see.".', { firstGreeting: 'Hello.' });
  const callId = await api.startCall(agent.id, '+14155550199');
  await api.callUntil(callId, ({ call: { status } }) => status === 'answered', 45_000);
  await api.cancel(callId);
};

const making = async (t: Test, desk: Desk): Promise<void> => {
  const { page, receiver, serious } = desk;
  await desk.signIn('/webhooks');
  await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor();
  t.same(await serious(), [], 'none');
  await page.getByRole('link', { name: 'New webhook' }).last().click();
  await page.getByLabel('Endpoint URL').fill('ftp://example.org/hooks');
  await page.getByLabel(/^voice\.call\.turn/).uncheck();
  t.same(await serious(), [], 'a new webhook');
  await page.getByRole('button', { name: 'Create webhook' }).click();
  const refused = page.getByLabel('Endpoint URL').and(page.locator(':focus[aria-invalid=true]'));
  await refused.waitFor();
  t.equal(await refused.inputValue(), 'ftp://example.org/hooks', 'what was typed is kept');
  await page.getByLabel('Endpoint URL').fill(`${receiver.url}/hooks`);
  await page.getByRole('button', { name: 'Create webhook' }).click();
  const dialog = page.getByRole('dialog', { name: 'Signing secret' });
  const secret = (await dialog.locator('code').textContent()) ?? '';
  t.match(secret, /^[0-9a-f]{64}$/);
  t.match(await dialog.getByLabel('For libraries of Standard Webhooks').inputValue(), /^whsec_.{88}$/);
  t.same(await serious(), [], 'the secret');
  receiver.secret('/hooks', secret);
  await page.keyboard.press('Escape');
  t.ok(await dialog.isVisible(), 'Escape does not close it');
  await dialog.getByRole('button', { name: 'I have saved it' }).click();
  await page.getByText(`ends with ${secret.slice(-4)}`).waitFor();
  t.notMatch(await page.content(), secret, 'the secret is shown once');
};

const failing = async (t: Test, desk: Desk): Promise<void> => {
  const { page, receiver, serious } = desk;
  receiver.behave('/hooks', (_req, res, index) => {
    res.writeHead(index === 0 ? 500 : 204).end(index === 0 ? 'out of order' : undefined);
  });
  await call(desk);
  const lines = page.getByRole('tabpanel').getByRole('listitem');
  await lines.filter({ hasText: 'voice.call.ended' }).first().waitFor();
  const failed = lines.filter({ hasText: 'Failed' });
  await failed.waitFor();
  await failed.locator('summary').click();
  await failed.getByText('out of order').waitFor();
  t.same(await serious(), [], 'deliveries');
  await lines.filter({ hasText: 'retry 1' }).filter({ hasText: 'Delivered' }).waitFor();
  t.ok(
    receiver.on('/hooks').every(({ signed }) => signed),
    'signed with the secret that was shown',
  );
  t.notOk(
    receiver.on('/hooks').some(({ body }) => body.eventType === 'voice.call.turn'),
    'events that were not chosen are not sent',
  );
};

const goneAndBack = async (t: Test, desk: Desk): Promise<void> => {
  const { page, receiver, serious } = desk;
  receiver.behave('/hooks', (_req, res) => void res.writeHead(410).end());
  await call(desk);
  const article = page.getByRole('article');
  await page.reload();
  await article.getByText('Paused: endpoint gone').waitFor();
  await article.getByText('The endpoint answered 410 Gone').waitFor();
  await page.getByRole('banner').getByRole('link', { name: '1 webhook paused' }).waitFor();
  t.same(await serious(), [], 'paused by the service');
  const lines = page.getByRole('tabpanel').getByRole('listitem');
  const failed = lines.filter({ hasText: '410' }).first();
  await failed.locator('summary').click();
  await failed.getByText('gone for good').waitFor();
  await page.getByRole('tab', { name: 'Dead letters' }).click();
  await lines.first().locator('summary').click();
  await lines.first().getByText('The endpoint answered 410 Gone.').waitFor();
  t.same(await serious(), [], 'a dead letter of a gone endpoint');
  receiver.behave('/hooks', (_req, res) => void res.writeHead(204).end());
  await page.getByRole('button', { name: 'Resume' }).click();
  await article.getByText('Active').waitFor();
  await lines.first().getByRole('button', { name: 'Resend' }).click();
  await page.getByRole('tab', { name: 'Deliveries' }).click();
  await lines.filter({ hasText: 'voice.call.ended' }).filter({ hasText: 'Delivered' }).nth(1).waitFor();
  await page
    .getByRole('banner')
    .getByRole('link', { name: '1 webhook paused' })
    .waitFor({ state: 'detached' });
};

const sendingAgain = async (t: Test, desk: Desk): Promise<void> => {
  const { page, receiver, dataDir, businessId, serious } = desk;
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  const event = {
    eventId: 'call-1:ended',
    eventType: 'voice.call.ended',
    thread: 'call-1',
    occurredAt: '2026-03-03T11:00:00.000Z',
    payload: { eventId: 'call-1:ended', eventType: 'voice.call.ended', businessId },
  } as const;
  // As the deliverer does after 72 hours.
  await asAdmin({ dataDir }, ({ system }) => {
    system.registerIdle(subscription);
    return system.ask(
      subscription,
      { business: businessId, id },
      { type: 'dead_letter', event, attempts: 26 },
    );
  });
  await page.getByRole('tab', { name: 'Dead letters' }).click();
  const letter = page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: '26 attempts' });
  await letter.filter({ hasText: 'undelivered' }).locator('summary').click();
  await letter.locator('pre').getByText('"eventId": "call-1:ended"').waitFor();
  t.same(await serious(), [], 'dead letters');
  await letter.getByRole('button', { name: 'Resend' }).click();
  await letter.getByText('Resent').waitFor();
  const sent = await until(
    'the event arrives',
    () => receiver.on('/hooks').find(({ body }) => body.eventId === event.eventId),
    45_000,
  );
  t.match(sent, { signed: true, body: { eventType: 'voice.call.ended' } });
  await page.getByRole('tab', { name: 'Verify' }).click();
  await page.getByRole('combobox', { name: 'Language' }).selectOption('Python');
  await page.getByText('def is_genuine').waitFor();
  t.same(await serious(), [], 'how to verify');
};

const testing = async (t: Test, desk: Desk): Promise<void> => {
  const { page, receiver, serious } = desk;
  const before = receiver.on('/hooks').length;
  receiver.behave('/hooks', (_req, res, index) => {
    res.writeHead(index === before ? 500 : 204).end(index === before ? 'not yet' : undefined);
  });
  await page.getByRole('tab', { name: 'Test' }).click();
  await page.getByRole('button', { name: 'Send test events' }).click();
  // voice.call.turn was not chosen.
  await page.getByText('7 of 8 events delivered.').waitFor();
  const failed = page.getByRole('tabpanel').getByRole('listitem').filter({ hasText: 'Failed' });
  await failed.locator('summary').click();
  await failed.getByText('not yet').waitFor();
  t.same(await serious(), [], 'test events');
  const tests = receiver.on('/hooks').slice(before);
  t.equal(tests.length, 8, 'nothing is retried');
  t.ok(tests.every(({ signed, body }) => signed && body.test === true));
  receiver.behave('/hooks', (_req, res) => void res.writeHead(204).end());
};

const ending = async (t: Test, desk: Desk): Promise<void> => {
  const { page, receiver, serious } = desk;
  const host = new URL(receiver.url).host;
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByLabel(/^voice\.call\.turn/).check();
  t.same(await serious(), [], 'settings');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('Saved. Applies').waitFor();
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.getByRole('article').getByText('Paused').waitFor();
  await page.getByRole('button', { name: 'Resume' }).click();
  await page.getByRole('article').getByText('Active').waitFor();
  await page.getByRole('button', { name: 'New secret' }).click();
  const rotating = page.getByRole('dialog', { name: 'Sign with a new secret?' });
  await rotating.getByLabel('The current secret').selectOption('Signs as well for 24 hours');
  t.same(await serious(), [], 'a new secret');
  await rotating.getByRole('textbox').fill(host);
  await rotating.getByRole('button', { name: 'New secret' }).click();
  await page.getByRole('button', { name: 'I have saved it' }).click();
  await page.getByRole('article').getByText('signs until').waitFor();
  await page.getByRole('button', { name: 'Revoke' }).click();
  const revoking = page.getByRole('dialog', { name: `Revoke the webhook of ${host}?` });
  t.ok(await revoking.getByRole('button', { name: 'Revoke' }).isDisabled(), 'disabled at first');
  await revoking.getByRole('textbox').fill(host);
  await revoking.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('article').getByText('Revoked').waitFor();
  t.equal(await page.getByRole('button', { name: 'Pause' }).count(), 0);
};

t.test('the pages of webhooks', { skip: withoutBrowser }, async (t) => {
  const receiver = await startReceiver(t);
  const place = await openPlace(t);
  const desk: Desk = { ...place, receiver };
  await t.test('a webhook is created, and its secret is shown once', (t) => making(t, desk));
  await t.test('a failed delivery is listed, and so is its successful retry', (t) => failing(t, desk));
  await t.test('an endpoint that is gone pauses it until it is resumed', (t) => goneAndBack(t, desk));
  await t.test('an event that was given up is read and sent again', (t) => sendingAgain(t, desk));
  await t.test('test events are sent, and their results listed', (t) => testing(t, desk));
  await t.test('a webhook is changed, paused, given a new secret and revoked', (t) => ending(t, desk));
  t.same(desk.faults, [], 'no script error and no policy violation');
});
