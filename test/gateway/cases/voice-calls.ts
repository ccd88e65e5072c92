/** Requests about voice calls: for each operation a good, a different and an invalid one. */
import { AGENT, BUSINESS, CALL, CATEGORY, CONTACT, QUEUED_CALL } from '../fakes/ids.js';
import { type Cases, invalidPage, q } from './case.js';

export const VOICE_CALL_CASES: Cases = {
  listVoiceCalls: {
    path: `/api/v1/voice/calls?${q}&status=completed&agentId=${AGENT}&contactId=${CONTACT}&from=2026-01-01T00:00:00%2B02:00`,
    status: 200,
    invalid: {
      query: `${q}&${invalidPage}&status=lost&agentId=1&from=2026-01-01T00:00:00+02:00&to=tomorrow`,
    },
    problems: ['limit', 'cursor', 'status', 'agentId', 'from', 'to'],
  },
  exportVoiceCalls: {
    path: `/api/v1/voice/calls/export?${q}&agentId=${AGENT}&success=true&request=call_back&sentiment=positive&columns=id,success`,
    status: 200,
    invalid: { query: `${q}&success=yes&sentiment=glad&request=money` },
    problems: ['success', 'sentiment', 'request'],
  },
  countVoiceCalls: {
    path: `/api/v1/voice/calls/facets?${q}&agentId=${AGENT}&slow=true&reviewed=false&endReason=silence`,
    status: 200,
    invalid: { query: `${q}&slow=yes&reviewed=no&endReason=bored&minScore=0` },
    problems: ['slow', 'reviewed', 'endReason', 'minScore'],
  },
  searchVoiceCalls: {
    path: `/api/v1/voice/calls/search?${q}&text=dias&agentId=${AGENT}&endedBy=customer&slow=false&interrupted=true&toolFailed=false`,
    status: 200,
    invalid: {
      query: `${q}&text=&limit=51&endedBy=neighbour&slow=yes&interrupted=1&toolFailed=no&to=tomorrow`,
    },
    problems: ['text', 'limit', 'endedBy', 'slow', 'interrupted', 'toolFailed', 'to'],
  },
  searchMessages: {
    path: `/api/v1/messages/search?${q}&text=dias&channel=whatsapp&contactId=${CONTACT}&author=customer&agentId=${AGENT}&success=true&request=human`,
    status: 200,
    invalid: {
      query: `${q}&channel=fax&author=neighbour&from=yesterday&agentId=1&success=yes&sentiment=glad`,
    },
    problems: ['text', 'channel', 'author', 'from', 'agentId', 'success', 'sentiment'],
  },
  listVoiceCallTags: {
    path: `/api/v1/voice/call-tags?${q}`,
    status: 200,
    invalid: { query: '' },
    problems: ['businessId'],
  },
  reviewVoiceCall: {
    path: `/api/v1/voice/calls/${CALL}/review`,
    status: 200,
    body: { businessId: BUSINESS, addTags: ['VIP'], removeTags: ['later'], score: 5 },
    other: { body: { businessId: BUSINESS, addTags: ['gold'], score: null } },
    invalid: {
      body: { businessId: BUSINESS, addTags: [' ', 'a\nb'], removeTags: ['x'.repeat(41)], score: 6 },
    },
    problems: ['/addTags/0', '/addTags/1', '/removeTags/0', '/score'],
  },
  reviewVoiceCalls: {
    path: '/api/v1/voice/calls/reviews',
    status: 200,
    body: { businessId: BUSINESS, callIds: [CALL], addTags: ['VIP'] },
    other: { body: { businessId: BUSINESS, callIds: [QUEUED_CALL], addTags: ['VIP'] } },
    invalid: { body: { businessId: BUSINESS, callIds: [], score: 0 } },
    problems: ['/callIds', '/score'],
  },
  addVoiceCallNote: {
    path: `/api/v1/voice/calls/${CALL}/notes`,
    status: 201,
    body: { businessId: BUSINESS, text: 'Call again on Monday.' },
    other: { body: { businessId: BUSINESS, text: 'Call again on Tuesday.' } },
    invalid: { body: { businessId: BUSINESS, text: ' ' } },
    problems: ['/text'],
  },
  removeVoiceCallNote: {
    path: `/api/v1/voice/calls/${CALL}/notes/${CONTACT}?${q}`,
    status: 200,
    other: { path: `/api/v1/voice/calls/${CALL}/notes/${AGENT}?${q}` },
    invalid: { query: 'businessId=1' },
    problems: ['businessId'],
  },
  listSavedViews: {
    path: `/api/v1/saved-views?${q}&of=messages`,
    status: 200,
    conditional: [{ path: `/api/v1/saved-views?${q}`, scope: 'voice:read' }],
    invalid: { query: 'of=mails' },
    problems: ['businessId', 'of'],
  },
  createSavedView: {
    path: '/api/v1/saved-views',
    status: 201,
    body: { businessId: BUSINESS, name: 'Refunds', messages: { text: 'refund', agentId: AGENT } },
    other: { body: { businessId: BUSINESS, name: 'Late', messages: { text: 'late' } } },
    conditional: [
      {
        body: { businessId: BUSINESS, name: 'Late', calls: { text: 'late', slow: 'true', minScore: 2 } },
        scope: 'voice:write',
      },
    ],
    invalid: {
      body: { businessId: BUSINESS, name: ' ', calls: { slow: 'maybe' }, messages: { author: 'x' } },
    },
    problems: ['/name', '/calls/slow', '/messages/text', '/messages/author'],
  },
  updateSavedView: {
    path: `/api/v1/saved-views/${CALL}`,
    status: 200,
    body: { businessId: BUSINESS, of: 'messages', name: 'Later' },
    other: { body: { businessId: BUSINESS, of: 'messages', name: 'Latest' } },
    conditional: [
      { body: { businessId: BUSINESS, name: 'Later' }, scope: 'voice:write' },
      { body: { businessId: BUSINESS, of: 'messages', calls: {} }, scope: 'voice:write' },
    ],
    invalid: { body: { businessId: BUSINESS, of: 'mails', name: '', calls: { tag: ' ' } } },
    problems: ['/of', '/name', '/calls/tag'],
  },
  removeSavedView: {
    path: `/api/v1/saved-views/${CALL}?${q}&of=messages`,
    status: 200,
    other: { path: `/api/v1/saved-views/${QUEUED_CALL}?${q}&of=messages` },
    conditional: [{ path: `/api/v1/saved-views/${CALL}?${q}`, scope: 'voice:write' }],
    invalid: { query: 'businessId=1&of=mails' },
    problems: ['businessId', 'of'],
  },
  startVoiceCall: {
    path: '/api/v1/voice/calls',
    status: 202,
    body: { businessId: BUSINESS, agentId: AGENT, contactId: CONTACT, testVariables: { order: '17' } },
    other: { body: { businessId: BUSINESS, agentId: AGENT, toNumber: '+14155552671' } },
    invalid: {
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
    invalid: {
      body: { businessId: BUSINESS, agentId: AGENT, contactIds: Array.from({ length: 21 }, () => CONTACT) },
    },
    problems: ['/contactIds', '/contactIds'],
  },
  resolveVoiceCall: {
    path: `/api/v1/voice/calls/resolve?${q}&agentId=${AGENT}&contactId=${CONTACT}`,
    status: 200,
    invalid: { query: `${q}&agentId=1` },
    problems: ['agentId', 'contactId'],
  },
  readVoiceCall: {
    path: `/api/v1/voice/calls/${CALL}?${q}`,
    status: 200,
    invalid: { query: '' },
    problems: ['businessId'],
  },
  downloadVoiceCallTranscript: {
    path: `/api/v1/voice/calls/${CALL}/transcript?${q}`,
    status: 200,
    invalid: { query: `${q}&format=pdf` },
    problems: ['format'],
  },
  downloadSessionLog: {
    path: `/api/v1/voice/calls/${CALL}/session-log?${q}`,
    status: 200,
    invalid: { query: `${q}&format=json` },
    problems: ['format'],
  },
  eraseSessionLog: {
    path: `/api/v1/voice/calls/${CALL}/session-log?${q}`,
    status: 200,
    changesNothing: true,
    invalid: { query: 'businessId=1' },
    problems: ['businessId'],
  },
  openLeg: {
    path: `/api/v1/voice/calls/${CALL}/legs`,
    status: 201,
    body: { businessId: BUSINESS, purpose: 'listen' },
    conditional: [{ body: { businessId: BUSINESS, purpose: 'take_over' }, scope: 'voice:write' }],
    changesNothing: true,
    invalid: { body: { businessId: BUSINESS, purpose: 'whisper' } },
    problems: ['/purpose'],
  },
  noteToAgent: {
    path: `/api/v1/voice/calls/${CALL}/agent-notes`,
    status: 201,
    body: { businessId: BUSINESS, text: 'The table by the window is free.' },
    other: { body: { businessId: BUSINESS, text: 'The table by the door is free.' } },
    invalid: { body: { businessId: BUSINESS, text: '' } },
    problems: ['/text'],
  },
  cancelVoiceCall: {
    path: `/api/v1/voice/calls/${CALL}?${q}`,
    status: 202,
    other: { path: `/api/v1/voice/calls/${QUEUED_CALL}?${q}` },
    invalid: { query: 'businessId=1' },
    problems: ['businessId'],
  },
};
