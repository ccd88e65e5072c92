/** In-memory neighbours of the gateway: they do little, and remember what they were asked. */
import { createHash } from 'node:crypto';
import type { Caller, Operations, Written } from '../../operations/operations.js';
import { csrfTokenOf, sessionIdOf } from '../../operations/sessions.js';
import type { AgentResource } from '../../schemas/agent.js';
import type { AssignmentResource } from '../../schemas/channel.js';
import type { AgentTestResource, KeyResource, SessionResource } from '../../schemas/console.js';
import type { CategoryResource, ContactResource } from '../../schemas/contact.js';
import type { DataSourceResource, IngestionResource } from '../../schemas/data-source.js';
import { DomainError, type ErrorCode } from '../../schemas/errors.js';
import { deriveId } from '../../schemas/ids.js';
import type { ContactImportJob } from '../../schemas/job.js';
import type { MediaResource } from '../../schemas/media.js';
import type { MessageDeliveryState } from '../../schemas/message.js';
import { SCOPES, type Scope } from '../../schemas/scopes.js';
import type { DeadLetter, DeliveryAttempt, SubscriptionResource } from '../../schemas/subscription.js';
import type { VoiceCallSummary } from '../../schemas/voice-call.js';
import type { KeyRecord, SessionRecord } from '../../views/accounts/index.js';
import type { CallDetail } from '../../views/calls/index.js';
import type { ChannelAccountRecord } from '../../views/channel-accounts/index.js';
import type { ViewStore } from '../../views/views.js';
import { fakeCampaignOperations, fakeCampaignViews } from './fake-campaigns.js';

export const BUSINESS = '7b0f3c86-3a53-4d4c-9a42-000000000001';
export const AGENT = '7b0f3c86-3a53-4d4c-9a42-000000000002';
export const CONTACT = '7b0f3c86-3a53-4d4c-9a42-000000000003';
export const CATEGORY = '7b0f3c86-3a53-4d4c-9a42-000000000004';
export const CALL = '7b0f3c86-3a53-4d4c-9a42-000000000005';
/** A call without a transcript, that nobody was dialled for yet. */
export const QUEUED_CALL = '7b0f3c86-3a53-4d4c-9a42-000000000006';
/** A contact that no call may reach. */
export const BLOCKED_CONTACT = '7b0f3c86-3a53-4d4c-9a42-000000000007';
export const NOBODY = '7b0f3c86-3a53-4d4c-9a42-00000000000f';

const AT = '2026-01-31T09:00:00.000Z';

export const agent: AgentResource = {
  id: AGENT,
  referenceName: 'ann-1',
  channel: 'voice',
  status: 'active',
  contactContextRequired: false,
  name: 'Ann',
  instructions: 'Help.',
  languageCode: 'en',
  dataSourceIds: [],
  contactCategoryIds: [CATEGORY],
  dataSourceVariables: [],
  voiceSettings: { firstGreeting: 'Hello.' },
  instagramCollectMobileEnabled: true,
  createdAt: AT,
  updatedAt: AT,
};

export const category: CategoryResource = { id: CATEGORY, name: 'Leads', contactCount: 1 };

const rollup = { count: 0, lastAt: null, lastOutcome: null };
export const contact: ContactResource = {
  id: CONTACT,
  name: 'José',
  mobile: '+14155552671',
  fields: { city: 'Lima' },
  categories: [{ id: CATEGORY, name: 'Leads' }],
  communicationBlocked: false,
  rollups: { voice: rollup, whatsapp: rollup, instagram: rollup },
  createdAt: AT,
  updatedAt: AT,
};

export const SOURCE = '7b0f3c86-3a53-4d4c-9a42-000000000008';
/** An import, and an ingestion. */
export const JOB = '7b0f3c86-3a53-4d4c-9a42-000000000009';
export const PARTICIPANT = '7b0f3c86-3a53-4d4c-9a42-00000000000a';

