/** Customers whom WhatsApp knows by another number than the one that is dialled, through the real service and a simulated Meta. */
import t from 'tap';
import type { ContactResource } from '../../../schemas/contacts/contact.js';
import type { MessageItem } from '../../../schemas/conversations/timeline.js';
import { codeOf } from '../../../testkit/api/client.js';
import { contactsWith, createCategory, timelineOf } from '../../../testkit/api/resources.js';
import { connectWhatsApp, startTestMeta } from '../../../testkit/service/meta.js';
import { startWorld } from '../../../testkit/service/world.js';
import { until } from '../../../testkit/until.js';

const ACCOUNT = '106540352242922';
/** Name, the number that is dialled, and the digits by which WhatsApp knows it. No rule leads from the last number to its own. */
const PEOPLE = [
  ['Bruna', '+5548991234567', '554891234567'],
  ['Mateo', '+525512345678', '5215512345678'],
  ['Lucia', '+5491123456789', '541123456789'],
  ['Odd', '+4917612345678', '4915112345678'],
] as const;

t.setTimeout(120_000);

const meta = await startTestMeta(t);
const world = await startWorld(t, meta.env);
await connectWhatsApp(world, world.businessId, ACCOUNT);
const client = world.client();

const categoryIds = [await createCategory(client, 'Buyers')];
const messagesOf = async (contactId: string): Promise<readonly MessageItem[]> =>
  (await timelineOf(client, contactId)).filter((item) => item.type === 'message');
const template = (to: string): Promise<unknown> =>
  client.post('/api/v1/messages', {
    phoneNumberId: ACCOUNT,
    to,
    type: 'template',
    template: { name: 'hello_world', language: 'en_US' },
  });

for (const [name, mobile, waId] of PEOPLE) {
  t.test(`${name} answers from ${waId}`, async (t) => {
    const { contact } = await client.post<{ contact: ContactResource }>('/api/v1/contacts', {
      name,
      mobile,
      categoryIds,
    });
    await meta.know(mobile.slice(1), waId);
    await template(mobile);
    await until('it is delivered', async () => (await messagesOf(contact.id))[0]?.status === 'read');
    await meta.write({ accountId: ACCOUNT, from: waId, name, text: `I am ${name}` });
    const items = await until('the answer is there', async () => {
      const found = await messagesOf(contact.id);
      return found.length === 2 ? found : undefined;
    });
    t.equal(new Set(items.map(({ conversationId }) => conversationId)).size, 1, 'in one conversation');
    t.same(await contactsWith(client, `+${waId}`), [], 'and nobody else has appeared');
    await client.post('/api/v1/messages', {
      phoneNumberId: ACCOUNT,
      to: mobile,
      type: 'text',
      text: 'Hello',
    });
    await until('the reply is sent', async () => (await meta.sent()).sent.some(({ to }) => to === waId));
    t.equal((await messagesOf(contact.id)).length, 3);
    // A person who stops contact stops it for every number of theirs.
    await meta.write({ accountId: ACCOUNT, from: waId, name, text: 'STOP' });
    await until('it is confirmed', async () => (await messagesOf(contact.id)).length === 5);
    t.equal(await codeOf(template(mobile)), 'suppressed');
  });
}

t.test('a customer edits a message, and deletes another', async (t) => {
  const from = '14155550177';
  const write = (content: Readonly<Record<string, unknown>>, id?: string) =>
    meta.write({ accountId: ACCOUNT, from, name: 'Ed', content, ...(id === undefined ? {} : { id }) });
  await write({ type: 'text', text: { body: 'at four' } }, 'wamid.edit');
  await write({ type: 'text', text: { body: 'my PIN is 1234' } }, 'wamid.gone');
  const contact = await until('a contact', async () => (await contactsWith(client, `+${from}`))[0]);
  await write({
    type: 'edit',
    edit: { original_message_id: 'wamid.edit', message: { type: 'text', text: { body: 'at five' } } },
  });
  await write({ type: 'revoke', revoke: { original_message_id: 'wamid.gone' } });
  const items = await until('both are applied', async () => {
    const found = await messagesOf(contact.id);
    return found.every(({ editedAt, revokedAt }) => (editedAt ?? revokedAt) !== undefined)
      ? found
      : undefined;
  });
  t.same(new Set(items.map(({ text }) => text)), new Set(['at five', null]));
  t.equal(items.length, 2, 'neither is a message of its own');
});
