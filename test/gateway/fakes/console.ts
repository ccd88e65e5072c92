/** Sessions, API keys and a test of an agent. */
import { createHash } from 'node:crypto';
import { formatKey } from '../../../operations/accounts/key-format.js';
import { csrfTokenOf, sessionIdOf } from '../../../operations/accounts/sessions.js';
import type { Operations } from '../../../operations/operations.js';
import { ROLES, type Role, SCOPES, type Scope } from '../../../schemas/accounts/access.js';
import type { AgentTestResource, KeyResource, SessionResource } from '../../../schemas/accounts/console.js';
import type { Home } from '../../../schemas/accounts/home.js';
import type { LegGrant, LegPurpose } from '../../../schemas/calls/leg.js';
import { DomainError } from '../../../schemas/errors.js';
import type { KeyRecord, SessionRecord } from '../../../views/accounts/index.js';
import type { Views } from '../../../views/views.js';
import { AGENT, AGENT_TEST, AT, BUSINESS } from './ids.js';
import type { OperationLog } from './operation-log.js';
import { pageOf } from './pages.js';

const keyResource: KeyResource = {
  id: 'key0',
  name: 'CRM',
  scopes: ['contacts:read'],
  createdAt: AT,
  lastUsedAt: null,
  revokedAt: null,
};

/** The token of the session with that role. */
export const sessionTokenOf = (role: Role): string => role.padEnd(43, 's');

/** The token of a browser that has signed in before. */
export const BROWSER_TOKEN = `browser.${'b'.repeat(43)}`;

/** The token of an owner's session. */
export const SESSION_TOKEN = sessionTokenOf('owner');

const sessionRecords: readonly SessionRecord[] = ROLES.map((role) => ({
  sessionId: sessionIdOf(sessionTokenOf(role)),
  userId: AGENT,
  businessId: BUSINESS,
  email: 'ann@example.org',
  name: 'Ann',
  role,
  expiresAt: Date.parse('2100-01-01T00:00:00Z'),
  plainCookie: false,
}));

const sessionResource: SessionResource = {
  user: { id: AGENT, email: 'ann@example.org', name: 'Ann' },
  business: { id: BUSINESS, name: 'Acme' },
  role: 'owner',
  memberships: [{ business: { id: BUSINESS, name: 'Acme' }, role: 'owner' }],
  csrfToken: csrfTokenOf(SESSION_TOKEN),
  expiresAt: AT,
};

const homeFigures = {
  calls: 3,
  answered: 2,
  answerRate: 0.667,
  successRate: null,
  heardMs: { p50: 640, p95: null },
  costMicrocredits: 30_000,
};

const home: Home = {
  at: AT,
  timeZone: 'UTC',
  today: { from: AT, to: AT, ...homeFigures },
  weekBefore: { from: AT, to: AT, ...homeFigures },
  days: [{ day: '2026-03-02', ...homeFigures }],
  liveCalls: 1,
  queuedCalls: 0,
  attention: {
    waitingConversations: 1,
    conversations: [{ conversationId: AGENT, channel: 'whatsapp', name: null, waitingSince: AT }],
    callsAskingForHuman: 1,
    calls: [{ callId: AGENT, contactName: null, number: '+14155550100', createdAt: AT }],
  },
  broken: {
    failedCalls: [{ endReason: 'model_failed', calls: 1, latestCallId: AGENT, latestAt: AT }],
    pausedWebhooks: 0,
    deadLetters: 0,
    stuckWork: null,
    limitsReached: 0,
  },
  credit: { availableMicrocredits: 5, spentPerDayMicrocredits: 0, daysLeft: null },
  campaigns: [
    {
      campaignId: AGENT,
      name: 'May',
      total: 4,
      finished: 1,
      percent: 25,
      estimatedEndAt: null,
      waitingFor: 'window',
    },
  ],
  setup: [{ step: 'agent', done: true, simulated: false }],
};

const agentTest: AgentTestResource = {
  testId: AGENT_TEST,
  agentId: AGENT,
  messages: [{ speaker: 'customer', text: 'Hello?', createdAt: AT }],
};

/** A key as its owner holds it. */
interface FakeKey {
  readonly apiKey: string;
  readonly keyId: string;
  /** The same key as earlier versions wrote it. */
  readonly earlierKey: string;
}

/** The keys and sessions that give access. */
export interface FakeCredentials extends Pick<Views, 'key' | 'keys' | 'keyOf' | 'session'> {
  /** Creates a key of {@link BUSINESS}, unless another business is named. */
  newKey(scopes?: readonly Scope[], businessId?: string): FakeKey;
  revoke(keyId: string): void;
  /** Ends all sessions. */
  endSession(): void;
}

