/**
 * Everything around a call, on a real service: contacts, Data Sources, channels, keys, sessions. Every answer is
 * held against the published document, and all of them are the same again once the views were rebuilt.
 */
import { writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import type { ContactResource } from '../../schemas/contact.js';
import type { DataSourceResource, IngestionResource } from '../../schemas/data-source.js';
import { contactsSourceId } from '../../schemas/ids.js';
import type { TimelineItem } from '../../schemas/timeline.js';
import { startTestMeta } from '../../testkit/meta.js';
import { parley } from '../../testkit/parley-process.js';
import { createPublishedClient } from '../../testkit/published-client.js';
import { startReceiver } from '../../testkit/receiver.js';
import { until } from '../../testkit/until.js';
import { startWorld } from '../../testkit/world.js';
import { docx, pdf, pdfOf, pdfPage } from '../support/documents.js';

const NOBODY = '22222222-2222-4222-8222-222222222222';
const PASSWORD = 'correct horse battery staple';

t.setTimeout(180_000);

t.test('the control plane', async (t) => {
  t.setTimeout(150_000);
  const meta = await startTestMeta(t);
  const receiver = await startReceiver(t);
  const world = await startWorld(t, { ...meta.env, PARLEY_DEVELOPMENT: '1' });
  const { businessId, dataDir } = world;
  const q = `businessId=${businessId}`;
  const url = (): string => world.service().url;
  const api = await createPublishedClient(url, { authorization: `Bearer ${world.apiKey}` });
  const admin = (...args: readonly string[]) => parley(['admin', ...args, '--data-dir', dataDir]);

  const category = async (name: string): Promise<string> => {
    const body = { businessId, name };
    const { data } = await api.ask<{ category: { id: string } }>('POST', '/api/v1/contacts/categories', body);
    return data.category.id;
  };
  const leads = await category('Leads');
  const clients = await category('Clients');

  const create = (body: object) =>
    api.ask<{ contact: ContactResource }>('POST', '/api/v1/contacts', {
      businessId,
      categoryIds: [leads],
      ...body,
    });
  const update = (id: string, body: object) =>
    api.ask<{ contact: ContactResource }>('PATCH', `/api/v1/contacts/${id}`, { businessId, ...body });
  const found = async (search: string): Promise<readonly string[]> => {
    const path = `/api/v1/contacts?${q}&search=${encodeURIComponent(search)}`;
    const { data } = await api.ask<{ contacts: readonly ContactResource[] }>('GET', path);
    return data.contacts.map(({ name }) => name);
  };
  const counts = async () => {
    const { data } = await api.ask<{ categories: readonly { name: string; contactCount: number }[] }>(
      'GET',
      `/api/v1/contacts/categories?${q}`,
    );
    return Object.fromEntries(data.categories.map(({ name, contactCount }) => [name, contactCount]));
  };

  const jose = (await create({ name: 'José Núñez', mobile: '+14155552671', fields: { city: 'Lima' } })).data
    .contact;
  const zoe = (await create({ name: 'Zoë Müller', mobile: '+4915112345678' })).data.contact;

  await t.test('contacts are found, changed and kept apart by their numbers', async (t) => {
    t.same(await found('jose nun'), ['José Núñez'], 'without accents, by beginnings');
    t.same(await found('lima'), ['José Núñez'], 'by a field');
    t.same(await found('0151 123'), [], 'a trunk prefix is no part of the number');
    t.same(await found('151 1234'), ['Zoë Müller'], 'by the national number');
    t.match(await create({ name: 'Twin', mobile: '+1 415 555 2671' }), {
      status: 409,
      code: 'contact_exists',
      details: [{ path: '/mobile', message: new RegExp(jose.id) }],
    });
    t.match(await update(zoe.id, { mobile: '+14155552671' }), { status: 409, code: 'contact_exists' });
    t.match((await update(zoe.id, { mobile: '+14155552699' })).data.contact, { mobile: '+14155552699' });
    const heir = await create({ name: 'Heir', mobile: '+4915112345678' });
    t.equal(heir.status, 201, 'the former number is free at once');
    t.match(
      (await update(jose.id, { fields: { city: null, tier: 'gold' }, categoryIds: [clients, leads] })).data,
      {
        contact: { fields: { tier: 'gold' }, categories: [{ name: 'Clients' }, { name: 'Leads' }] },
      },
    );
    t.same(await found('lima'), []);
    t.same(await counts(), { Clients: 1, Leads: 3 });
    for (const [body, path] of [
      [{ name: '   ' }, '/name'],
      [{ mobile: '12' }, '/mobile'],
      [{ fields: Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`f${n}`, 'x'])) }, '/fields'],
    ] as const)
      t.match(await update(jose.id, body), { code: 'validation_failed', details: [{ path }] });
    t.match(await update(jose.id, { categoryIds: [NOBODY] }), { code: 'category_not_found' });
    t.match(await update(NOBODY, { name: 'X' }), { status: 404, code: 'contact_not_found' });
    t.match(await api.ask('GET', `/api/v1/contacts/${jose.id}?${q}&campaignId=${NOBODY}`), {
      code: 'campaign_not_found',
    });
    t.match(
      await api.ask('POST', `/api/v1/channel-participants/${NOBODY}/link-contact`, {
        businessId,
        mobile: '+14155552671',
      }),
      { status: 404, code: 'participant_not_found' },
    );
  });

  await t.test('contacts and categories go when they are told to, and not by mistake', async (t) => {
    const gone = await category('Gone');
    const only = (await create({ name: 'Only Here', mobile: '+14155552701', categoryIds: [gone] })).data
      .contact;
    const both = (await create({ name: 'Both', mobile: '+14155552702', categoryIds: [gone, leads] })).data
      .contact;
    const drop = (confirmName: string) =>
      api.ask('DELETE', '/api/v1/contacts/categories', { businessId, categoryId: gone, confirmName });
    t.match(await drop('gone'), { code: 'category_name_mismatch' }, 'letter for letter');
    t.match(await drop('Gone'), { status: 409, code: 'category_not_empty' });
    const remove = (body: object) =>
      api.ask<{ deleted: number }>('DELETE', '/api/v1/contacts', { businessId, ...body });
    t.match(await remove({ contactIds: [only.id, NOBODY] }), { status: 200, data: { deleted: 1 } });
    t.match(await drop('Gone'), { status: 200, data: { category: { name: 'Gone' } } });
    t.match((await api.ask('GET', `/api/v1/contacts/${both.id}?${q}`)).data, {
      contact: { categories: [{ name: 'Leads' }] },
    });
    t.match(await api.ask('GET', `/api/v1/contacts/${only.id}?${q}`), {
      status: 404,
      code: 'contact_not_found',
    });
    const again = await create({ name: 'Again', mobile: '+14155552701' });
    t.equal(again.status, 201, 'the number of a deleted contact is free');
    const bulk = await category('Bulk');
    for (const digit of [1, 2, 3])
      await create({ name: `Bulk ${digit}`, mobile: `+1415555280${digit}`, categoryIds: [bulk] });
    t.match(await remove({ categoryId: bulk }), { data: { deleted: 3 } });
    t.same(await found('bulk'), []);
    t.match(await remove({ categoryId: NOBODY }), { code: 'category_not_found' });
  });

  const ingestionOf = async (ingestionId: string): Promise<IngestionResource> => {
    const path = `/api/v1/data-sources/ingestions?${q}&ingestionId=${ingestionId}`;
    const { data } = await api.ask<{ ingestions: readonly [IngestionResource] }>('GET', path);
    return data.ingestions[0];
  };
  const read = (ingestionId: string): Promise<IngestionResource> =>
    until(
      'the file was read',
      async () => {
        const ingestion = await ingestionOf(ingestionId);
        return ['validated', 'needs_review', 'active', 'failed'].includes(ingestion.stage) ? ingestion : null;
      },
      60_000,
    );
  const review = (ingestionId: string, body: object = {}) =>
    api.ask<{ ingestion: IngestionResource }>('PATCH', '/api/v1/data-sources/ingestions', {
      businessId,
      ingestionId,
      ...body,
    });
  const upload = async (
    sourceId: string,
    fileName: string,
    content: string | Uint8Array,
  ): Promise<string> => {
    const form = new FormData();
    form.set('businessId', businessId);
    form.set('sourceId', sourceId);
    form.set('file', new Blob([content]), fileName);
    const answer = await api.ask<{ ingestion: IngestionResource }>(
      'POST',
      '/api/v1/data-sources/upload',
      form,
    );
    t.equal(answer.status, 202, answer.text);
    return answer.data.ingestion.ingestionId;
  };

  await t.test('a Data Source: read, reviewed, activated at one stroke, archived', async (t) => {
    const made = await api.ask<{ dataSource: DataSourceResource; ingestion: IngestionResource }>(
      'POST',
      '/api/v1/data-sources',
      {
        businessId,
        class: 'structured',
        name: 'Orders',
        description: 'Of the shop',
        rows: [{ Mobile: '+14155552671', Order: 17, Status: 'v0' }],
      },
    );
    t.equal(made.status, 201);
    const source = made.data.dataSource;
    t.match(await read(made.data.ingestion.ingestionId), {
      stage: 'validated',
      counts: { rows: 1, failed: 0 },
      columns: [{ column: 'Mobile', type: 'mobile', key: true }, { fieldKey: 'Order', type: 'integer' }, {}],
    });
    const agent = {
      businessId,
      channel: 'voice',
      name: 'Clerk',
      contactCategoryIds: [leads],
      instructions: 'Order {{order}} is {{state}}.',
      dataSourceVariables: [
        { sourceId: source.id, fieldKey: 'Order', alias: 'order' },
        { sourceId: source.id, fieldKey: 'Status', alias: 'state' },
      ],
    };
    t.match(
      await api.ask('POST', '/api/v1/agents', agent),
      { code: 'data_source_field_unknown' },
      'not yet active',
    );
    t.match((await review(made.data.ingestion.ingestionId)).data.ingestion, { stage: 'active' });
    const { data } = await api.ask<{ agent: { id: string } }>('POST', '/api/v1/agents', agent);
    const resolve = async () => {
      const path = `/api/v1/voice/calls/resolve?${q}&agentId=${data.agent.id}&contactId=${jose.id}`;
      return (await api.ask<{ values: { order: string; state: string } }>('GET', path)).data.values;
    };
    t.same(await resolve(), { order: '17', state: 'v0' });

    // Versions whose two values belong together: nobody ever sees one of each.
    for (const version of [1, 2, 3]) {
      const csv = `Mobile;Order;Status\n+1 415 555 2671;${version};v${version}\n`;
      const ingestionId = await upload(source.id, 'orders.csv', csv);
      await read(ingestionId);
      t.match(await resolve(), { state: `v${version - 1}` }, 'nothing changes before the review');
      const activation = review(ingestionId);
      let active = false;
      void activation.then(() => {
        active = true;
      });
      while (!active) {
        const { order, state } = await resolve();
        t.ok(state === 'v0' ? order === '17' : state === `v${order}`, `${order} belongs to ${state}`);
      }
      t.same(await resolve(), { order: String(version), state: `v${version}` });
    }
    t.match(await review(made.data.ingestion.ingestionId, { columns: [{ column: 'Order', type: 'text' }] }), {
      code: 'ingestion_closed',
    });
    t.match(await review(NOBODY), { status: 404, code: 'ingestion_not_found' });
    const listed = await api.ask<{ dataSources: readonly DataSourceResource[] }>(
      'GET',
      `/api/v1/data-sources?${q}`,
    );
    t.match(listed.data.dataSources, [{ name: 'Orders', itemCount: 1 }, { builtIn: true }]);
    t.notMatch(listed.text, /"(2671|v3)"/, 'no value of a contact is in the listing');
    const builtIn = contactsSourceId(businessId);
    t.match(await api.ask('DELETE', '/api/v1/data-sources', { businessId, sourceId: builtIn }), {
      code: 'data_source_built_in',
    });
    const archive = { businessId, sourceId: source.id };
    t.match((await api.ask('DELETE', '/api/v1/data-sources', archive)).data, {
      dataSource: { status: 'archived' },
    });
    const path = `/api/v1/voice/calls/resolve?${q}&agentId=${data.agent.id}&contactId=${jose.id}`;
    t.match(await api.ask('GET', path), { status: 422, code: 'contact_context_required' });
    t.match(
      (await api.ask('PATCH', '/api/v1/data-sources', { ...archive, status: 'active', name: 'Shop' })).data,
      { dataSource: { status: 'active', name: 'Shop' } },
    );
    t.match(await api.ask('PATCH', '/api/v1/data-sources', { ...archive, text: 'x' }), {
      code: 'data_source_not_unstructured',
    });
  });

  await t.test('doubtful columns wait for somebody', async (t) => {
    const made = await api.ask<{ dataSource: DataSourceResource }>('POST', '/api/v1/data-sources', {
      businessId,
      class: 'structured',
      name: 'Visits',
    });
    const visits = ['many', ...Array.from({ length: 30 }, (_, n) => n)];
    const lines = visits.map((count, n) => `+141555526${String(n + 10)},${count}`);
    const csv = ['phone,visits', ...lines].join('\n');
    const ingestionId = await upload(made.data.dataSource.id, 'visits.csv', csv);
    const doubtful = await read(ingestionId);
    t.equal(doubtful.stage, 'needs_review');
    t.match(
      doubtful.columns.find(({ column }) => column === 'visits'),
      { needsReview: true, reviewReason: /./ },
    );
    t.match(await review(ingestionId, { columns: [{ column: 'nobody' }] }), { code: 'validation_failed' });
    const settled = await review(ingestionId, {
      columns: [{ column: 'visits', type: 'integer', fieldKey: 'count' }],
      activate: false,
    });
    t.match(settled.data.ingestion, { stage: 'validated', columns: [{}, { fieldKey: 'count', misfits: 1 }] });
    t.match((await review(ingestionId)).data.ingestion, { stage: 'active' });
  });

  await t.test('channels: connected by an operator, assigned over the API', async (t) => {
    const token = join(dataDir, 'token');
    writeFileSync(token, 'EAAG-secret\n');
    const connect = (channel: string, account: string, ...more: readonly string[]) =>
      admin(
        ...['channel', 'connect', '--business', businessId, '--channel', channel, '--account', account],
        ...['--name', 'Support', '--token-file', token, ...more],
      );
    const assign = (body: object) =>
      api.ask('PATCH', '/api/v1/channels/assignments', { businessId, channel: 'whatsapp', ...body });
    t.match(await assign({ aiAgentId: null }), { status: 422, code: 'channel_not_connected' });
    await connect('whatsapp', '106540352242922');
    await connect('instagram', '17841400000000001', '--username', 'acme');
    await until('the channel is there', async () => (await assign({ aiAgentId: null })).status === 200);
    t.match((await api.ask('GET', `/api/v1/channels?${q}`)).data, {
      channels: [
        { channel: 'whatsapp', readiness: 'live', connectedAccounts: 1 },
        { channel: 'voice', readiness: 'live' },
        { channel: 'instagram', readiness: 'live' },
        { channel: 'sms', readiness: 'unavailable' },
        {},
      ],
    });
    const helper = { businessId, channel: 'whatsapp', name: 'Helper', instructions: 'Help.', assignment: {} };
    const made = await api.ask<{ agent: { id: string } }>('POST', '/api/v1/agents', helper);
    t.match(made.data, { channelReadiness: 'live', assignment: { autoReplyEnabled: true } });
    const aiAgentId = made.data.agent.id;
    const assignments = await api.ask('GET', `/api/v1/channels/assignments?${q}&channel=whatsapp`);
    t.match(assignments.data, {
      phoneNumberId: '106540352242922',
      assignments: [{ aiAgentId }],
      assignableAgents: [{ id: aiAgentId }],
    });
    t.match(await assign({ aiAgentId, humanHandoffActive: true }), {
      data: { assignment: { aiAgentId, humanHandoffActive: true } },
    });
    t.match(await assign({ channel: 'sms', aiAgentId }), {
      status: 422,
      code: 'channel_assignment_not_supported',
    });
    t.match(await assign({ channel: 'instagram', aiAgentId }), { code: 'agent_channel_mismatch' });
    t.match(await assign({ phoneNumberId: '1' }), { code: 'channel_account_not_found' });
    const instagram = await api.ask('GET', `/api/v1/channels/instagram?${q}`);
    t.match(instagram.data, { connected: true, connections: [{ username: 'acme' }] });
    t.notMatch(instagram.text, /secret|token/i);
    const { businessId: other } = await admin('business', 'create', '--name', 'Other');
    await t.rejects(
      admin(
        ...['channel', 'connect', '--business', String(other), '--channel', 'whatsapp', '--name', 'Thief'],
        ...['--account', '106540352242922', '--token-file', token],
      ),
      /connected by another business/,
    );
    t.match((await api.ask('DELETE', '/api/v1/channels/instagram', { businessId })).data, {
      disconnected: ['17841400000000001'],
    });
    t.match(await api.ask('DELETE', '/api/v1/channels/instagram', { businessId }), {
      code: 'channel_not_connected',
    });
  });

  await admin('user', 'create', '--business', businessId, '--email', 'Ann@Example.org', '--name', 'Ann').then(
    ({ password }) => t.match(password, /^.{16,}$/, 'a password is made where none is given'),
  );
  const passwordFile = join(dataDir, 'password');
  writeFileSync(passwordFile, PASSWORD);
  await admin('user', 'password', '--email', 'ann@example.org', '--password-file', passwordFile);
  const visitor = await createPublishedClient(url, {});
  const signIn = (password: string) =>
    visitor.ask<{ csrfToken: string }>('POST', '/api/v1/console/session', {
      email: 'ann@example.org',
      password,
    });
  const signedIn = async () => {
    const answer = await signIn(PASSWORD);
    t.equal(answer.status, 200, answer.text);
    const cookie = answer.headers.get('set-cookie') ?? '';
    t.match(cookie, /; Path=\/; HttpOnly; SameSite=Lax$/);
    return { cookie: cookie.split(';')[0] ?? '', 'x-csrf-token': answer.data.csrfToken };
  };

  await t.test('the console: sessions, keys, trying an agent out', async (t) => {
    t.match(await signIn('wrong'), { status: 401, code: 'credentials_invalid' });
    const session = await signedIn();
    const console = await createPublishedClient(url, session);
    t.match((await console.ask('GET', '/api/v1/console/session')).data, {
      user: { email: 'ann@example.org' },
      business: { id: businessId, name: 'Demo' },
    });
    t.match(await console.ask('GET', `/api/v1/agents?${q}`), { status: 200 });
    t.match(await console.ask('GET', `/api/v1/agents?businessId=${NOBODY}`), { code: 'business_mismatch' });
    const body = { businessId, name: 'CRM', scopes: ['contacts:read'] };
    const { data: made } = await console.ask<{ key: { id: string }; apiKey: string }>(
      'POST',
      '/api/v1/console/keys',
      body,
    );
    const crm = await createPublishedClient(url, { authorization: `Bearer ${made.apiKey}` });
    t.match(await crm.ask('GET', `/api/v1/contacts?${q}`), { status: 200 }, 'a key works at once');
    t.match(await crm.ask('GET', `/api/v1/agents?${q}`), { code: 'scope_missing' });
    t.match(await crm.ask('GET', `/api/v1/console/keys?${q}`), { code: 'session_required' });
    const keys = async () =>
      (
        await console.ask<{ keys: readonly { id: string; lastUsedAt: string | null }[] }>(
          'GET',
          `/api/v1/console/keys?${q}`,
        )
      ).data.keys.find(({ id }) => id === made.key.id);
    await until('the last use is shown', async () => (await keys())?.lastUsedAt !== null);
    t.match(await console.ask('DELETE', `/api/v1/console/keys/${made.key.id}?${q}`), { status: 200 });
    t.match(await crm.ask('GET', `/api/v1/contacts?${q}`), { status: 401 }, 'a revoked one no longer');
    t.match(await console.ask('DELETE', `/api/v1/console/keys/nobody?${q}`), { code: 'key_not_found' });

    const source = await api.ask<{ dataSource: DataSourceResource }>('POST', '/api/v1/data-sources', {
      businessId,
      class: 'unstructured',
      name: 'House rules',
      text: `${'The house has many rules about shoes and bicycles. '.repeat(400)}\n\nWhen the customer says "opening hours", say "From nine to five.".`,
    });
    const agent = await api.ask<{ agent: { id: string } }>('POST', '/api/v1/agents', {
      businessId,
      channel: 'whatsapp',
      name: 'Porter',
      dataSourceIds: [source.data.dataSource.id],
      instructions: 'Help. Otherwise, say "I do not know.".',
    });
    const test = await console.ask<{ testId: string }>('POST', '/api/v1/console/agent-tests', {
      businessId,
      agentId: agent.data.agent.id,
    });
    const { testId } = test.data;
    const say = async (text: string) =>
      (
        await console.ask<{ messages: readonly { text: string }[] }>(
          'POST',
          `/api/v1/console/agent-tests/${testId}/messages`,
          { businessId, text },
        )
      ).data.messages;
    t.equal(
      (await say('What are your opening hours?')).at(-1)?.text,
      'From nine to five.',
      'it knows the source',
    );
    t.equal((await say('Do you sell milk?')).at(-1)?.text, 'I do not know.');

    await t.test('and what documents say, the last one that was activated', async (t) => {
      const made = await api.ask<{ dataSource: DataSourceResource }>('POST', '/api/v1/data-sources', {
        businessId,
        class: 'unstructured',
        name: 'Leaflets',
      });
      const { id: sourceId } = made.data.dataSource;
      t.match(made.data, { dataSource: { itemCount: 0 }, ingestion: null });
      const agent = await api.ask<{ agent: { id: string } }>('POST', '/api/v1/agents', {
        businessId,
        channel: 'whatsapp',
        name: 'Grocer',
        instructions: 'Otherwise, say "I do not know.".',
        dataSourceIds: [sourceId],
      });
      t.equal(agent.status, 201, agent.text);
      const test = await console.ask<{ testId: string }>('POST', '/api/v1/console/agent-tests', {
        businessId,
        agentId: agent.data.agent.id,
      });
      const milk = (answer: string): string => `When the customer says "sell milk", say "${answer}".`;
      const asked = async () => {
        const { data } = await console.ask<{ messages: readonly { text: string }[] }>(
          'POST',
          `/api/v1/console/agent-tests/${test.data.testId}/messages`,
          { businessId, text: 'Do you sell milk?' },
        );
        return data.messages.at(-1)?.text;
      };

      const locked = await upload(sourceId, 'locked.pdf', pdfOf([pdfPage(['x'])], { encrypted: true }));
      t.match(await read(locked), { stage: 'failed', issues: [{ code: 'document_encrypted', row: null }] });
      t.match(await review(locked), { code: 'ingestion_closed' });

      const first = await upload(
        sourceId,
        'leaflet.pdf',
        pdf(['Milk and tea.', '', milk('Yes, fresh milk.')]),
      );
      t.match(await read(first), { stage: 'validated', versionStatus: 'validated', columns: [], issues: [] });
      t.equal(await asked(), 'I do not know.', 'nothing changes before somebody says so');
      t.match(await review(first, { columns: [{ column: 'x' }] }), { code: 'validation_failed' });
      t.match((await review(first)).data.ingestion, { stage: 'active', versionStatus: 'active' });
      t.equal(await asked(), 'Yes, fresh milk.');

      const second = await upload(sourceId, 'leaflet.docx', await docx(milk('Sold out.')));
      await read(second);
      t.match((await review(second)).data.ingestion, { stage: 'active' });
      t.equal(await asked(), 'Sold out.');
      t.match(await ingestionOf(first), { versionStatus: 'superseded' });
      const text = milk('Tomorrow.');
      t.match((await api.ask('PATCH', '/api/v1/data-sources', { businessId, sourceId, text })).data, {
        dataSource: { activeVersionId: null, itemCount: 1 },
      });
      t.match(await ingestionOf(second), { versionStatus: 'superseded' });
      t.equal(await asked(), 'Tomorrow.', 'a text that is written takes the place of a document');
    });
    for (let round = 0; round < 40; round += 1) await say(`question ${round}`);
    const { data } = await console.ask<{ messages: readonly { speaker: string; text: string }[] }>(
      'GET',
      `/api/v1/console/agent-tests/${testId}?${q}`,
    );
    t.equal(
      data.messages.filter(({ speaker }) => speaker === 'agent').length,
      40,
      'the latest 40 replies are shown',
    );
    t.equal(data.messages[0]?.text, 'question 0', 'with what they answered');
    t.match(await console.ask('GET', `/api/v1/console/agent-tests/${NOBODY}?${q}`), {
      code: 'agent_test_not_found',
    });

    t.match(await console.ask('DELETE', '/api/v1/console/session'), { status: 200 });
    t.match(await console.ask('GET', `/api/v1/agents?${q}`), { status: 401, code: 'session_invalid' });
    const second = await createPublishedClient(url, await signedIn());
    t.match(
      await second.ask('POST', '/api/v1/console/session/password', {
        current: 'wrong',
        next: 'another good one',
      }),
      { code: 'credentials_invalid' },
    );
    const third = await createPublishedClient(url, await signedIn());
    const next = { current: PASSWORD, next: PASSWORD.toUpperCase() };
    t.match(await second.ask('POST', '/api/v1/console/session/password', next), { status: 200 });
    t.match(await third.ask('GET', '/api/v1/console/session'), { status: 401 }, 'every session has ended');
    await admin('user', 'password', '--email', 'ann@example.org', '--password-file', passwordFile);
    const fourth = await createPublishedClient(url, await signedIn());
    await admin('user', 'disable', '--email', 'ann@example.org');
    await until(
      'a disabled user is out',
      async () => (await fourth.ask('GET', '/api/v1/console/session')).status === 401,
      1_000,
    );
    t.match(await signIn(PASSWORD), { status: 401, code: 'credentials_invalid' });
    await admin('user', 'enable', '--email', 'ann@example.org');
    for (let attempt = 0; attempt < 12; attempt += 1) await signIn('wrong');
    t.match(await signIn(PASSWORD), { status: 429, code: 'sign_in_limited' });
  });

  await t.test('the ledger adds up', async (t) => {
    const agent = await world
      .client()
      .createAgent('Plain', 'Otherwise, say "Hello.".', { firstGreeting: 'Hello.' });
    const callId = await world.client().startCall(agent.id, '+14155550130');
    await world.client().callUntil(callId, ({ transcript }) => transcript.length > 0, 20_000);
    const { data: call } = await api.ask<{ callId: string }>('POST', '/api/v1/voice/calls', {
      businessId,
      agentId: agent.id,
      contactId: jose.id,
    });
    t.equal(call, undefined, 'an agent without categories calls no contact');
    await world.client().cancel(callId);
    await world
      .client()
      .callUntil(
        callId,
        ({ diagnostics }) => diagnostics.timeline.some(({ event }) => event === 'call.settled'),
        20_000,
      );
    const { entries } = await admin('business', 'ledger', '--business', businessId);
    if (!Array.isArray(entries)) throw new Error('no ledger');
    t.match(entries, [
      { movement: 'granted', microcredits: 1_000_000_000 },
      { movement: 'reserved', callId },
      { movement: 'settled', callId },
    ]);
    for (const { available, reserved, charged } of entries)
      t.equal(available + reserved + charged, 1_000_000_000);
  });

  /** A campaign that has called one contact and was summarised. */
  const completedCampaign = async (agentId: string) => {
    await world.network.callee(jose.mobile, { ringMs: 50, steps: [{ atMs: 300, do: { type: 'hang_up' } }] });
    const { data } = await api.ask<{ campaign: { id: string } }>('POST', '/api/v1/campaigns', {
      businessId,
      name: 'Renewals',
      objective: 'Otherwise, say "Reached.".',
      channel: 'voice',
      agentId,
      audience: { contactIds: [jose.id] },
    });
    const { id } = data.campaign;
    const path = `/api/v1/campaigns/${id}`;
    await api.ask('PATCH', path, { businessId, action: 'start' });
    await until('it has ended', async () =>
      (await api.ask('GET', `${path}?${q}`)).text.includes('"status":"completed"'),
    );
    const runs = `${path}/summary-runs`;
    const estimate = await api.ask<{ summaryRunId: string; maxChargeMicrocredits: number }>('POST', runs, {
      businessId,
      mode: 'estimate',
    });
    const { summaryRunId, maxChargeMicrocredits } = estimate.data;
    await api.ask('POST', runs, { businessId, mode: 'confirm', summaryRunId, maxChargeMicrocredits });
    await until('it is summarised', async () =>
      (await api.ask('GET', `${runs}?${q}`)).text.includes('"status":"completed"'),
    );
    return { id, path, summaryRunId };
  };

  await t.test('every answer comes back when the views are deleted', async (t) => {
    const contactAgent = await api.ask<{ agent: { id: string } }>('POST', '/api/v1/agents', {
      businessId,
      channel: 'voice',
      name: 'Caller',
      instructions: 'Help.',
      contactCategoryIds: [leads],
      voiceSettings: { firstGreeting: 'Hello there.' },
    });
    const { data: started } = await api.ask<{ callId: string }>('POST', '/api/v1/voice/calls', {
      businessId,
      agentId: contactAgent.data.agent.id,
      contactId: jose.id,
    });
    const { callId } = started;
    await world.client().callUntil(callId, ({ transcript }) => transcript.length > 0, 20_000);
    await world.client().cancel(callId);
    await world
      .client()
      .callUntil(
        callId,
        ({ diagnostics }) => diagnostics.timeline.some(({ event }) => event === 'call.recording_finished'),
        20_000,
      );
    const timeline = await api.ask<{ items: readonly TimelineItem[] }>(
      'GET',
      `/api/v1/contacts/${jose.id}/timeline?${q}`,
    );
    t.ok(timeline.text.includes('Hello there.'), 'the timeline holds what was said');

    const phoneNumberId = '106540352242922';
    await api.ask('PATCH', '/api/v1/channels/assignments', {
      businessId,
      channel: 'whatsapp',
      phoneNumberId,
      aiAgentId: null,
    });
    const hook = await api.ask<{ subscription: { id: string } }>('POST', '/api/v1/webhook-subscriptions', {
      businessId,
      channel: 'whatsapp',
      phoneNumberId,
      externalAutomation: true,
      callbackUrl: `${receiver.url}/hook`,
      events: ['whatsapp.message.received'],
    });
    await meta.write({ accountId: phoneNumberId, from: '14155550177', text: 'Hello?' });
    await until('the subscriber is told', () => receiver.on('/hook').length === 1);
    const written = await api.ask<{ messageId: string }>('POST', '/api/v1/messages', {
      businessId,
      phoneNumberId,
      to: '+14155550177',
      type: 'text',
      text: 'Hello.',
    });
    const { messageId } = written.data;
    await until('the message is read', async () =>
      (await api.ask('GET', `/api/v1/messages/${messageId}?${q}`)).text.includes('"status":"read"'),
    );
    const hooks = `/api/v1/console/webhook-subscriptions/${hook.data.subscription.id}`;

    const campaign = await completedCampaign(contactAgent.data.agent.id);

    await admin(
      'user',
      'create',
      '--business',
      businessId,
      '--email',
      'bea@example.org',
      '--name',
      'Bea',
      '--password-file',
      passwordFile,
    );
    const { headers, data } = await visitor.ask<{ csrfToken: string }>('POST', '/api/v1/console/session', {
      email: 'bea@example.org',
      password: PASSWORD,
    });
    // A session leaves no trace of its reads, as a key does with its last use.
    const reader = await createPublishedClient(url, {
      cookie: headers.get('set-cookie')?.split(';')[0] ?? '',
      'x-csrf-token': data.csrfToken,
    });
    const test = await reader.ask<{ testId: string }>('POST', '/api/v1/console/agent-tests', {
      businessId,
      agentId: contactAgent.data.agent.id,
    });
    const paths = [
      `/api/v1/agents?${q}`,
      `/api/v1/voices?${q}`,
      `/api/v1/contacts?${q}&limit=3`,
      `/api/v1/contacts?${q}&search=j`,
      `/api/v1/contacts/categories?${q}&limit=1`,
      `/api/v1/contacts/${jose.id}?${q}`,
      `/api/v1/contacts/${jose.id}/timeline?${q}&limit=2`,
      `/api/v1/contacts/imports?${q}`,
      `/api/v1/data-sources?${q}`,
      `/api/v1/data-sources/ingestions?${q}`,
      `/api/v1/channels?${q}`,
      `/api/v1/channels/instagram?${q}`,
      `/api/v1/channels/assignments?${q}&channel=whatsapp`,
      `/api/v1/voice/calls?${q}&limit=1`,
      `/api/v1/voice/calls/${callId}?${q}`,
      `/api/v1/voice/calls/${callId}/transcript?${q}`,
      `/api/v1/voice/calls/resolve?${q}&agentId=${contactAgent.data.agent.id}&contactId=${jose.id}`,
      '/api/v1/contracts/whatsapp-automation',
      `/api/v1/campaigns?${q}`,
      ...['', '/iterations', '/memberships', '/activities', '/summary-runs'].map(
        (part) => `${campaign.path}${part}?${q}`,
      ),
      `${campaign.path}/exports?${q}&summaryRunId=${campaign.summaryRunId}`,
      `/api/v1/contacts/${jose.id}?${q}&campaignId=${campaign.id}`,
      `/api/v1/webhook-subscriptions?${q}`,
      `/api/v1/messages/${messageId}?${q}`,
      `${hooks}/deliveries?${q}`,
      `${hooks}/dead-letters?${q}`,
      '/api/v1/console/session',
      `/api/v1/console/keys?${q}`,
      `/api/v1/console/agent-tests/${test.data.testId}?${q}`,
    ];
    await until('the attempt is in the log', async () =>
      (await reader.ask('GET', `${hooks}/deliveries?${q}`)).text.includes('wamid'),
    );
    const everything = async (): Promise<readonly string[]> => {
      const answers: string[] = [];
      for (const first of paths) {
        let path: string | null = first;
        while (path !== null) {
          const answer: { status: number; text: string; data: unknown } = await reader.ask('GET', path);
          t.equal(answer.status, 200, path);
          answers.push(`${path} ${comparable(answer.text)}`);
          const next = /"nextCursor":"([^"]+)"/.exec(answer.text)?.[1];
          path = next === undefined ? null : `${first}&cursor=${next}`;
        }
      }
      return answers;
    };
    const before = await everything();
    const reads = reader.operations('GET').map(({ operationId }) => operationId);
    t.same(
      reads.filter((operationId) => !reader.asked.has(operationId)),
      [],
      'every operation that reads was asked',
    );
    const gone = world.service().ended;
    world.service().kill('SIGTERM');
    await gone;
    for (const suffix of ['', '-wal', '-shm'])
      await rm(join(dataDir, `views.sqlite${suffix}`), { force: true });
    await world.restart();
    await until('the views are there', async () => (await fetch(`${url()}/readyz`)).ok, 30_000);
    t.same(await everything(), before, 'byte for byte');
  });
});

/** Without what names the request, and the signed link, whose time runs from when it is given. */
const comparable = (text: string): string =>
  text
    .replace(/"requestId":"[^"]+"/, '')
    .replace(/"((?:recording|recordingDownload|sample)Url)":"[^"]+"/g, '"$1":""');
