/** Requests that a channel refuses are logged, without the text of the message. */
import { createServer } from 'node:http';
import t, { type Test } from 'tap';
import { createInstagram } from '../../../providers/channels/instagram/index.js';
import { createWhatsApp } from '../../../providers/channels/whatsapp/index.js';
import { readableLog } from '../../support/readable-log.js';

const account = { accountId: '106540352242922', token: 'EAAG-token' };
const message = {
  to: '919800000001',
  content: { type: 'text', text: 'a private word' },
  correlation: 'c1.m1',
  again: false,
} as const;

/** Answers every request with an error that repeats the recipient and the text. */
const refusing = async (t: Test, error: object): Promise<string> => {
  const server = createServer((_req, res) => {
    res.writeHead(400, { 'content-type': 'application/json' });
    res.end(
      JSON.stringify({ error: { message: `not to ${message.to}: ${message.content.text}`, ...error } }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
};

const signal = (): AbortSignal => AbortSignal.timeout(10_000);

t.test('logs refusals of WhatsApp without the message', async (t) => {
  const { logger, lines } = readableLog();
  const apiBaseUrl = await refusing(t, { code: 131_026 });
  const channel = createWhatsApp({ apiBaseUrl, appSecret: 'a', verifyToken: 'b' }, logger);
  t.match(await channel.send(account, message, signal()), { is: 'refused' });
  const image = { bytes: new Uint8Array(1), mimeType: 'image/png', fileName: 'a.png' };
  t.match(await channel.uploadFile(account, image, signal()), { type: 'refused' });
  const source = { providerMediaId: '1', mimeType: null };
  t.match(await channel.fetchMedia(account, source, 10, signal()), { type: 'failed' });
  const logged = { event: 'channel.request_failed', channel: 'whatsapp', accountId: account.accountId };
  t.match(lines, [
    { ...logged, asked: 'send', correlation: 'c1.m1', status: 400, code: 131_026, subcode: null },
    { ...logged, asked: 'upload_image', code: 131_026 },
    { ...logged, asked: 'fetch_media', code: 131_026 },
  ]);
  t.notMatch(JSON.stringify(lines), /private|919800000001|EAAG/);
});

t.test('logs refusals of Instagram without the message', async (t) => {
  const { logger, lines } = readableLog();
  const apiBaseUrl = await refusing(t, { code: 10, error_subcode: 2_534_022 });
  const channel = createInstagram({ apiBaseUrl, appSecret: 'a', verifyToken: 'b' }, logger);
  t.match(await channel.send(account, message, signal()), { is: 'refused' });
  t.match(lines, [
    {
      event: 'channel.request_failed',
      channel: 'instagram',
      asked: 'send',
      correlation: 'c1.m1',
      code: 10,
      subcode: 2_534_022,
    },
  ]);
  t.notMatch(JSON.stringify(lines), /private|919800000001|EAAG/);
});
