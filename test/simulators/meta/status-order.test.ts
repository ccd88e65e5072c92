/** The simulated Meta reports the steps of a message in order, however slowly they are accepted, unless a fault reorders them. */
import { createServer } from 'node:http';
import t, { type Test } from 'tap';
import { startMeta } from '../../../simulators/meta/meta.js';
import { listening } from '../../../simulators/support/listening.js';
import { createMetaClient } from '../../../testkit/simulators/meta-client.js';
import { until } from '../../../testkit/until.js';

/** The statuses in the order in which an app receives them that takes `slowMs` for the first. */
const statusesOf = async (t: Test, slowMs: number, faults: object = {}): Promise<readonly string[]> => {
  const meta = await startMeta({ port: 0, seed: 1 });
  t.teardown(() => meta.close());
  const received: string[] = [];
  const app = createServer(async (req, res) => {
    const chunks: Buffer[] = [];
    for await (const chunk of req) chunks.push(Buffer.from(chunk));
    const [, status] = /"status":"(\w+)"/.exec(Buffer.concat(chunks).toString()) ?? [];
    if (status !== undefined) {
      received.push(status);
      if (received.length === 1) await new Promise((resolve) => setTimeout(resolve, slowMs));
      received.push(`${status} accepted`);
    }
    res.end(new URL(req.url ?? '', 'http://app').searchParams.get('hub.challenge') ?? '');
  });
  const port = await listening(app);
  t.teardown(() => {
    app.close();
    app.closeAllConnections();
  });
  const url = `http://127.0.0.1:${port}/hook`;
  await fetch(`${meta.url}/control/app`, {
    method: 'PUT',
    body: JSON.stringify({ callbackUrl: url, instagramUrl: url, appSecret: 's', verifyToken: 'v' }),
  });
  const client = createMetaClient(meta.url, '');
  await client.faults(faults);
  await fetch(`${meta.url}/v23.0/106540352242922/messages`, {
    method: 'POST',
    headers: { authorization: 'Bearer token' },
    body: JSON.stringify({
      messaging_product: 'whatsapp',
      to: '14155550101',
      type: 'text',
      text: { body: 'Hello.' },
    }),
  });
  await until('all are reported', async () => received.length === 6 && (await client.sent()).pending === 0);
  return received;
};

t.test('a step is reported once the step before was accepted', async (t) => {
  t.same(await statusesOf(t, 400), [
    ...['sent', 'sent accepted'],
    ...['delivered', 'delivered accepted'],
    ...['read', 'read accepted'],
  ]);
});

t.test('a fault reports the first step last', async (t) => {
  const statuses = await statusesOf(t, 0, { reorderStatus: 1 });
  t.same(
    statuses.filter((_, index) => index % 2 === 0),
    ['delivered', 'read', 'sent'],
  );
});
