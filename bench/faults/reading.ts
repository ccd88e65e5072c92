/** Waits until a world has settled, and reads what users can see of it. */
import { setTimeout as delay } from 'node:timers/promises';
import { isTerminal } from '../../schemas/calls/voice-call.js';
import type { CampaignResource } from '../../schemas/campaigns/campaign.js';
import type { MembershipResource } from '../../schemas/campaigns/membership.js';
import { isRecord } from '../../schemas/json.js';
import type { CallDetail } from '../../testkit/api/client.js';
import { parley } from '../../testkit/service/parley-process.js';
import { check } from './check/index.js';
import type { World } from './cluster/world.js';
import type { Answer, CallRecord, History, PlacementRecord, RequestRecord } from './history.js';
import type { Nemesis } from './nemesis.js';
import type { Loaded, Sent } from './workload/loaded.js';

/**
 * By then everything that the contract bounds has happened, ms: a placement with an unknown outcome is abandoned after
 * two minutes.
 */
const SETTLE_MS = 200_000;
const POLL_MS = 700;
const READ_MS = 20_000;

const until = (): number => Date.now() + READ_MS;

/** Calls by id: those of the load and those of campaigns. A call that the API does not show has the status `missing`. */
const callsOf = ({ client }: World, ids: Iterable<string>): Promise<readonly CallRecord[]> =>
  Promise.all(
    [...ids].map(async (callId) => {
      const detail = await client.readAnywhere<CallDetail>(`/api/v1/voice/calls/${callId}`, until());
      return detail === null ? missingCall(callId) : recordOf(callId, detail);
    }),
  );

const recordOf = (callId: string, { call, transcript, diagnostics }: CallDetail): CallRecord => ({
  callId,
  status: call.status,
  endedBy: call.endedBy,
  endReason: call.endReason,
  durationSeconds: call.durationSeconds,
  chargedMicrocredits: call.chargedMicrocredits,
  timeline: diagnostics.timeline.map(({ event }) => event),
  transcript: transcript.map(({ speaker, text }) => ({ speaker, text })),
});

const missingCall = (callId: string): CallRecord => ({
  callId,
  status: 'missing',
  endedBy: null,
  endReason: null,
  durationSeconds: 0,
  chargedMicrocredits: 0,
  timeline: [],
  transcript: [],
});

const campaignsOf = ({ client }: World, { campaigns }: Loaded): Promise<History['campaigns']> =>
  Promise.all(
    campaigns.map(async ({ campaignId, audience }) => {
      const path = `/api/v1/campaigns/${campaignId}`;
      const found = await client.readAnywhere<{ campaign: CampaignResource }>(path, until());
      const page = await client.readAnywhere<{ memberships: readonly MembershipResource[] }>(
        `${path}/memberships?limit=200`,
        until(),
      );
      const members = (page?.memberships ?? []).map(({ contactId, outcome, attempts }) => ({
        contactId,
        outcome,
        attempts,
      }));
      const { status = 'missing', counts = {} } = found?.campaign ?? {};
      return { campaignId, status, audience, counts, members };
    }),
  );

const messagesOf = async ({ client, meta }: World, { messageIds }: Loaded): Promise<History['messages']> => {
  const { sent } = await meta.sent();
  return Promise.all(
    [...messageIds].map(async (messageId) => {
      const found = await client.readAnywhere<{ status: string }>(`/api/v1/messages/${messageId}`, until());
      const taken = sent.filter(({ correlation }) => correlation?.includes(messageId) === true).length;
      return { messageId, status: found?.status ?? 'missing', taken };
    }),
  );
};

const placementsOf = async ({ network }: World): Promise<readonly PlacementRecord[]> =>
  Promise.all(
    (await network.calls()).map(async ({ sid, statusCallback, status, durationSeconds, streams, stats }) => {
      const { answeredAt, endedAt, endedBy } = await network.history(sid);
      return {
        callId: /[0-9a-f-]{36}$/.exec(statusCallback)?.[0] ?? statusCallback,
        sid,
        status,
        durationSeconds,
        answeredAt,
        endedAt,
        endedBy,
        streams,
        acknowledgedMs: stats.acknowledgedMs,
      };
    }),
  );

const ledgerOf = async ({ env, businessId, dataDir }: World): Promise<History['ledger']> => {
  const named = ['--business', businessId, '--data-dir', dataDir];
  const business = await parley(['admin', 'business', 'show', ...named], env).catch(() => null);
  if (business === null) return null;
  const { chargedMicrocredits, reservedMicrocredits, leasedLines } = business;
  return {
    chargedMicrocredits: Number(chargedMicrocredits),
    reservedMicrocredits: Number(reservedMicrocredits),
    leasedLines: Number(leasedLines),
  };
};

const registersOf = async ({ client, nodes }: World, { registers }: Loaded): Promise<History['registers']> =>
  Promise.all(
    [...registers].map(async ([contactId, written]) => {
      const answers = await Promise.all(
        nodes.map(({ index }) => readAt(client, index, `/api/v1/contacts/${contactId}`)),
      );
      const shown = answers.flatMap(({ data }) => {
        const contact = isRecord(data) && isRecord(data.contact) ? data.contact : null;
        return contact === null
          ? []
          : [{ name: String(contact.name), blocked: contact.communicationBlocked === true }];
      });
      return { contactId, written, shown };
    }),
  );

/** Reads from that node until it gives a final answer. */
const readAt = async (client: World['client'], node: number, path: string): Promise<Answer> => {
  const end = until();
  for (;;) {
    const answer = await client.read(node, path);
    if (answer !== null) return answer;
    if (Date.now() > end) return { status: 0, code: 'no_answer', data: null };
    await delay(200);
  }
};

