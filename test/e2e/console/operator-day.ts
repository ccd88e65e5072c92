/** A day of a busy business: 5,000 calls, of which three went wrong, and 200 conversations that wait for a human. */
import type { AgentSnapshot } from '../../../actors/call/events.js';
import type { Sentiment } from '../../../schemas/analysis/call-analysis.js';
import type { AnalysisSettings } from '../../../schemas/analysis/settings.js';
import { deriveId } from '../../../schemas/ids.js';
import { findRunningEngine } from '../../../src/engine/index.js';
import { ApiError, isSettled } from '../../../testkit/api/client.js';
import { createAgent } from '../../../testkit/api/resources.js';
import { type EndedCall, writeCalls } from '../../../testkit/journal/write-calls.js';
import { seeded } from '../../../testkit/seeded.js';
import { createMetaClient, type MetaClient } from '../../../testkit/simulators/meta-client.js';
import { until } from '../../../testkit/until.js';
import type { Place } from './place.js';

export const CALLS = 5_000;
export const CONVERSATIONS = 200;
const WORST_CALLS = 3;
/** What the customers of the three calls say, and of many others that ended well. */
export const COMPLAINT = 'I would like to speak to a person';
/** What one of the 200 customers writes. */
export const LOST = 'I left a black umbrella in your bar.';

const ACCOUNT = '106540352242922';
const SEED = 40;
const HOUR_MS = 3_600_000;
/** Calls have ended by then. */
const CALL_MS = 300_000;
const PATIENCE_MS = 120_000;

/** What calls are judged by; the offline model answers with the script in the criterion. */
const JUDGED: AnalysisSettings = {
  criteria: [
    {
      key: 'solved',
      description: `The customer gets what they want. Otherwise, say “${JSON.stringify({
        summary: 'The customer asks for a person, and the agent has none.',
        sentiment: 'negative',
        requests: [],
        criteria: { solved: { verdict: 'not_met', reason: 'The agent has no answer.', turns: [1] } },
        fields: {},
      })}”.`,
    },
  ],
  fields: null,
};

const INSTRUCTIONS = [
  `When the customer says "${COMPLAINT}", say "My colleagues are not here, I am sorry.".`,
  'When the customer says "goodbye", say "Goodbye!" and hang up.',
].join(' ');

const SAID = [
  ['what are your opening hours', 'thank you very much'],
  ['I would like to book a table', 'for two people'],
  ['how much does it cost', COMPLAINT],
  ['I would like to cancel my booking'],
  ['I have a question', 'where are you'],
] as const;

const SENTIMENTS: readonly Sentiment[] = ['positive', 'neutral', 'neutral', 'mixed'];

/** The calls of today that are written: three of five are not answered, and those with the complaint ended well. */
const callsOf = ({ businessId }: Place, agent: AgentSnapshot, now: number): readonly EndedCall[] => {
  const midnight = new Date(now).setHours(0, 0, 0, 0);
  const last = now - CALL_MS;
  const first = Math.min(last, Math.max(midnight, last - 8 * HOUR_MS));
  const callOf = (n: number, beganAt: number): EndedCall => {
    const group = Math.floor(n / 5);
    const said = n % 5 < 2 ? (SAID[group % SAID.length] ?? null) : null;
    const complains = said?.some((line) => line === COMPLAINT) ?? false;
    const fails = !complains && group % 9 === 0;
    return {
      callId: deriveId('operator-day', businessId, `${n}`),
      agent,
      to: { contactId: null, name: `Guest ${n}`, number: `+1415556${String(n).padStart(4, '0')}` },
      beganAt,
      said,
      answerMs: n % 50 === 7 ? 2_600 : 600,
      verdict:
        said === null
          ? null
          : {
              success: !fails,
              sentiment: fails && n % 5 === 0 ? 'negative' : (SENTIMENTS[n % SENTIMENTS.length] ?? 'neutral'),
            },
      recording: null,
    };
  };
  const today = Array.from({ length: CALLS - WORST_CALLS }, (_, n) =>
    callOf(n, Math.round(first + ((last - first) * n) / CALLS)),
  );
  // It is as bad as the three, but of another day.
  const yesterday: EndedCall = {
    ...callOf(CALLS, midnight - 20 * HOUR_MS),
    said: [COMPLAINT],
    verdict: { success: false, sentiment: 'negative' },
  };
  // In the order of their times, as journals have them.
  return [yesterday, ...today];
};

/**
 * Three calls of simulated callers, which the service answers, records and analyses; after the others, as calls in real time need the
 * processor. Resolves with their ids.
 */
