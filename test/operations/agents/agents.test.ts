/** Agents are created, changed and archived only in ways that their calls, messages and campaigns can rely on. */
import t from 'tap';
import type { AgentDetails } from '../../../actors/agent/commands.js';
import { newProfile } from '../../../operations/agents/agent-profile.js';
import { agentOperations } from '../../../operations/agents/agents.js';
import type { OperationsDeps } from '../../../operations/deps.js';
import { type AgentCreate, type AgentUpdate, MAX_PLACEHOLDERS } from '../../../schemas/agents/agent.js';
import { MAX_DISCLOSURE_WORDS } from '../../../schemas/agents/disclosure.js';
import { DomainError } from '../../../schemas/errors.js';
import { contactsSourceId } from '../../../schemas/ids.js';
import { stub } from '../../../testkit/stub.js';
import type { ChannelAccountRecord } from '../../../views/channel-accounts/index.js';
import type { ViewStore } from '../../../views/views.js';
import { stubActors } from '../../support/stub-actors.js';

const BUSINESS = 'b1';
const CALLER = { businessId: BUSINESS, operationId: 'o', idempotencyKey: 'k', at: 1 };
const BODY: AgentCreate = { businessId: BUSINESS, channel: 'voice', name: 'Ann', instructions: 'Help.' };
const VOICES = [{ id: 'flite:slt', name: 'Slt', language: 'en', gender: 'female' }] as const;

const account = (channel: 'whatsapp' | 'instagram', agentId: string | null): ChannelAccountRecord =>
  stub<ChannelAccountRecord>({
    id: `${channel}-account`,
    channel,
    accountId: '106',
    displayName: 'Reception',
    agentId,
    autoReplyEnabled: true,
    humanHandoffActive: false,
    updatedAt: '',
  });

/** The fields of the sources; `null`: archived. Other sources do not exist. */
const SOURCES: Readonly<Record<string, readonly string[] | null>> = {
  orders: ['order_id', 'status'],
  empty: [],
  wide: Array.from({ length: 21 }, (_, at) => `field_${at}`),
  old: null,
};

interface World {
  readonly agent?: Partial<AgentDetails>;
  readonly accounts?: readonly ChannelAccountRecord[];
  readonly campaign?: string;
  readonly automation?: string;
  /** Updates that are refused because somebody else changed the agent. */
  readonly changes?: number;
}

const createWorld = ({ agent, accounts = [], campaign, automation, changes = 0 }: World = {}) => {
  const asked: { readonly kind: string; readonly id: string; readonly type: string }[] = [];
  let left = changes;
  const profile = newProfile(BODY);
  const actors = stubActors((kind, id, request) => {
    asked.push({ kind, id, ...request });
    if (kind === 'data-source') {
      const fieldKeys = SOURCES[id];
      if (fieldKeys === undefined) throw new DomainError('data_source_not_found');
      return { status: fieldKeys === null ? 'archived' : 'active', fieldKeys: fieldKeys ?? [] };
    }
    if (kind === 'business') return { categories: { c1: 'Leads' } };
    if (request.type === 'update') {
      left -= 1;
      if (left >= 0) throw new DomainError('agent_changing');
    }
    return {
      agentId: 'a1',
      referenceName: 'ann-1',
      status: 'active',
      contactContextRequired: false,
      createdAt: 1,
      updatedAt: 2,
      revision: 7,
      ...agent,
      profile: {
        ...profile,
        ...('profile' in request && request.profile instanceof Object ? request.profile : {}),
        ...agent?.profile,
      },
    };
  });
  const views = stub<ViewStore>({
    catchUp: async () => undefined,
    waitFor: async () => undefined,
    channelAccounts: () => accounts,
    automationOf: () => automation ?? null,
    campaignOfAgent: () => campaign ?? null,
  });
  const agents = agentOperations(stub<OperationsDeps>({ actors, views, voicesOf: async () => VOICES }));
  const sent = (type: string) => asked.filter((each) => each.type === type);
  return { agents, asked, sent };
};

const words = (count: number): string => Array.from({ length: count }, () => 'word').join(' ');
const variable = (alias: string, sourceId: string, fieldKey: string) => ({ alias, sourceId, fieldKey });

