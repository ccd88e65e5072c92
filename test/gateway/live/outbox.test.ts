/** What waits for a slow reader is bounded, and what was accepted is delivered in order. */
import t from 'tap';
import { createOutbox } from '../../../gateway/live/outbox.js';

t.test('an outbox delivers everything that was put in, joined and in order', async (t) => {
  let left = 0;
  const outbox = createOutbox(() => {
    left += 1;
  });
  for (const text of ['a', 'b', 'c']) t.ok(outbox.put(text));
  outbox.end();
  t.notOk(outbox.put('d'), 'nothing is accepted after its end');
  const pieces: string[] = [];
  for await (const piece of outbox.pieces) pieces.push(piece);
  t.same(pieces, ['abc']);
  t.equal(left, 1);
});

t.test('a reader waits for the next text', async (t) => {
  const outbox = createOutbox(() => undefined);
  const reader = outbox.pieces[Symbol.asyncIterator]();
  const waiting = reader.next();
  outbox.put('late');
  t.strictSame(await waiting, { done: false, value: 'late' });
});

t.test('an outbox fills up, and has room again once its reader takes texts', async (t) => {
  const outbox = createOutbox(() => undefined);
  const text = 'x'.repeat(10_000);
  let taken = 0;
  while (outbox.put(text)) taken += 1;
  t.ok(taken >= 10 && taken <= 20, `${taken} texts of 10,000 characters`);
  let roomy = false;
  const waiting = outbox.waitForRoom().then(() => {
    roomy = true;
  });
  const reader = outbox.pieces[Symbol.asyncIterator]();
  await reader.next();
  t.notOk(roomy, 'more than half of it still waits');
  await reader.next();
  await reader.next();
  await waiting;
  t.ok(outbox.put(text));
});

t.test('a single text beyond the limit is delivered all the same', async (t) => {
  const outbox = createOutbox(() => undefined);
  t.ok(outbox.put('x'.repeat(1_000_000)));
  t.notOk(outbox.put('y'));
});

t.test('a reader that leaves while it waits is noticed at once', async (t) => {
  let left = 0;
  const outbox = createOutbox(() => {
    left += 1;
  });
  const reader = outbox.pieces[Symbol.asyncIterator]();
  const waiting = reader.next();
  await reader.return?.();
  t.strictSame(await waiting, { done: true, value: undefined });
  await reader.return?.();
  t.equal(left, 1);
  t.notOk(outbox.put('late'));
});