export const job: ContactImportJob = {
  jobId: JOB,
  status: 'completed',
  fileName: 'people.csv',
  counts: { rows: 2, created: 1, updated: 0, skipped: 0, failed: 1 },
  issues: [{ row: 2, column: 'mobile', code: 'mobile_invalid', message: 'not a valid number' }],
  createdAt: AT,
  finishedAt: AT,
};

export const source: DataSourceResource = {
  id: SOURCE,
  name: 'Orders',
  description: null,
  class: 'structured',
  status: 'active',
  builtIn: false,
  fields: [{ key: 'order', label: 'Order', type: 'integer' }],
  keyField: 'mobile',
  database: null,
  itemCount: 7,
  activeVersionId: JOB,
  createdAt: AT,
  updatedAt: AT,
};

export const ingestion: IngestionResource = {
  ingestionId: JOB,
  jobId: JOB,
  sourceId: SOURCE,
  versionId: JOB,
  stage: 'active',
  versionStatus: 'active',
  fileName: 'orders.csv',
  counts: { rows: 7, failed: 0 },
  columns: [
    {
      column: 'Order',
      fieldKey: 'order',
      type: 'integer',
      include: true,
      key: false,
      filled: 7,
      empty: 0,
      misfits: 0,
      needsReview: false,
      reviewReason: null,
    },
  ],
  issues: [],
  createdAt: AT,
  updatedAt: AT,
};

const account: ChannelAccountRecord = {
  id: SOURCE,
  channel: 'whatsapp',
  accountId: '106540352242922',
  displayName: 'Support',
  username: null,
  agentId: null,
  autoReplyEnabled: false,
  humanHandoffActive: false,
  connectedAt: AT,
  updatedAt: AT,
};

const assignment: AssignmentResource = {
  channel: 'whatsapp',
  phoneNumberId: '106540352242922',
  providerAccountId: null,
  displayName: 'Support',
  aiAgentId: null,
  autoReplyEnabled: false,
  humanHandoffActive: false,
  updatedAt: AT,
};

const summary: VoiceCallSummary = {
  id: CALL,
  status: 'completed',
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
};

const detail: CallDetail = {
  call: summary,
  transcript: [
    { speaker: 'assistant', text: 'Hello.', createdAt: AT, audioOffsetMs: 0, audioEndOffsetMs: 800 },
    { speaker: 'customer', text: 'Buenos días.', createdAt: AT, audioOffsetMs: 900, audioEndOffsetMs: null },
  ],
  diagnostics: { attempts: [], timeline: [], notes: [], turns: [], testVariables: [] },
  recordingFilename: 'jose.opus',
};

const keyResource: KeyResource = {
  id: 'key0',
  name: 'CRM',
  scopes: ['contacts:read'],
  createdAt: AT,
  lastUsedAt: null,
  revokedAt: null,
};

/** Its token is {@link SESSION_TOKEN}. */
const sessionRecord: SessionRecord = {
  sessionId: sessionIdOf('s'.repeat(43)),
  userId: AGENT,
  businessId: BUSINESS,
  email: 'ann@example.org',
  name: 'Ann',
  expiresAt: Date.parse('2100-01-01T00:00:00Z'),
};
export const SESSION_TOKEN = 's'.repeat(43);

const sessionResource: SessionResource = {
  user: { id: AGENT, email: 'ann@example.org', name: 'Ann' },
  business: { id: BUSINESS, name: 'Acme' },
  csrfToken: csrfTokenOf(SESSION_TOKEN),
  expiresAt: AT,
};

export const AGENT_TEST = '7b0f3c86-3a53-4d4c-9a42-00000000000b';
const agentTest: AgentTestResource = {
  testId: AGENT_TEST,
  agentId: AGENT,
  messages: [{ speaker: 'customer', text: 'Hello?', createdAt: AT }],
};

export interface FakeKey {
  readonly apiKey: string;
  readonly keyId: string;
}

export const MESSAGE = deriveId('message');

