/** A business in which something of every kind has happened, including things that were undone. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ContactResource } from '../../../schemas/contacts/contact.js';
import type { ContactImportJob } from '../../../schemas/contacts/job.js';
import type { CallDetail } from '../../../testkit/api/client.js';
import type { PublishedClient } from '../../../testkit/api/published-client.js';
import type { Receiver } from '../../../testkit/servers/receiver.js';
import type { TestMeta } from '../../../testkit/service/meta.js';
import { until } from '../../../testkit/until.js';
import { pdf, pdfOf, pdfPage } from '../../support/files/documents.js';
import { type Desk, passwordFile, visitorOf } from './desk.js';
import { ingestionsOf } from './ingestions.js';

const WHATSAPP = '106540352242922';
const CALL_MS = 20_000;

/** José, and a category he is in. */
export interface People {
  readonly jose: ContactResource;
  readonly leads: string;
}

/** Contacts that were created, changed, imported and deleted, and a category that was deleted. */
export const populateContacts = async (desk: Desk): Promise<People> => {
  const { api, businessId, q } = desk;
  const [leads, clients, gone] = [
    await desk.category('Leads'),
    await desk.category('Clients'),
    await desk.category('Gone'),
  ];
  const create = async (name: string, mobile: string, categoryIds = [leads]): Promise<ContactResource> =>
    (await desk.contact({ name, mobile, categoryIds, fields: { city: 'Lima' } })).data.contact;
  const jose = await create('José Núñez', '+14155552671');
  const zoe = await create('Zoë Müller', '+4915112345678');
  const update = (id: string, body: object) =>
    api.ask('PATCH', `/api/v1/contacts/${id}`, { businessId, ...body });
  await update(zoe.id, { mobile: '+14155552699' });
  await create('Heir', '+4915112345678');
  await update(jose.id, { fields: { city: null, tier: 'gold' }, categoryIds: [clients, leads] });
  const only = await create('Only Here', '+14155552701', [gone]);
  await create('Both', '+14155552702', [gone, leads]);
  await api.ask('DELETE', '/api/v1/contacts', { businessId, contactIds: [only.id] });
  const dropped = { businessId, categoryId: gone, confirmName: 'Gone' };
  await api.ask('DELETE', '/api/v1/contacts/categories', dropped);
  const { data } = await api.ask<{ job: ContactImportJob }>('POST', '/api/v1/contacts/imports', {
    businessId,
    categoryIds: [leads],
    fileName: 'guests.csv',
    contentBase64: Buffer.from('name,mobile\nIda,+14155552703\nNobody,12\n').toString('base64'),
  });
  await until('the import has ended', async () =>
    (await api.ask('GET', `/api/v1/contacts/imports?${q}&jobId=${data.job.jobId}`)).text.includes(
      '"status":"completed"',
    ),
  );
  return { jose, leads };
};

/** Sources with versions: superseded, doubtful, failed, and one that was archived for a while. */
export const populateSources = async (desk: Desk): Promise<void> => {
  const { api, businessId } = desk;
  const { create, upload, read, review } = ingestionsOf(desk);
  const idOf = async (body: object): Promise<string> => (await create(body)).data.dataSource.id;
  const versioned = async (sourceId: string, fileName: string, content: string | Uint8Array) => {
    const ingestionId = await upload(sourceId, fileName, content);
    await read(ingestionId);
    return ingestionId;
  };
  const orders = { businessId, sourceId: await idOf({ class: 'structured', name: 'Orders' }) };
  for (const version of [1, 2]) {
    const csv = `Mobile;Order;Status\n+1 415 555 2671;${version};v${version}\n`;
    await review(await versioned(orders.sourceId, 'orders.csv', csv));
  }
  await api.ask('DELETE', '/api/v1/data-sources', orders);
  await api.ask('PATCH', '/api/v1/data-sources', { ...orders, status: 'active', name: 'Shop' });
  const visits = ['many', ...Array.from({ length: 30 }, (_, n) => n)];
  const lines = visits.map((count, n) => `+141555526${n + 10},${count}`);
  const doubtful = await idOf({ class: 'structured', name: 'Visits' });
  await review(await versioned(doubtful, 'visits.csv', ['phone,visits', ...lines].join('\n')), {
    columns: [{ column: 'visits', type: 'integer', fieldKey: 'count' }],
    activate: false,
  });
  const leaflets = await idOf({ class: 'unstructured', name: 'Leaflets' });
  await versioned(leaflets, 'locked.pdf', pdfOf([pdfPage(['x'])], { encrypted: true }));
  await review(await versioned(leaflets, 'leaflet.pdf', pdf(['Milk and tea.'])));
  await api.ask('PATCH', '/api/v1/data-sources', { businessId, sourceId: leaflets, text: 'Tomorrow.' });
};

