/**
 * Starts and cancels calls, and receives carrier reports. The order of the steps makes a start safe: the call is queried
 * first, then the business reserves credit and a line, then the call is accepted, and only the call's own
 * journalled `call.placing` triggers dialling. A crash between two steps leaves a reservation that the
 * repeated request uses, or that the business frees when the call turns out not to exist; a line that becomes free
 * meanwhile is offered to the call until it exists (effects/business.ts).
 */
import type { BusinessCommand, CallAccount } from '../../actors/business/commands.js';
import { business } from '../../actors/business/index.js';
import type { AcceptedCall, CallProgressReport } from '../../actors/call/commands.js';
import type { CalleeSnapshot, CampaignLink } from '../../actors/call/events.js';
import { call } from '../../actors/call/index.js';
import type { Outcome } from '../../actors/runtime/actor-client.js';
import type { AgentResource } from '../../schemas/agents/agent.js';
import { DEFAULT_VOICEMAIL } from '../../schemas/agents/voicemail.js';
import { BROWSER_CARRIER } from '../../schemas/calls/leg.js';
import type {
  VoiceCallBatchStart,
  VoiceCallCancellation,
  VoiceCallResolvedContext,
  VoiceCallStart,
  VoiceCallStartResult,
} from '../../schemas/calls/start.js';
import type { ErrorCode } from '../../schemas/error-table.js';
import { DomainError, type ErrorDetail, nullOn } from '../../schemas/errors.js';
import { deriveId } from '../../schemas/ids.js';
import { type Serving, servingAgent } from '../agents/serving.js';
import { type Caller, commandIdOf } from '../caller.js';
import type { OperationsDeps } from '../deps.js';
import { reportLimit } from '../outreach/limit-alarm.js';
import type { Outreach } from '../outreach/outreach.js';
import type { OutreachDeps } from '../outreach/outreach-deps.js';
import { judgeOutreach, requirePassed } from '../outreach/rules.js';
import { refuseProblems } from '../refusals.js';
import type { Written } from '../written.js';
import { calleeOf, contactToCall, directCallee, snapshotAgent, voiceAgent } from './call-context.js';
import { type InstalledCarriers, placedBy } from './placed-by.js';

/** A call must be accepted at least this long before its business checks whether it exists, ms. */
const ACCEPT_MARGIN_MS = 60_000;

/** The id of the call that a request starts. */
export const callIdOf = commandIdOf;

interface BatchAccepted extends VoiceCallStartResult {
  readonly contactId: string;
}

interface BatchFailure {
  readonly contactId: string;
  readonly error: {
    readonly code: ErrorCode;
    readonly message: string;
    readonly details: readonly ErrorDetail[];
  };
}

/** The result of a batch, by contact. */
export interface BatchResult {
  readonly accepted: readonly BatchAccepted[];
  readonly failures: readonly BatchFailure[];
}

/** Calls to customers. */
export interface CallOperations {
  /**
   * Reserves credit and a line, snapshots agent and variables, accepts the call; dialling follows asynchronously.
   * @throws DomainError validation_failed, agent_not_found, agent_not_active, agent_not_voice, contact_not_found,
   *   contact_blocked, contact_out_of_scope, contact_context_required, destination_not_allowed, insufficient_credit,
   *   spend_limit_reached, call_rate_exceeded
   */
  start(caller: Caller, body: VoiceCallStart): Promise<Written<VoiceCallStartResult>>;
  /** Each contact is independent: its own variables, reservation, success or failure. */
  startBatch(caller: Caller, body: VoiceCallBatchStart): Promise<Written<BatchResult>>;
  /** The context of a call to this contact. @throws DomainError as start, without billing */
  resolveContext(businessId: string, agentId: string, contactId: string): Promise<VoiceCallResolvedContext>;
  /** Stores the intent before the request to the carrier. @throws DomainError call_not_found, call_already_ended */
  cancel(caller: Caller, callId: string): Promise<Written<VoiceCallCancellation>>;
  /** A carrier's verified report on a call; late and repeated reports are harmless. @throws DomainError call_not_found */
  reportProgress(businessId: string, callId: string, report: CallProgressReport): Promise<void>;
}

