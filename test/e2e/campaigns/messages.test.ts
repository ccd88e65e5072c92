/** A WhatsApp campaign through the real service and a simulated Meta: templates, texts, replies, outcomes. */
import { randomUUID } from 'node:crypto';
import t from 'tap';
import type { ActivityResource } from '../../../schemas/campaigns/activity.js';
import type { CampaignResource } from '../../../schemas/campaigns/campaign.js';
import type { MembershipResource } from '../../../schemas/campaigns/membership.js';
import type { SummaryRunResource } from '../../../schemas/campaigns/summary-run.js';
import { codeOf } from '../../../testkit/api/client.js';
import { createAgent, createCategory, createContact } from '../../../testkit/api/resources.js';
import { startReceiver } from '../../../testkit/servers/receiver.js';
import { connectWhatsApp, startTestMeta } from '../../../testkit/service/meta.js';
import { startWorld } from '../../../testkit/service/world.js';
import { until } from '../../../testkit/until.js';

const ACCOUNT = '106540352242922';

t.setTimeout(120_000);

const meta = await startTestMeta(t);
const receiver = await startReceiver(t);
const world = await startWorld(t, { ...meta.env, PARLEY_DEVELOPMENT: '1', PARLEY_RECONCILE_MS: '6000' });
const client = world.client();
const TEMPLATES = [
  { name: 'spring_offer', language: 'en', components: [{ type: 'BODY', text: 'Spring is here.' }] },
  {
    name: 'renewal',
    language: 'en_GB',
    components: [
      { type: 'HEADER', format: 'TEXT', text: 'Plan {{1}}' },
      { type: 'BODY', text: 'Dear {{1}}, your contract ends on {{2}}.' },
    ],
  },
] as const;
await meta.templates(TEMPLATES);
const categoryIds = [await createCategory(client, 'Leads')];
const leadOf = (name: string, mobile: string, fields: Readonly<Record<string, string>>): Promise<string> =>
  createContact(client, { name, mobile, categoryIds, fields });
/** A contact without a plan. */
const ada = await leadOf('Ada', '+14155550500', {});
const grace = await leadOf('Grace', '+14155550501', { plan: 'gold' });
/** A contact whose plan has a line break. */
const linus = await leadOf('Linus', '+14155550502', { plan: 'gold\nand more' });
const sources = await client.get<{ dataSources: { id: string }[] }>('/api/v1/data-sources');
const agentWith = async (name: string, variables: Readonly<Record<string, string>>): Promise<string> =>
  (
    await createAgent(client, {
      channel: 'whatsapp',
      name,
      instructions: 'Otherwise, say "Fine.".',
      dataSourceVariables: Object.entries(variables).map(([alias, fieldKey]) => ({
        alias,
        sourceId: sources.dataSources[0]?.id,
        fieldKey,
      })),
    })
  ).id;
const agentId = await agentWith('Ann', { who: 'name' });
const plannerId = await agentWith('Bea', { who: 'name', plan: 'plan' });

const plan = (settings: object, by = agentId) => ({
  name: 'Spring',
  objective: 'Otherwise, say "Noted.".',
  channel: 'whatsapp',
  agentId: by,
  audience: { categoryIds },
  settings,
});
const planned = (settings: object): Promise<unknown> => client.post('/api/v1/campaigns', plan(settings));
/** Runs a campaign; resolves with it once it has ended. */
const run = async (
  settings: object,
  by?: string,
  beforeStart: () => Promise<void> = async () => undefined,
): Promise<CampaignResource> => {
  const body = plan(settings, by);
  const { campaign } = await client.post<{ campaign: CampaignResource }>('/api/v1/campaigns', body);
  const path = `/api/v1/campaigns/${campaign.id}`;
  await beforeStart();
  await client.patch(path, { action: 'start' });
  const now = async (): Promise<CampaignResource> =>
    (await client.get<{ campaign: CampaignResource }>(path)).campaign;
  await until('the campaign ends', async () => (await now()).status === 'completed', 60_000);
  return now();
};
const members = async (id: string): Promise<readonly MembershipResource[]> =>
  (await client.get<{ memberships: MembershipResource[] }>(`/api/v1/campaigns/${id}/memberships`))
    .memberships;

