/** Buttons, files, places, reactions and read marks through the service, and templates that are checked before a campaign. */
import t from 'tap';
import type { MessageDeliveryState, MessageSendResult } from '../../../schemas/channels/message.js';
import type { MediaResource } from '../../../schemas/conversations/media.js';
import { codeOf } from '../../../testkit/api/client.js';
import { createAgent, createCategory, createContact } from '../../../testkit/api/resources.js';
import { connectWhatsApp, startTestMeta } from '../../../testkit/service/meta.js';
import { startWorld } from '../../../testkit/service/world.js';
import { until } from '../../../testkit/until.js';

const ACCOUNT = '106540352242922';
const CUSTOMER = '14155550601';

t.setTimeout(120_000);

const meta = await startTestMeta(t);
const world = await startWorld(t, { ...meta.env, PARLEY_RECONCILE_MS: '6000' });
const client = world.client();
await connectWhatsApp(world, world.businessId, ACCOUNT);
const send = (fields: object): Promise<MessageSendResult> =>
  client.post<MessageSendResult>('/api/v1/messages', {
    phoneNumberId: ACCOUNT,
    to: `+${CUSTOMER}`,
    ...fields,
  });
const stateOf = (id: string): Promise<MessageDeliveryState> =>
  client.get<MessageDeliveryState>(`/api/v1/messages/${id}`);
const buttons = [{ id: 'y', title: 'Yes' }];
const question = { type: 'interactive', interactive: { kind: 'buttons', body: 'At four?', buttons } };
const upload = (mediaType: string, mimeType: string, content: string): Promise<MediaResource> =>
  client.post<MediaResource>('/api/v1/media', {
    phoneNumberId: ACCOUNT,
    mediaType,
    mimeType,
    fileName: 'bill.pdf',
    contentBase64: Buffer.from(content).toString('base64'),
  });

t.test('outside the window no kind is accepted', async (t) => {
  t.equal(await codeOf(send(question)), 'conversation_window_closed');
});

t.test('inside the window each kind is sent once, and its reports count', async (t) => {
  const wamid = await meta.write({ accountId: ACCOUNT, from: CUSTOMER, text: 'Hello' });
  const { mediaId } = await upload('document', 'application/pdf', '%PDF-1.7 a bill');
  await until(
    'the window opens',
    async () => (await codeOf(send(question))) !== 'conversation_window_closed',
  );
  const { messageId: asked } = await send({ ...question, type: 'text', interactive: undefined, text: 'Hi' });
  const { conversationId } = await stateOf(asked);
  const kinds: readonly object[] = [
    { type: 'document', mediaId, caption: 'Yours', fileName: 'bill.pdf' },
    { type: 'location', location: { latitude: 52.5, longitude: 13.4, name: 'Shop' } },
    { type: 'reaction', reaction: { providerMessageId: wamid, emoji: '👍' } },
    { type: 'reaction', reaction: { providerMessageId: wamid, emoji: '' } },
  ];
  for (const kind of kinds) {
    const { messageId } = await send(kind);
    await until('it is read', async () => (await stateOf(messageId)).status === 'read');
  }
  const { sent } = await meta.sent();
  t.same(
    sent.map(({ body }) => body.type),
    ['interactive', 'text', 'document', 'location', 'reaction', 'reaction'],
  );
  await client.post(`/api/v1/conversations/${conversationId}/read`, {});
  t.match((await meta.shown()).at(-1), { target: wamid, action: 'read' });
});

t.test('what Meta would refuse is refused first', async (t) => {
  const { mediaId } = await upload('document', 'application/pdf', '%PDF-1.7 a bill');
  const before = (await meta.sent()).sent.length;
  const twice = [...buttons, ...buttons];
  const refused: readonly (readonly [object, string])[] = [
    [{ ...question, interactive: { ...question.interactive, buttons: twice } }, 'validation_failed'],
    [{ type: 'video', mediaId }, 'media_type_mismatch'],
    [{ type: 'audio', mediaId, caption: 'a' }, 'validation_failed'],
    [{ type: 'linked_media', media: { kind: 'image', url: 'https://a.example' } }, 'validation_failed'],
    [{ type: 'reaction', reaction: { providerMessageId: 'a', emoji: 'ok' } }, 'validation_failed'],
  ];
  for (const [fields, code] of refused) t.equal(await codeOf(send(fields)), code, JSON.stringify(fields));
  t.equal(await codeOf(upload('document', 'application/pdf', 'no PDF')), 'media_content_invalid');
  t.equal(await codeOf(upload('video', 'application/pdf', '%PDF-1.7')), 'media_content_invalid');
  t.equal((await meta.sent()).sent.length, before);
});

t.test('a campaign whose template does not fit is refused, naming what is wrong', async (t) => {
  const body = { type: 'BODY', text: 'Hi {{1}}' };
  await meta.templates([
    ...Array.from({ length: 250 }, (_, index) => ({
      name: `template_${index}`,
      language: 'en_US',
      components: [body],
    })),
    { name: 'waiting', language: 'en_US', status: 'PENDING', components: [body] },
    { name: 'paused', language: 'en_US', status: 'PAUSED', components: [body] },
  ]);
  const { total } = await client.get<{ total: number }>('/api/v1/channels/templates?refresh=true');
  t.ok(total >= 252, `all pages are read: ${total}`);
  const categoryId = await createCategory(client, 'A');
  await createContact(client, { name: 'Ada', mobile: '+14155550777', categoryIds: [categoryId], fields: {} });
  const { id: agentId } = await createAgent(client, {
    channel: 'whatsapp',
    name: 'Ann',
    instructions: 'Say "Hello.".',
  });
  const campaign = (templateName: string, templateLanguage: string, values: readonly string[]) =>
    client.post<{ campaign: { id: string } }>('/api/v1/campaigns', {
      name: 'A',
      objective: 'A',
      channel: 'whatsapp',
      agentId,
      audience: { categoryIds: [categoryId] },
      settings: {
        templateName,
        templateLanguage,
        ...(values.length === 0
          ? {}
          : {
              templateComponents: [
                { type: 'body', parameters: values.map((text) => ({ type: 'text', text })) },
              ],
            }),
      },
    });
  t.equal(await codeOf(campaign('none', 'en_US', ['a'])), 'template_not_found');
  t.equal(await codeOf(campaign('template_249', 'de', ['a'])), 'template_not_found');
  t.equal(await codeOf(campaign('waiting', 'en_US', ['a'])), 'template_not_approved');
  t.equal(await codeOf(campaign('paused', 'en_US', ['a'])), 'template_paused');
  t.equal(await codeOf(campaign('template_249', 'en_US', [])), 'template_parameters_mismatch');
  const { campaign: created } = await campaign('template_249', 'en_US', ['a\nb']);
  await client.patch(`/api/v1/campaigns/${created.id}`, { action: 'start' });
  const templates = async (): Promise<readonly string[]> =>
    (await meta.sent()).sent.flatMap(({ body }) =>
      body.type === 'template' ? JSON.stringify(body.template) : [],
    );
  await until('it is sent', async () => (await templates()).length > 0);
  t.match((await templates())[0], 'a b');
});
