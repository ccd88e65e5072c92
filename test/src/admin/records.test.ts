/** Keys, the audit log, voicemail handling and large files, as an operator works with them. */
import t from 'tap';
import type { AgentProfile } from '../../../actors/agent/events.js';
import { agent } from '../../../actors/agent/index.js';
import { business } from '../../../actors/business/index.js';
import { dataSource } from '../../../actors/data-source/index.js';
import type { ActorRef } from '../../../actors/runtime/actor.js';
import { createBusiness, fileAt, sharedOperator, UNKNOWN } from './operator.js';

const operator = await sharedOperator();
const { run } = operator;
const AGENT = '00000000-0000-4000-8000-00000000000a';
const PROFILE: AgentProfile = {
  channel: 'voice',
  name: 'Ann',
  instructions: 'Help.',
  languageCode: 'en',
  dataSourceIds: [],
  contactCategoryIds: [],
  dataSourceVariables: [],
  voiceSettings: {},
  instagramCollectMobileEnabled: true,
};
const SOURCE = '00000000-0000-4000-8000-00000000000d';

/** The events of an actor. */
const eventsOf = (ref: ActorRef): Promise<readonly unknown[]> =>
  operator.as(async ({ journal }) => {
    const events = [];
    for await (const commit of journal.read(ref, 0)) events.push(...commit.events);
    return events;
  });

t.test('keys are listed with their scopes and their last use, also after they are revoked', async (t) => {
  const businessId = await createBusiness(operator);
  const create = (...args: readonly string[]) => run('key', 'create', '--business', businessId, ...args);
  const { apiKey } = await create('--name', 'crm', '--scopes', 'agents:read, contacts:read');
  t.match(apiKey, /^parley_sk_[^_]+_.+/);
  await create('--scopes', 'all');
  await t.rejects(create('--scopes', 'agents:read,voice:fly'), /unknown scopes: voice:fly/);
  const keyId = String(apiKey).split('_')[2] ?? '';
  const usedAt = Date.UTC(2026, 0, 31, 9);
  const ref = { business: businessId, id: businessId };
  await operator.as(({ actors }) => actors.ask(business, ref, { type: 'key_used', keyId, usedAt }));
  t.strictSame(await run('key', 'revoke', '--business', businessId, '--key', keyId), {
    keyId,
    revoked: true,
  });
  const { keys } = await run('key', 'list', '--business', businessId);
  t.match(keys, [
    {
      keyId,
      name: 'crm',
      scopes: ['agents:read', 'contacts:read'],
      lastUsedAt: '2026-01-31T09:00:00.000Z',
      revokedAt: /^\d{4}-/,
    },
    { name: 'key', lastUsedAt: null, revokedAt: null },
  ]);
  t.notMatch(JSON.stringify(keys), new RegExp(String(apiKey).split('_')[3] ?? '-'), 'without the secret');
  await t.rejects(run('key', 'list', '--business', UNKNOWN), { code: 'business_not_found' });
});

t.test('the audit log shows the latest entries of an action or a time first', async (t) => {
  const businessId = await createBusiness(operator);
  const audit = async (...args: readonly string[]) =>
    (await run('audit', '--business', businessId, ...args)).entries;
  for (const lines of ['2', '3']) await run('business', 'lines', '--business', businessId, '--lines', lines);
  await run('business', 'credit', '--business', businessId, '--credits', '1');
  const lines = { action: 'lines.changed', target: businessId, actor: /^operator \S+:\d+@/, outcome: 'done' };
  const granted = { action: 'credit.granted', code: null, client: null, omitted: 0 };
  t.match(await audit(), [granted, lines, lines, { action: 'business.created' }]);
  t.match(await audit('--last', '2'), [granted, lines]);
  t.equal([await audit('--last', '2')].flat().length, 2);
  t.equal([await audit('--action', 'lines.changed')].flat().length, 2);
  t.strictSame(await audit('--since', '2999-01-01'), []);
  t.equal([await audit('--since', '2020-01-31T09:00:00Z')].flat().length, 4);
  await t.rejects(audit('--since', 'soon'), /--since is "soon"; give a time like 2026-01-31/);
  await t.rejects(run('audit', '--business', UNKNOWN), { code: 'business_not_found' });
});

