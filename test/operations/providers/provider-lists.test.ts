/** Provider lists of a business: a credential is sealed for one provider at one address, and never shown. */
import t from 'tap';
import type { StoredProviderList } from '../../../actors/provider-lists/events.js';
import { ownListsFor } from '../../../operations/providers/own-lists.js';
import { type ProviderChecks, providerListOperations } from '../../../operations/providers/provider-lists.js';
import { createSealer } from '../../../operations/sealing.js';
import type { ProviderListSet } from '../../../schemas/accounts/provider-list.js';
import { DomainError } from '../../../schemas/errors.js';
import { stubActors } from '../../support/stub-actors.js';

const caller = { businessId: 'b1', operationId: 'o', idempotencyKey: 'k', at: 0 };
const sealer = createSealer('a secret of the cluster');

/** The provider `refused` fails its check. */
const start = (checks: Partial<ProviderChecks> = {}) => {
  let lists: readonly StoredProviderList[] = [];
  const checked: string[] = [];
  const actors = stubActors((kind, id, command) => {
    if (kind === 'agent') {
      if (id === 'gone') throw new DomainError('agent_not_found');
      return { status: id };
    }
    t.equal(id, 'b1');
    if (command.type === 'set' && 'list' in command) {
      // In this test, a `set` command always holds a stored list.
      const list = command.list as StoredProviderList;
      lists = [...lists.filter(({ role, agentId }) => role !== list.role || agentId !== list.agentId), list];
      return undefined;
    }
    if (command.type === 'remove') {
      lists = [];
      return undefined;
    }
    return lists;
  });
  const providerChecks: ProviderChecks = {
    check: async (_businessId, role, place, { provider, choice, key, address }) => {
      checked.push(`${role} ${place} ${provider} ${key}`);
      if (provider === 'refused') return { problem: { path: `${place}/provider`, message: 'write another' } };
      return { problem: null, choice: choice ?? 'usual', address: address?.replace(/\/+$/, '') ?? null };
    },
    test: async (_businessId, role, choices) =>
      choices.map(({ provider, key }) => ({ role, provider: `${provider} ${key}`, ok: true })),
    testEmbeddings: async () => [{ role: 'embeddings', provider: 'openai:e', ok: true, dimensions: 3 }],
    ...checks,
  };
  const operations = providerListOperations({ actors, sealer, providerChecks });
  const set = (choices: ProviderListSet['choices'], more: object = {}) =>
    operations.set(caller, { role: 'model', choices, ...more });
  return { operations, set, checked, actors, stored: () => lists };
};

t.test('lists are shown without credentials, which are unsealed only for provider requests', async (t) => {
  const { operations, set, actors, stored } = start();
  const { result } = await set([
    { provider: 'openai', choice: 'gpt-x', credential: 'sk-1' },
    { provider: 'local', address: 'https://models.example.org/v1/' },
  ]);
  const shown = {
    role: 'model',
    agentId: null,
    choices: [
      { provider: 'openai', choice: 'gpt-x', address: null, hasCredential: true },
      {
        provider: 'local',
        choice: 'usual',
        address: 'https://models.example.org/v1',
        hasCredential: false,
      },
    ],
    standIn: 'none',
  };
  t.same(result, shown);
  t.same(await operations.list('b1'), [shown]);
  t.notMatch(JSON.stringify(stored()), /sk-1/);
  const [list] = await ownListsFor({ actors, sealer }, 'b1', null);
  t.match(list?.choices, [
    { provider: 'openai', key: 'sk-1' },
    { provider: 'local', key: '' },
  ]);
  const elsewhere = createSealer('a secret of another cluster');
  await t.rejects(ownListsFor({ actors, sealer: elsewhere }, 'b1', null), { name: 'Unsealable' });
});

t.test('an omitted credential is kept for the same provider at the same address', async (t) => {
  const { set, checked, stored } = start();
  const address = 'https://eu.example.org';
  await set([
    { provider: 'openai', credential: 'sk-1' },
    { provider: 'groq', credential: 'sk-2', address },
  ]);
  await set([{ provider: 'groq', choice: 'newer', address: `${address}/` }, { provider: 'openai' }]);
  t.same(checked.slice(2), ['model /choices/0 groq sk-2', 'model /choices/1 openai sk-1']);
  await set([{ provider: 'openai', address: 'https://attacker.example.org' }, { provider: 'groq' }]);
  t.same(checked.slice(4), ['model /choices/0 openai ', 'model /choices/1 groq '], 'without a credential');
  await set([{ provider: 'openai', credential: 'sk-3' }], { agentId: 'active' });
  await set([{ provider: 'openai' }]);
  t.equal(checked.at(-1), 'model /choices/0 openai ', 'without the credential of that list');
  t.equal(stored().length, 2);
});

t.test('all invalid choices are reported at once, and nothing is set', async (t) => {
  const { set, stored } = start();
  await t.rejects(set([{ provider: 'refused' }, { provider: 'openai' }, { provider: 'refused' }]), {
    code: 'validation_failed',
    details: [{ path: '/choices/0/provider', message: 'write another' }, { path: '/choices/2/provider' }],
  });
  await t.rejects(set([{ provider: 'openai' }], { agentId: 'gone' }), { code: 'agent_not_found' });
  await t.rejects(set([{ provider: 'openai' }], { agentId: 'archived' }), { code: 'agent_archived' });
  t.same(stored(), []);
});

t.test('a list is removed once, and removing it again is harmless', async (t) => {
  const { operations, set } = start();
  await set([{ provider: 'openai' }]);
  t.same((await operations.remove('b1', { role: 'model' })).result, { removed: true });
  t.same((await operations.remove('b1', { role: 'model' })).result, { removed: false });
});

t.test('providers are tested with their credentials, one list of a business at a time', async (t) => {
  let finish: () => void = () => undefined;
  const { operations, set } = start({
    test: (_businessId, role, choices) =>
      new Promise((resolve) => {
        finish = () => resolve(choices.map(({ key }) => ({ role, provider: key, ok: true })));
      }),
  });
  await t.rejects(operations.test(caller, { role: 'model' }), {
    code: 'provider_list_not_found',
  });
  await set([{ provider: 'openai', credential: 'sk-1' }]);
  const first = operations.test(caller, { role: 'model' });
  await new Promise((resolve) => setImmediate(resolve));
  await t.rejects(operations.test(caller, { role: 'model' }), { code: 'provider_test_running' });
  finish();
  t.same((await first).result, [{ role: 'model', provider: 'sk-1', ok: true }]);
  const second = operations.test(caller, { role: 'model' });
  await new Promise((resolve) => setImmediate(resolve));
  finish();
  await second;
});

t.test(
  "the installation's embedding model is tested without a list, one test of a business at a time",
  async (t) => {
    let finish = (): void => undefined;
    const { operations } = start({
      testEmbeddings: () =>
        new Promise((resolve) => {
          finish = () => resolve([]);
        }),
    });
    const first = operations.test(caller, { role: 'embeddings' });
    await t.rejects(operations.test(caller, { role: 'embeddings' }), { code: 'provider_test_running' });
    finish();
    t.same((await first).result, []);
    t.match((await start().operations.test(caller, { role: 'embeddings' })).result, [{ dimensions: 3 }]);
  },
);
