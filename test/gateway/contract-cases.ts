/** For every operation of the route table a request that succeeds, another one, and one that is all wrong. */

import { CAMPAIGN_CASES } from './campaign-cases.js';
import { type Case, q, wrongPage } from './contract-case.js';
import {
  AGENT,
  AGENT_TEST,
  BUSINESS,
  CALL,
  CATEGORY,
  CONTACT,
  JOB,
  MESSAGE,
  NOBODY,
  PARTICIPANT,
  QUEUED_CALL,
  SOURCE,
  SUBSCRIPTION,
} from './fakes.js';

const profile = { businessId: BUSINESS, channel: 'voice', name: 'Ann', instructions: 'Help.' };
const words = {
  ...{ businessId: BUSINESS, phoneNumberId: '106540352242922', to: '+14155552671' },
  ...{ type: 'text', text: 'At four?' },
};
const headerOf = (image: object) => ({ type: 'header', parameters: [{ type: 'image', image }] });
const template = {
  ...{ name: 'order_update', language: 'en_US', agentId: AGENT },
  components: [
    headerOf({ link: 'https://example.org/a.png' }),
    { type: 'body', parameters: [{ type: 'text', text: 'Hello {{who}}' }] },
  ],
};
const { text: _text, ...addressed } = words;
const templated = { ...addressed, type: 'template', template };
const picture = {
  ...{ businessId: BUSINESS, phoneNumberId: '106540352242922', mediaType: 'image' },
  ...{ mimeType: 'image/png', fileName: 'a.png', contentBase64: 'aGVsbG8=' },
};
const hook = {
  ...{ businessId: BUSINESS, channel: 'whatsapp', phoneNumberId: '106540352242922' },
  ...{ callbackUrl: 'https://example.org/hooks', events: ['whatsapp.message.received'] },
  externalAutomation: true,
};
/** All of the business, so there is no account. */
const hookOf = (channel: 'voice' | 'campaign') => ({
  ...{ businessId: BUSINESS, channel, callbackUrl: 'https://example.org/hooks' },
});
export const CASES: Readonly<Record<string, Case>> = {
  ...CAMPAIGN_CASES,
  readWebhookContract: {
    path: '/api/v1/contracts/whatsapp-automation',
    status: 200,
    wrong: { query: 'version=1' },
    problems: ['version'],
  },
  listSubscriptions: {
    path: `/api/v1/webhook-subscriptions?${q}`,
    status: 200,
    wrong: { query: `${q}&${wrongPage}` },
    problems: ['limit', 'cursor'],
  },
  createSubscription: {
    path: '/api/v1/webhook-subscriptions',
    status: 201,
    body: hook,
    conditional: [
      { body: { ...hookOf('voice'), events: ['voice.call.ended'] }, scope: 'voice:read' },
      { body: { ...hookOf('campaign'), events: ['campaign.iteration.ended'] }, scope: 'campaigns:read' },
    ],
    wrong: {
      body: {
        ...{ businessId: BUSINESS, channel: 'sms', phoneNumberId: 1, callbackUrl: 'not an address' },
        ...{ events: ['whatsapp.message.lost', 'whatsapp.message.lost'], externalAutomation: false },
      },
    },
    problems: [
      '/channel',
      '/phoneNumberId',
      '/callbackUrl',
      '/events',
      '/events/0',
      '/events/1',
      '/externalAutomation',
    ],
  },
  updateSubscription: {
    path: `/api/v1/webhook-subscriptions/${SUBSCRIPTION}`,
    status: 200,
    body: { businessId: BUSINESS, status: 'paused' },
    wrong: { body: { businessId: BUSINESS, status: 'revoked', events: [] } },
    problems: ['/status', '/events'],
  },
  revokeSubscription: {
    path: `/api/v1/webhook-subscriptions/${SUBSCRIPTION}?${q}`,
    status: 200,
    wrong: { query: 'businessId=' },
    problems: ['businessId'],
  },
  rotateSubscriptionSecret: {
    path: `/api/v1/webhook-subscriptions/${SUBSCRIPTION}/rotate-secret`,
    status: 200,
    body: { businessId: BUSINESS },
    wrong: { body: { businessId: '' } },
    problems: ['/businessId'],
  },
  listDeliveryAttempts: {
    path: `/api/v1/console/webhook-subscriptions/${SUBSCRIPTION}/deliveries?${q}`,
    status: 200,
    wrong: { query: `${q}&${wrongPage}` },
    problems: ['limit', 'cursor'],
  },
  listDeadLetters: {
    path: `/api/v1/console/webhook-subscriptions/${SUBSCRIPTION}/dead-letters?${q}`,
    status: 200,
    wrong: { query: `${q}&${wrongPage}` },
    problems: ['limit', 'cursor'],
  },
  resendDeadLetter: {
    path: `/api/v1/console/webhook-subscriptions/${SUBSCRIPTION}/dead-letters/resend`,
    status: 202,
    body: { businessId: BUSINESS, eventId: 'wamid.1' },
    other: { body: { businessId: BUSINESS, eventId: 'wamid.2' } },
    wrong: { body: { businessId: BUSINESS, eventId: '' } },
    problems: ['/eventId'],
  },
  uploadMedia: {
    path: '/api/v1/media',
    status: 201,
    body: picture,
    other: { body: { ...picture, fileName: 'other.png' } },
    wrong: {
      body: {
        ...{ businessId: BUSINESS, channel: 'instagram', phoneNumberId: '', mediaType: 'video' },
        ...{ mimeType: 'image/gif', fileName: '', contentBase64: 'aGVsbG8=', clientAssetId: 7 },
      },
    },
    problems: ['/channel', '/phoneNumberId', '/mediaType', '/mimeType', '/fileName', '/clientAssetId'],
  },
  sendMessage: {
    path: '/api/v1/messages',
    status: 202,
    body: templated,
    other: { body: { ...words, text: 'Or five?' } },
    conditional: [
      { body: { ...words, type: 'image', mediaId: MESSAGE }, scope: 'whatsapp:media' },
      {
        body: { ...templated, template: { ...template, components: [headerOf({ id: MESSAGE })] } },
        scope: 'whatsapp:media',
      },
      { body: { ...words, channel: 'instagram' }, scope: 'instagram:write' },
    ],
    wrong: {
      body: {
        ...{ businessId: BUSINESS, channel: 'sms', phoneNumberId: 1, to: '', type: 'video', text: '' },
        ...{ mediaId: 'x', caption: null },
        template: {
          ...{ name: 'No Name', language: 'english', agentId: 'x' },
          components: [{ type: 'body', parameters: [{ type: 'text', text: '' }] }],
        },
      },
    },
    problems: [
      ...['/channel', '/phoneNumberId', '/to', '/type', '/text', '/mediaId', '/caption'],
      ...['/template/name', '/template/language', '/template/agentId'],
      '/template/components/0/parameters/0/text',
    ],
  },
  readMessage: {
    path: `/api/v1/messages/${MESSAGE}?${q}`,
    status: 200,
    wrong: { query: 'businessId=' },
    problems: ['businessId'],
  },
  listVoices: {
    path: `/api/v1/voices?${q}&language=en`,
    status: 200,
    wrong: { query: `${q}&language=tlh` },
    problems: ['language'],
  },
  listAgents: {
    path: `/api/v1/agents?${q}`,
    status: 200,
    wrong: { query: `businessId=7&${wrongPage}` },
    problems: ['businessId', 'limit', 'cursor'],
  },
  createAgent: {
    path: '/api/v1/agents',
    status: 201,
    body: profile,
    other: { body: { ...profile, name: 'Bea' } },
    conditional: [{ body: { ...profile, assignment: {} }, scope: 'channels:write' }],
    wrong: {
      body: {
        businessId: 7,
        channel: 'fax',
        name: '',
        instructions: null,
        dataSourceIds: [CATEGORY, CATEGORY],
        dataSourceVariables: [{ sourceId: CATEGORY, fieldKey: '1a' }],
        voiceSettings: {
          ...{ backgroundNoiseLevelPercent: 75, loud: true, backgroundNoiseKey: 'jungle', language: 'tlh' },
        },
        assignment: { autoReplyEnabled: 'yes' },
      },
    },
    problems: [
      '/businessId',
      '/channel',
      '/name',
      '/instructions',
      '/dataSourceIds',
      '/dataSourceVariables/0/fieldKey',
      '/dataSourceVariables/0/alias',
      '/voiceSettings/backgroundNoiseLevelPercent',
      '/voiceSettings/loud',
      '/voiceSettings/backgroundNoiseKey',
      '/voiceSettings/language',
      '/assignment/autoReplyEnabled',
    ],
  },
  updateAgent: {
    path: '/api/v1/agents',
    status: 200,
    body: { ...profile, agentId: AGENT },
    other: { body: { ...profile, agentId: AGENT, name: 'Bea' } },
    wrong: {
      body: {
        ...{ ...profile, agentId: 'x', name: 'n'.repeat(121), instructions: null, assignment: null },
        ...{ languageCode: null, dataSourceIds: 7, voiceSettings: { firstGreeting: null, language: 7 } },
      },
    },
    problems: [
      ...['/agentId', '/name', '/instructions', '/assignment', '/dataSourceIds', '/voiceSettings/language'],
    ],
  },
  archiveAgent: {
    path: '/api/v1/agents',
    status: 200,
    body: { businessId: BUSINESS, agentId: AGENT },
    other: { body: { businessId: BUSINESS, agentId: NOBODY } },
    wrong: { body: { businessId: BUSINESS, 'agent/id~': AGENT } },
    problems: ['/agentId', '/agent~1id~0'],
  },
  listContacts: {
    path: `/api/v1/contacts?${q}&search=jos%C3%A9&limit=200`,
    status: 200,
    wrong: { query: `${q}&${wrongPage}&search=` },
    problems: ['limit', 'cursor', 'search'],
  },
  createContact: {
    path: '/api/v1/contacts',
    status: 201,
    body: { businessId: BUSINESS, name: 'Ada', mobile: '+14155552672', categoryIds: [CATEGORY] },
    other: { body: { businessId: BUSINESS, name: 'Bea', mobile: '+14155552672', categoryIds: [CATEGORY] } },
    wrong: {
      body: {
        businessId: `urn:uuid:${BUSINESS}`,
        name: '',
        mobile: 14,
        categoryIds: [],
        fields: { '1st': {}, city: 7 },
      },
    },
    problems: ['/businessId', '/name', '/mobile', '/categoryIds', '/fields/1st', '/fields/city'],
  },
  listContactCategories: {
    path: `/api/v1/contacts/categories?${q}`,
    status: 200,
    wrong: { query: `${q}&limit=201&limit=1` },
    problems: ['limit'],
  },
  createContactCategory: {
    path: '/api/v1/contacts/categories',
    status: 201,
    body: { businessId: BUSINESS, name: 'Leads' },
    other: { body: { businessId: BUSINESS, name: 'Customers' } },
    wrong: { body: { name: ['Leads'] } },
    problems: ['/businessId', '/name'],
  },
  readContact: {
    path: `/api/v1/contacts/${CONTACT}?${q}`,
    status: 200,
    conditional: [
      { path: `/api/v1/contacts/${CONTACT}?${q}&campaignId=${NOBODY}`, scope: 'communications:read' },
    ],
    wrong: { query: 'businessId=' },
    problems: ['businessId'],
  },
  listVoiceCalls: {
    path: `/api/v1/voice/calls?${q}&status=completed&agentId=${AGENT}&contactId=${CONTACT}&from=2026-01-01T00:00:00%2B02:00`,
    status: 200,
    wrong: { query: `${q}&${wrongPage}&status=lost&agentId=1&from=2026-01-01T00:00:00+02:00&to=tomorrow` },
    problems: ['limit', 'cursor', 'status', 'agentId', 'from', 'to'],
  },
  startVoiceCall: {
    path: '/api/v1/voice/calls',
    status: 202,
    body: { businessId: BUSINESS, agentId: AGENT, contactId: CONTACT, testVariables: { order: '17' } },
    other: { body: { businessId: BUSINESS, agentId: AGENT, toNumber: '+14155552671' } },
    wrong: {
      body: {
        businessId: BUSINESS,
        agentId: [],
        toNumber: '0415',
        testVariables: { order: 17, 'a\nb': {}, long: 'x'.repeat(501) },
      },
    },
    problems: ['/agentId', '/toNumber', '/testVariables/order', '/testVariables/a\nb', '/testVariables/long'],
  },
  startVoiceCallBatch: {
    path: '/api/v1/voice/calls/batch',
    status: 202,
    body: { businessId: BUSINESS, agentId: AGENT, contactIds: [CONTACT] },
    other: { body: { businessId: BUSINESS, agentId: AGENT, contactIds: [CATEGORY] } },
    wrong: {
      body: { businessId: BUSINESS, agentId: AGENT, contactIds: Array.from({ length: 21 }, () => CONTACT) },
    },
    problems: ['/contactIds', '/contactIds'],
  },
  resolveVoiceCall: {
    path: `/api/v1/voice/calls/resolve?${q}&agentId=${AGENT}&contactId=${CONTACT}`,
    status: 200,
    wrong: { query: `${q}&agentId=1` },
    problems: ['agentId', 'contactId'],
  },
  readVoiceCall: {
    path: `/api/v1/voice/calls/${CALL}?${q}`,
    status: 200,
    wrong: { query: '' },
    problems: ['businessId'],
  },
  downloadVoiceCallTranscript: {
    path: `/api/v1/voice/calls/${CALL}/transcript?${q}`,
    status: 200,
    wrong: { query: `${q}&format=pdf` },
    problems: ['format'],
  },
  cancelVoiceCall: {
    path: `/api/v1/voice/calls/${CALL}?${q}`,
    status: 202,
    other: { path: `/api/v1/voice/calls/${QUEUED_CALL}?${q}` },
    wrong: { query: 'businessId=1' },
    problems: ['businessId'],
  },
  updateContact: {
    path: `/api/v1/contacts/${CONTACT}`,
    status: 200,
    body: { businessId: BUSINESS, name: 'Ada', fields: { city: null }, communicationBlocked: true },
    other: { body: { businessId: BUSINESS, name: 'Bea' } },
    wrong: {
      body: {
        businessId: BUSINESS,
        mobile: null,
        categoryIds: ['x'],
        fields: { city: 7 },
        communicationBlocked: 1,
      },
    },
    problems: ['/mobile', '/categoryIds/0', '/fields/city', '/communicationBlocked'],
  },
  deleteContacts: {
    path: '/api/v1/contacts',
    status: 200,
    body: { businessId: BUSINESS, contactIds: [CONTACT] },
    other: { body: { businessId: BUSINESS, categoryId: CATEGORY } },
    wrong: { body: { businessId: BUSINESS, contactIds: [CONTACT, CONTACT] } },
    problems: ['/contactIds'],
  },
  deleteContactCategory: {
    path: '/api/v1/contacts/categories',
    status: 200,
    body: { businessId: BUSINESS, categoryId: CATEGORY, confirmName: 'Leads' },
    other: { body: { businessId: BUSINESS, categoryId: CATEGORY, confirmName: 'leads' } },
    wrong: { body: { businessId: BUSINESS, categoryId: 'Leads' } },
    problems: ['/categoryId', '/confirmName'],
  },
  readContactTimeline: {
    path: `/api/v1/contacts/${CONTACT}/timeline?${q}`,
    status: 200,
    wrong: { query: `${q}&${wrongPage}&campaignId=7` },
    problems: ['limit', 'cursor', 'campaignId'],
  },
  linkContact: {
    path: `/api/v1/channel-participants/${PARTICIPANT}/link-contact`,
    status: 200,
    body: { businessId: BUSINESS, mobile: '+14155552671', name: 'José', categoryIds: [CATEGORY] },
    other: { body: { businessId: BUSINESS, mobile: '+14155552672' } },
    wrong: { body: { businessId: BUSINESS, name: '', categoryIds: CATEGORY } },
    problems: ['/mobile', '/name', '/categoryIds'],
  },
  importContacts: {
    path: '/api/v1/contacts/imports',
    status: 202,
    body: {
      businessId: BUSINESS,
      categoryIds: [CATEGORY],
      fileName: 'people.csv',
      contentBase64: 'YSxiCg==',
    },
    other: {
      body: {
        businessId: BUSINESS,
        categoryIds: [CATEGORY],
        fileName: 'people.csv',
        contentBase64: 'YSxjCg==',
      },
    },
    wrong: {
      body: {
        ...{ businessId: BUSINESS, categoryIds: [], fileName: 7, contentBase64: '' },
        mapping: { mobile: 7, defaultCountry: 'AUS', fields: { City: '1st' }, loud: true },
      },
    },
    problems: [
      ...['/categoryIds', '/fileName', '/mapping/mobile', '/mapping/defaultCountry'],
      ...['/mapping/fields/City', '/mapping/loud'],
    ],
  },
  listContactImports: {
    path: `/api/v1/contacts/imports?${q}`,
    status: 200,
    wrong: { query: `${q}&${wrongPage}&jobId=7` },
    problems: ['limit', 'cursor', 'jobId'],
  },
  listDataSources: {
    path: `/api/v1/data-sources?${q}`,
    status: 200,
    wrong: { query: wrongPage },
    problems: ['businessId', 'limit', 'cursor'],
  },
  createDataSource: {
    path: '/api/v1/data-sources',
    status: 201,
    body: {
      ...{ businessId: BUSINESS, class: 'structured', name: 'Orders', rows: [{ mobile: '+14155552671' }] },
      database: { connection: 'crm', table: 'orders' },
    },
    other: {
      body: { businessId: BUSINESS, class: 'unstructured', name: 'Orders', text: 'Open on Mondays.' },
    },
    wrong: {
      body: {
        businessId: BUSINESS,
        class: 'graph',
        name: '',
        rows: [{ mobile: [] }],
        description: null,
        text: '',
        database: { connection: '', url: 'postgresql://elsewhere' },
      },
    },
    problems: [
      ...['/class', '/name', '/rows/0/mobile', '/description', '/text'],
      ...['/database/connection', '/database/table', '/database/url'],
    ],
  },
  updateDataSource: {
    path: '/api/v1/data-sources',
    status: 200,
    body: { businessId: BUSINESS, sourceId: SOURCE, name: 'Orders', status: 'active' },
    other: { body: { businessId: BUSINESS, sourceId: SOURCE, name: 'Items' } },
    wrong: { body: { businessId: BUSINESS, sourceId: SOURCE, status: 'deleted', description: 7 } },
    problems: ['/status', '/description'],
  },
  archiveDataSource: {
    path: '/api/v1/data-sources',
    status: 200,
    body: { businessId: BUSINESS, sourceId: SOURCE },
    other: { body: { businessId: BUSINESS, sourceId: NOBODY } },
    wrong: { body: { businessId: BUSINESS } },
    problems: ['/sourceId'],
  },
  uploadDataSource: {
    path: '/api/v1/data-sources/upload',
    status: 202,
    body: { businessId: BUSINESS, sourceId: SOURCE, fileName: 'orders.csv', contentBase64: 'YSxiCg==' },
    other: {
      body: { businessId: BUSINESS, sourceId: SOURCE, fileName: 'more.csv', contentBase64: 'YSxiCg==' },
    },
    wrong: { body: { businessId: BUSINESS, sourceId: 'x', fileName: '', contentBase64: 'YSxiCg==' } },
    problems: ['/sourceId', '/fileName'],
  },
  refreshDataSource: {
    path: '/api/v1/data-sources/refresh',
    status: 202,
    body: { businessId: BUSINESS, sourceId: SOURCE },
    other: { body: { businessId: BUSINESS, sourceId: NOBODY } },
    wrong: { body: { businessId: BUSINESS, sourceId: 'x', connection: 'crm' } },
    problems: ['/sourceId', '/connection'],
  },
  listIngestions: {
    path: `/api/v1/data-sources/ingestions?${q}&sourceId=${SOURCE}`,
    status: 200,
    wrong: { query: `${q}&${wrongPage}&sourceId=1&ingestionId=1` },
    problems: ['limit', 'cursor', 'sourceId', 'ingestionId'],
  },
  reviewIngestion: {
    path: '/api/v1/data-sources/ingestions',
    status: 200,
    body: {
      businessId: BUSINESS,
      ingestionId: JOB,
      columns: [{ column: 'Order', type: 'integer' }],
      activate: true,
    },
    other: { body: { businessId: BUSINESS, ingestionId: JOB, activate: false } },
    wrong: {
      body: {
        ...{ businessId: BUSINESS, ingestionId: JOB, activate: 'yes' },
        columns: [{ fieldKey: '1', type: 'money', include: 1, key: null }],
      },
    },
    problems: [
      ...['/activate', '/columns/0/column', '/columns/0/fieldKey', '/columns/0/type'],
      ...['/columns/0/include', '/columns/0/key'],
    ],
  },
  listChannels: {
    path: `/api/v1/channels?${q}`,
    status: 200,
    wrong: { query: 'businessId=1' },
    problems: ['businessId'],
  },
  readInstagramConnection: {
    path: `/api/v1/channels/instagram?${q}`,
    status: 200,
    wrong: { query: `businessId=1&${wrongPage}` },
    problems: ['businessId', 'limit', 'cursor'],
  },
  deleteInstagramConnection: {
    path: '/api/v1/channels/instagram',
    status: 200,
    body: { businessId: BUSINESS },
    wrong: { body: { businessId: null } },
    problems: ['/businessId'],
  },
  listChannelAssignments: {
    path: `/api/v1/channels/assignments?${q}&channel=whatsapp`,
    status: 200,
    wrong: { query: `${q}&${wrongPage}&channel=voice` },
    problems: ['channel', 'limit', 'cursor'],
  },
  assignChannel: {
    path: '/api/v1/channels/assignments',
    status: 200,
    body: { businessId: BUSINESS, channel: 'whatsapp', aiAgentId: AGENT, autoReplyEnabled: true },
    wrong: {
      body: {
        ...{ businessId: BUSINESS, channel: 'fax', aiAgentId: 'x', phoneNumberId: '' },
        ...{ autoReplyEnabled: 1, humanHandoffActive: 'no' },
      },
    },
    problems: ['/channel', '/aiAgentId', '/phoneNumberId', '/autoReplyEnabled', '/humanHandoffActive'],
  },
  signIn: {
    path: '/api/v1/console/session',
    status: 200,
    body: { email: 'ann@example.org', password: 'correct' },
    wrong: { body: { email: 'a', password: '' } },
    problems: ['/email', '/password'],
  },
  readSession: { path: '/api/v1/console/session', status: 200, wrong: { query: 'a=1' }, problems: ['a'] },
  signOut: { path: '/api/v1/console/session', status: 200, wrong: { query: 'a=1' }, problems: ['a'] },
  changePassword: {
    path: '/api/v1/console/session/password',
    status: 200,
    body: { current: 'correct', next: 'horse battery staple' },
    wrong: { body: { current: 7, next: 'short' } },
    problems: ['/current', '/next'],
  },
  listKeys: {
    path: `/api/v1/console/keys?${q}`,
    status: 200,
    wrong: { query: wrongPage },
    problems: ['businessId', 'limit', 'cursor'],
  },
  createKey: {
    path: '/api/v1/console/keys',
    status: 201,
    body: { businessId: BUSINESS, name: 'CRM', scopes: ['contacts:read'] },
    other: { body: { businessId: BUSINESS, name: 'CRM', scopes: ['contacts:write'] } },
    wrong: { body: { businessId: BUSINESS, name: '', scopes: ['everything'] } },
    problems: ['/name', '/scopes/0'],
  },
  revokeKey: {
    path: `/api/v1/console/keys/key0?${q}`,
    status: 200,
    wrong: { query: '' },
    problems: ['businessId'],
  },
  startAgentTest: {
    path: '/api/v1/console/agent-tests',
    status: 201,
    body: { businessId: BUSINESS, agentId: AGENT, variables: { order: '17' } },
    other: { body: { businessId: BUSINESS, agentId: AGENT } },
    wrong: { body: { businessId: BUSINESS, agentId: 'Ann', variables: { order: 17 } } },
    problems: ['/agentId', '/variables/order'],
  },
  continueAgentTest: {
    path: `/api/v1/console/agent-tests/${AGENT_TEST}/messages`,
    status: 200,
    body: { businessId: BUSINESS, text: 'Hello?' },
    other: { body: { businessId: BUSINESS, text: 'Hello!' } },
    wrong: { body: { businessId: BUSINESS, text: '' } },
    problems: ['/text'],
  },
  readAgentTest: {
    path: `/api/v1/console/agent-tests/${AGENT_TEST}?${q}`,
    status: 200,
    wrong: { query: '' },
    problems: ['businessId'],
  },
};
