/** Tokens that only this service can have signed. */
import t from 'tap';
import { createSignedTokens } from '../../operations/signed-tokens.js';

const tokens = createSignedTokens('a secret', 'links');

t.test('a token is valid only with its own secret and purpose', async (t) => {
  const token = tokens.sign(['a', 1, true]);
  t.equal(tokens.verify(token), '["a",1,true]');
  for (const otherTokens of [
    createSignedTokens('a secret', 'media'),
    createSignedTokens('another secret', 'links'),
  ])
    t.throws(() => otherTokens.verify(token), { code: 'signature_invalid' });
});

t.test('a token with any changed character is rejected', async (t) => {
  const token = tokens.sign(['recording', 7]);
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=.';
  const taken: string[] = [];
  for (let at = 0; at < token.length; at += 1)
    for (const character of alphabet) {
      const changed = token.slice(0, at) + character + token.slice(at + 1);
      if (changed === token) continue;
      try {
        tokens.verify(changed);
        taken.push(changed);
      } catch {
        // Rejected, as expected.
      }
    }
  t.same(taken, []);
  for (const malformed of [`${token}.`, `${token}.x`, `${token}=`, ` ${token}`, '', '.'])
    t.throws(() => tokens.verify(malformed), { code: 'signature_invalid' }, `"${malformed}"`);
});
