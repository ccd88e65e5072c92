/** Read marks and typing indicators, as the simulated Meta accepts them. */
import { createServer } from 'node:http';
import { pino } from 'pino';
import t, { type Test } from 'tap';
import { createInstagram } from '../../../providers/channels/instagram/index.js';
import { createWhatsApp } from '../../../providers/channels/whatsapp/index.js';
import { startMeta } from '../../../simulators/meta/meta.js';
import { createMetaClient, type MetaClient } from '../../../testkit/simulators/meta-client.js';

const account = { accountId: '106540352242922', token: 'EAAG-token' };
const logger = pino({ level: 'silent' });
const signal = (): AbortSignal => AbortSignal.timeout(10_000);
const app = { appSecret: 'a', verifyToken: 'b' };

/** A simulated Meta whose app accepts everything. */
const world = async (t: Test): Promise<MetaClient & { readonly url: string }> => {
  const server = createServer((req, res) => {
    const url = new URL(req.url ?? '', 'http://app');
    res.end(url.searchParams.get('hub.challenge') ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const meta = await startMeta({ port: 0, seed: 1 });
  t.teardown(() => {
    meta.close();
    server.close();
    server.closeAllConnections();
  });
  const callbackUrl = `http://127.0.0.1:${address.port}/`;
  await fetch(`${meta.url}/control/app`, {
    method: 'PUT',
    body: JSON.stringify({ callbackUrl, instagramUrl: callbackUrl, ...app }),
  });
  return { ...createMetaClient(meta.url), url: meta.url };
};

t.test('WhatsApp marks the message as read and shows typing with one request', async (t) => {
  const { url, write, shown, sent } = await world(t);
  const channel = createWhatsApp({ apiBaseUrl: url, ...app }, logger);
  const id = await write({ accountId: account.accountId, from: '14155550101', text: 'hello' });
  t.equal(
    await channel.showTyping(account, { address: '14155550101', providerMessageId: id }, signal()),
    true,
  );
  t.match(await shown(), [
    { accountId: account.accountId, target: id, action: 'read' },
    { accountId: account.accountId, target: id, action: 'typing' },
  ]);
  t.same((await sent()).sent, [], 'no message');
  const unknown = { address: '14155550101', providerMessageId: 'wamid.unknown' };
  t.equal(await channel.showTyping(account, unknown, signal()), false, 'a message that it never received');
});

t.test('Instagram marks the conversation as read, and then shows typing', async (t) => {
  const { url, write, shown } = await world(t);
  const channel = createInstagram({ apiBaseUrl: url, ...app }, logger);
  const event = { message: { mid: 'm1', text: 'hello' } };
  await write({ accountId: account.accountId, from: '17841400000000001', channel: 'instagram', event });
  const message = { address: '17841400000000001', providerMessageId: 'm1' };
  t.equal(await channel.showTyping(account, message, signal()), true);
  t.match(await shown(), [
    { target: '17841400000000001', action: 'read' },
    { target: '17841400000000001', action: 'typing' },
  ]);
  t.equal(await channel.showTyping(account, { ...message, address: '42' }, signal()), false, 'a stranger');
});

t.test('a failure of the channel is no exception', async (t) => {
  const { url, write, faults, shown } = await world(t);
  const id = await write({ accountId: account.accountId, from: '14155550101', text: 'hello' });
  await faults({ error: 1 });
  const message = { address: '14155550101', providerMessageId: id };
  for (const apiBaseUrl of [url, 'http://127.0.0.1:9']) {
    t.equal(
      await createWhatsApp({ apiBaseUrl, ...app }, logger).showTyping(account, message, signal()),
      false,
    );
    t.equal(
      await createInstagram({ apiBaseUrl, ...app }, logger).showTyping(account, message, signal()),
      false,
    );
  }
  t.same(await shown(), []);
});
