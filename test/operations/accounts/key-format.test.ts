/** How keys are written and read. */
import { createHash } from 'node:crypto';
import t from 'tap';
import { newApiKey } from '../../../operations/accounts/api-keys.js';
import { formatKey, KEY_PATTERN, parseKey } from '../../../operations/accounts/key-format.js';
import { seeded, seedOfRun } from '../../../testkit/seeded.js';

const KEY_ID = '0123456789abcdef0123456789abcdef';

t.test('a new key is recognised by scanners, and only its secret is hashed', async (t) => {
  const { apiKey, secretHash, keyId } = newApiKey(KEY_ID);
  t.match(apiKey, new RegExp(`^${KEY_PATTERN.source}$`));
  const read = parseKey(apiKey);
  if (read.type !== 'key') throw new Error(read.reason);
  t.equal(read.keyId, keyId);
  t.equal(createHash('sha256').update(read.secret).digest('hex'), secretHash);
});

t.test('the checksum is the CRC-32 of the rest in six characters of base 62', async (t) => {
  // Computed with another implementation: zlib.crc32 of Python is 0x6b6c9521.
  t.equal(formatKey('id', 'secret').slice(0, -6), 'parley_sk_id_secret');
  t.equal(formatKey('id', 'secret').slice(-6), '1xyAsr');
});

t.test('a key with any character changed is refused before a look-up', async (t) => {
  const { apiKey } = newApiKey(KEY_ID);
  const seed = seedOfRun();
  t.comment(`PARLEY_TEST_SEED=${seed}`);
  const random = seeded(seed);
  const prefix = 'parley_sk_'.length;
  for (let place = prefix; place < apiKey.length; place += 1) {
    const digit = '0123456789abcdef'[Math.floor(random() * 16)] ?? '0';
    if (apiKey[place] === digit || apiKey[place] === '_') continue;
    const mistyped = `${apiKey.slice(0, place)}${digit}${apiKey.slice(place + 1)}`;
    t.strictSame(parseKey(mistyped), { type: 'refused', reason: 'checksum' }, `at ${place}`);
  }
  t.strictSame(parseKey(apiKey.slice(0, -1)), { type: 'refused', reason: 'checksum' }, 'cut short');
});

t.test('a key of an earlier version stays valid', async (t) => {
  const secret = 'a'.repeat(64);
  t.strictSame(parseKey(`pk_${KEY_ID}_${secret}`), { type: 'key', keyId: KEY_ID, secret });
});

for (const text of [
  '',
  'pk_',
  'pk_a_b',
  'parley_sk_',
  `parley_sk_a_b`,
  `sk_${KEY_ID}_${'a'.repeat(64)}`,
  'x'.repeat(10_000),
])
  t.test(`rejects a malformed key: ${text.slice(0, 20)}`, async (t) => {
    t.strictSame(parseKey(text), { type: 'refused', reason: 'malformed' });
  });