export const SUBSCRIPTION = deriveId('subscription');

const subscription: SubscriptionResource = {
  id: SUBSCRIPTION,
  channel: 'whatsapp',
  phoneNumberId: '106540352242922',
  providerAccountId: null,
  callbackUrl: 'https://example.org/hooks',
  events: ['whatsapp.message.received'],
  externalAutomation: true,
  status: 'active',
  secretLast4: 'cafe',
  createdAt: AT,
  updatedAt: AT,
};

const deliveryAttempt: DeliveryAttempt = {
  eventId: 'wamid.1',
  eventType: 'whatsapp.message.received',
  retryNumber: 0,
  at: AT,
  outcome: 'failed',
  httpStatus: null,
  problem: 'timeout',
  latencyMs: 10_000,
  responseExcerpt: '',
};

const deadLetter: DeadLetter = {
  eventId: 'wamid.1',
  eventType: 'whatsapp.message.received',
  occurredAt: AT,
  diedAt: AT,
  conversationId: SUBSCRIPTION,
  callId: null,
  campaignId: null,
  attempts: 30,
  resentAt: null,
};

const message: MessageDeliveryState = {
  messageId: MESSAGE,
  businessId: BUSINESS,
  conversationId: deriveId('conversation'),
  participantId: deriveId('conversation'),
  phoneNumberId: '106540352242922',
  recipient: '+14155552671',
  type: 'text',
  status: 'failed',
  taskStatus: 'failed',
  providerMessageId: null,
  providerStatus: null,
  queuedAt: AT,
  sentAt: null,
  deliveredAt: null,
  readAt: null,
  failedAt: AT,
  failure: { code: 'recipient_unreachable', message: 'Nobody there.' },
};

const media: MediaResource = {
  mediaId: MESSAGE,
  providerMediaId: '1',
  mediaType: 'image',
  mimeType: 'image/png',
  uploadedAt: AT,
  expiresAt: AT,
  contentSha256: '',
  providerStatus: 'uploaded',
  correlationId: MESSAGE,
};

export interface FakeViews extends ViewStore {
  /** Makes a key, of {@link BUSINESS} unless another one is named. */
  newKey(scopes?: readonly Scope[], businessId?: string): FakeKey;
  revoke(keyId: string): void;
  /** Ends the session. */
  endSession(): void;
  use(keyId: string): void;
  /** Ids of keys, as they were used. */
  readonly used: readonly string[];
  /** Commits that answers waited for, as `shard/seq`. */
  readonly waited: readonly string[];
  /** How often the views were asked to catch up. */
  readonly caughtUp: () => number;
  /** Shows this contact from the next catching up on. */
  appearOnCatchUp(id: string): void;
}

