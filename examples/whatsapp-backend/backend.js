/**
 * A backend that answers WhatsApp messages by itself, without an agent: it looks up orders, offers buttons, and hands over to
 * people. docs/how-to/whatsapp-with-your-backend.md explains it.
 */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Parley, ParleyError, verifyWebhook } from 'parley-voice-client';

/** @type {(name: string) => string} */
const setting = (name) => {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`Set ${name}.`);
  return value;
};

/** The account of the business on WhatsApp. */
const phoneNumberId = setting('WHATSAPP_PHONE_NUMBER_ID');
/** The address at which Parley reaches this program. */
const address = setting('BACKEND_URL');
const parley = new Parley({ apiKey: setting('PARLEY_API_KEY'), baseUrl: setting('PARLEY_URL') });

/** The orders of the shop. A real backend asks its database. @type {Readonly<Record<string, string>>} */
const ORDERS = { 1001: 'is on its way and arrives tomorrow', 1002: 'was delivered on Monday' };

/** @type {(secret: string | null) => string} */
const shown = (secret) => {
  if (secret === null) throw new Error('The secret was shown before: rotate it.');
  return secret;
};

/**
 * The signing secret of our subscription. It is shown only once, so a program that has not kept it rotates it.
 * @type {() => Promise<string>}
 */
const subscribe = async () => {
  const callbackUrl = `${address}/hooks`;
  for await (const subscription of parley.webhookSubscriptions.list())
    if (subscription.callbackUrl === callbackUrl && subscription.status === 'active') {
      const rotated = await parley.webhookSubscriptions.rotateSecret({ subscriptionId: subscription.id });
      return shown(rotated.signingSecret);
    }
  const created = await parley.webhookSubscriptions.create({
    channel: 'whatsapp',
    phoneNumberId,
    // This program answers the messages of the account, and no agent.
    externalAutomation: true,
    callbackUrl,
    events: ['whatsapp.message.received', 'whatsapp.message.failed'],
  });
  return shown(created.signingSecret);
};

/** @type {(message: string) => string} */
const replyTo = (message) => {
  const order = /\b\d{4}\b/.exec(message)?.[0];
  if (order === undefined) return 'Hello! Send me the number of your order, and I look up where it is.';
  const state = ORDERS[order];
  return state === undefined ? `I cannot find order ${order}.` : `Your order ${order} ${state}.`;
};

/** @type {(event: import('parley-voice-client').WebhookEvent) => Promise<void>} */
const handle = async (event) => {
  if (event.eventType === 'whatsapp.message.failed') console.error(`not delivered: ${event.eventId}`);
  // People answer while they have taken the conversation.
  if (event.eventType !== 'whatsapp.message.received' || event.humanHandoffActive) return;
  const { mobileE164 } = event.customer;
  // Customers with a user name may keep their number to themselves.
  if (mobileE164 === null) return;
  await parley.messages.send(
    {
      channel: 'whatsapp',
      phoneNumberId,
      to: mobileE164,
      type: 'text',
      text: replyTo(event.message.text ?? ''),
    },
    // A delivery can arrive twice: the reply is sent once.
    { idempotencyKey: `reply-${event.eventId}` },
  );
};

const secret = await subscribe();
const server = createServer(async (request, response) => {
  try {
    await handle(await verifyWebhook(await text(request), request.headers, secret));
    response.writeHead(200).end();
  } catch (error) {
    const isRefused = error instanceof ParleyError && error.code.startsWith('webhook_');
    if (!isRefused) console.error(error);
    // Parley delivers again what was not handled.
    response.writeHead(isRefused ? 400 : 500).end();
  }
});
server.listen(Number(new URL(address).port || 80), '127.0.0.1', () => console.log(`ready at ${address}`));