export const callOperations = (deps: OperationsDeps): CallOperations => ({
  start: async (caller, body) => {
    checkTarget(body);
    const published = await voiceAgent(deps, caller.businessId, body.agentId);
    const { businessId, at } = caller;
    const serving = await servingCallee(deps, businessId, published, body);
    return acceptCall(deps, { businessId, callId: callIdOf(caller), ...serving, at });
  },

  startBatch: async (caller, body) => {
    const published = await voiceAgent(deps, caller.businessId, body.agentId);
    const accepted: BatchAccepted[] = [];
    const failures: BatchFailure[] = [];
    const last = { shard: 0, seq: 0 };
    for (const contactId of body.contactIds) {
      try {
        const serving = await servingCallee(deps, caller.businessId, published, { contactId });
        const callId = deriveId(caller.businessId, caller.operationId, caller.idempotencyKey, contactId);
        const { businessId, at } = caller;
        const { result, shard, seq } = await acceptCall(deps, { businessId, callId, ...serving, at });
        accepted.push({ contactId, ...result });
        last.shard = shard;
        last.seq = Math.max(last.seq, seq);
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        failures.push({
          contactId,
          error: { code: error.code, message: error.message, details: error.details },
        });
      }
    }
    return { result: { accepted, failures }, ...last };
  },

  resolveContext: async (businessId, agentId, contactId) => {
    const published = await voiceAgent(deps, businessId, agentId);
    const { agent, callee } = await servingCallee(deps, businessId, published, { contactId });
    return {
      destination: callee.destination,
      values: { ...callee.values },
      contactRequired: agent.contactContextRequired,
    };
  },

  cancel: async (caller, callId) => {
    const commandId = commandIdOf(caller);
    const target = { business: caller.businessId, id: callId };
    const { answer, shard, seq } = await deps.actors.ask(call, target, { type: 'cancel' }, { commandId });
    return {
      result: { callId, status: answer.status === 'cancelled' ? 'cancelled' : 'cancelling' },
      shard,
      seq,
    };
  },

  reportProgress: async (businessId, callId, report) => {
    await deps.actors.ask(call, { business: businessId, id: callId }, { type: 'carrier_report', report });
  },
});

const checkTarget = (body: VoiceCallStart): void => {
  if ((body.contactId === undefined) !== (body.toNumber === undefined)) return;
  const message = 'give exactly one of contactId and toNumber';
  refuseProblems([
    { path: '/contactId', message },
    { path: '/toNumber', message },
  ]);
};

/** The callee, and the agent in the version that serves them. */
const servingCallee = async (
  deps: OperationsDeps,
  businessId: string,
  published: AgentResource,
  { contactId, toNumber = '', testVariables }: Partial<VoiceCallStart>,
): Promise<Serving & { readonly callee: CalleeSnapshot }> => {
  const contact = contactId === undefined ? null : await contactToCall(deps, businessId, contactId);
  const recipient = contact?.mobile ?? toNumber;
  const serving = servingAgent(deps.views, published, { businessId, recipient, campaignId: null });
  const { agent } = serving;
  const callee =
    contact === null
      ? directCallee(deps, businessId, agent, toNumber, testVariables)
      : calleeOf(deps, businessId, agent, contact, testVariables);
  return { ...serving, callee };
};

/** A call to accept. */
interface CallToAccept {
  readonly businessId: string;
  readonly callId: string;
  readonly agent: AgentResource;
  /** False: the agent has words that are not published, so that the call is of no version. Default: true. */
  readonly isPublished?: boolean;
  /** The split that chose the agent's version; absent or null: none. */
  readonly splitId?: string | null;
  readonly callee: CalleeSnapshot;
  /** Now, ms since the epoch. */
  readonly at: number;
  /** Absent: it belongs to no campaign. */
  readonly campaign?: CampaignLink;
  /** The call about whose customer the callee is consulted; absent: the callee is a customer. */
  readonly consultationOf?: string;
}

