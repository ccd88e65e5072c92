import t from 'tap';
import { afterAttempt, inErrorMs, type JournalHealth } from '../../../../actors/runtime/journal/health.js';

t.test(
  'health changes with the first attempt of another outcome, and keeps the time when the error began',
  async (t) => {
    const WRITABLE: JournalHealth = { type: 'writable' };
    t.equal(afterAttempt(WRITABLE, 'written', 1), WRITABLE);
    const frozen = afterAttempt(WRITABLE, 'unreachable', 10);
    t.same(frozen, { type: 'unwritable', because: 'unreachable', since: 10 });
    t.equal(afterAttempt(frozen, 'unreachable', 20), frozen);
    const full = afterAttempt(frozen, 'full', 30);
    t.same(full, { type: 'unwritable', because: 'full', since: 10 });
    t.same(afterAttempt(full, 'written', 40), WRITABLE);
  },
);

t.test('a server is in error while it answers without storing, not while it is unreachable', async (t) => {
  t.equal(inErrorMs({ type: 'writable' }, 100), 0);
  t.equal(inErrorMs({ type: 'unwritable', because: 'unreachable', since: 10 }, 100), 0);
  t.equal(inErrorMs({ type: 'unwritable', because: 'failing', since: 10 }, 100), 90);
  t.equal(inErrorMs({ type: 'unwritable', because: 'offline', since: 10 }, 100), 90);
});
