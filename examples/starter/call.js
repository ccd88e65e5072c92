/** Starts a call, waits for its end and for the webhook that reports it, and prints the transcript: `npm run call [number]`. */
import { setTimeout as delay } from 'node:timers/promises';
import { agentNamed, callAndWait, print, setting } from './parley.js';
import { startReceiver } from './receiver.js';

const WEBHOOK_MS = 60_000;

const toNumber = process.argv[2] ?? '+14155550100';
const ended = new Map();
const receiver = await startReceiver({
  secret: setting('WEBHOOK_SECRET'),
  port: Number(new URL(setting('RECEIVER_URL')).port),
  handle: (event) => {
    print(`Webhook verified: ${event.eventType}`);
    if (event.eventType === 'voice.call.ended') ended.set(event.callId, event);
  },
});
try {
  const agent = await agentNamed('Ann');
  const { call, transcript } = await callAndWait(agent.id, toNumber);
  for (const { speaker, text } of transcript) print(`${speaker}: ${text}`);
  print(`The call to ${toNumber} is ${call.status}.`);
  for (const deadline = Date.now() + WEBHOOK_MS; !ended.has(call.id) && Date.now() < deadline; )
    await delay(100);
  if (!ended.has(call.id)) throw new Error('the webhook of its end did not arrive');
} finally {
  receiver.close();
}
