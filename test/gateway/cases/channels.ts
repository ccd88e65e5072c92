/** Requests about channels, media and messages: for each operation a good, a different and an invalid one. */
import { AGENT, BUSINESS, MESSAGE } from '../fakes/ids.js';
import { type Cases, invalidPage, q } from './case.js';

const words = {
  businessId: BUSINESS,
  phoneNumberId: '106540352242922',
  to: '+14155552671',
  type: 'text',
  text: 'At four?',
};
const headerOf = (image: object) => ({ type: 'header', parameters: [{ type: 'image', image }] });
const template = {
  name: 'order_update',
  language: 'en_US',
  agentId: AGENT,
  components: [
    headerOf({ link: 'https://example.org/a.png' }),
    { type: 'body', parameters: [{ type: 'text', text: 'Hello {{who}}' }] },
  ],
};
const { text: _text, ...addressed } = words;
/** Content of every kind; which fields belong together is checked by the operation. */
export const RICH = {
  interactive: { kind: 'buttons', body: 'At four?', buttons: [{ id: 'y', title: 'Yes' }] },
  location: { latitude: 52.5, longitude: 13.4, name: 'Shop', address: 'Main St 1' },
  reaction: { providerMessageId: 'wamid.1', emoji: '👍' },
};
const templated = { ...addressed, type: 'template', template };
const media = { kind: 'image', url: 'https://example.org/a.png' };
const picture = {
  businessId: BUSINESS,
  phoneNumberId: '106540352242922',
  mediaType: 'image',
  mimeType: 'image/png',
  fileName: 'a.png',
  contentBase64: 'aGVsbG8=',
};

export const CHANNEL_CASES: Cases = {
  listChannels: {
    path: `/api/v1/channels?${q}`,
    status: 200,
    invalid: { query: 'businessId=1' },
    problems: ['businessId'],
  },
  readInstagramConnection: {
    path: `/api/v1/channels/instagram?${q}`,
    status: 200,
    invalid: { query: `businessId=1&${invalidPage}` },
    problems: ['businessId', 'limit', 'cursor'],
  },
  deleteInstagramConnection: {
    path: '/api/v1/channels/instagram',
    status: 200,
    body: { businessId: BUSINESS },
    invalid: { body: { businessId: null } },
    problems: ['/businessId'],
  },
  listChannelAssignments: {
    path: `/api/v1/channels/assignments?${q}&channel=whatsapp`,
    status: 200,
    invalid: { query: `${q}&${invalidPage}&channel=voice` },
    problems: ['channel', 'limit', 'cursor'],
  },
  listTemplates: {
    path: `/api/v1/channels/templates?${q}&search=order`,
    status: 200,
    invalid: { query: 'businessId=1&phoneNumberId=&search=' },
    problems: ['businessId', 'phoneNumberId', 'search'],
  },
  markMessagesRead: {
    path: `/api/v1/conversations/${MESSAGE}/read`,
    status: 200,
    body: { businessId: BUSINESS },
    changesNothing: true,
    invalid: { body: { businessId: null } },
    problems: ['/businessId'],
  },
  assignChannel: {
    path: '/api/v1/channels/assignments',
    status: 200,
    body: { businessId: BUSINESS, channel: 'whatsapp', aiAgentId: AGENT, autoReplyEnabled: true },
    invalid: {
      body: {
        businessId: BUSINESS,
        channel: 'fax',
        aiAgentId: 'x',
        phoneNumberId: '',
        autoReplyEnabled: 1,
        humanHandoffActive: 'no',
      },
    },
    problems: ['/channel', '/aiAgentId', '/phoneNumberId', '/autoReplyEnabled', '/humanHandoffActive'],
  },
  uploadMedia: {
    path: '/api/v1/media',
    status: 201,
    body: picture,
    other: { body: { ...picture, fileName: 'other.png' } },
    invalid: {
      body: {
        businessId: BUSINESS,
        channel: 'instagram',
        phoneNumberId: '',
        mediaType: 'sticker',
        mimeType: 'image/gif',
        fileName: '',
        contentBase64: 'aGVsbG8=',
        clientAssetId: 7,
      },
    },
    problems: ['/channel', '/phoneNumberId', '/mediaType', '/mimeType', '/fileName', '/clientAssetId'],
  },
  sendMessage: {
    path: '/api/v1/messages',
    status: 202,
    body: { ...templated, ...RICH, media },
    other: { body: { ...words, text: 'Or five?' } },
    conditional: [
      { body: { ...words, type: 'image', mediaId: MESSAGE }, scope: 'whatsapp:media' },
      {
        body: { ...templated, template: { ...template, components: [headerOf({ id: MESSAGE })] } },
        scope: 'whatsapp:media',
      },
      { body: { ...words, channel: 'instagram' }, scope: 'instagram:write' },
    ],
    invalid: {
      body: {
        businessId: BUSINESS,
        channel: 'sms',
        phoneNumberId: 1,
        to: '',
        type: 'fax',
        text: '',
        mediaId: 'x',
        caption: null,
        template: {
          name: 'No Name',
          language: 'english',
          agentId: 'x',
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
    invalid: { query: 'businessId=' },
    problems: ['businessId'],
  },
};
