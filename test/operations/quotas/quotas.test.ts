/** A business is refused at its quotas, with a remedy, and the refusal is logged once an hour. */
import t from 'tap';
import { createQuotas, type QuotaDeps } from '../../../operations/quotas/quotas.js';
import {
  QUOTA_ITEMS,
  type QuotaChoices,
  type QuotaItem,
  STANDARD_QUOTAS,
} from '../../../schemas/accounts/quotas.js';

const HOUR_MS = 3_600_000;

const world = () => {
  const used: Partial<Record<QuotaItem, number>> = {};
  const own: { choices: QuotaChoices } = { choices: {} };
  const clock = { at: 0 };
  const observed: QuotaItem[] = [];
  const logged: unknown[] = [];
  const deps: QuotaDeps = {
    views: { usage: (_, item) => used[item] ?? 0, quotasOf: () => own.choices },
    standard: STANDARD_QUOTAS,
    observe: (item) => observed.push(item),
    logger: { warn: (entry: unknown) => logged.push(entry) },
    now: () => clock.at,
  };
  return { used, own, clock, observed, logged, quotas: createQuotas(deps) };
};

t.test('there is room below the limit, and none at it', async (t) => {
  const { used, quotas } = world();
  used.agents = STANDARD_QUOTAS.agents - 1;
  quotas.require('b1', 'agents');
  used.agents = STANDARD_QUOTAS.agents;
  t.throws(() => quotas.require('b1', 'agents'), {
    code: 'quota_exceeded',
    message: /limit of 1000 agents. Remove some/,
    details: [{ path: 'agents', message: 'is 1000 of 1000' }],
  });
  quotas.require('b1', 'campaigns');
});

t.test('the quota of stored bytes limits every item', async (t) => {
  const { used, quotas } = world();
  used.stored_bytes = STANDARD_QUOTAS.stored_bytes;
  for (const item of QUOTA_ITEMS)
    t.throws(
      () => quotas.require('b1', item),
      { code: 'quota_exceeded', details: [{ path: 'stored_bytes' }] },
      item,
    );
});

t.test('a file needs room for all of its bytes', async (t) => {
  const { used, own, quotas } = world();
  own.choices = { stored_bytes: 100 };
  used.stored_bytes = 90;
  quotas.require('b1', 'contacts', 10);
  t.throws(() => quotas.require('b1', 'contacts', 11), {
    code: 'quota_exceeded',
    message: /The file has 11 bytes, and the business has room for 10/,
    details: [{ path: 'stored_bytes', message: 'is 90 of 100, without the file of 11' }],
  });
  quotas.require('b1', 'contacts');
  used.contacts = STANDARD_QUOTAS.contacts - 1;
  quotas.require('b1', 'contacts', 10);
  t.equal(used.stored_bytes, 90, 'only stored bytes count the size of the file');
  used.stored_bytes = 101;
  t.throws(() => quotas.require('b1', 'contacts', 1), { message: /limit of 100 stored bytes/ });
});

t.test('a quota set for the business replaces the standard one, even if it is smaller', async (t) => {
  const { used, own, quotas } = world();
  used.agents = 5;
  own.choices = { agents: 5 };
  t.throws(() => quotas.require('b1', 'agents'), { code: 'quota_exceeded' });
  own.choices = { agents: 6 };
  quotas.require('b1', 'agents');
  t.match(
    quotas.usageOf('b1').find(({ item }) => item === 'agents'),
    { used: 5, limit: 6 },
  );
  t.equal(quotas.usageOf('b1').length, QUOTA_ITEMS.length);
});

t.test('every refusal is counted, and one an hour is logged', async (t) => {
  const { used, clock, observed, logged, quotas } = world();
  used.api_keys = STANDARD_QUOTAS.api_keys;
  const refused = (businessId: string): void => {
    t.throws(() => quotas.require(businessId, 'api_keys'), { code: 'quota_exceeded' });
  };
  refused('b1');
  refused('b1');
  refused('b2');
  t.equal(observed.length, 3);
  t.match(logged, [
    { event: 'quota.exceeded', businessId: 'b1', item: 'api_keys', used: 200, limit: 200 },
    { businessId: 'b2' },
  ]);
  t.equal(logged.length, 2);
  clock.at = HOUR_MS;
  refused('b1');
  t.equal(logged.length, 3);
});