t.test('refuses texts that are too long, and disclosures that nobody would hear', async (t) => {
  const { agents, sent } = createWorld();
  const voice = (voiceSettings: NonNullable<AgentCreate['voiceSettings']>) => ({ voiceSettings });
  for (const [body, path, message] of [
    [{ instructions: words(20_001) }, '/instructions', /^has 20001 words; shorten it to 20000$/],
    [voice({ firstGreeting: words(31) }), '/voiceSettings/firstGreeting', /^has 31 words; shorten it to 30$/],
    [
      { instructions: '{{x}} '.repeat(MAX_PLACEHOLDERS + 1) },
      '/instructions',
      /^has more than \d+ placeholders; use fewer$/,
    ],
    [
      { channel: 'whatsapp', ...voice({ disclosure: 'I am a machine.' }) },
      '/voiceSettings/disclosure',
      /^is spoken on calls only; set it to null$/,
    ],
    [voice({ disclosure: words(MAX_DISCLOSURE_WORDS + 1) }), '/voiceSettings/disclosure', /shorten it to/],
    [voice({ disclosure: '{{x}}' }), '/voiceSettings/disclosure', /^has no words besides variables/],
    [
      { dataSourceVariables: [variable('x', 'orders', 'status'), variable('x', 'orders', 'order_id')] },
      '/dataSourceVariables/1/alias',
      /^alias x is declared twice; rename one$/,
    ],
  ] satisfies readonly (readonly [Partial<AgentCreate>, string, RegExp])[])
    await t.rejects(agents.create(CALLER, { ...BODY, ...body }), {
      code: 'validation_failed',
      details: [{ path, message }],
    });
  await t.rejects(agents.create(CALLER, { ...BODY, instructions: 'Greet {{name}}.' }), {
    code: 'variable_undeclared',
    details: [{ path: '/instructions' }],
  });
  await t.rejects(agents.create(CALLER, { ...BODY, contactCategoryIds: ['c1', 'c2'] }), {
    code: 'category_not_found',
    details: [{ path: '/contactCategoryIds/1' }],
  });
  t.same(sent('create'), [], 'nothing was created');
});

t.test('names the sources and fields that an agent cannot use', async (t) => {
  const { agents, asked } = createWorld();
  const refused = (body: Partial<AgentCreate>, code: string, details: readonly object[]) =>
    t.rejects(agents.create(CALLER, { ...BODY, ...body }), { code, details }, JSON.stringify(details));
  await refused({ dataSourceIds: ['orders', 'gone', 'old'] }, 'data_source_not_found', [
    { path: '/dataSourceIds/1', message: 'there is no data source gone' },
    { path: '/dataSourceIds/2', message: 'data source old is archived' },
  ]);
  await refused({ dataSourceVariables: [variable('x', 'gone', 'y')] }, 'data_source_not_found', [
    { path: '/dataSourceVariables/0/sourceId' },
  ]);
  const fields = ['orders', 'empty', 'wide'].map((id, at) => variable(`x${at}`, id, 'price'));
  await refused({ dataSourceVariables: fields }, 'data_source_field_unknown', [
    { path: '/dataSourceVariables/0/fieldKey', message: 'data source orders has order_id, status' },
    { path: '/dataSourceVariables/1/fieldKey', message: 'data source empty has no fields yet' },
    {
      path: '/dataSourceVariables/2/fieldKey',
      message: /^data source wide has field_0, .* field_19 and more$/,
    },
  ]);
  asked.length = 0;
  const { result } = await agents.create(CALLER, {
    ...BODY,
    dataSourceVariables: [
      variable('a', 'orders', 'order_id'),
      variable('b', 'orders', 'status'),
      variable('c', contactsSourceId(BUSINESS), 'anything'),
    ],
  });
  t.same(
    asked.filter(({ kind }) => kind === 'data-source').map(({ id }) => id),
    ['orders'],
    'a source is queried once, and the contacts may have any field',
  );
  t.equal(result.assignment, null);
  t.match(asked.at(-1), { type: 'create', contactContextRequired: true });
});

