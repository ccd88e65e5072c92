/** Two contacts of one person are merged: calls, messages and numbers of both belong to one, before and after. */
import t from 'tap';
import type { ContactResource } from '../../../schemas/contacts/contact.js';
import { codeOf, isSettled } from '../../../testkit/api/client.js';
import {
  contactsWith,
  createAgent,
  createCategory,
  createContact,
  timelineOf,
} from '../../../testkit/api/resources.js';
import { connectWhatsApp, startTestMeta } from '../../../testkit/service/meta.js';
import { startWorld } from '../../../testkit/service/world.js';
import { until } from '../../../testkit/until.js';

const ACCOUNT = '106540352242944';
const MAIN = '+14155550160';
const OTHER = '+14155550161';
const CALL_MS = 60_000;

t.setTimeout(150_000);

const meta = await startTestMeta(t);
const world = await startWorld(t, meta.env);
const client = world.client();
await connectWhatsApp(world, world.businessId, ACCOUNT);

t.test('the history and the numbers of two contacts become those of one', async (t) => {
  const categoryIds = [await createCategory(client, 'Customers')];
  const agent = await createAgent(client, {
    channel: 'voice',
    name: 'Ada',
    instructions: 'You are Ada.',
    contactCategoryIds: categoryIds,
    voiceSettings: { firstGreeting: 'Hello, Ada here.' },
  });
  const main = await createContact(client, { name: 'Mia', mobile: MAIN, categoryIds });
  const fields = { city: 'Oslo' };
  const other = await createContact(client, { name: 'Mia B.', mobile: OTHER, categoryIds, fields });
  for (const [contactId, mobile] of [
    [main, MAIN],
    [other, OTHER],
  ] as const) {
    await world.network.callee(mobile, {
      ringMs: 200,
      steps: [{ afterSilenceMs: 500, do: { type: 'hang_up' } }],
    });
    const body = { agentId: agent.id, contactId };
    const { callId } = await client.post<{ callId: string }>('/api/v1/voice/calls', body);
    await client.callUntil(callId, isSettled, CALL_MS);
  }
  await meta.write({ accountId: ACCOUNT, from: OTHER.slice(1), text: 'Before the merge.' });
  const texts = async (contactId: string) =>
    (await timelineOf(client, contactId)).flatMap((item) => (item.type === 'message' ? [item.text] : []));
  await until('the message is there', async () => (await texts(other)).length === 1);

  const merge = { otherContactId: other };
  const path = `/api/v1/contacts/${main}/merge`;
  const { contact } = await client.post<{ contact: ContactResource }>(path, merge);
  t.match(contact, { id: main, name: 'Mia', mobile: MAIN, otherMobiles: [OTHER], fields });
  t.match(contact.rollups, { voice: { count: 2 }, whatsapp: { count: 1 } });
  t.equal(await codeOf(client.get(`/api/v1/contacts/${other}`)), 'contact_not_found');
  t.equal(await codeOf(client.post(path, merge)), 'contact_not_found');
  t.same(
    (await contactsWith(client, OTHER)).map(({ id }) => id),
    [main],
  );
  const calls = await client.get<{ calls: readonly { contactId: string }[] }>(
    `/api/v1/voice/calls?contactId=${main}`,
  );
  t.equal(calls.calls.length, 2);
  t.same(await texts(main), ['Before the merge.']);

  await meta.write({ accountId: ACCOUNT, from: OTHER.slice(1), text: 'After the merge.' });
  await until('the message reaches the contact', async () => (await texts(main)).length === 2);
  await meta.write({ accountId: ACCOUNT, from: MAIN.slice(1), text: 'From the main number.' });
  await until('so does one from its own number', async () => (await texts(main)).length === 3);
  t.equal((await contactsWith(client, 'Mia')).length, 1, 'no other contact was created');

  const existing = { name: 'Twin', mobile: OTHER, categoryIds };
  t.equal(await codeOf(createContact(client, existing)), 'contact_exists');
  const remove = `/api/v1/contacts/${main}`;
  await client.patch(remove, { mobile: OTHER });
  t.match((await contactsWith(client, MAIN))[0], { mobile: OTHER, otherMobiles: [MAIN] });
  await client.patch(remove, { otherMobiles: [] });
  await createContact(client, { ...existing, mobile: MAIN });
});
