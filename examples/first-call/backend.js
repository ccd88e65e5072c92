/**
 * A backend that has an agent call people who ask for it: `POST /call-me` starts a call, webhooks say how it goes, and
 * `GET /calls/{id}` returns what is known. docs/how-to/call-from-your-backend.md explains it.
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

const agentId = setting('PARLEY_AGENT_ID');
/** The address at which Parley reaches this program. */
const address = setting('BACKEND_URL');
const parley = new Parley({ apiKey: setting('PARLEY_API_KEY'), baseUrl: setting('PARLEY_URL') });

/**
 * What is known of each call. A real backend keeps this in its database.
 * @type {Map<string, { status: string, turns: { speaker: string, text: string }[] }>}
 */
const calls = new Map();
/** Events that were handled: a delivery can arrive twice. @type {Set<string>} */
const handled = new Set();

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
    channel: 'voice',
    callbackUrl,
    events: ['voice.call.ringing', 'voice.call.answered', 'voice.call.turn', 'voice.call.ended'],
  });
  return shown(created.signingSecret);
};

/** @type {(event: import('parley-voice-client').WebhookEvent) => void} */
const handle = (event) => {
  if (!('callId' in event) || event.callId === null || handled.has(event.eventId)) return;
  handled.add(event.eventId);
  const call = calls.get(event.callId) ?? { status: 'queued', turns: [] };
  calls.set(event.callId, call);
  if (event.eventType === 'voice.call.turn')
    call.turns.push({ speaker: event.turn.speaker, text: event.turn.text });
  if (event.eventType === 'voice.call.ringing' || event.eventType === 'voice.call.answered')
    call.status = event.call.status;
  if (event.eventType === 'voice.call.ended') call.status = event.call.status;
};

/** @type {(request: import('node:http').IncomingMessage) => Promise<string>} */
const startCall = async (request) => {
  const { number, requestId } = JSON.parse(await text(request));
  const { callId } = await parley.calls.start(
    { agentId, toNumber: String(number) },
    // The same click twice is one call.
    { idempotencyKey: `call-me-${requestId}` },
  );
  return callId;
};

const secret = await subscribe();
const server = createServer(async (request, response) => {
  /** @type {(status: number, body: unknown) => void} */
  const answer = (status, body) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  try {
    const { pathname } = new URL(request.url ?? '/', address);
    if (request.method === 'POST' && pathname === '/hooks') {
      handle(await verifyWebhook(await text(request), request.headers, secret));
      answer(200, {});
    } else if (request.method === 'POST' && pathname === '/call-me') {
      answer(202, { callId: await startCall(request) });
    } else {
      const call = calls.get(pathname.replace('/calls/', ''));
      answer(call === undefined ? 404 : 200, call ?? {});
    }
  } catch (error) {
    if (error instanceof ParleyError) answer(400, { code: error.code, message: error.message });
    else if (error instanceof SyntaxError) answer(400, { message: 'The body is not JSON.' });
    else {
      console.error(error);
      answer(500, {});
    }
  }
});
server.listen(Number(new URL(address).port || 80), '127.0.0.1', () => console.log(`ready at ${address}`));