export const createFakeViews = (): FakeViews => {
  const keys = new Map<string, KeyRecord>();
  const waited: string[] = [];
  const used: string[] = [];
  let open = true;
  const known = new Set([CONTACT]);
  const coming = new Set<string>();
  let caughtUp = 0;
  const page = <T>(item: T) => ({ items: [item], nextCursor: null });
  const checkCursor = (cursor: string | null): void => {
    if (cursor !== null) throw new DomainError('cursor_invalid');
  };
  return {
    newKey: (scopes = SCOPES, businessId = BUSINESS) => {
      const keyId = `key${keys.size}`;
      const secret = createHash('sha256').update(keyId).digest('hex');
      const secretHash = createHash('sha256').update(secret).digest('hex');
      keys.set(keyId, { keyId, businessId, secretHash, scopes, revoked: false });
      return { keyId, apiKey: `pk_${keyId}_${secret}` };
    },
    revoke: (keyId) => {
      const key = keys.get(keyId);
      if (key !== undefined) keys.set(keyId, { ...key, revoked: true });
    },
    use: (keyId) => void used.push(keyId),
    used,
    endSession: () => {
      open = false;
    },
    keys: (_, { cursor }) => {
      checkCursor(cursor);
      return page(keyResource);
    },
    keyOf: (_, keyId) => (keyId === keyResource.id ? keyResource : null),
    session: (id) => (open && id === sessionRecord.sessionId ? sessionRecord : null),
    waited,
    caughtUp: () => caughtUp,
    appearOnCatchUp: (id) => coming.add(id),
    key: (keyId) => keys.get(keyId) ?? null,
    business: () => null,
    ...fakeCampaignViews(CONTACT, AGENT, (item, cursor) => {
      checkCursor(cursor);
      return { items: [item], nextCursor: null };
    }),
    agents: (_, { cursor }) => {
      checkCursor(cursor);
      return page(agent);
    },
    agent: (_, id) => (id === AGENT ? agent : null),
    contacts: (_, { cursor }) => {
      checkCursor(cursor);
      return page(contact);
    },
    contact: (_, id) => (known.has(id) ? { ...contact, id } : null),
    category: (_, id) => (id === CATEGORY ? category : null),
    contactImports: (_, { cursor }) => {
      checkCursor(cursor);
      return page(job);
    },
    contactImport: (_, id) => (id === JOB ? job : null),
    conversation: () => null,
    subscriptions: (_, { cursor }) => {
      checkCursor(cursor);
      return page(subscription);
    },
    subscription: (_, id) => (id === SUBSCRIPTION ? subscription : null),
    subscribersOf: () => [],
    activeSubscriptions: () => [],
    automationOf: () => null,
    deliveryAttempts: (_, { cursor }) => {
      checkCursor(cursor);
      return page(deliveryAttempt);
    },
    deadLetters: (_, { cursor }) => {
      checkCursor(cursor);
      return page(deadLetter);
    },
    accountOwner: () => ({
      businessId: BUSINESS,
      id: account.id,
      automated: false,
      humanHandoff: false,
      handedBackAt: 0,
    }),
    conversationMessages: () => [],
    message: (_, id) => (id === MESSAGE ? message : null),
    ownMessage: () => null,
    messageMedia: () => null,
    channelAccounts: () => [account],
    channelAccountPage: (_, _channel, { cursor }) => {
      checkCursor(cursor);
      return page(account);
    },
    assignments: (_, _channel, { cursor }) => {
      checkCursor(cursor);
      const agents = [{ id: agent.id, name: agent.name, referenceName: agent.referenceName }];
      return { accounts: [account], agents, firstAccountId: account.accountId, nextCursor: null };
    },
    dataSources: (_, { cursor }) => {
      checkCursor(cursor);
      return page(source);
    },
    dataSource: (_, id) => (id === SOURCE ? source : null),
    ingestions: (_, { cursor }) => {
      checkCursor(cursor);
      return page(ingestion);
    },
    ingestion: (_, id) => (id === JOB ? ingestion : null),
    sourceValues: () => null,
    knowledge: () => [],
    contactOfMobile: () => null,
    partitionsOfCategory: () => [],
    onlyInCategory: () => 0,
    timeline: (_, contactId, { cursor }) => {
      checkCursor(cursor);
      return page({
        id: '1',
        at: AT,
        type: 'transcript',
        channel: 'voice',
        campaignId: null,
        callId: CALL,
        speaker: 'customer',
        text: contactId,
      });
    },
    categories: (_, { cursor }) => {
      checkCursor(cursor);
      return page(category);
    },
    calls: (_, { cursor }) => {
      checkCursor(cursor);
      return page(summary);
    },
    callFacts: () => null,
    call: (_, id) => {
      if (id === CALL) return detail;
      if (id !== QUEUED_CALL) return null;
      return { ...detail, call: { ...summary, id }, transcript: [], recordingFilename: null };
    },
    waitFor: async (shard, seq) => {
      waited.push(`${shard}/${seq}`);
    },
    catchUp: async () => {
      caughtUp += 1;
      for (const id of coming) known.add(id);
    },
    state: () => ({ is: 'ready' }),
    ready: () => true,
    lag: () => 0,
    passOver: () => undefined,
    readAgain: () => undefined,
    close: async () => undefined,
  };
};