/** A WhatsApp number that a human has taken over, and an Instagram account that was disconnected. */
export const populateChannels = async ({ admin, api, businessId, world }: Desk): Promise<void> => {
  const token = join(world.dataDir, 'token');
  writeFileSync(token, 'EAAG-secret\n');
  const connect = (channel: string, account: string, ...more: readonly string[]) =>
    admin(
      ...['channel', 'connect', '--business', businessId, '--channel', channel, '--account', account],
      ...['--name', 'Support', '--token-file', token, ...more],
    );
  await connect('whatsapp', WHATSAPP);
  await connect('instagram', '17841400000000001', '--username', 'acme');
  const assign = (body: object) =>
    api.ask('PATCH', '/api/v1/channels/assignments', { businessId, channel: 'whatsapp', ...body });
  await until('the channel is there', async () => (await assign({ aiAgentId: null })).status === 200);
  const helper = { businessId, channel: 'whatsapp', name: 'Helper', instructions: 'Help.', assignment: {} };
  const { data } = await api.ask<{ agent: { id: string } }>('POST', '/api/v1/agents', helper);
  await assign({ aiAgentId: data.agent.id, humanHandoffActive: true });
  await api.ask('DELETE', '/api/v1/channels/instagram', { businessId });
};

/** A call on which something was said, which an operator ended and which was recorded; resolves with its id. */
export const populateCalls = async (
  { api, businessId, world }: Desk,
  agentId: string,
  { jose }: People,
): Promise<string> => {
  const client = world.client();
  const { data } = await api.ask<{ callId: string }>('POST', '/api/v1/voice/calls', {
    businessId,
    agentId,
    contactId: jose.id,
  });
  const { callId } = data;
  await client.callUntil(callId, ({ transcript }) => transcript.length > 0, CALL_MS);
  await client.cancel(callId);
  const isRecorded = ({ diagnostics }: CallDetail): boolean =>
    diagnostics.timeline.some(({ event }) => event === 'call.recording_finished');
  await client.callUntil(callId, isRecorded, CALL_MS);
  return callId;
};

/** A campaign that has called José and was summarised. */
export const populateCampaigns = async (
  { api, businessId, q, world }: Desk,
  agentId: string,
  { jose }: People,
): Promise<{ readonly id: string; readonly path: string; readonly summaryRunId: string }> => {
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
  const isCompleted = async (where: string): Promise<boolean> =>
    (await api.ask('GET', `${where}?${q}`)).text.includes('"status":"completed"');
  await until('the campaign has ended', () => isCompleted(path));
  const runs = `${path}/summary-runs`;
  const estimate = await api.ask<{ summaryRunId: string; maxChargeMicrocredits: number }>('POST', runs, {
    businessId,
    mode: 'estimate',
  });
  const { summaryRunId, maxChargeMicrocredits } = estimate.data;
  await api.ask('POST', runs, { businessId, mode: 'confirm', summaryRunId, maxChargeMicrocredits });
  await until('it is summarised', () => isCompleted(runs));
  return { id, path, summaryRunId };
};

/** A message in each direction on the WhatsApp number, and a subscriber that was notified of the customer's. */
export const populateConversations = async (
  { api, businessId, q }: Desk,
  meta: TestMeta,
  receiver: Receiver,
): Promise<{ readonly messageId: string; readonly subscriptionId: string }> => {
  await api.ask('PATCH', '/api/v1/channels/assignments', {
    businessId,
    channel: 'whatsapp',
    phoneNumberId: WHATSAPP,
    aiAgentId: null,
  });
  const hook = await api.ask<{ subscription: { id: string } }>('POST', '/api/v1/webhook-subscriptions', {
    businessId,
    channel: 'whatsapp',
    phoneNumberId: WHATSAPP,
    externalAutomation: true,
    callbackUrl: `${receiver.url}/hook`,
    events: ['whatsapp.message.received'],
  });
  await meta.write({ accountId: WHATSAPP, from: '14155550177', text: 'Hello?' });
  await until('the subscriber is notified', () => receiver.on('/hook').length === 1);
  const written = await api.ask<{ messageId: string }>('POST', '/api/v1/messages', {
    businessId,
    phoneNumberId: WHATSAPP,
    to: '+14155550177',
    type: 'text',
    text: 'Hello.',
  });
  const { messageId } = written.data;
  await until('the message is read', async () =>
    (await api.ask('GET', `/api/v1/messages/${messageId}?${q}`)).text.includes('"status":"read"'),
  );
  return { messageId, subscriptionId: hook.data.subscription.id };
};

/** A user with a session: unlike the last use of a key, its reads leave no trace. A key of theirs is revoked. */
export const populateConsole = async (desk: Desk): Promise<PublishedClient> => {
  const { admin, businessId, clientWith, q } = desk;
  const email = 'bea@example.org';
  await admin(
    ...['user', 'create', '--business', businessId, '--email', email, '--name', 'Bea'],
    ...['--password-file', passwordFile(desk)],
  );
  const reader = await clientWith(await (await visitorOf(desk, email)).session());
  const body = { businessId, name: 'CRM', scopes: ['contacts:read'] };
  const created = await reader.ask<{ key: { id: string } }>('POST', '/api/v1/console/keys', body);
  await reader.ask('DELETE', `/api/v1/console/keys/${created.data.key.id}?${q}`);
  return reader;
};
