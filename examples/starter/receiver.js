/** Receives webhooks, refuses those that are not from Parley, and handles each event once. `npm run receive` prints them. */
import { createServer } from 'node:http';
import { pathToFileURL } from 'node:url';
import { ParleyError, verifyWebhook } from 'parley-voice-client';
import { setting } from './parley.js';

const MAX_BODY_BYTES = 1024 * 1024;
const MAX_REMEMBERED = 10_000;

const bodyOf = async (incoming) => {
  const chunks = [];
  let size = 0;
  for await (const chunk of incoming) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new Error('too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
};

/** Calls `handle` with each new event. Resolves when it listens. */
export const startReceiver = async ({ secret, port, handle }) => {
  const seen = new Set();
  const server = createServer(async (incoming, outgoing) => {
    try {
      const event = await verifyWebhook(await bodyOf(incoming), incoming.headers, secret);
      // A delivery is repeated until it is answered: keep the ids in your database.
      if (!seen.has(event.eventId)) {
        await handle(event);
        seen.add(event.eventId);
        if (seen.size > MAX_REMEMBERED) seen.delete(seen.values().next().value);
      }
      outgoing.writeHead(204).end();
    } catch (error) {
      // Not from Parley, or too old.
      const isRefused = error instanceof ParleyError && error.code.startsWith('webhook_');
      outgoing.writeHead(isRefused ? 401 : 500).end();
    }
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    port: server.address().port,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { port } = await startReceiver({
    secret: setting('WEBHOOK_SECRET'),
    port: Number(new URL(setting('RECEIVER_URL')).port),
    handle: (event) => console.log(JSON.stringify(event)),
  });
  console.log(`Listening on port ${port}`);
}
