/** Drafts and earlier versions are checked before they are published, and published once. */
import t from 'tap';
import type { EditedAgent } from '../../../actors/agent/commands.js';
import { agent } from '../../../actors/agent/index.js';
import { newProfile } from '../../../operations/agents/agent-profile.js';
import { publicationOperations } from '../../../operations/agents/publications.js';
import type { OperationsDeps } from '../../../operations/deps.js';
import type { AgentVersion } from '../../../schemas/agents/version.js';
import { DomainError } from '../../../schemas/errors.js';
import { stub } from '../../../testkit/stub.js';
import type { ViewStore } from '../../../views/views.js';
import { fold, replyOf, resultOf } from '../../support/actors/fold.js';
import { isCommandOf, stubActors } from '../../support/stub-actors.js';

const BUSINESS = 'b1';
const BODY = { businessId: BUSINESS, channel: 'voice', name: 'Ann', instructions: 'Help.' } as const;
const by = { type: 'session', sessionId: 's1', userId: 'u1' } as const;
const callerOf = (operationId: string) => ({
  businessId: BUSINESS,
  operationId,
  idempotencyKey: 'k',
  at: 1,
  by,
});

/** An agent as its actor decides, with one version that its views show. `archived`: sources that no longer exist. */
const createWorld = (archived: readonly string[] = []) => {
  const folded = fold(agent);
  const source = 'orders';
  const first = newProfile({ ...BODY, dataSourceIds: [source] });
  folded.apply({ type: 'create', profile: first, contactContextRequired: false }, 1);
  const done = new Set<string>();
  const actors = stubActors((kind, id, request, commandId = '') => {
    if (kind === 'data-source') {
      if (archived.includes(id)) throw new DomainError('data_source_not_found');
      return { status: 'active', fieldKeys: [] };
    }
    if (!isCommandOf(agent, kind, request)) return resultOf(agent, folded.state, request.type, []);
    if (!done.has(commandId)) folded.apply(request, 5);
    done.add(commandId);
    return replyOf(agent, folded.state, request);
  });
  const version: AgentVersion = {
    version: 1,
    createdAt: '1970-01-01T00:00:00.001Z',
    by: null,
    note: 'The first.',
    ...first,
    dataSourceIds: [...first.dataSourceIds],
    contactCategoryIds: [],
    dataSourceVariables: [],
  };
  const views = stub<ViewStore>({
    catchUp: async () => undefined,
    waitFor: async () => undefined,
    channelAccounts: () => [],
    campaignOfAgent: () => null,
    agent: (_business, id) => (id === 'a1' ? stub({}) : null),
    agentVersion: (_business, id, number) => (id === 'a1' && number === 1 ? version : null),
  });
  const deps = stub<OperationsDeps>({
    actors,
    views,
    voicesOf: async () => [{ id: 'flite:slt', name: 'Slt', language: 'en', gender: 'female' }],
  });
  const edited = (): EditedAgent => agent.queries(folded.state).edited();
  return { publications: publicationOperations(deps), edited, events: folded.events };
};

t.test('a draft is begun with the published profile, and keeps what a change leaves out', async (t) => {
  const { publications, edited } = createWorld();
  const { result } = await publications.saveDraft(callerOf('one'), 'a1', { ...BODY, name: 'Bea' }, null);
  t.match(result, { name: 'Bea', basedOn: 1, isOutdated: false, dataSourceIds: ['orders'] });
  t.match(result.updatedBy, { type: 'user', id: 'u1' });
  const next = await publications.saveDraft(callerOf('two'), 'a1', { ...BODY, languageCode: null }, ['d1']);
  t.match(next.result, { name: 'Ann', dataSourceIds: ['orders'] });
  const { value, tag } = await publications.readDraft(BUSINESS, 'a1');
  t.equal(tag, 'd2');
  t.same(value, next.result);
  t.match(await publications.read(BUSINESS, 'a1'), { tag: '1', value: { version: 1, name: 'Ann' } });
  await t.rejects(
    publications.saveDraft(callerOf('three'), 'a1', { ...BODY, instructions: 'Greet {{name}}.' }, null),
    { code: 'variable_undeclared' },
    'it is validated as a change is',
  );
  t.equal(edited().draft?.tag, 'd2');
  t.match((await publications.discardDraft(callerOf('four'), 'a1', null)).result, { name: 'Ann' });
  await t.rejects(publications.readDraft(BUSINESS, 'a1'), { code: 'draft_not_found' });
});

t.test('a repeated publication returns what it has published', async (t) => {
  const { publications, events } = createWorld();
  await publications.saveDraft(callerOf('one'), 'a1', { ...BODY, name: 'Bea' }, null);
  const caller = callerOf('publish');
  const { result } = await publications.publish(caller, 'a1', { businessId: BUSINESS, note: 'New name.' }, [
    'd1',
  ]);
  t.match(result, { version: 2, name: 'Bea' });
  const count = events.length;
  const again = await publications.publish(caller, 'a1', { businessId: BUSINESS, note: 'New name.' }, ['d1']);
  t.same(again.result, result);
  t.equal(events.length, count, 'it is published once');
  await t.rejects(publications.publish(callerOf('other'), 'a1', { businessId: BUSINESS }, null), {
    code: 'draft_not_found',
  });
});

t.test('an earlier version is published again under a new number, if it can still be used', async (t) => {
  const { publications, events } = createWorld();
  await publications.saveDraft(callerOf('one'), 'a1', { ...BODY, name: 'Bea' }, null);
  await publications.publish(callerOf('two'), 'a1', { businessId: BUSINESS }, null);
  const body = { businessId: BUSINESS, version: 1 };
  await t.rejects(publications.rollBack(callerOf('three'), 'a1', body, ['1']), { code: 'agent_changed' });
  const { result } = await publications.rollBack(callerOf('three'), 'a1', body, ['2']);
  t.match(result, { version: 3, name: 'Ann' });
  t.match(events.at(-1), { type: 'agent.updated', restored: 1, by: { type: 'user', userId: 'u1' } });
  t.notOk('note' in (events.at(-1) ?? {}), 'the note of the earlier version belongs to that one');
  await t.rejects(publications.rollBack(callerOf('four'), 'a1', { ...body, version: 9 }, null), {
    code: 'agent_version_not_found',
  });
  await t.rejects(publications.readVersion(BUSINESS, 'unknown', 1), { code: 'agent_not_found' });
  const gone = createWorld(['orders']);
  await t.rejects(gone.publications.rollBack(callerOf('five'), 'a1', body, null), {
    code: 'data_source_not_found',
    details: [{ path: '/dataSourceIds/0' }],
  });
  t.equal(gone.events.length, 1, 'nothing was published');
});
