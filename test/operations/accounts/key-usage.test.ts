import t from 'tap';
import type { ActorClient } from '../../../actors/runtime/actor-client.js';
import { createKeyUsage } from '../../../operations/accounts/key-usage.js';
import { DomainError } from '../../../schemas/errors.js';
import { until } from '../../../testkit/until.js';

t.test('a use is recorded at once, further uses once a minute', async (t) => {
  const reported: unknown[] = [];
  let fails = false;
  const actors: ActorClient = {
    ask: async (_actor, target, command) => {
      reported.push([target.id, command]);
      if (fails) throw new DomainError('journal_unavailable');
      return Promise.reject(new DomainError('internal'));
    },
    query: () => Promise.reject(new Error('no query is expected')),
  };
  const usage = createKeyUsage(actors);
  usage.note('b1', 'k1', 1_000);
  usage.note('b1', 'k2', 1_000);
  usage.note('b1', 'k1', 60_999);
  t.same(reported, [
    ['b1', { type: 'key_used', keyId: 'k1', usedAt: 1_000 }],
    ['b1', { type: 'key_used', keyId: 'k2', usedAt: 1_000 }],
  ]);
  fails = true;
  // A use that could not be recorded is recorded with the next use.
  await until('the failure is noticed', () => {
    usage.note('b1', 'k1', 2_000);
    return reported.length === 3;
  });
});