t.test('refuses what cannot be sent before it sends anything', async (t) => {
  t.equal(await codeOf(planned({ templateName: 'spring' })), 'channel_not_connected');
  await connectWhatsApp(world, world.businessId, ACCOUNT);
  t.equal(await codeOf(planned({})), 'validation_failed');
  t.equal(await codeOf(planned({ messageText: 'Hi {{unknown}}' })), 'variable_undeclared');
  const components = (text: string) => [{ type: 'body', parameters: [{ type: 'text', text }] }];
  for (const [settings, code] of [
    [{ messageText: 'Hi', templateComponents: components('a') }, 'validation_failed'],
    [{ templateName: 'renewal', templateComponents: components('{{unknown}}') }, 'variable_undeclared'],
    [
      { templateName: 'renewal', templateComponents: [...components('a'), ...components('b')] },
      'validation_failed',
    ],
    [
      {
        templateName: 'renewal',
        templateComponents: [
          { type: 'header', parameters: [{ type: 'image', image: { id: randomUUID() } }] },
        ],
      },
      'media_not_found',
    ],
  ] as const)
    t.equal(await codeOf(planned(settings)), code);
  t.equal(
    await codeOf(client.post('/api/v1/campaigns', { ...plan({ messageText: 'Hi' }), channel: 'voice' })),
    'agent_not_voice',
  );
  t.equal((await meta.sent()).sent.length, 0);
});

t.test('a backend can subscribe to its own messages, or to those of agents and campaigns', async (t) => {
  for (const name of ['message', 'agent_message'])
    await client.post('/api/v1/webhook-subscriptions', {
      channel: 'whatsapp',
      phoneNumberId: ACCOUNT,
      externalAutomation: true,
      callbackUrl: `${receiver.url}/${name}`,
      events: [`whatsapp.${name}.sent`, `whatsapp.${name}.failed`],
    });
  t.equal(receiver.received.length, 0);
});

/** The campaign of the first template, once it has ended. */
let spring = '';

t.test('a template reaches every contact once, even if an answer is lost', async (t) => {
  await meta.faults({ lostAnswer: 0.5, duplicateStatus: 0.5, reorderStatus: 0.5 });
  const campaign = await run({ templateName: 'spring_offer' });
  await meta.faults({});
  spring = campaign.id;
  t.match(campaign.counts, { total: 3, completed: 3 });
  const { sent } = await meta.sent();
  t.same(sent.map(({ to }) => to).sort(), ['14155550500', '14155550501', '14155550502']);
  t.match(sent[0]?.body, {
    type: 'template',
    template: { name: 'spring_offer', language: { code: 'en' } },
  });
  t.match(await members(spring), [{ outcome: 'completed', attempts: [{ messageId: /.+/, callId: null }] }]);
  await until('subscribers of agent_message are notified', () => receiver.on('/agent_message').length === 3);
  t.match(receiver.on('/agent_message')[0]?.body, {
    eventType: 'whatsapp.agent_message.sent',
    author: 'campaign',
    campaignId: spring,
    delivery: { status: 'sent', deliveredAt: null, readAt: null },
  });
});

t.test('a reply is listed under the campaign', async (t) => {
  await meta.write({ accountId: ACCOUNT, from: '14155550501', name: 'Grace', text: 'tell me more' });
  const activities = async (): Promise<readonly ActivityResource[]> =>
    (await client.get<{ activities: ActivityResource[] }>(`/api/v1/campaigns/${spring}/activities`))
      .activities;
  await until('the reply is listed', async () => (await activities()).length === 4);
  t.match(await activities(), [
    {
      direction: 'inbound',
      status: 'received',
      contactId: grace,
      contactName: 'Grace',
      channel: 'whatsapp',
    },
    { direction: 'outbound' },
  ]);
  await until('all messages are read', async () =>
    (await activities()).every(({ status }) => status === 'read' || status === 'received'),
  );
  const { timeline } = await client.get<{ timeline: { text: string | null }[] }>(
    `/api/v1/contacts/${grace}/timeline?campaignId=${spring}`,
  );
  // The provider's times are in seconds: the order of two messages within a second is not known.
  t.same(new Set(timeline.map(({ text }) => text)), new Set([null, 'tell me more']));
});

