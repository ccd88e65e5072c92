/** Read marks and typing indicators: a courtesy that never holds an answer up. */
import t from 'tap';
import { showTyping } from '../../../../operations/effects/conversation/typing.js';

const account = { accountId: 'a', token: 't' };
const message = { address: '14155550101', providerMessageId: 'wamid.1' };
const running = (): AbortSignal => new AbortController().signal;

t.test('shows it at once, with the message that is answered', async (t) => {
  const seen: unknown[] = [];
  const channel = {
    showTyping: async (...[of, answered]: readonly unknown[]) => {
      seen.push([of, answered]);
      return true;
    },
  };
  const typing = showTyping(channel, async () => account, message, running());
  await new Promise((resolve) => setImmediate(resolve));
  await typing.stop();
  t.same(seen, [[account, message]]);
});

t.test('an answer waits for a request in flight, but not for one that hangs', async (t) => {
  let finish = (): void => undefined;
  const slow = {
    showTyping: () =>
      new Promise<boolean>((resolve) => {
        finish = () => resolve(true);
      }),
  };
  const typing = showTyping(slow, async () => account, message, running());
  await new Promise((resolve) => setImmediate(resolve));
  let stopped = false;
  const stopping = typing.stop().then(() => {
    stopped = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  t.equal(stopped, false);
  finish();
  await stopping;
  const startedAt = performance.now();
  await showTyping(
    { showTyping: () => new Promise(() => undefined) },
    async () => account,
    message,
    running(),
  ).stop();
  t.ok(performance.now() - startedAt < 20_000, 'a second, and not for ever');
});

t.test('failures change nothing', async (t) => {
  let requests = 0;
  const refusing = {
    showTyping: async () => {
      requests += 1;
      return false;
    },
  };
  await showTyping(refusing, async () => account, message, running()).stop();
  await showTyping(refusing, async () => null, message, running()).stop();
  await showTyping(refusing, () => Promise.reject(new Error('no account')), message, running()).stop();
  t.equal(requests, 1);
});