t.test('an agent hangs up on voicemail until it is set to leave a message or to talk', async (t) => {
  const businessId = await createBusiness(operator);
  await operator.as(({ actors }) =>
    actors.ask(
      agent,
      { business: businessId, id: AGENT },
      { type: 'create', profile: PROFILE, contactContextRequired: false },
    ),
  );
  const voicemail = async (...args: readonly string[]) =>
    (await run('agent', 'voicemail', '--business', businessId, '--agent', AGENT, ...args)).voicemail;
  t.strictSame(await voicemail(), { type: 'hang_up' });
  const message = { type: 'leave_message', text: 'Please call us back.' };
  t.strictSame(await voicemail('--message', message.text), message);
  t.strictSame(await voicemail(), message, 'showing changes nothing');
  t.strictSame(await voicemail('--talk'), { type: 'talk' });
  t.strictSame(await voicemail('--hang-up'), { type: 'hang_up' });
  await t.rejects(voicemail('--hang-up', '--talk'), /use only one of --hang-up, --message and --talk/);
  for (const text of [' ', 'x'.repeat(1_001)])
    await t.rejects(voicemail('--message', text), /--message must have 1 to 1000 characters/);
  await t.rejects(voicemail('--message', '{{first_name}}'), { code: 'validation_failed' });
  await t.rejects(voicemail('--message', 'Hello {{nobody}}.'), { code: 'variable_undeclared' });
  await t.rejects(run('agent', 'voicemail', '--business', businessId, '--agent', UNKNOWN), {
    code: 'agent_not_found',
  });
});

t.test('a file of contacts is stored and its import started, in categories that exist', async (t) => {
  const businessId = await createBusiness(operator);
  const ref = { business: businessId, id: businessId };
  const categoryId = 'category-1';
  await operator.as(({ actors }) =>
    actors.ask(business, ref, { type: 'create_category', categoryId, name: 'Leads' }),
  );
  const file = fileAt(operator, 'people.csv', 'name,mobile\nAnn,0301234567\n');
  const load = (path: string, ...args: readonly string[]) =>
    run('contacts', 'import', '--business', businessId, '--file', path, ...args);
  const { jobId } = await load(file, '--category', categoryId, '--country', 'DE');
  t.match(await eventsOf({ kind: 'contact-import', business: businessId, id: String(jobId) }), [
    {
      type: 'import.accepted',
      fileName: 'people.csv',
      categoryIds: [categoryId],
      mapping: { defaultCountry: 'DE' },
      bytes: 27,
    },
  ]);
  await t.rejects(load(file, '--category', `${categoryId}, other`), { code: 'category_not_found' });
  await t.rejects(load(file, '--category', categoryId, '--country', 'XX'), { code: 'validation_failed' });
  for (const path of ['/nowhere/people.csv', operator.dataDir])
    await t.rejects(load(path, '--category', categoryId), /--file is ".*"; there is no such file/, path);
});

t.test('a file for a Data Source becomes its next version', async (t) => {
  const businessId = await createBusiness(operator);
  const ref = { business: businessId, id: SOURCE };
  const upload = (source: string, path: string) =>
    run('data-source', 'upload', '--business', businessId, '--source', source, '--file', path);
  const file = fileAt(operator, 'orders.csv', 'order\nA1\n');
  await t.rejects(upload(SOURCE, file), { code: 'data_source_not_found' });
  await t.rejects(upload('orders', file), /--source is "orders"; give the id that GET/);
  await operator.as(({ actors }) =>
    actors.ask(dataSource, ref, {
      type: 'create',
      class: 'structured',
      name: 'Orders',
      description: null,
      text: null,
    }),
  );
  const { ingestionId } = await upload(SOURCE, file);
  t.match(ingestionId, /^[0-9a-f-]{36}$/);
  t.match((await eventsOf({ kind: 'data-source', ...ref })).at(-1), {
    type: 'version.received',
    versionId: ingestionId,
    fileName: 'orders.csv',
    bytes: 9,
  });
});
