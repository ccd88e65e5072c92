/** Starts a call, waits for its end and for the webhook that reports it, and prints the transcript: `npm run call [number]`. */
import { setTimeout as delay } from 'node:timers/promises';
import { agentNamed, createClient, setting } from './parley.js';
import { startReceiver } from './receiver.js';

const WEBHOOK_MS = 60_000;

const toNumber = process.argv[2] ?? '+14155550100';
const ended = new Map();
const receiver = await startReceiver({
  secret: setting('WEBHOOK_SECRET'),
  port: Number(new URL(setting('RECEIVER_URL')).port),
  handle: (event) => {
    console.log(`Webhook verified: ${event.eventType}`);
    if (event.eventType === 'voice.call.ended') ended.set(event.callId, event);
  },
});
try {
  const parley = createClient();
  const agent = await agentNamed(parley, 'Ann');
  const { call, transcript } = await parley.calls.startAndWait({ agentId: agent.id, toNumber });
  for (const { speaker, text } of transcript) console.log(`${speaker}: ${text}`);
  console.log(`The call to ${toNumber} is ${call.status}.`);
  for (const deadline = Date.now() + WEBHOOK_MS; !ended.has(call.id) && Date.now() < deadline; )
    await delay(100);
  if (!ended.has(call.id)) throw new Error('the webhook of its end did not arrive');
} finally {
  receiver.close();
}
