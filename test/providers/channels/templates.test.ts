/** Templates sent to the simulated Meta: the exact bytes of requests, and the meaning of refusals. */
import { pino } from 'pino';
import t from 'tap';
import { meaningOf } from '../../../providers/channels/whatsapp/errors.js';
import { createWhatsApp } from '../../../providers/channels/whatsapp/index.js';
import type { TemplateComponent } from '../../../schemas/channels/template.js';
import type { ERRORS } from '../../../schemas/error-table.js';
import { messageOf } from '../../../schemas/errors.js';
import { startMeta } from '../../../simulators/meta/meta.js';
import { createMetaClient, type ProviderTemplate } from '../../../testkit/simulators/meta-client.js';

const ACCOUNT = { accountId: '106540352242922', token: 'token-of-a-test' };

const TEMPLATES: readonly ProviderTemplate[] = [
  {
    name: 'order_update',
    language: 'en_US',
    components: [
      { type: 'HEADER', format: 'IMAGE' },
      { type: 'BODY', text: 'Hi {{1}}, order {{2}} costs {{3}} and leaves on {{4}}.' },
      {
        type: 'BUTTONS',
        buttons: [
          { type: 'QUICK_REPLY', text: 'Stop' },
          { type: 'URL', text: 'Track', url: 'https://example.org/{{1}}' },
        ],
      },
    ],
  },
  {
    name: 'named',
    language: 'en',
    components: [{ type: 'BODY', text: 'Hi {{customer_name}}.' }],
  },
  { name: 'tired', language: 'en', status: 'PAUSED', components: [] },
  { name: 'gone', language: 'en', status: 'DISABLED', components: [] },
  { name: 'new', language: 'en', status: 'PENDING', components: [] },
];

const words = (...texts: string[]): TemplateComponent['parameters'] =>
  texts.map((text) => ({ type: 'text', text }));
const header: TemplateComponent = {
  type: 'header',
  parameters: [{ type: 'image', image: { id: '4490709327384033' } }],
};
const body: TemplateComponent = {
  type: 'body',
  parameters: [
    ...words('Ada', 'A-17'),
    { type: 'currency', currency: { fallback_value: '€ 9.99', code: 'EUR', amount_1000: 9_990 } },
    { type: 'date_time', date_time: { fallback_value: '25 May' } },
  ],
};
const url: TemplateComponent = { type: 'button', sub_type: 'url', index: 1, parameters: words('orders/17') };
const reply: TemplateComponent = {
  type: 'button',
  sub_type: 'quick_reply',
  index: '0',
  parameters: [{ type: 'payload', payload: 'STOP' }],
};

const simulator = await startMeta({ port: 0, seed: 1 });
t.teardown(() => simulator.close());
const meta = createMetaClient(simulator.url);
await meta.templates(TEMPLATES);
const whatsapp = createWhatsApp(
  { apiBaseUrl: simulator.url, appSecret: 'a', verifyToken: 'b' },
  pino({ level: 'silent' }),
);
const send = (name: string, languageCode: string, components?: readonly TemplateComponent[]) =>
  whatsapp.send(
    ACCOUNT,
    {
      to: '919800000001',
      correlation: 'job-77',
      again: false,
      content: {
        type: 'template',
        name,
        languageCode,
        ...(components === undefined ? {} : { components }),
      },
    },
    AbortSignal.timeout(10_000),
  );
const last = async (): Promise<string> => JSON.stringify((await meta.sent()).sent.at(-1)?.body);

