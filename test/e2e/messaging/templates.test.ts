/** Templates with values by the message endpoint: sent to contacts who never wrote, with their data, or refused. */
import { randomUUID } from 'node:crypto';
import t from 'tap';
import type { MessageDeliveryState, MessageSendResult } from '../../../schemas/channels/message.js';
import type { MediaResource } from '../../../schemas/conversations/media.js';
import { codeOf } from '../../../testkit/api/client.js';
import { createAgent, createCategory, createContact, timelineOf } from '../../../testkit/api/resources.js';
import { connectWhatsApp, startTestMeta } from '../../../testkit/service/meta.js';
import { startWorld } from '../../../testkit/service/world.js';
import { until } from '../../../testkit/until.js';

const ACCOUNT = '106540352242922';
/** A grey pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==';

t.setTimeout(120_000);

const meta = await startTestMeta(t);
const world = await startWorld(t, { ...meta.env, PARLEY_RECONCILE_MS: '6000' });
const client = world.client();
await connectWhatsApp(world, world.businessId, ACCOUNT);
await meta.templates([
  {
    name: 'order_update',
    language: 'en_US',
    components: [
      { type: 'HEADER', format: 'IMAGE' },
      { type: 'BODY', text: 'Hi {{1}}, your order {{2}} is on its way.' },
      { type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Track', url: 'https://example.org/{{1}}' }] },
    ],
  },
]);
const categoryIds = [await createCategory(client, 'A')];
const contactOf = (name: string, mobile: string, fields: Readonly<Record<string, string>>): Promise<string> =>
  createContact(client, { name, mobile, categoryIds, fields });
const ada = await contactOf('Ada', '+14155550601', { order: 'A-17' });
await contactOf('Grace', '+14155550602', {});
const { dataSources } = await client.get<{ dataSources: { id: string; builtIn: boolean }[] }>(
  '/api/v1/data-sources',
);
const sourceId = dataSources.find(({ builtIn }) => builtIn)?.id;
const agentWith = async (...aliases: readonly [string, string][]): Promise<string> =>
  (
    await createAgent(client, {
      channel: 'whatsapp',
      name: 'Ann',
      instructions: 'Say "Hello.".',
      dataSourceVariables: aliases.map(([alias, fieldKey]) => ({ alias, sourceId, fieldKey })),
    })
  ).id;
// The template does not use the city, which no contact has.
const agentId = await agentWith(['who', 'name'], ['order', 'order'], ['city', 'city']);
const { mediaId, providerMediaId } = await client.post<MediaResource>('/api/v1/media', {
  phoneNumberId: ACCOUNT,
  mediaType: 'image',
  mimeType: 'image/png',
  fileName: 'a.png',
  contentBase64: PNG,
});
const components = [
  { type: 'header', parameters: [{ type: 'image', image: { id: mediaId } }] },
  {
    type: 'body',
    parameters: [
      { type: 'text', text: '{{who}}' },
      { type: 'text', text: '{{order}}' },
    ],
  },
  { type: 'button', sub_type: 'url', index: 0, parameters: [{ type: 'text', text: 'o/{{order}}' }] },
];
const template = { name: 'order_update', language: 'en_US', agentId, components };
const send = (to: string, changed: object = {}, key?: string): Promise<MessageSendResult> =>
  client.post(
    '/api/v1/messages',
    { phoneNumberId: ACCOUNT, to, type: 'template', template, ...changed },
    key,
  );
const state = (messageId: string): Promise<MessageDeliveryState> =>
  client.get(`/api/v1/messages/${messageId}`);
const reaches = async (messageId: string, status: string): Promise<MessageDeliveryState> => {
  await until(`the message is ${status}`, async () => (await state(messageId)).status === status, 20_000);
  return state(messageId);
};

t.test('a template reaches a contact who never wrote, with their values, once', async (t) => {
  t.equal(
    await codeOf(send('+14155550601', { type: 'text', text: 'Hello', template: undefined })),
    'conversation_window_closed',
    'free text is refused',
  );
  const key = randomUUID();
  const [{ messageId }] = [await send('+14155550601', {}, key), await send('+14155550601', {}, key)];
  t.match(await reaches(messageId, 'read'), { type: 'template', recipient: '+14155550601' });
  const { sent } = await meta.sent();
  t.equal(sent.length, 1);
  const { biz_opaque_callback_data: correlation, ...body } = { ...sent[0]?.body };
  t.match(correlation, messageId);
  t.strictSame(body, {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: '14155550601',
    type: 'template',
    template: {
      name: 'order_update',
      language: { code: 'en_US' },
      components: [
        { type: 'header', parameters: [{ type: 'image', image: { id: providerMediaId } }] },
        {
          type: 'body',
          parameters: [
            { type: 'text', text: 'Ada' },
            { type: 'text', text: 'A-17' },
          ],
        },
        {
          type: 'button',
          sub_type: 'url',
          index: '0',
          parameters: [{ type: 'text', text: 'o/A-17' }],
        },
      ],
    },
  });
  t.match(await timelineOf(client, ada), [
    { direction: 'outbound', author: 'api', messageType: 'template', status: 'read' },
  ]);
  t.equal(
    await codeOf(send('+14155550601', { type: 'text', text: 'Hello', template: undefined })),
    'conversation_window_closed',
    'a template does not open the window',
  );
});

t.test('the agent of the account is used if none is named', async (t) => {
  const { agentId: _agentId, ...unnamed } = template;
  t.equal(await codeOf(send('+14155550601', { template: unnamed })), 'variable_undeclared');
  await client.patch('/api/v1/channels/assignments', {
    channel: 'whatsapp',
    phoneNumberId: ACCOUNT,
    aiAgentId: agentId,
  });
  const { messageId } = await send('+14155550601', { template: unnamed });
  await reaches(messageId, 'read');
});

t.test('a number without a contact gets templates that need no values', async (t) => {
  const plain = { name: 'hello_world', language: 'en_US' };
  const { messageId } = await send('+14155550699', { template: plain });
  await reaches(messageId, 'read');
  t.equal(await codeOf(send('+14155550699')), 'contact_context_required');
});

t.test('a template that cannot be sent is refused before anything is sent', async (t) => {
  const before = (await meta.sent()).sent.length;
  const body = (text: string) => [{ type: 'body', parameters: [{ type: 'text', text }] }];
  const withComponents = (value: unknown) => ({ template: { ...template, components: value } });
  const other = await agentWith(['who', 'name']);
  for (const [to, changed, code] of [
    ['+14155550602', {}, 'contact_context_required'],
    ['+14155550601', { template: { ...template, agentId: other } }, 'variable_undeclared'],
    ['+14155550601', { template: { ...template, agentId: randomUUID() } }, 'agent_not_found'],
    ['+14155550601', withComponents([...body('a'), ...body('b')]), 'validation_failed'],
    ['+14155550601', withComponents(body(' ')), 'template_parameter_invalid'],
    [
      '+14155550601',
      withComponents([
        { type: 'header', parameters: [{ type: 'text', text: `${'x'.repeat(57)}{{order}}` }] },
      ]),
      'template_parameter_invalid',
    ],
    [
      '+14155550601',
      withComponents([{ type: 'header', parameters: [{ type: 'image', image: { id: randomUUID() } }] }]),
      'media_not_found',
    ],
    ['+14155550601', { text: 'Hello' }, 'validation_failed'],
    ['+14155550601', { template: undefined }, 'validation_failed'],
    ['+14155550601', { type: 'text', text: 'Hello' }, 'validation_failed'],
  ] as const)
    t.equal(await codeOf(send(to, changed)), code, JSON.stringify(changed).slice(0, 80));
  await client.patch(`/api/v1/contacts/${ada}`, { communicationBlocked: true });
  t.equal(await codeOf(send('+14155550601')), 'contact_blocked');
  t.equal((await meta.sent()).sent.length, before);
});

t.test('a refusal of the channel says what to do', async (t) => {
  await contactOf('Linus', '+14155550603', { order: 'B-1' });
  for (const [changed, code] of [
    [{ name: 'nobody_knows' }, 'template_not_found'],
    [{ language: 'de' }, 'template_not_found'],
    [{ components: components.slice(1) }, 'template_parameters_mismatch'],
  ] as const) {
    const { messageId } = await send('+14155550603', { template: { ...template, ...changed } });
    t.match(await reaches(messageId, 'failed'), {
      taskStatus: 'failed',
      providerMessageId: null,
      failure: { code, message: /.{40}/ },
    });
  }
});
