import t from 'tap';
import { MOST_ATTEMPTS, pausesBeforeAttempts } from '../../../providers/carriers/stream-attempts.js';

/** How many attempts a service uses up that answers again after `seconds`; null: the document ends before. */
const usedUntil = (pauses: readonly number[], seconds: number): number | null => {
  let at = 0;
  for (const [index, pause] of pauses.entries()) {
    at += pause;
    if (at >= seconds) return index + 1;
  }
  return null;
};

t.test('while another node answers, eight losses in a row have no pause', async (t) => {
  t.same(pausesBeforeAttempts().slice(0, 8), [0, 0, 0, 0, 0, 0, 0, 0]);
  t.ok(pausesBeforeAttempts()[8] !== 0);
});

t.test('a service whose only node restarts within eight seconds is found again', async (t) => {
  for (const seconds of [0.1, 1, 2, 4, 5, 8])
    t.ok(usedUntil(pausesBeforeAttempts(), seconds) !== null, `back after ${seconds} s`);
  t.equal(usedUntil(pausesBeforeAttempts(), 8.1), null);
  const used = usedUntil(pausesBeforeAttempts(), 3) ?? 0;
  t.ok(usedUntil(pausesBeforeAttempts().slice(used), 3) !== null, 'and after a second loss of three seconds');
});

t.test('fewer attempts omit those without a pause first, except for one', async (t) => {
  for (let count = 0; count <= MOST_ATTEMPTS; count += 1) {
    const pauses = pausesBeforeAttempts(count);
    t.equal(pauses.length, count);
    if (count > 0) t.equal(pauses[0], 0, 'another node may be there');
    if (count > 6)
      t.equal(
        pauses.reduce((sum, pause) => sum + pause, 0),
        8,
      );
  }
});
