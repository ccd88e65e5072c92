/** Agents, end to end: partial updates, the choice of voices and noises, and calls with test variables. */
import t from 'tap';
import { readWav } from '../../../providers/speech/dsp/wav.js';
import type { AgentResource } from '../../../schemas/agents/agent.js';
import type { VoiceCallDiagnostics } from '../../../schemas/calls/diagnostics.js';
import type { VoiceCallSummary } from '../../../schemas/calls/voice-call.js';
import type { DataSourceResource } from '../../../schemas/contacts/data-source.js';
import { contactsSourceId } from '../../../schemas/ids.js';
import { createPublishedClient } from '../../../testkit/api/published-client.js';
import { createCategory, createContact } from '../../../testkit/api/resources.js';
import { startWorld } from '../../../testkit/service/world.js';
import { until } from '../../../testkit/until.js';

t.setTimeout(120_000);

const world = await startWorld(t);
const { businessId } = world;
const q = `businessId=${businessId}`;
const api = await createPublishedClient(() => world.service().url, {
  authorization: `Bearer ${world.apiKey}`,
});
const required = { businessId, channel: 'voice', name: 'Ann', instructions: 'Help.' };
const create = async (fields: object): Promise<AgentResource> =>
  (await api.ask<{ agent: AgentResource }>('POST', '/api/v1/agents', { ...required, ...fields })).data.agent;
const change = (agentId: string, fields: object) =>
  api.ask<{ agent: AgentResource }>('PATCH', '/api/v1/agents', { ...required, agentId, ...fields });
const agentCount = async (): Promise<number> =>
  (await api.ask<{ agents: unknown[] }>('GET', `/api/v1/agents?${q}`)).data.agents.length;

t.test('an update keeps the fields that it omits, and null clears a field', async (t) => {
  const categoryId = await createCategory(world.client(), 'Kept');
  const source = await api.ask<{ dataSource: DataSourceResource }>('POST', '/api/v1/data-sources', {
    businessId,
    name: 'House rules',
    class: 'unstructured',
    text: 'No dogs.',
  });
  const sourceId = source.data.dataSource.id;
  const voiceSettings = { firstGreeting: 'Hello {{who}}.', liveVoiceId: 'flite:rms', language: 'en-US' };
  const whoVariable = { sourceId: contactsSourceId(businessId), fieldKey: 'name', alias: 'who' };
  const { updatedAt: _updatedAt, ...made } = await create({
    voiceSettings,
    dataSourceIds: [sourceId],
    dataSourceVariables: [whoVariable],
    contactCategoryIds: [categoryId],
  });
  t.match((await change(made.id, { name: 'Bea' })).data.agent, { ...made, name: 'Bea', version: 2 });
  await api.ask('DELETE', '/api/v1/data-sources', { businessId, sourceId });
  t.match(
    (await change(made.id, { voiceSettings: { firstGreeting: 'Hi {{who}}.' } })).data.agent,
    { dataSourceIds: [sourceId], voiceSettings: { ...voiceSettings, firstGreeting: 'Hi {{who}}.' } },
    'an archived source does not block an update',
  );
  t.match(await change(made.id, { dataSourceIds: [sourceId] }), { code: 'data_source_not_found' });
  t.match(
    await change(made.id, { dataSourceVariables: null }),
    { status: 400, code: 'variable_undeclared' },
    'fields that are kept must fit those that change',
  );
  const cleared = await change(made.id, {
    voiceSettings: null,
    dataSourceVariables: null,
    dataSourceIds: null,
    contactCategoryIds: null,
  });
  t.match(cleared.data.agent, {
    voiceSettings: {},
    dataSourceVariables: [],
    dataSourceIds: [],
    contactCategoryIds: [],
    contactContextRequired: false,
  });
});

t.test('concurrent updates of different fields are all kept', async (t) => {
  const agent = await create({});
  const changes = [
    { voiceSettings: { agentGender: 'male' } },
    { voiceSettings: { firstGreeting: 'Hello.' } },
    { voiceSettings: { nudgeAfterSilenceSeconds: 7 } },
    { instagramCollectMobileEnabled: false },
  ];
  const answers = await Promise.all(changes.map((fields) => change(agent.id, fields)));
  t.same(
    answers.map(({ status }) => status),
    [200, 200, 200, 200],
  );
  const { agents } = (await api.ask<{ agents: AgentResource[] }>('GET', `/api/v1/agents?${q}`)).data;
  t.match(
    agents.find(({ id }) => id === agent.id),
    {
      voiceSettings: { agentGender: 'male', firstGreeting: 'Hello.', nudgeAfterSilenceSeconds: 7 },
      instagramCollectMobileEnabled: false,
    },
  );
});

interface Listed {
  readonly voices: readonly {
    readonly id: string;
    readonly language: string;
    readonly sampleUrl: string;
  }[];
  readonly noises: readonly { readonly key: string; readonly sampleUrl: string }[];
}

const listed = async (query = ''): Promise<Listed> =>
  (await api.ask<Listed>('GET', `/api/v1/voices?${q}${query}`)).data;

t.test('every voice and every noise has its own audible sample', async (t) => {
  const { voices, noises } = await listed();
  t.same(
    (await listed('&language=en-GB')).voices.map(({ id }) => id),
    ['flite:awb'],
  );
  const files = await Promise.all(
    [...voices, ...noises].map(async ({ sampleUrl }) => {
      const response = await fetch(sampleUrl);
      t.equal(response.status, 200);
      t.equal(response.headers.get('content-type'), 'audio/wav');
      return Buffer.from(await response.arrayBuffer());
    }),
  );
  for (const file of files) {
    const { rate, pcm } = readWav(file);
    t.equal(rate, 8_000);
    t.ok(pcm.length > 2 * rate && pcm.length <= 15 * rate, `${pcm.length / rate} s`);
    t.ok(pcm.some((sample) => Math.abs(sample) > 500));
  }
  t.equal(new Set(files.map((file) => file.toString('base64'))).size, voices.length + noises.length);
});

