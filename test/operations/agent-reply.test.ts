/** What an agent answers in a conversation and under a post, whatever is known of the customer. */
import t from 'tap';
import { type AgentReplyDeps, agentReply, commentReply } from '../../operations/agent-reply.js';
import type { ChatMessage, LanguageModel } from '../../providers/llm/language-model.js';
import type { AgentResource } from '../../schemas/agent.js';
import { type ContactResource, NO_ROLLUP } from '../../schemas/contact.js';
import { contactsSourceId } from '../../schemas/ids.js';

const BUSINESS = 'b1';
const SOURCE = 's1';

const AT = '2026-01-01T00:00:00.000Z';
const agent: AgentResource = {
  ...{
    id: 'a1',
    referenceName: 'ann',
    status: 'active',
    channel: 'whatsapp',
    name: 'Ann',
    languageCode: 'en',
  },
  ...{ contactContextRequired: true, dataSourceIds: [], contactCategoryIds: [], voiceSettings: {} },
  ...{ instagramCollectMobileEnabled: true, createdAt: AT, updatedAt: AT },
  instructions: 'They are [{{who}}], of plan [{{plan}}], and owe [{{due}}].',
  dataSourceVariables: [
    { alias: 'who', sourceId: contactsSourceId(BUSINESS), fieldKey: 'name' },
    { alias: 'plan', sourceId: contactsSourceId(BUSINESS), fieldKey: 'plan' },
    { alias: 'due', sourceId: SOURCE, fieldKey: 'due' },
  ],
};
const contact: ContactResource = {
  ...{
    id: 'p1',
    name: 'Grace',
    mobile: '+14155550101',
    fields: {},
    categories: [],
    communicationBlocked: false,
  },
  rollups: { voice: NO_ROLLUP, whatsapp: NO_ROLLUP, instagram: NO_ROLLUP },
  ...{ createdAt: AT, updatedAt: AT },
};

/** What the model is told of the agent, and what came of it. */
const world = (known: ContactResource | null, due: string | null = null) => {
  const told: string[] = [];
  const model: LanguageModel = {
    name: 'witness',
    respond: async function* ({ messages }: { readonly messages: readonly ChatMessage[] }) {
      told.push(messages[0]?.content ?? '');
      yield { type: 'text', text: 'Yes.' } as const;
    },
  };
  const views: AgentReplyDeps['views'] = {
    agent: () => agent,
    contact: () => known,
    sourceValues: () => (due === null ? null : new Map([['due', { type: 'integer', value: due } as const]])),
    conversationMessages: () => [{ direction: 'inbound', type: 'text', text: 'hello' }],
    knowledge: () => [],
  };
  const request = { businessId: BUSINESS, conversationId: 'v1', agentId: 'a1' };
  const signal = new AbortController().signal;
  return {
    told,
    reply: (contactId: string | null) => agentReply({ views, model }, { ...request, contactId }, signal),
    comment: () => commentReply({ views, model }, { ...request, text: 'Open?' }, signal),
  };
};

t.test('it knows what it may of the customer', async (t) => {
  const { told, reply } = world({ ...contact, fields: { plan: 'gold' } }, '12');
  t.equal(await reply('p1'), 'Yes.');
  t.same(told, ['They are [Grace], of plan [gold], and owe [12].']);
});

t.test(
  'what the agent may know and the customer does not have is empty, and the agent answers',
  async (t) => {
    const { told, reply } = world(contact);
    t.equal(await reply('p1'), 'Yes.');
    t.same(told, ['They are [Grace], of plan [], and owe [].']);
    const unfit = world(contact, 'a lot');
    await unfit.reply('p1');
    t.same(
      unfit.told,
      ['They are [Grace], of plan [], and owe [].'],
      'what is no value of its field is none',
    );
  },
);

t.test('somebody who is no contact is answered as well', async (t) => {
  const { told, reply } = world(null);
  t.equal(await reply(null), 'Yes.');
  t.same(told, ['They are [], of plan [], and owe [].']);
});

t.test('under a post nothing of the person is said', async (t) => {
  const { told, comment } = world({ ...contact, fields: { plan: 'gold' } }, '12');
  t.equal(await comment(), 'Yes.');
  t.same(told, ['They are [], of plan [], and owe [].']);
});

t.test('who is blocked is not answered', async (t) => {
  const { told, reply } = world({ ...contact, communicationBlocked: true });
  t.equal(await reply('p1'), '');
  t.same(told, []);
});