/** Keys that are created on demand, and one session for each role. */
export const createFakeCredentials = (): FakeCredentials => {
  const keys = new Map<string, KeyRecord>();
  let isSignedIn = true;
  const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
  return {
    newKey: (scopes = SCOPES, businessId = BUSINESS) => {
      const keyId = `key${keys.size}`;
      const secret = sha256(keyId);
      keys.set(keyId, { keyId, businessId, secretHash: sha256(secret), scopes, revoked: false });
      return { keyId, apiKey: formatKey(keyId, secret), earlierKey: `pk_${keyId}_${secret}` };
    },
    revoke: (keyId) => {
      const key = keys.get(keyId);
      if (key !== undefined) keys.set(keyId, { ...key, revoked: true });
    },
    endSession: () => {
      isSignedIn = false;
    },
    key: (keyId) => keys.get(keyId) ?? null,
    keys: (_, page) => pageOf(keyResource, page),
    keyOf: (_, keyId) => (keyId === keyResource.id ? keyResource : null),
    session: (id) => (isSignedIn ? sessionRecords.find(({ sessionId }) => sessionId === id) : null) ?? null,
  };
};

const legOf = (callId: string, purpose: LegPurpose): LegGrant => ({
  callId,
  leg: { purpose, token: 'of a leg', expiresAt: AT, signallingPath: '/api/v1/legs' },
});

/** Operations that change nothing; the password `wrong` is refused. */
export const consoleOperations = ({
  recordAs,
  record,
}: OperationLog): Pick<
  Operations,
  'sessions' | 'setup' | 'overview' | 'home' | 'simulatedCalls' | 'browserLegs' | 'keys' | 'agentTests'
> => ({
  sessions: {
    describe: () => sessionResource,
    extend: async () => null,
    signIn: async ({ email, password }) => {
      if (password === 'wrong') throw new DomainError('credentials_invalid');
      return recordAs(`signIn ${email}`, {
        token: SESSION_TOKEN,
        browser: BROWSER_TOKEN,
        session: sessionResource,
      });
    },
    endOthers: async () => recordAs('endOtherSessions', { ended: true as const }),
    endFormer: async ({ sessionId }) => void recordAs(`endFormerSession ${sessionId}`, null),
    switchBusiness: async (_, businessId) => {
      if (businessId !== BUSINESS) throw new DomainError('membership_not_found');
      return recordAs(`switchBusiness ${businessId}`, {
        token: SESSION_TOKEN,
        browser: BROWSER_TOKEN,
        session: sessionResource,
      });
    },
    signOut: ({ sessionId }) => recordAs(`signOut ${sessionId}`, { signedOut: true as const }),
    changePassword: async (_, { current }) => {
      if (current === 'wrong') throw new DomainError('credentials_invalid');
      return recordAs('changePassword', { signedOut: true as const });
    },
  },
  setup: {
    complete: async ({ email }) =>
      recordAs(`setUp ${email}`, { token: SESSION_TOKEN, browser: BROWSER_TOKEN, session: sessionResource }),
  },
  home: { read: async () => home },
  overview: {
    read: () => ({
      lines: 5,
      leasedLines: 1,
      availableMicrocredits: 7,
      reservedMicrocredits: 1,
      carrier: 'loopback',
      simulatedCallers: true,
      browserLegs: true,
      webhooksPausedByService: 1,
    }),
  },
  simulatedCalls: {
    start: (caller) => record(caller, { callId: AGENT_TEST, destination: '+14155561000', status: 'queued' }),
  },
  browserLegs: {
    startTestCall: (caller) => record(caller, legOf(AGENT_TEST, 'test')),
    open: async (_, callId, purpose) => legOf(callId, purpose),
  },
  keys: {
    create: (caller, body) =>
      record(caller, { key: { ...keyResource, name: body.name }, apiKey: 'parley_sk_key0_secret' }),
    revoke: async (_, keyId) => {
      if (keyId !== keyResource.id) throw new DomainError('key_not_found');
      return recordAs(`revokeKey ${keyId}`, { ...keyResource, revokedAt: AT });
    },
  },
  agentTests: {
    start: (caller) => record(caller, { ...agentTest, messages: [] }),
    continue: (caller, testId) => record(caller, { ...agentTest, testId }),
    read: async (_, testId) => {
      if (testId !== AGENT_TEST) throw new DomainError('agent_test_not_found');
      return agentTest;
    },
    requireSaid: async (_, testId) => {
      if (testId !== AGENT_TEST) throw new DomainError('agent_test_not_found');
    },
  },
});