/** What `acceptCall` uses. */
export type AcceptDeps = OutreachDeps &
  Pick<OperationsDeps, 'actors'> &
  InstalledCarriers & {
    readonly views: OutreachDeps['views'] &
      Pick<OperationsDeps['views'], 'voicemailOf' | 'timeZoneOf' | 'carriersOf' | 'agentVersionOf'>;
  };

/**
 * Checks the outreach rules, reserves credit and a line, and accepts the call. Idempotent.
 * @throws OutreachRefused; DomainError insufficient_credit, spend_limit_reached, call_rate_exceeded; not_ready when it took
 *   so long that the reservation may have been released
 */
export const acceptCall = async (
  deps: AcceptDeps,
  { businessId, callId, agent, isPublished = true, splitId = null, ...accepted }: CallToAccept,
): Promise<Written<VoiceCallStartResult>> => {
  const { callee, at, campaign, consultationOf } = accepted;
  const target = { business: businessId, id: callId };
  const outreach: Outreach = {
    businessId,
    channel: 'voice',
    to: callee.destination,
    contactId: callee.contactId,
    purpose: campaign === undefined ? 'service' : 'marketing',
    iterationId: campaign?.iterationId ?? null,
    at,
    isTransfer: consultationOf !== undefined,
  };
  // In parallel, because both load an actor that is not in memory yet.
  const [before, results] = await Promise.all([
    deps.actors.query(call, target, 'get').catch(nullOn('call_not_found')),
    // A browser that tests an agent is not a customer.
    deps.carrier === BROWSER_CARRIER ? [] : judgeOutreach(deps, outreach),
  ]);
  // A repeated request returns its call, whatever the rules say by now.
  if (before !== null) return started(before);
  requirePassed(results, at);

  const request = { callId, source: campaign?.iterationId ?? null, ...priced(callee.destination) } as const;
  let admission = await admit(deps, businessId, request);
  if (admission.is === 'settled') {
    // Another request of the same call was faster, and the call has ended. Or none has started it in time, and the business
    // has released its reservation.
    const existing = await deps.actors.query(call, target, 'get').catch(nullOn('call_not_found'));
    if (existing !== null) return started(existing);
    admission = await admit(deps, businessId, { ...request, again: true });
  }
  if (admission.is !== 'admitted') throw new DomainError('not_ready');
  return started(
    await deps.actors.ask(call, target, {
      type: 'start',
      agent: {
        ...snapshotAgent(
          agent,
          callee.values,
          // A machine is no colleague.
          consultationOf === undefined ? deps.views.voicemailOf(businessId, agent.id) : DEFAULT_VOICEMAIL,
          deps.views.timeZoneOf(businessId),
        ),
        ...versionOf(isPublished ? (agent.version ?? deps.views.agentVersionOf(businessId, agent.id)) : null),
        ...(splitId === null ? {} : { splitId }),
      },
      callee,
      campaign: campaign ?? null,
      ...(consultationOf === undefined ? {} : { consultationOf }),
      ...placedBy(deps, businessId, deps.views.carriersOf(businessId)),
      line: admission.line,
      reservedBlocks: admission.reservedBlocks,
      startBy: admission.checkAt - ACCEPT_MARGIN_MS,
    }),
  );
};

const versionOf = (version: number | null): { readonly version?: number } =>
  version === null ? {} : { version };

/** The number that a price may depend on; calls of browsers have none. */
const priced = (destination: string): { readonly to?: string } =>
  destination === BROWSER_CARRIER ? {} : { to: destination };

const admit = async (
  { actors, limitAlarm }: OutreachDeps,
  businessId: string,
  request: Omit<Extract<BusinessCommand, { readonly type: 'admit_call' }>, 'type'>,
): Promise<CallAccount> => {
  const target = { business: businessId, id: businessId };
  try {
    const { answer } = await actors.ask(business, target, { type: 'admit_call', ...request });
    return answer.call;
  } catch (error) {
    reportLimit(limitAlarm, businessId, error);
    throw error;
  }
};

const started = ({
  answer: { callId, destination, status },
  shard,
  seq,
}: Outcome<AcceptedCall>): Written<VoiceCallStartResult> => ({
  result: { callId, destination, status },
  shard,
  seq,
});
