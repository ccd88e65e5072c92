/**
 * Every page with something on it, wide and narrow, light and dark: it fits, axe finds nothing serious, and screenshots
 * are stored in `PARLEY_ARTEFACTS` (default `artefacts/console`).
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { CONSOLE_PAGES } from '../../../schemas/accounts/console-pages.js';
import type { CampaignResource } from '../../../schemas/campaigns/campaign.js';
import { isSettled } from '../../../testkit/api/client.js';
import { createAgent, createCategory, createContact } from '../../../testkit/api/resources.js';
import { createMetaClient } from '../../../testkit/simulators/meta-client.js';
import { until } from '../../../testkit/until.js';
import { withoutBrowser } from './browser.js';
import { openPlace, type Place } from './place.js';

t.setTimeout(400_000);

const ARTEFACTS = process.env.PARLEY_ARTEFACTS ?? join('artefacts', 'console');
const SIZES = [
  { name: 'wide', width: 1440, height: 900 },
  { name: 'narrow', width: 390, height: 844 },
] as const;
const SCHEMES = ['light', 'dark'] as const;

type Pattern = (typeof CONSOLE_PAGES)[number];

/** The ids in the addresses of pages that show a single item. */
type Examples = Readonly<Partial<Record<Pattern, string>>>;

/** A business in the middle of its day. */
const createFixtures = async ({ api, ask }: Place): Promise<Examples> => {
  const categoryId = await createCategory(api, 'Customers');
  const names = [
    'Asha Ré',
    'Björn Lindqvist',
    'Chiara Conti',
    'Dmitri Orlov',
    'Élodie Martin',
    'Farah Haddad',
  ];
  const contacts: string[] = [];
  for (const [index, name] of names.entries())
    contacts.push(
      await createContact(api, { name, mobile: `+1415555020${index}`, categoryIds: [categoryId] }),
    );
  const agent = await createAgent(api, {
    channel: 'voice',
    name: 'Ann of Bella Vista',
    contactCategoryIds: [categoryId],
    instructions:
      'You are Ann of the restaurant Bella Vista. When the customer says "book a table", say "With pleasure. For how many people?". When the customer says "two people", say "A table is reserved.". When the customer says "goodbye", say "Goodbye!" and hang up.',
    voiceSettings: { firstGreeting: 'Hello, this is the restaurant Bella Vista. How can I help you?' },
  });
  const orders = await api.post<{ dataSource: { id: string } }>('/api/v1/data-sources', {
    class: 'structured',
    name: 'Orders',
    rows: [
      { mobile: '+14155550200', order: 'A-1', total: 12.5 },
      { mobile: '+14155550201', order: 'A-2', total: 'many' },
    ],
  });
  const { campaign } = await api.post<{ campaign: CampaignResource }>('/api/v1/campaigns', {
    name: 'Renewals of the spring',
    channel: 'voice',
    agentId: agent.id,
    objective: 'Renew contracts.',
    audience: { categoryIds: [categoryId] },
  });
  const sentences = ['I would like to book a table', 'for two people', 'thank you goodbye'];
  const simulated = async (): Promise<string> =>
    (
      await ask<{ callId: string }>('POST', '/api/v1/console/simulated-calls', {
        agentId: agent.id,
        says: sentences,
      })
    ).callId;
  await api.startCall(agent.id, '+14155550001');
  const ended = await simulated();
  await api.callUntil(ended, isSettled, 60_000);
  const liveCallId = await simulated();
  await api.callUntil(liveCallId, ({ transcript }) => transcript.length > 1, 45_000);
  return {
    '/live/{id}': liveCallId,
    '/calls/{id}': ended,
    '/agents/{id}': agent.id,
    '/contacts/{id}': contacts[0] ?? '',
    '/data-sources/{id}': orders.dataSource.id,
    '/reference/{id}': 'createContact',
    '/campaigns/{id}': campaign.id,
  };
};

