import t from 'tap';
import { signWebhook } from '../../providers/webhooks/sender.js';
import { listen } from '../../src/listen.js';

t.test('a receiver that prints what it could verify', async (t) => {
  const printed: object[] = [];
  const listener = await listen({ port: 0, host: '127.0.0.1', secret: 'secret' }, (line) => {
    printed.push(line);
  });
  t.teardown(() => listener.close());
  const send = async (body: string, secret: string, timestamp = Math.floor(Date.now() / 1_000)) => {
    const answer = await fetch(listener.url, {
      method: 'POST',
      headers: {
        'x-service-timestamp': String(timestamp),
        'x-service-signature': signWebhook(secret, timestamp, body),
        'x-service-event-id': 'e1',
      },
      body,
    });
    return answer.status;
  };
  t.equal(await send('{"eventId":"e1"}', 'secret'), 204);
  t.equal(await send('{"eventId":"e1"}', 'secret'), 204);
  t.equal(await send('{"eventId":"e1"}', 'other'), 401);
  t.equal(await send('{"eventId":"e1"}', 'secret', 1), 401);
  t.equal(await send('no JSON', 'secret'), 400);
  t.match(printed, [
    { verified: true, duplicate: false, event: { eventId: 'e1' } },
    { verified: true, duplicate: true },
    { verified: false, problem: /does not fit/ },
    { verified: false, problem: /5 minutes/ },
    { verified: false },
  ]);
});
