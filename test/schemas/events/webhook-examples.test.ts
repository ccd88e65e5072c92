/** The examples of payloads, which the API description shows and test events send. */
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import t from 'tap';
import { EVENT_TYPES } from '../../../schemas/events/subscription.js';
import { webhookExample } from '../../../schemas/events/webhook-examples.js';
import { WEBHOOK_PAYLOADS } from '../../../schemas/events/webhook-payload.js';
import { problemsOfPayload } from '../../support/webhooks/payloads.js';

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);

t.test('the example of each event fits its schema, and has no field that is not described', async (t) => {
  for (const { eventType, channel, schema } of WEBHOOK_PAYLOADS) {
    const example = webhookExample(eventType, channel);
    const fits = ajv.compile(schema);
    t.ok(fits(example), `${channel} ${eventType}: ${ajv.errorsText(fits.errors)}`);
    t.ok(fits({ ...example, test: true }), 'as a test event');
    t.notOk(fits({ ...example, test: 'yes' }));
    t.same(schema, { ...schema, examples: [example] }, 'the schema shows it');
    // Of the two schemas of conversation.analyzed, the helper knows that of WhatsApp.
    if (channel === 'instagram' && eventType === 'conversation.analyzed') continue;
    const event = { eventId: 'e1', eventType, occurredAt: '', payload: { ...example, test: true } };
    t.same(problemsOfPayload(event), []);
  }
  t.equal(new Set(WEBHOOK_PAYLOADS.map(({ eventType }) => eventType)).size, EVENT_TYPES.length);
});

t.test('a step of a message has the times of the steps before it', async (t) => {
  const stepOf = (eventType: 'whatsapp.message.sent' | 'whatsapp.message.read' | 'whatsapp.message.failed') =>
    webhookExample(eventType, 'whatsapp').delivery;
  t.match(stepOf('whatsapp.message.sent'), {
    status: 'sent',
    deliveredAt: null,
    readAt: null,
    failure: null,
  });
  t.match(stepOf('whatsapp.message.read'), {
    status: 'read',
    deliveredAt: /Z$/,
    readAt: /Z$/,
    failure: null,
  });
  t.match(stepOf('whatsapp.message.failed'), { status: 'failed', sentAt: null, failure: { code: /\w/ } });
});