/** Customers who write, an account on which an agent answers, and a webhook. */
const furnishMessaging = async ({ api, ask, service }: Place): Promise<Examples> => {
  const accountId = '106540352242922';
  const account = { channel: 'whatsapp', accountId, accessToken: 'token-of-a-test' };
  await ask('POST', '/api/v1/console/channel-accounts', account);
  const meta = createMetaClient(service.metaUrl ?? '', service.simulatorToken);
  for (const [from, name, text] of [
    ['14155550301', 'Gita Rao', 'Is the terrace open on Sunday?'],
    [
      '14155550302',
      'Hugo Brandt',
      'I left my umbrella with you yesterday, a black one with a wooden handle.',
    ],
    ['14155550303', 'Ines Duarte', 'A table for six on Friday at eight, please.'],
  ] as const)
    await meta.write({ accountId, from, name, text });
  const list = () =>
    ask<{ conversations: readonly { readonly id: string; readonly name: string | null }[] }>(
      'GET',
      `/api/v1/console/conversations?businessId=${api.businessId}`,
    );
  await until('all of them are listed', async () => (await list()).conversations.length === 3, 45_000);
  const ines = (await list()).conversations.find(({ name }) => name === 'Ines Duarte')?.id ?? '';
  await ask('POST', `/api/v1/console/conversations/${ines}/messages`, {
    text: 'With pleasure, for six. Under which name?',
  });
  await meta.write({ accountId, from: '14155550303', name: 'Ines Duarte', text: 'Duarte, thank you!' });
  const { id: aiAgentId } = await createAgent(api, {
    channel: 'whatsapp',
    name: 'Bella in writing',
    instructions: 'You answer guests of the restaurant Bella Vista.',
  });
  const assignment = { channel: 'whatsapp', aiAgentId, autoReplyEnabled: true };
  await api.request('PATCH', '/api/v1/channels/assignments', { businessId: api.businessId, ...assignment });
  const { subscription } = await api.post<{ subscription: { readonly id: string } }>(
    '/api/v1/webhook-subscriptions',
    { channel: 'campaign', callbackUrl: 'https://8.8.8.8/hooks', events: ['campaign.recipient.ended'] },
  );
  return {
    '/conversations/{id}': ines,
    '/channels/{id}': `whatsapp-${accountId}`,
    '/webhooks/{id}': subscription.id,
  };
};

const shoot = async (t: Test, place: Place, pattern: Pattern, path: string): Promise<void> => {
  const { page, service, serious } = place;
  const name = pattern
    .slice(1)
    .replaceAll(/[/{}]+/g, '-')
    .replace(/-$/, '');
  await page.setViewportSize({ width: SIZES[0].width, height: SIZES[0].height });
  await page.goto(`${service.url}${path}`);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await until('the page has its data', async () => place.waiting() === 0, 45_000);
  await until('no part of it is loading', async () => (await page.locator('.loading').count()) === 0, 45_000);
  for (const { name: size, width, height } of SIZES) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.screenshot({ path: join(ARTEFACTS, `${name}-${size}-${colorScheme}.png`) });
      t.same(await serious(), [], `${path} ${size} ${colorScheme}`);
    }
    const overflow: unknown = await page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
    t.ok(typeof overflow === 'number' && overflow <= 0, `${path} fits ${width} px: ${overflow} beyond`);
  }
};

t.test('every page fits and is accessible', { skip: withoutBrowser }, async (t) => {
  await mkdir(ARTEFACTS, { recursive: true });
  const place = await openPlace(t);
  const alone = ['/sign-in', '/setup', '/join'] as const;
  for (const pattern of alone) await t.test(pattern, (t) => shoot(t, place, pattern, pattern));
  await place.signIn('/calls');
  const examples = { ...(await createFixtures(place)), ...(await furnishMessaging(place)) };
  for (const pattern of CONSOLE_PAGES.filter((pattern) => !alone.some((other) => other === pattern)))
    await t.test(pattern, async (t) => {
      const id = examples[pattern];
      if (pattern.includes('{')) t.ok(id, 'there is something to show');
      t.ok(await place.page.getByRole('navigation').isVisible(), 'the user is signed in');
      await shoot(t, place, pattern, pattern.replace(/\{[a-zA-Z]+\}/, id ?? ''));
    });
  t.same(place.faults, []);
});
