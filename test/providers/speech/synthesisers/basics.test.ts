import t from 'tap';
import { readRetryAfter } from '../../../../providers/retry-after.js';
import { failureOfStatus } from '../../../../providers/speech/synthesisers/failure.js';
import { synthesiserKinds } from '../../../../providers/speech/synthesisers/kinds.js';
import {
  parseChoice,
  requestAddress,
  socketAddress,
} from '../../../../providers/speech/synthesisers/settings.js';
import { createMailbox } from '../../../../providers/speech/synthesisers/websocket/mailbox.js';

t.test('accepts base addresses for HTTP and for WebSocket', async (t) => {
  for (const scheme of ['http', 'ws']) {
    t.equal(socketAddress(`${scheme}://host:8080/base/`), 'ws://host:8080/base');
    t.equal(requestAddress(`${scheme}://host:8080`), 'http://host:8080');
  }
  for (const scheme of ['https', 'wss']) {
    t.equal(socketAddress(`${scheme}://host`), 'wss://host');
    t.equal(requestAddress(`${scheme}://host//`), 'https://host');
  }
});

t.test('refuses an invalid address without repeating it', async (t) => {
  for (const base of ['', 'host', 'ftp://host/secret', '/path'])
    t.throws(() => socketAddress(base), { name: 'TypeError', message: /^(?!.*secret)/ });
});

t.test('a choice is a voice, optionally with a model', async (t) => {
  t.same(parseChoice('cartesia', 'a0e9-1'), { voice: 'a0e9-1', model: null });
  t.same(parseChoice('cartesia', 'a0e9-1@sonic-3'), { voice: 'a0e9-1', model: 'sonic-3' });
  for (const choice of ['', '@m', 'v@', 'v@m@n', 'a b', 'a/b', 'a?b', 'x'.repeat(129)])
    t.throws(() => parseChoice('cartesia', choice), { message: /write cartesia:<voice>/ });
});

t.test(
  'each kind declares its variables and addresses, and refuses an invalid choice with a suggestion',
  async (t) => {
    const kinds = synthesiserKinds({ onWarning: () => undefined });
    t.same(
      kinds.map(({ name, keyVariable, addressVariable, defaultAddress, defaultChoice }) => [
        name,
        keyVariable,
        addressVariable,
        defaultAddress,
        defaultChoice,
      ]),
      [
        ['elevenlabs', 'ELEVENLABS_API_KEY', 'ELEVENLABS_BASE_URL', 'https://api.elevenlabs.io', null],
        ['cartesia', 'CARTESIA_API_KEY', 'CARTESIA_BASE_URL', 'https://api.cartesia.ai', null],
        ['deepgram', 'DEEPGRAM_API_KEY', 'DEEPGRAM_BASE_URL', 'https://api.deepgram.com', 'aura-2-thalia-en'],
        ['openai', 'OPENAI_API_KEY', 'OPENAI_BASE_URL', 'https://api.openai.com/v1', 'alloy'],
        ['soniox', 'SONIOX_API_KEY', 'SONIOX_TTS_BASE_URL', 'https://tts-rt.soniox.com', 'Adrian'],
      ],
    );
    for (const kind of kinds)
      await t.rejects(kind.open({ choice: 'a b', key: 'k', address: 'http://127.0.0.1:9' }), {
        message: new RegExp(`write ${kind.name}:<voice>`),
      });
    const deepgram = kinds.find(({ name }) => name === 'deepgram');
    const choice = 'aura-2-thalia-en@aura-2';
    const open = async (): Promise<void> => {
      await deepgram?.open({ choice, key: 'k', address: 'http://127.0.0.1:9' });
    };
    await t.rejects(open, { message: /write deepgram:aura-2-thalia-en/ });
  },
);

t.test('refuses an impossible key when it is configured, without repeating it', async (t) => {
  const address = 'http://127.0.0.1:9';
  for (const kind of synthesiserKinds({ onWarning: () => undefined }))
    for (const key of ['', 'secret\n', 'sec ret', 'sécret', 'x'.repeat(513)])
      await t.rejects(async () => void (await kind.open({ choice: 'voice', key, address })), {
        message: `the key of ${kind.name} is empty, too long, or contains invalid characters`,
      });
});

t.test('offers the documented voices, the configured one first', async (t) => {
  const kinds = synthesiserKinds({ onWarning: () => undefined });
  const voicesOf = async (name: string, choice: string) => {
    const kind = kinds.find((each) => each.name === name);
    const synthesiser = await kind?.open({ choice, key: 'k', address: 'http://127.0.0.1:9' });
    await synthesiser?.close();
    return synthesiser?.voices ?? [];
  };
  const deepgram = await voicesOf('deepgram', 'aura-2-zeus-en');
  t.same(deepgram[0], { id: 'deepgram:aura-2-zeus-en', name: 'Zeus', language: 'en-US', gender: 'male' });
  t.ok(deepgram.length > 80, `${deepgram.length} voices`);
  t.equal(new Set(deepgram.map(({ id }) => id)).size, deepgram.length);
  t.match(await voicesOf('deepgram', 'aura-3-new-de'), [{ id: 'deepgram:aura-3-new-de', language: 'de' }]);
  const openai = await voicesOf('openai', 'nova@tts-1');
  t.match(openai, [{ id: 'openai:nova', gender: 'neutral' }]);
  t.equal(openai.length, 13);
});

t.test('maps a status to the kind of failure', async (t) => {
  for (const [status, kind] of [
    [400, 'refused'],
    [401, 'auth'],
    [402, 'auth'],
    [403, 'auth'],
    [404, 'refused'],
    [408, 'timeout'],
    [429, 'rate'],
    [500, 'unavailable'],
    [504, 'timeout'],
    [302, 'protocol'],
  ] as const)
    t.match(failureOfStatus('openai', status), { kind, status, message: `openai answered ${status}` });
});

t.test('reads Retry-After as seconds or as a date, and bounds it', async (t) => {
  const now = Date.parse('2026-11-20T10:00:00Z');
  t.equal(readRetryAfter('7', now), 7_000);
  t.equal(readRetryAfter('Fri, 20 Nov 2026 10:00:05 GMT', now), 5_000);
  t.equal(readRetryAfter('Fri, 20 Nov 2026 09:00:00 GMT', now), 0);
  t.equal(readRetryAfter('999999999', now), 3_600_000);
  for (const none of [null, undefined, '', 'soon', '-1x']) t.equal(readRetryAfter(none, now), null);
});

t.test(
  'a mailbox yields its items in order, pushed before or after reading starts, and then its failure',
  async (t) => {
    const mailbox = createMailbox<number>();
    mailbox.push(1);
    mailbox.push(2);
    const items = mailbox.items();
    t.same([(await items.next()).value, (await items.next()).value], [1, 2]);
    const third = items.next();
    mailbox.push(3);
    mailbox.push(4);
    mailbox.end(new Error('over'));
    mailbox.push(5);
    t.same([(await third).value, (await items.next()).value], [3, 4]);
    await t.rejects(items.next(), { message: 'over' });
  },
);
