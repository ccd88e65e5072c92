/** Signatures of callbacks, tested with vectors from the carriers' own libraries (docs/protocols). */
import { createPrivateKey, sign } from 'node:crypto';
import t from 'tap';
import { signPost, verifyPost } from '../../../providers/carriers/plivo/signature.js';
import { createVerifier } from '../../../providers/carriers/telnyx/webhook.js';

const TOKEN = 'plivo-token-1';
const NONCE = '05429567804466091622';
const PARAMS = [
  ['CallUUID', 'c-1'],
  ['From', '15005550101'],
] as const;
const PLIVO = [
  ['https://voice.example.org/plivo/answer?t=9&a=1', 'TlXHKXLKC4UwdP4pT4HW/qVBOjjj+evrEmJc99nOR+4='],
  ['https://voice.example.org/plivo/answer', '6veXURwJy9zBq+7+sh3Qk57oiV3UmYv6rafD31O4Jgo='],
] as const;

t.test('verifies signatures of Plivo', async (t) => {
  const body = Buffer.from('CallUUID=c-1&From=15005550101');
  const signed = (signature: string) => ({
    'x-plivo-signature-v3': signature,
    'x-plivo-signature-v3-nonce': NONCE,
  });
  for (const [url, signature] of PLIVO) {
    t.equal(signPost(TOKEN, url, PARAMS, NONCE), signature);
    t.ok(verifyPost(TOKEN, { url, headers: signed(signature), body }));
    t.ok(verifyPost(TOKEN, { url, headers: signed(`bm8=, ${signature}`), body }), 'among several signatures');
    t.notOk(verifyPost(TOKEN, { url: `${url}&x=1`, headers: signed(signature), body }));
    t.notOk(verifyPost(TOKEN, { url, headers: signed(signature), body: Buffer.from('CallUUID=c-2') }));
    t.notOk(verifyPost('another', { url, headers: signed(signature), body }));
    t.notOk(verifyPost(TOKEN, { url, headers: { 'x-plivo-signature-v3': signature }, body }), 'no nonce');
  }
  const [[url, signature]] = PLIVO;
  const many = Buffer.from('a=1&'.repeat(300));
  t.notOk(verifyPost(TOKEN, { url, headers: signed(signature), body: many }));
  t.notOk(verifyPost(TOKEN, { url: 'no address', headers: signed(signature), body }));
});

t.test('verifies signatures of Telnyx', async (t) => {
  const publicKey = 'A6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg=';
  const signature =
    'tifwDew7cMQvExrRzq5UiJ6zRNMU8WBInjztDqRKQ4JlzOrxqC1dsZMebKxuycQyjjHjeYeQEBzo+/FQBDovBg==';
  const timestamp = 1_772_535_600;
  const headers = {
    'telnyx-timestamp': String(timestamp),
    'telnyx-signature-ed25519': signature,
  };
  const body = Buffer.from('{"data":{"event_type":"call.hangup"}}');
  const at = (seconds: number) => createVerifier(publicKey, () => (timestamp + seconds) * 1_000);
  const request = { url: 'https://voice.example.org/telnyx', headers, body };
  t.ok(at(0)(request));
  for (const seconds of [-300, 300]) t.ok(at(seconds)(request), `${seconds} s`);
  for (const seconds of [-301, 301]) t.notOk(at(seconds)(request), `${seconds} s: too old, or in the future`);
  t.notOk(at(0)({ ...request, body: Buffer.from('{"data":{"event_type":"call.answered"}}') }));
  t.notOk(at(0)({ ...request, headers: { ...headers, 'telnyx-timestamp': String(timestamp + 1) } }));
  t.notOk(at(0)({ ...request, headers: {} }));
  t.notOk(at(0)({ ...request, headers: { ...headers, 'telnyx-signature-ed25519': 'bm8=' } }));
  const stranger = createPrivateKey({
    key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, 7)]),
    format: 'der',
    type: 'pkcs8',
  });
  const forged = sign(null, Buffer.from(`${timestamp}|${body.toString()}`), stranger).toString('base64');
  t.notOk(at(0)({ ...request, headers: { ...headers, 'telnyx-signature-ed25519': forged } }));
});