export interface FakeOperations extends Operations {
  /** What was done, as `operationId key`; reports as `report callId progress`. */
  readonly done: readonly string[];
  /** Has the next operation wait for the promise, then throw the error if there is one. */
  next(behaviour: { readonly wait?: Promise<void>; readonly error?: unknown }): void;
}

export const createFakeOperations = (): FakeOperations => {
  const done: string[] = [];
  let behaviour: { readonly wait?: Promise<void>; readonly error?: unknown } = {};
  const behave = async (): Promise<void> => {
    const { wait, error } = behaviour;
    behaviour = {};
    await wait;
    if (error !== undefined) throw error;
  };
  const written = async <T>(caller: Caller, result: T): Promise<Written<T>> => {
    await behave();
    done.push(`${caller.operationId} ${caller.idempotencyKey}`);
    return { result, shard: 3, seq: done.length };
  };
  const accepted = (contactId: string) => ({
    callId: deriveId(contactId),
    destination: '+14155552671',
    status: 'queued' as const,
  });
  return {
    done,
    next: (wanted) => {
      behaviour = wanted;
    },
    callIdOf: (caller) => deriveId(caller.businessId, caller.operationId, caller.idempotencyKey),
    ...fakeCampaignOperations(CONTACT, AGENT, written),
    createAgent: (caller, body) =>
      written(caller, { agent: { ...agent, name: body.name }, assignment: null }),
    updateAgent: (caller, body) => written(caller, { ...agent, name: body.name }),
    archiveAgent: (caller) => written(caller, { ...agent, status: 'archived' as const }),
    createCategory: (caller, body) => written(caller, { ...category, name: body.name }),
    createContact: (caller, body) => written(caller, { ...contact, name: body.name }),
    importContacts: (caller, body, content) =>
      written(caller, { ...job, fileName: `${body.fileName} of ${content.length} bytes` }),
    createDataSource: (caller, body) =>
      written(caller, { dataSource: { ...source, name: body.name }, ingestion: null }),
    updateDataSource: (caller, body) => written(caller, { ...source, name: body.name ?? source.name }),
    archiveDataSource: (caller) => written(caller, { ...source, status: 'archived' as const }),
    uploadDataSource: (caller, body, content) =>
      written(caller, { ...ingestion, fileName: `${body.fileName} of ${content.length} bytes` }),
    refreshDataSource: (caller) => written(caller, { ...ingestion, stage: 'received' as const }),
    reviewIngestion: (caller) => written(caller, ingestion),
    assignChannel: async (_, body) => {
      await behave();
      done.push(`assignChannel ${body.aiAgentId ?? 'nobody'}`);
      return { result: assignment, shard: 3, seq: done.length };
    },
    disconnectInstagram: async () => {
      await behave();
      done.push('disconnectInstagram');
      return { result: { disconnected: ['17841400000000001'] }, shard: 3, seq: done.length };
    },
    updateContact: (caller, id, body) => written(caller, { ...contact, id, name: body.name ?? contact.name }),
    deleteContacts: (caller, body) => written(caller, { deleted: body.contactIds?.length ?? 7 }),
    deleteCategory: (caller) => written(caller, category),
    linkContact: (caller, id) =>
      written(caller, {
        participant: { id, channel: 'whatsapp' as const, displayName: 'José', contactId: CONTACT },
        contact,
      }),
    startCall: (caller, body) => written(caller, accepted(body.contactId ?? NOBODY)),
    startCalls: async (caller, body) => {
      const refusals = new Map<string, ErrorCode>([
        [BLOCKED_CONTACT, 'contact_blocked'],
        [NOBODY, 'journal_unavailable'],
      ]);
      return written(caller, {
        accepted: body.contactIds
          .filter((contactId) => !refusals.has(contactId))
          .map((contactId) => ({ contactId, ...accepted(contactId) })),
        failures: body.contactIds.flatMap((contactId) => {
          const code = refusals.get(contactId);
          if (code === undefined) return [];
          return [{ contactId, error: { code, message: 'Not this one.', details: [] } }];
        }),
      });
    },
    resolveContext: async () => ({
      destination: '+14155552671',
      values: { who: 'José' },
      contactRequired: true,
    }),
    cancelCall: (caller, callId) => {
      if (callId === NOBODY) throw new DomainError('call_not_found');
      return written(caller, { callId, status: callId === QUEUED_CALL ? 'cancelled' : 'cancelling' });
    },
    sendMessage: (caller, body) =>
      written(caller, {
        messageId: MESSAGE,
        taskRef: `to ${body.to}`,
        providerMessageRef: null,
        queued: true,
        correlationId: MESSAGE,
      }),
    uploadMedia: (caller, body, content) =>
      written(caller, { ...media, contentSha256: `${body.fileName} of ${content.length} bytes` }),
    createSubscription: async (_, body) => {
      await behave();
      done.push(`createSubscription ${body.callbackUrl}`);
      const result = { subscription, signingSecret: 'secret' };
      return { result, shard: 3, seq: done.length };
    },
    updateSubscription: async (_, id) => {
      await behave();
      done.push(`updateSubscription ${id}`);
      return { result: subscription, shard: 3, seq: done.length };
    },
    revokeSubscription: async (_, id) => {
      await behave();
      done.push(`revokeSubscription ${id}`);
      return { result: { ...subscription, status: 'revoked' as const }, shard: 3, seq: done.length };
    },
    rotateSubscriptionSecret: async (_, id) => {
      await behave();
      done.push(`rotateSubscriptionSecret ${id}`);
      const result = { subscription, signingSecret: 'other' };
      return { result, shard: 3, seq: done.length };
    },
    resendDeadLetter: (caller, _id, eventId) => written(caller, { eventId, resent: true as const }),
    receiveFromChannel: async (channel, { messages, reports }) => {
      await behave();
      done.push(`received ${channel} ${messages.length} ${reports.length}`);
      return { unknownAccounts: [] };
    },
    describeSession: () => sessionResource,
    signIn: async ({ email, password }) => {
      if (password === 'wrong') throw new DomainError('credentials_invalid');
      await behave();
      done.push(`signIn ${email}`);
      return { result: { token: SESSION_TOKEN, session: sessionResource }, shard: 3, seq: done.length };
    },
    signOut: async ({ sessionId }) => {
      done.push(`signOut ${sessionId}`);
      return { result: { signedOut: true as const }, shard: 3, seq: done.length };
    },
    changePassword: async (_, { current }) => {
      if (current === 'wrong') throw new DomainError('credentials_invalid');
      done.push('changePassword');
      return { result: { signedOut: true as const }, shard: 3, seq: done.length };
    },
    createKey: (caller, body) =>
      written(caller, { key: { ...keyResource, name: body.name }, apiKey: 'pk_key0_secret' }),
    revokeKey: async (_, keyId) => {
      if (keyId !== keyResource.id) throw new DomainError('key_not_found');
      done.push(`revokeKey ${keyId}`);
      return { result: { ...keyResource, revokedAt: AT }, shard: 3, seq: done.length };
    },
    startAgentTest: (caller) => written(caller, { ...agentTest, messages: [] }),
    continueAgentTest: (caller, testId) => written(caller, { ...agentTest, testId }),
    readAgentTest: async (_, testId) => {
      if (testId !== AGENT_TEST) throw new DomainError('agent_test_not_found');
      return agentTest;
    },
    reportProgress: async (businessId, callId, report) => {
      await behave();
      if (businessId !== BUSINESS) throw new DomainError('call_not_found');
      done.push(`report ${callId} ${report.progress}`);
    },
  };
};
