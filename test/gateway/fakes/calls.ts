/** A call that has ended, and a call that is queued. */
import type { Operations } from '../../../operations/operations.js';
import { NO_DISCLOSURE } from '../../../schemas/agents/disclosure.js';
import type { VoiceCallSummary } from '../../../schemas/calls/voice-call.js';
import type { ErrorCode } from '../../../schemas/error-table.js';
import { DomainError } from '../../../schemas/errors.js';
import { deriveId } from '../../../schemas/ids.js';
import type { CallDetail } from '../../../views/calls/index.js';
import type { FoundMessage } from '../../../views/search/index.js';
import type { Views } from '../../../views/views.js';
import { AT, BLOCKED_CONTACT, BUSINESS, CALL, CONTACT, QUEUED_CALL, UNKNOWN_ID } from './ids.js';
import type { OperationLog } from './operation-log.js';
import { pageOf } from './pages.js';

const summary: VoiceCallSummary = {
  id: CALL,
  status: 'completed',
  disclosure: NO_DISCLOSURE,
  agentName: 'Ann',
  campaignName: null,
  contactId: CONTACT,
  contactName: 'José',
  sourceName: null,
  callData: { order: '17' },
  calleeNumber: '+14155552671',
  durationSeconds: 21,
  startedAt: AT,
  endedAt: AT,
  recordingAvailable: true,
  transcriptAvailable: true,
  createdAt: AT,
  chargedMicrocredits: 2_000_000,
  endedBy: 'customer',
  endReason: 'customer_hangup',
  outcome: { status: 'completed', success: true, sentiment: 'positive', requests: ['call_back'] },
  tags: ['vip'],
  score: 4,
};

const detail: CallDetail = {
  call: summary,
  transcript: [
    {
      speaker: 'assistant',
      text: 'Hello.',
      createdAt: AT,
      audioOffsetMs: 0,
      audioEndOffsetMs: 800,
      sources: [{ sourceId: deriveId('handbook'), title: 'Handbook', passages: [] }],
    },
    { speaker: 'customer', text: 'Buenos días.', createdAt: AT, audioOffsetMs: 900, audioEndOffsetMs: null },
  ],
  diagnostics: { attempts: [], timeline: [], notes: [], toolUses: [], turns: [], testVariables: [] },
  recordingFilename: 'jose.opus',
  analysis: {
    status: 'completed',
    success: true,
    findings: {
      summary: 'The customer books a table.',
      sentiment: 'positive',
      requests: [{ request: 'call_back', at: AT, evidence: [{ turn: 1, atMs: 900 }] }],
      criteria: [
        { key: 'booked', verdict: 'met', reason: 'A table is booked.', evidence: [{ turn: 1, atMs: 900 }] },
      ],
      fields: [{ key: 'guests', value: 4, evidence: [{ turn: 1, atMs: null }] }],
    },
    failure: null,
    analysisRunId: null,
    analyzedAt: AT,
    chargedMicrocredits: 2_000,
  },
  review: {
    tags: ['vip'],
    score: 4,
    notes: [
      { noteId: CONTACT, text: 'Call again.', by: { type: 'key', id: 'k', name: null }, createdAt: AT },
    ],
  },
};

const SNIPPET = {
  turn: 1,
  speaker: 'customer',
  atMs: 900,
  text: 'Buenos días.',
  matches: [{ start: 7, end: 11 }],
} as const;

const FOUND_MESSAGE: FoundMessage = {
  messageId: CALL,
  conversationId: CONTACT,
  name: 'Sam Rivera',
  channel: 'whatsapp',
  contactId: CONTACT,
  campaignId: null,
  author: 'customer',
  type: 'text',
  at: AT,
  text: 'Buenos días.',
  matches: [{ start: 7, end: 11 }],
};

/** Views of the calls. */
export const callViews = (): Pick<
  Views,
  | 'calls'
  | 'call'
  | 'callFacts'
  | 'lengthOfCalls'
  | 'nameOf'
  | 'searchCalls'
  | 'searchMessages'
  | 'callTags'
  | 'callFacetRows'
> => ({
  callFacetRows: () => ({ rows: [], next: null }),
  callTags: () => [{ tag: 'refund', calls: 2 }],
  searchCalls: (_, _search, page) => pageOf({ call: summary, snippets: [SNIPPET] }, page),
  searchMessages: (_, _search, page) => pageOf(FOUND_MESSAGE, page),
  calls: (_, page) => pageOf(summary, page),
  call: (_, id) => {
    if (id === CALL) return detail;
    if (id !== QUEUED_CALL) return null;
    return { ...detail, call: { ...summary, id }, transcript: [], recordingFilename: null };
  },
  callFacts: () => null,
  lengthOfCalls: () => ({ calls: 0, seconds: 0, blocks: 0, reached: 0, people: 0 }),
  nameOf: () => null,
});