t.test('a template with values reaches contacts that have them, and skips others', async (t) => {
  const before = (await meta.sent()).sent.length;
  const campaign = await run(
    {
      templateName: 'renewal',
      templateLanguage: 'en_GB',
      templateComponents: [
        { type: 'header', parameters: [{ type: 'text', text: '{{plan}}' }] },
        {
          type: 'body',
          parameters: [
            { type: 'text', text: '{{who}}' },
            { type: 'date_time', date_time: { fallback_value: '31 May' } },
          ],
        },
      ],
    },
    plannerId,
  );
  t.match(campaign.counts, { total: 3, completed: 2, skipped: 1 });
  t.match(campaign.currentIteration.settings, {
    templateName: 'renewal',
    templateLanguage: 'en_GB',
    templateComponents: [{ parameters: [{ text: '{{plan}}' }] }, { type: 'body' }],
  });
  const reasons = new Map(
    (await members(campaign.id)).map((member) => [member.contactId, member.skipReason]),
  );
  t.equal(reasons.get(ada), 'contact_context_required', 'Ada has no plan');
  t.equal(reasons.get(linus), null, 'a value with a line break is sent on one line');
  const sent = (await meta.sent()).sent.slice(before);
  t.equal(sent.length, 2);
  const to = (number: string) => sent.find((message) => message.to === number)?.body.template;
  t.match(to('14155550502'), { components: [{ parameters: [{ text: 'gold and more' }] }] });
  t.strictSame(to('14155550501'), {
    name: 'renewal',
    language: { code: 'en_GB' },
    components: [
      { type: 'header', parameters: [{ type: 'text', text: 'gold' }] },
      {
        type: 'body',
        parameters: [
          { type: 'text', text: 'Grace' },
          { type: 'date_time', date_time: { fallback_value: '31 May' } },
        ],
      },
    ],
  });
});

t.test('a message that the channel refuses has the reason and a remedy', async (t) => {
  const settings = { templateName: 'spring_offer', templateLanguage: 'en' };
  // The template is changed between the check and the messages.
  const [, { components }] = TEMPLATES;
  const changed = [{ name: 'spring_offer', language: 'en', components }];
  const campaign = await run(settings, undefined, () => meta.templates(changed));
  await meta.templates(TEMPLATES);
  t.match(campaign.counts, { total: 3, failed: 3 });
  const [member] = await members(campaign.id);
  const { failure } = await client.get<{ failure: { code: string; message: string } }>(
    `/api/v1/messages/${member?.attempts[0]?.messageId}`,
  );
  t.match(failure, { code: 'template_parameters_mismatch', message: /components/ });
});

t.test('a text reaches contacts that wrote within a day, with their own values', async (t) => {
  const campaign = await run({ messageText: 'Hello {{who}}, see you on Friday.' });
  t.match(campaign.counts, { total: 3, completed: 1, skipped: 2 });
  const skipped = (await members(campaign.id)).filter(({ status }) => status === 'skipped');
  t.same(new Set(skipped.map(({ skipReason }) => skipReason)), new Set(['conversation_window_closed']));
  const { sent } = await meta.sent();
  t.match(sent.at(-1), { to: '14155550501', body: { text: { body: 'Hello Grace, see you on Friday.' } } });
});

t.test('an undeliverable message fails, is reported and is summarised', async (t) => {
  await meta.faults({ undeliverable: 1 });
  const campaign = await run({ templateName: 'spring_offer' });
  await meta.faults({});
  t.match(campaign.counts, { total: 3, failed: 3 });
  const received = () => receiver.on('/agent_message').filter(({ body }) => body.campaignId === campaign.id);
  await until('the subscriber is notified', () => received().length === 3);
  t.same(
    received().map(({ body }) => body.eventType),
    Array(3).fill('whatsapp.agent_message.failed'),
  );
  t.same(receiver.on('/message'), [], 'the endpoint for messages of the backend got none');
  const path = `/api/v1/campaigns/${campaign.id}/summary-runs`;
  const { summaryRunId, maxChargeMicrocredits } = await client.post<SummaryRunResource>(path, {
    mode: 'estimate',
  });
  await client.post(path, { mode: 'confirm', summaryRunId, maxChargeMicrocredits });
  const runs = async (): Promise<readonly SummaryRunResource[]> =>
    (await client.get<{ summaryRuns: SummaryRunResource[] }>(path)).summaryRuns;
  await until('the campaign is summarised', async () => (await runs())[0]?.status === 'completed');
  t.match(await runs(), [{ contacts: 3, assessed: 3, chargedMicrocredits: 6_000 }]);
});