t.test('unknown voices, noises and languages are refused', async (t) => {
  const plain = await create({});
  const length = await agentCount();
  const refused = async (fields: object, code: string, choice: RegExp): Promise<void> => {
    for (const answer of [
      await api.ask('POST', '/api/v1/agents', { ...required, ...fields }),
      await change(plain.id, fields),
    ])
      t.match(answer, { status: 400, code, details: [{ message: choice }] }, JSON.stringify(fields));
  };
  await refused({ voiceSettings: { liveVoiceId: 'unknown' } }, 'voice_unknown', /flite:slt, flite:rms/);
  await refused(
    { voiceSettings: { backgroundNoiseKey: 'jungle' } },
    'validation_failed',
    /"office", "cafe", "street"/,
  );
  await refused(
    { voiceSettings: { language: 'de' } },
    'validation_failed',
    /no voice speaks de.*en, en-GB, en-US/,
  );
  await refused({ voiceSettings: { language: 'tlh' } }, 'validation_failed', /"af"/);
  await refused({ languageCode: 'de' }, 'validation_failed', /no voice speaks de.*en, en-GB, en-US/);
  t.equal(await agentCount(), length, 'no agent was created');
  const writer = await create({ channel: 'whatsapp', languageCode: 'de' });
  t.equal(writer.languageCode, 'de', 'an agent that only writes may use any language');
  t.match(await change(writer.id, { channel: 'voice' }), { status: 400, code: 'validation_failed' });
  const chosen = { language: 'en-GB', backgroundNoiseKey: 'cafe', liveVoiceId: 'flite:awb' };
  t.match(await create({ voiceSettings: chosen }), { voiceSettings: chosen });
});

/** A Data Source of orders with a single row, that of +14155552671. */
const ordersSource = async (): Promise<string> => {
  const created = await api.ask<{ dataSource: DataSourceResource; ingestion: { ingestionId: string } }>(
    'POST',
    '/api/v1/data-sources',
    {
      businessId,
      name: 'Orders',
      class: 'structured',
      rows: [{ Mobile: '+14155552671', Number: 17, State: 'sent' }],
    },
  );
  const { ingestionId } = created.data.ingestion;
  await until('the rows are read', async () =>
    (await api.ask('GET', `/api/v1/data-sources/ingestions?${q}&ingestionId=${ingestionId}`)).text.includes(
      '"stage":"validated"',
    ),
  );
  await api.ask('PATCH', '/api/v1/data-sources/ingestions', { businessId, ingestionId });
  return created.data.dataSource.id;
};

t.test('test variables replace values and fill in missing ones, and the call reports them', async (t) => {
  const sourceId = await ordersSource();
  const categoryIds = [await createCategory(world.client(), 'Buyers')];
  const contact = (name: string, mobile: string): Promise<string> =>
    createContact(world.client(), { name, mobile, categoryIds });
  const jose = await contact('José', '+14155552671');
  const stranger = await contact('Ann', '+14155552672');
  const agent = await create({
    contactCategoryIds: categoryIds,
    instructions: 'Tell {{who}} that order {{order}} is {{state}}.',
    dataSourceVariables: [
      { sourceId: contactsSourceId(businessId), fieldKey: 'name', alias: 'who' },
      { sourceId, fieldKey: 'Number', alias: 'order' },
      { sourceId, fieldKey: 'State', alias: 'state' },
    ],
  });
  const start = (target: object) =>
    api.ask<{ callId: string }>('POST', '/api/v1/voice/calls', {
      businessId,
      agentId: agent.id,
      ...target,
    });
  const diagnosticsOf = async (target: object) => {
    const { data, status } = await start(target);
    t.equal(status, 202, JSON.stringify(target));
    const path = `/api/v1/voice/calls/${data.callId}?${q}`;
    const { call, diagnostics } = (
      await api.ask<{ call: VoiceCallSummary; diagnostics: VoiceCallDiagnostics }>('GET', path)
    ).data;
    await api.ask('DELETE', path);
    return [call.sourceName, call.callData, diagnostics.testVariables];
  };

  t.same(await diagnosticsOf({ contactId: jose }), ['Contacts, Orders', { order: '17', state: 'sent' }, []]);
  t.same(await diagnosticsOf({ contactId: jose, testVariables: { state: 'lost', extra: 'blue' } }), [
    'Contacts, Orders',
    { order: '17', state: 'lost', extra: 'blue' },
    [{ alias: 'state', replaced: 'value' }],
  ]);
  t.match(await start({ contactId: stranger, testVariables: { order: '1' } }), {
    code: 'contact_context_required',
    details: [{ path: '/fields/State' }],
  });
  t.same(await diagnosticsOf({ contactId: stranger, testVariables: { order: '1', state: 'new' } }), [
    'Contacts',
    { order: '1', state: 'new' },
    [
      { alias: 'order', replaced: 'missing' },
      { alias: 'state', replaced: 'missing' },
    ],
  ]);
  const toNumber = '+14155550177';
  t.match(await start({ toNumber, testVariables: { order: '1', state: 'new' } }), {
    status: 422,
    code: 'contact_context_required',
    details: [{ path: '/testVariables/who' }],
  });
  const all = { who: 'Nobody', order: '1', state: 'new' };
  t.same(await diagnosticsOf({ toNumber, testVariables: all }), [
    null,
    all,
    ['who', 'order', 'state'].map((alias) => ({ alias, replaced: 'missing' })),
  ]);
});