/** Repeats every accepted request at the next node, and reads what it created from each node. */
const requestsOf = async (world: World, sent: readonly Sent[]): Promise<readonly RequestRecord[]> => {
  const { client, nodes } = world;
  const requests: RequestRecord[] = [];
  for (const { step, what, request, sentAt, answeredAt, answer, shownAt, isRepeated } of sent) {
    const node = (Math.abs(step) + 1) % nodes.length;
    const repeated = answer !== null && isRepeated ? await client.retry(node, request, until()) : null;
    const shown =
      shownAt === null ? [] : await Promise.all(nodes.map(({ index }) => readAt(client, index, shownAt)));
    requests.push({
      step,
      what,
      sentAt,
      answeredAt,
      answer,
      method: request.method,
      path: request.path,
      repeated:
        answer !== null && isRepeated ? (repeated ?? { status: 0, code: 'no_answer', data: null }) : null,
      shown: shown.map(({ status, code }) => ({ status, code, data: null })),
    });
  }
  return requests;
};

/** Everything that is cheap to read repeatedly while the world settles. */
const readOpen = async (world: World, loaded: Loaded, nemesis: Nemesis): Promise<History> => {
  const campaigns = await campaignsOf(world, loaded);
  const ofCampaigns = campaigns.flatMap(({ members }) =>
    members.flatMap(({ attempts }) => attempts.flatMap(({ callId }) => callId ?? [])),
  );
  const calls = await callsOf(world, new Set([...loaded.callIds, ...ofCampaigns]));
  const { seed } = world.plan;
  return {
    seed,
    faults: nemesis.applied,
    requests: [],
    registers: [],
    calls,
    samples: loaded.samples,
    placements: await placementsOf(world),
    // The real ledger is read only at the end, because that takes a separate process.
    ledger: {
      chargedMicrocredits: calls.reduce((sum, { chargedMicrocredits }) => sum + chargedMicrocredits, 0),
      reservedMicrocredits: 0,
      leasedLines: 0,
    },
    subscriptions: loaded.subscriptions,
    deliveries: world.subscriber.deliveries,
    campaigns,
    messages: await messagesOf(world, loaded),
    written: loaded.written,
    readiness: await readinessOf(world),
    readyWhileAway: nemesis.readyWhileAway,
  };
};

const readinessOf = ({ nodes }: World): Promise<History['readiness']> =>
  Promise.all(nodes.map(async (node) => ({ node: node.index, ...(await node.readiness()) })));

/** Violations that may resolve with time. */
const TRANSIENT_CODES: ReadonlySet<string> = new Set([
  ...['call_open', 'campaign_open', 'recipient_open', 'message_open', 'webhook_missing', 'message_lost'],
  'not_ready',
]);

/** Resolves with the history once nothing is open, or after {@link SETTLE_MS}. */
export const settleAndRead = async (
  world: World,
  loaded: Loaded,
  nemesis: Nemesis,
  log: (line: string) => void,
): Promise<{ readonly history: History; readonly settledMs: number }> => {
  const startedAt = Date.now();
  const isDamaged = nemesis.applied.some(
    ({ type, skipped }) => type === 'journal_damaged' && skipped === null,
  );
  if (isDamaged && !(await isServedByAll(world)))
    return { history: await refusedHistory(world, loaded, nemesis), settledMs: Date.now() - startedAt };
  for (let polls = 0; ; polls += 1) {
    const history = await readOpen(world, loaded, nemesis);
    const open = check(history).filter(({ code }) => TRANSIENT_CODES.has(code));
    const isSettled = history.calls.every(
      ({ status, timeline }) => isTerminal(status) && timeline.includes('call.settled'),
    );
    if (polls % 10 === 9) for (const { code, what } of open.slice(0, 5)) log(`open: ${code} ${what}`);
    // Events lost from a damaged journal never arrive.
    const limitMs = isDamaged ? 20_000 : SETTLE_MS;
    if ((open.length === 0 && isSettled) || Date.now() - startedAt > limitMs) break;
    await delay(POLL_MS);
  }
  const settledMs = Date.now() - startedAt;
  const requests = await requestsOf(world, loaded.sent);
  const registers = await registersOf(world, loaded);
  const [history, ledger] = await Promise.all([readOpen(world, loaded, nemesis), ledgerOf(world)]);
  return { history: { ...history, requests, registers, ledger }, settledMs };
};

/** Nodes notify each other within seconds that they refuse a journal. */
const AGREEMENT_MS = 20_000;

/** False if every node refuses the journal, or if they still disagree after {@link AGREEMENT_MS}. */
const isServedByAll = async (world: World): Promise<boolean> => {
  const until = Date.now() + AGREEMENT_MS;
  for (;;) {
    const ready = (await readinessOf(world)).filter(({ status }) => status === 200).length;
    if (ready === 0 || ready === world.nodes.length) return ready > 0;
    if (Date.now() > until) return false;
    await delay(POLL_MS);
  }
};

const refusedHistory = async (world: World, loaded: Loaded, nemesis: Nemesis): Promise<History> => ({
  seed: world.plan.seed,
  faults: nemesis.applied,
  requests: [],
  registers: [],
  calls: [],
  placements: [],
  ledger: null,
  campaigns: [],
  messages: [],
  samples: loaded.samples,
  subscriptions: loaded.subscriptions,
  deliveries: world.subscriber.deliveries,
  written: loaded.written,
  readiness: await readinessOf(world),
  readyWhileAway: nemesis.readyWhileAway,
});