t.test('an agent is created with its assignment, or not at all', async (t) => {
  for (const channel of ['whatsapp', 'instagram'] as const) {
    const { agents, sent } = createWorld({
      accounts: [account(channel, null)],
      agent: { profile: newProfile({ ...BODY, channel }) },
    });
    const { result } = await agents.create(CALLER, {
      ...BODY,
      channel,
      assignment: { autoReplyEnabled: false },
    });
    t.match(result.assignment, { channel, displayName: 'Reception' });
    t.match(sent('assign'), [
      {
        id: `${channel}-account`,
        assignment: { agentId: 'a1', autoReplyEnabled: false, humanHandoffActive: false },
      },
    ]);
  }
  const named = { channel: 'whatsapp', assignment: { phoneNumberId: '107' } } as const;
  for (const [world, body, code] of [
    [{}, { channel: 'whatsapp', assignment: {} }, 'channel_not_connected'],
    [{}, { assignment: {} }, 'channel_assignment_not_supported'],
    [{ accounts: [account('whatsapp', null)] }, named, 'channel_account_not_found'],
    [
      { accounts: [account('whatsapp', null)], automation: 's1' },
      { channel: 'whatsapp', assignment: {} },
      'external_automation_active',
    ],
  ] satisfies readonly (readonly [World, Partial<AgentCreate>, string])[]) {
    const { agents, sent } = createWorld(world);
    await t.rejects(agents.create(CALLER, { ...BODY, ...body }), { code });
    t.same(sent('create'), [], code);
  }
});

t.test(
  'a change applies to the latest revision, and gives up if others keep changing the agent',
  async (t) => {
    const body: AgentUpdate = { ...BODY, agentId: 'a1', name: 'Bea' };
    const twice = createWorld({ changes: 2 });
    const by = { type: 'session', sessionId: 's1', userId: 'u1' } as const;
    const { result } = await twice.agents.update({ ...CALLER, by }, body);
    t.match(result, { id: 'a1', name: 'Bea', referenceName: 'ann-1', createdAt: '1970-01-01T00:00:00.001Z' });
    t.equal(twice.sent('update').length, 3);
    t.match(twice.sent('update').at(-1), { revision: 7, by: { type: 'user', userId: 'u1' } });
    const always = createWorld({ changes: 100 });
    await t.rejects(always.agents.update(CALLER, body), { code: 'agent_changing' });
    t.equal(always.sent('update').length, 20);
    const archived = createWorld({ agent: { status: 'archived' } });
    await t.rejects(archived.agents.update(CALLER, body), { code: 'agent_archived' });
    t.same(archived.sent('update'), []);
  },
);

t.test('the channel of an agent that is in use stays', async (t) => {
  const body: AgentUpdate = { ...BODY, agentId: 'a1', channel: 'whatsapp' };
  const used = createWorld({ accounts: [account('whatsapp', 'other'), account('instagram', 'a1')] });
  await t.rejects(used.agents.update(CALLER, body), {
    code: 'agent_in_use',
    message: 'The agent is assigned to the instagram account 106; assign another agent there first.',
  });
  await t.rejects(createWorld({ campaign: 'Spring' }).agents.update(CALLER, body), {
    code: 'agent_in_use',
    message: /used by the campaign “Spring”; cancel it/,
  });
  const unused = createWorld({ accounts: [account('whatsapp', 'other')] });
  t.match((await unused.agents.update(CALLER, body)).result, { channel: 'whatsapp' });
  const same = createWorld({ campaign: 'Spring' });
  t.match((await same.agents.update(CALLER, { ...body, channel: 'voice' })).result, { channel: 'voice' });
});

t.test('an archived agent loses its accounts, and no others', async (t) => {
  const { agents, sent } = createWorld({
    accounts: [account('whatsapp', 'a1'), account('instagram', 'other')],
  });
  t.match((await agents.archive(CALLER, { businessId: BUSINESS, agentId: 'a1' })).result, { id: 'a1' });
  t.match(sent('assign'), [
    {
      id: 'whatsapp-account',
      assignment: { agentId: null, autoReplyEnabled: false, humanHandoffActive: false },
    },
  ]);
  t.equal(sent('assign').length, 1);
});

t.test(
  'a change that is conditional passes its tags on, and is not repeated on another version',
  async (t) => {
    const body: AgentUpdate = { ...BODY, agentId: 'a1', name: 'Bea' };
    const { agents, sent } = createWorld();
    await agents.update(CALLER, body, ['7']);
    t.match(sent('update'), [{ revision: 7, expected: ['7'] }]);
    await agents.update(CALLER, body);
    t.notOk('expected' in (sent('update').at(-1) ?? {}), 'otherwise any version is changed');
  },
);