t.test('sends requests as Meta documents them', async (t) => {
  t.match(await send('order_update', 'en_US', [header, body, reply, url]), { is: 'accepted' });
  t.equal(
    await last(),
    '{"messaging_product":"whatsapp","recipient_type":"individual","to":"919800000001",' +
      '"biz_opaque_callback_data":"job-77","type":"template","template":{"name":"order_update",' +
      '"language":{"code":"en_US"},"components":[' +
      '{"type":"header","parameters":[{"type":"image","image":{"id":"4490709327384033"}}]},' +
      '{"type":"body","parameters":[{"type":"text","text":"Ada"},{"type":"text","text":"A-17"},' +
      '{"type":"currency","currency":{"fallback_value":"€ 9.99","code":"EUR","amount_1000":9990}},' +
      '{"type":"date_time","date_time":{"fallback_value":"25 May"}}]},' +
      '{"type":"button","sub_type":"quick_reply","index":"0","parameters":[{"type":"payload","payload":"STOP"}]},' +
      '{"type":"button","sub_type":"url","index":"1","parameters":[{"type":"text","text":"orders/17"}]}]}}',
  );
  t.match(await send('hello_world', 'en_US'), { is: 'accepted' });
  t.equal(
    await last(),
    '{"messaging_product":"whatsapp","recipient_type":"individual","to":"919800000001",' +
      '"biz_opaque_callback_data":"job-77","type":"template","template":{"name":"hello_world",' +
      '"language":{"code":"en_US"}}}',
  );
  const named: TemplateComponent = {
    type: 'body',
    parameters: [{ type: 'text', text: 'Ada', parameter_name: 'customer_name' }],
  };
  t.match(await send('named', 'en', [named]), { is: 'accepted' });
});

t.test('each refusal says what to do, and no message is sent', async (t) => {
  const before = (await meta.sent()).sent.length;
  const long = { ...body, parameters: [...words('x'.repeat(1_000)), ...body.parameters.slice(1)] };
  const broken = { ...body, parameters: [...words('a\nb'), ...body.parameters.slice(1)] };
  const image = { ...body, parameters: [...body.parameters.slice(0, 3), ...header.parameters] };
  const refused: readonly [code: keyof typeof ERRORS, ...Parameters<typeof send>][] = [
    ['template_not_found', 'order_update', 'de', [header, body, url]],
    ['template_not_found', 'nobody_knows', 'en'],
    ['template_not_found', 'new', 'en'],
    ['template_paused', 'tired', 'en'],
    ['template_disabled', 'gone', 'en'],
    ['template_parameters_mismatch', 'order_update', 'en_US'],
    [
      'template_parameters_mismatch',
      'order_update',
      'en_US',
      [header, { ...body, parameters: words('a') }, url],
    ],
    ['template_parameters_mismatch', 'hello_world', 'en_US', [{ type: 'body', parameters: words('a') }]],
    ['template_parameters_mismatch', 'order_update', 'en_US', [header, body]],
    ['template_parameters_mismatch', 'order_update', 'en_US', [header, body, { ...url, index: 7 }]],
    [
      'template_parameter_invalid',
      'order_update',
      'en_US',
      [{ ...header, parameters: words('a') }, body, url],
    ],
    ['template_parameter_invalid', 'order_update', 'en_US', [header, image, url]],
    ['template_parameter_invalid', 'order_update', 'en_US', [header, broken, url]],
    ['template_parameter_invalid', 'named', 'en', [{ type: 'body', parameters: words('Ada') }]],
    ['template_text_too_long', 'order_update', 'en_US', [header, long, url]],
  ];
  for (const [code, ...args] of refused)
    t.same(
      await send(...args),
      { is: 'refused', failure: { code, message: messageOf(code) } },
      `${code}: ${JSON.stringify(args).slice(0, 60)}`,
    );
  t.equal((await meta.sent()).sent.length, before);
});

t.test('some codes have another meaning if no template was sent', async (t) => {
  for (const code of [100, 131_008, 131_009]) {
    t.match(meaningOf(code), { failure: { code: 'message_rejected' } });
    t.match(meaningOf(code, true), { failure: { code: /^template_parameter/ } });
  }
  t.match(meaningOf(132_007, true), { failure: { code: 'template_policy_violated' } });
  t.match(meaningOf(130_429, true), { is: 'postponed' });
});
