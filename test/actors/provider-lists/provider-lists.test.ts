/** The provider lists of a business. */
import t from 'tap';
import type { StoredProviderList } from '../../../actors/provider-lists/events.js';
import { providerLists } from '../../../actors/provider-lists/index.js';
import { fold } from '../../support/actors/fold.js';

const ANN = '018f5a00-0000-7000-8000-00000000000a';
const BOB = '018f5a00-0000-7000-8000-00000000000b';
const listOf = (
  role: StoredProviderList['role'],
  agentId: string | null,
  ...choices: readonly string[]
): StoredProviderList => ({
  role,
  agentId,
  choices: choices.map((choice) => ({
    provider: 'openai',
    choice,
    sealedCredential: 'v1.sealed',
    address: null,
  })),
  standIn: 'none',
});
const start = () => {
  const folded = fold(providerLists);
  let at = 0;
  const shown = (lists: readonly StoredProviderList[]): readonly string[] =>
    lists.map(
      ({ role, agentId, choices }) => `${role} ${agentId ?? 'all'}: ${choices.map(({ choice }) => choice)}`,
    );
  return {
    set: (list: StoredProviderList) => {
      at += 1;
      return folded.apply({ type: 'set', list }, at);
    },
    remove: (role: StoredProviderList['role'], agentId: string | null) => {
      at += 1;
      return folded.apply({ type: 'remove', role, agentId }, at);
    },
    all: () => shown(providerLists.queries(folded.state).lists()),
    listsFor: (agentId: string | null) => shown(providerLists.queries(folded.state).listsFor(agentId)),
  };
};

t.test('keeps one list for each role and agent, and one for each role and all agents', async (t) => {
  const { set, remove, all } = start();
  set(listOf('model', null, 'small'));
  set(listOf('model', ANN, 'large'));
  set(listOf('synthesiser', null, 'alloy'));
  set(listOf('model', null, 'smaller', 'small'));
  t.same(all(), ['model all: smaller,small', 'synthesiser all: alloy', `model ${ANN}: large`]);
  remove('model', null);
  t.same(remove('model', null), [], 'a repetition');
  t.same(remove('recogniser', BOB), [], 'a list that never existed');
  t.same(all(), ['synthesiser all: alloy', `model ${ANN}: large`]);
});

t.test("an agent's list takes precedence over the list for all agents, role by role", async (t) => {
  const { set, listsFor } = start();
  set(listOf('model', null, 'small'));
  set(listOf('synthesiser', null, 'alloy'));
  set(listOf('model', ANN, 'large'));
  set(listOf('recogniser', ANN, 'whisper'));
  t.same(listsFor(ANN), [`model ${ANN}: large`, `recogniser ${ANN}: whisper`, 'synthesiser all: alloy']);
  t.same(listsFor(BOB), ['model all: small', 'synthesiser all: alloy']);
  t.same(listsFor(null), ['model all: small', 'synthesiser all: alloy']);
});

t.test('allows at most 64 lists of at most five providers each', async (t) => {
  const { set, remove, all } = start();
  const agent = (index: number): string => `018f5a00-0000-7000-8000-${String(index).padStart(12, '0')}`;
  for (let index = 0; index < 64; index += 1) set(listOf('model', agent(index), 'small'));
  t.throws(() => set(listOf('model', null, 'small')), { code: 'too_many_provider_lists' });
  set(listOf('model', agent(3), 'large'));
  remove('model', agent(7));
  set(listOf('model', null, 'small'));
  t.equal(all().length, 64);
  t.throws(() => set(listOf('model', null)), { code: 'validation_failed' }, 'without a provider');
  const six = ['1', '2', '3', '4', '5', '6'];
  t.throws(() => set(listOf('model', null, ...six)), { code: 'validation_failed' });
  set(listOf('model', null, ...six.slice(1)));
});
