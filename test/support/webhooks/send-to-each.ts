/**
 * A process that sends a webhook to each address of its arguments and prints the answers as JSON. Node.js reads
 * NODE_EXTRA_CA_CERTS only when a process starts. Every name is at 127.0.0.1, except those ending in `.unknown`.
 */
import { createWebhookSender } from '../../../providers/webhooks/sender.js';
import { namesFor } from '../names.js';

const TIMEOUT_MS = 4_000;

const ended: (() => unknown)[] = [];
const names = await namesFor({ teardown: (work) => void ended.push(work) }, (name, type) => {
  if (name.endsWith('.unknown')) return 'unknown';
  return type === 'A' ? ['127.0.0.1'] : [];
});
const sender = createWebhookSender({ anywhere: true, connections: 2, timeoutMs: TIMEOUT_MS, names });
const answers = await Promise.all(
  process.argv.slice(2).map((url, index) =>
    sender.send(
      {
        businessId: 'b1',
        subscriptionId: `s${index}`,
        url,
        secret: 'secret',
        eventId: 'e1',
        contractVersion: '1.1',
        body: '{}',
        timestamp: Math.floor(Date.now() / 1_000),
      },
      new AbortController().signal,
    ),
  ),
);
await sender.close();
for (const work of ended) await work();
process.stdout.write(JSON.stringify(answers));