const accepted = (contactId: string) => ({
  callId: deriveId(contactId),
  destination: '+14155552671',
  status: 'queued' as const,
});
/** Contacts that a batch cannot call, and why. */
const REFUSALS = new Map<string, ErrorCode>([
  [BLOCKED_CONTACT, 'contact_blocked'],
  [UNKNOWN_ID, 'journal_unavailable'],
]);

/** Operations that place no call. */
export const callOperations = ({
  behave,
  performed,
  record,
}: OperationLog): Pick<
  Operations,
  'calls' | 'agentNotes' | 'callReviews' | 'callFacets' | 'savedViews' | 'sessionLogs'
> => ({
  savedViews: {
    list: async () => [{ viewId: CALL, name: 'Late', calls: { text: 'late' } }],
    save: (caller, { name }) =>
      record(caller, { viewId: deriveId(caller.idempotencyKey), name, calls: { text: 'late' } }),
    change: (caller, viewId, { name = 'Late' }) => record(caller, { viewId, name, calls: {} }),
    remove: (caller, viewId) => record(caller, { viewId, removed: true }),
  },
  sessionLogs: {
    read: async (_, callId) => {
      if (callId === UNKNOWN_ID) throw new DomainError('call_not_found');
      return (async function* () {
        yield Uint8Array.from([0x1f, 0x8b, 0xff, 0x00]);
      })();
    },
    erase: async (_, callId) => ({ callId, erased: true }),
  },
  callFacets: {
    read: async () => ({
      calls: 1,
      examined: 2,
      complete: true,
      facets: {
        status: [{ value: 'completed', name: null, calls: 1 }],
        agentId: [{ value: UNKNOWN_ID, name: 'Ann', calls: 1 }],
        agentVersion: [],
        campaignId: [],
        analysis: [],
        success: [],
        sentiment: [],
        request: [],
        endedBy: [],
        endReason: [],
        slow: [],
        interrupted: [],
        toolFailed: [],
        reviewed: [{ value: 'false', name: null, calls: 1 }],
        tag: [],
      },
    }),
  },
  callReviews: {
    change: (caller, callId, { addTags = [], score = null, reviewed = false }) => {
      if (callId === UNKNOWN_ID) throw new DomainError('call_not_found');
      return record(caller, { callId, tags: [...addTags], score, reviewed });
    },
    changeMany: (caller, callIds, { addTags = [], score = null, reviewed = false }) =>
      record(caller, {
        changed: callIds.map((callId) => ({ callId, tags: [...addTags], score, reviewed })),
        failures: [],
      }),
    note: (caller, callId, text) => {
      if (callId === UNKNOWN_ID) throw new DomainError('call_not_found');
      const noteId = deriveId(caller.businessId, caller.operationId, caller.idempotencyKey);
      return record(caller, { noteId, callId, text, createdAt: AT });
    },
    removeNote: (caller, _callId, noteId) => record(caller, { noteId, removed: true }),
  },
  calls: {
    start: (caller, body) => record(caller, accepted(body.contactId ?? UNKNOWN_ID)),
    startBatch: (caller, { contactIds }) =>
      record(caller, {
        accepted: contactIds
          .filter((contactId) => !REFUSALS.has(contactId))
          .map((contactId) => ({ contactId, ...accepted(contactId) })),
        failures: contactIds.flatMap((contactId) => {
          const code = REFUSALS.get(contactId);
          if (code === undefined) return [];
          return [{ contactId, error: { code, message: 'Not this one.', details: [] } }];
        }),
      }),
    resolveContext: async () => ({
      destination: '+14155552671',
      values: { who: 'José' },
      contactRequired: true,
    }),
    cancel: (caller, callId) => {
      if (callId === UNKNOWN_ID) throw new DomainError('call_not_found');
      return record(caller, { callId, status: callId === QUEUED_CALL ? 'cancelled' : 'cancelling' });
    },
    reportProgress: async (businessId, callId, report) => {
      await behave();
      if (businessId !== BUSINESS) throw new DomainError('call_not_found');
      performed.push(`report ${callId} ${report.progress}`);
    },
  },
  agentNotes: {
    create: (caller, _by, callId, { text }) => {
      if (callId === UNKNOWN_ID) throw new DomainError('call_not_found');
      const noteId = deriveId(caller.businessId, caller.operationId, caller.idempotencyKey);
      return record(caller, { noteId, callId, text, createdAt: AT });
    },
  },
});
