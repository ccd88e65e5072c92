import t from 'tap';
import { createCommandQueue } from '../../../media/host/command-queue.js';
import { createMediaTokens } from '../../../media/host/media-token.js';
import { DomainError } from '../../../schemas/errors.js';

t.test('a token names one call, cannot be changed, and expires', async (t) => {
  let now = 1_000;
  const tokens = createMediaTokens('secret', () => now);
  const token = tokens.sign('b1', 'c1');
  t.same(tokens.verify(token), { businessId: 'b1', callId: 'c1' });
  const [payload = '', signature = ''] = token.split('.');
  const forged = Buffer.from(JSON.stringify(['b1', 'c2', 9e15])).toString('base64url');
  for (const bad of [
    '',
    '.',
    payload,
    `${payload}.`,
    `${forged}.${signature}`,
    `${token}x`,
    token.slice(1),
  ]) {
    t.throws(() => tokens.verify(bad), new DomainError('media_token_invalid'), bad);
  }
  t.throws(() => createMediaTokens('other', () => now).verify(token), new DomainError('media_token_invalid'));
  now += 6 * 3_600_000;
  t.throws(() => tokens.verify(token), new DomainError('media_token_invalid'));
});

t.test(
  'a command queue keeps the order, retries under the same id, and drops only commands refused for good',
  async (t) => {
    const sent: string[] = [];
    const dropped: string[] = [];
    let failures = 2;
    let ids = 0;
    const queue = createCommandQueue<string>({
      send: async (command, id) => {
        sent.push(`${command}/${id}`);
        if (command === 'a' && failures > 0) {
          failures -= 1;
          throw new DomainError('journal_unavailable');
        }
        if (command === 'b') throw new DomainError('call_not_live');
      },
      newId: () => {
        ids += 1;
        return `id${ids}`;
      },
      onDropped: (command) => dropped.push(command),
    });
    for (const command of ['a', 'b', 'c']) queue.post(command);
    await queue.drained(5_000);
    t.same(sent, ['a/id1', 'a/id1', 'a/id1', 'b/id2', 'c/id3']);
    t.same(dropped, ['b']);
  },
);