export const playWorst = async (place: Place, agentId: string): Promise<readonly string[]> => {
  const { api, ask } = place;
  const ids: string[] = [];
  for (const more of [[], ['how much does it cost'], ['what are your opening hours']]) {
    const says = [COMPLAINT, ...more, 'goodbye'];
    ids.push(
      (await ask<{ callId: string }>('POST', '/api/v1/console/simulated-calls', { agentId, says })).callId,
    );
  }
  for (const id of ids) {
    await api.callUntil(id, isSettled, PATIENCE_MS);
    await until(
      'the call is analysed',
      async () =>
        (await api.get<{ analysis: { status: string } | null }>(`/api/v1/voice/calls/${id}`)).analysis
          ?.status === 'completed',
      PATIENCE_MS,
    );
  }
  return ids;
};

interface Facets {
  readonly calls: number;
}

/** Creates the calls of the day, except for the worst. Resolves with the id of their agent. */
export const createCalls = async (place: Place): Promise<string> => {
  const { api, admin, businessId, dataDir } = place;
  const voiceSettings = { firstGreeting: 'Hello, this is the restaurant Bella Vista.' };
  const profile = { channel: 'voice', name: 'Ann of Bella Vista', instructions: INSTRUCTIONS, voiceSettings };
  const { id: agentId } = await createAgent(api, profile);
  await api.post(`/api/v1/agents/${agentId}/analysis`, { analysis: JUDGED });
  await admin('business', 'call-analysis', '--on', '--business', businessId);
  const access = await findRunningEngine(dataDir);
  if (access === null) throw new Error('the service has no nats-server');
  const agent: AgentSnapshot = {
    agentId,
    name: profile.name,
    instructions: INSTRUCTIONS,
    greeting: voiceSettings.firstGreeting,
    languageCode: 'en',
    voiceSettings,
    knowledgeSourceIds: [],
  };
  await writeCalls(access, businessId, { calls: callsOf(place, agent, Date.now()), random: seeded(SEED) });
  await until(
    'all calls are listed',
    () =>
      api.get<Facets>('/api/v1/voice/calls/facets').then(
        ({ calls }) => calls === CALLS + 1 - WORST_CALLS,
        // The views are behind the journal.
        (error: unknown) => {
          if (error instanceof ApiError && error.code === 'not_ready') return false;
          throw error;
        },
      ),
    PATIENCE_MS,
  );
  return agentId;
};

export interface Inbox {
  readonly meta: MetaClient;
  /** The digits of the customer, from 0. */
  readonly numberOf: (customer: number) => string;
}

/**
 * Customers who write, and a quick answer: the first of them is the oldest in the inbox, the last the newest. The user of the place has
 * to be signed in.
 */
export const createInbox = async (place: Place): Promise<Inbox> => {
  const { api, ask, service } = place;
  await ask('POST', '/api/v1/console/channel-accounts', {
    channel: 'whatsapp',
    accountId: ACCOUNT,
    accessToken: 'token-of-a-test',
  });
  await ask('POST', '/api/v1/quick-answers', {
    shortcut: 'hours',
    title: 'Opening hours',
    text: 'We are open from noon to midnight.',
  });
  const meta = createMetaClient(service.metaUrl ?? '', service.simulatorToken);
  const numberOf = (customer: number): string => `1415557${String(customer).padStart(4, '0')}`;
  const write = (customer: number): Promise<string> =>
    meta.write({
      accountId: ACCOUNT,
      from: numberOf(customer),
      name: `Customer ${customer}`,
      text: customer === 42 ? LOST : 'When are you open?',
    });
  const delivered = async (): Promise<void> => {
    await until('the messages are delivered', async () => (await meta.sent()).pending === 0, PATIENCE_MS);
  };
  // The provider delivers messages of several customers at the same time, so only waiting keeps the first and the last in place.
  await write(0);
  await delivered();
  await Promise.all(Array.from({ length: CONVERSATIONS - 2 }, (_, at) => write(at + 1)));
  await delivered();
  const last = CONVERSATIONS - 1;
  await write(last);
  await until(
    'the last conversation is the first in the list',
    async () => {
      const path = `/api/v1/console/conversations?businessId=${api.businessId}&limit=1`;
      const { conversations } = await ask<{ conversations: readonly { name: string | null }[] }>('GET', path);
      return conversations[0]?.name === `Customer ${last}`;
    },
    PATIENCE_MS,
  );
  return { meta, numberOf };
};
